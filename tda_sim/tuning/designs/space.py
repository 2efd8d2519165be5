"""What a search may change: values of a deck and its rules, house rules, and which parts are in the deck."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.definitions import load_game
from tda_sim.definitions.decks import Deck, settled
from tda_sim.definitions.games import Played
from tda_sim.definitions.parameters import Parameter, Value, find_parameter, house_rule, written
from tda_sim.definitions.sources import from_python
from tda_sim.definitions.spelled_out import EFFECTS_OF, Tree, spelled_out
from tda_sim.definitions.stock import dragon_title
from tda_sim.definitions.titles import rule_title
from tda_sim.errors import UserError, suggest
from tda_sim.studies.sweep_values import written_values

Array = NDArray[np.float64]
Point = tuple[int, ...]  # the place of each factor's value
MOST_FACTORS = 40
TRIES = 200  # for a point by chance that the rules take
KEPT = 64  # games of points: each takes about a megabyte
WHOLE_CHANGE, ITS_SIZE = 0.5, 0.5  # what a change costs by itself, and over the whole of its range


@dataclass(frozen=True)
class Factor:
    """Something that may change: a parameter, a power, or a house rule or a part of the deck, which is in or not.

    ``values``: in order; ``printed``: the place of the printed value, the nearest one where the bounds leave it out.
    ``powers``: of a power, what a house rule changes for each value; the values are whose power it is.
    """

    name: str
    title: str
    values: tuple[Value, ...]
    printed: int
    parameter: Parameter | None = None
    powers: tuple[Tree, ...] = ()
    is_part: bool = False

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers."""
        return all(isinstance(value, int | float) and not isinstance(value, bool) for value in self.values)

    @cached_property
    def scaled(self) -> Array:
        """The values between -1 and 1: by size where they are numbers, or else by place."""
        numbers = np.array(self.values if self.is_numeric else range(len(self.values)), float)
        return np.asarray(2 * (numbers - numbers.min()) / (numbers.max() - numbers.min()) - 1)

    @cached_property
    def is_printed(self) -> tuple[bool, ...]:
        """Whether each of its values is the printed one, also where the bounds leave out that."""
        if self.parameter is None:
            return tuple(place == 0 for place in range(len(self.values)))
        return tuple(written(value) == written(self.parameter.printed) for value in self.values)

    @cached_property
    def effort(self) -> Array:
        """How much each value changes: a half, and by how far it is from the printed one; parts are no changes."""
        far = np.abs(self.scaled - self.scaled[self.printed]) / 2 if self.is_numeric else 1.0
        return np.where(np.array(self.is_printed) | self.is_part, 0.0, WHOLE_CHANGE + ITS_SIZE * far)

    def text(self, place: int) -> str:
        """Return the change to a value: "40 gold each (50 as printed)"."""
        if self.parameter is None:
            return self.title.format(self.values[place])
        value = _text(self.values[place])
        changed = f"{self.title} = {value}" if value == "1" else self.parameter.phrase.format(value)
        return f"{changed} ({_text(self.parameter.printed)} as printed)"


def _text(value: Value) -> str:
    return "none" if value is None else ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Lot:
    """Parts of which a deck has at least ``least`` and at most ``most``: their factors are those in ``span``."""

    span: slice
    least: int
    most: int

    def holds(self, point: Point) -> bool:
        """Whether a point has as many of them."""
        return self.least <= sum(point[self.span]) <= self.most


@dataclass(frozen=True)
class Space:
    """All that may change of a deck under its rules. The factors of parts come last."""

    deck: Any
    rules: tuple[Any, ...]
    factors: tuple[Factor, ...]
    tree: Tree
    played: Deck
    lots: tuple[Lot, ...] = ()
    _taken: dict[Point, bool] = field(default_factory=dict, repr=False)

    @property
    def printed(self) -> Point:
        """The point of the printed game, or the nearest one within the bounds; of parts, the first that there are."""
        return tuple(factor.printed for factor in self.factors)

    @property
    def size(self) -> int:
        """How many points there are."""
        parts = prod(
            sum(comb(lot.span.stop - lot.span.start, n) for n in range(lot.least, lot.most + 1)) for lot in self.lots
        )
        return parts * prod(len(factor.values) for factor in self.factors if not factor.is_part)

    def points(self) -> Iterator[Point]:
        """Yield all points."""
        every = product(*(range(len(factor.values)) for factor in self.factors))
        return (point for point in every if all(lot.holds(point) for lot in self.lots))

    def scaled(self, points: Sequence[Point]) -> Array:
        """Return points (N, K) with coordinates between -1 and 1."""
        places = self._places(points)
        return np.stack([factor.scaled[places[:, k]] for k, factor in enumerate(self.factors)], axis=1)

    def _places(self, points: Sequence[Point]) -> NDArray[np.int64]:
        return np.array(points, np.int64).reshape(len(points), len(self.factors))

    # --- by chance ---

    def drawn(self, generator: np.random.Generator) -> Point:
        """Return a point by chance that the rules take. Raises UserError if they take hardly any."""
        for _ in range(TRIES):
            point = [int(generator.integers(len(factor.values))) for factor in self.factors]
            for lot in self.lots:
                size = lot.span.stop - lot.span.start
                inside = generator.permutation(size) < generator.integers(lot.least, lot.most + 1)
                point[lot.span] = inside.astype(int).tolist()
            if self.is_taken(tuple(point)):
                return tuple(point)
        raise UserError.of("the rules take hardly any of these values together", hint="let other values change")

    def moved(self, point: Point, k: int, by: int, generator: np.random.Generator) -> Point:
        """Return a point with a factor ``by`` places further. A part goes in or out, and another takes its place."""
        if not self.factors[k].is_part:
            place = min(max(point[k] + by, 0), len(self.factors[k].values) - 1)
            return (*point[:k], place, *point[k + 1 :])
        moved = [*point]
        moved[k] = 1 - point[k]
        lot = next(lot for lot in self.lots if lot.span.start <= k < lot.span.stop)
        if not lot.holds(tuple(moved)):
            others = [j for j in range(lot.span.start, lot.span.stop) if j != k and point[j] == moved[k]]
            if not others:
                return point
            moved[int(generator.choice(others))] = point[k]
        return tuple(moved)

    def rounded(self, shares: Array) -> Point:
        """Return the point next to shares (K,) of all ranges; of parts, those with the largest shares are in."""
        places = np.rint(shares * [len(factor.values) - 1 for factor in self.factors]).astype(int)
        for lot in self.lots:
            ranked = np.argsort(-shares[lot.span], kind="stable")
            count = np.clip(places[lot.span].sum(), lot.least, lot.most)
            places[lot.span] = np.isin(np.arange(len(ranked)), ranked[:count])
        return tuple(places.tolist())

    # --- what changes ---

    def changes(self, point: Point) -> list[int]:
        """Return the places of the factors that differ from the printed game; parts are no changes."""
        return [k for k, factor in enumerate(self.factors) if not factor.is_part and not factor.is_printed[point[k]]]

    def inside(self, point: Point) -> list[Factor]:
        """Return the parts that are in."""
        return [factor for factor, place in zip(self.factors, point, strict=True) if factor.is_part and place]

    def distance(self, point: Point, other: Point) -> int:
        """Return how many changes only one of two points has, and how many parts."""
        parts = {k for k, factor in enumerate(self.factors) if factor.is_part and point[k] != other[k]}
        return len({*self.changes(point)} ^ {*self.changes(other)}) + len(parts)

    def named(self, point: Point) -> dict[int, str]:
        """Return what each change is called, by the factor's place; the parts that are in stand at -1."""
        parts = [factor.title for factor in self.inside(point)]
        chosen = {-1: f"these parts: {', '.join(parts)}"} if self.lots else {}
        return {k: self.factors[k].text(point[k]) for k in self.changes(point)} | chosen

    def effort(self, points: Sequence[Point]) -> Array:
        """Return how much points change, (N,): for each change a half, and another half over its whole range."""
        places = self._places(points)
        return np.asarray(sum(factor.effort[places[:, k]] for k, factor in enumerate(self.factors)))

    def rule(self, point: Point, title: str) -> list[Any]:
        """Return the house rules that make the printed game that of a point: names, and a rule with the ``title``."""
        named: list[Any] = []
        values: dict[Parameter, Value] = {}
        powers: list[tuple[Factor, int]] = []
        for factor, place in zip(self.factors, point, strict=True):
            if factor.is_part:
                continue
            if factor.is_printed[place]:
                continue
            if factor.parameter is not None:
                values[factor.parameter] = factor.values[place]
            elif factor.powers:
                powers.append((factor, place))
            else:
                named.append(factor.name)
        parts = settled(self.played, {each.name for each in self.inside(point)}) if self.lots else {}
        rule: Tree = parts | house_rule(self.tree, values) | {"title": title}
        for factor, place in powers:
            part, name = factor.name.split(".")
            rule.setdefault("changes", {}).setdefault(part, {}).setdefault(name, {}).update(factor.powers[place])
        return [*named, rule]

    def names(self, point: Point) -> dict[str, str]:
        """Return the names of dragons whose strength changes, and so their name, by the printed one."""
        return {
            f"{each.place[1]}-{each.printed}": f"{each.place[1]}-{factor.values[place]}"
            for factor, place in zip(self.factors, point, strict=True)
            if (each := factor.parameter) is not None and each.place[::2][:2] == ("dragons", "strengths")
        }

    @cached_property
    def loaded(self) -> Callable[[Point], Played]:
        """Returns the game of a point. Raises UserError if the rules do not take it."""

        @lru_cache(KEPT)  # a search asks whether the rules take a point, and plays it then
        def loaded(point: Point) -> Played:
            return load_game(self.deck, from_python([*self.rules, *self.rule(point, "design")]))

        return loaded

    def is_taken(self, point: Point) -> bool:
        """Whether the rules take a point, with as many cards as the deck has."""
        if not all(lot.holds(point) for lot in self.lots):
            return False
        if point not in self._taken:
            try:
                there = self.loaded(point)
                self._taken[point] = bool(self.lots) or len(there.cards) == len(self.played.cards)
            except UserError:
                self._taken[point] = False
        return self._taken[point]


def read_space(
    deck: Any,
    rules: Sequence[Any],
    change: Mapping[str, str],
    named: Sequence[str],
    parts: bool = False,
    powers: Sequence[Factor] = (),
) -> Space:
    """Return what may change: parameters with their values, as in `tda sweep`, and house rules by name.

    With ``parts`` also which of the parts that games of the deck draw are in all games; ``powers``: see `read_power`.
    Raises UserError for what there is not.
    """
    played, tree = spelled_out(deck, [*rules] or None)
    if not isinstance(played, Deck):
        raise UserError.of(f"{played.name} is a dice game, for which there is no search", hint="name a deck of cards")
    factors: list[Factor] = []
    for name, text in change.items():
        parameter = find_parameter(played, tree, name.strip())
        if any(parameter.place == other.parameter.place for other in factors if other.parameter):
            raise UserError.of(f"{parameter.name} is listed twice", hint="write all its values together")
        values = written_values(parameter.name, text)
        factors.append(Factor(parameter.name, parameter.title, values, _nearest(values, parameter.printed), parameter))
    for power in powers:
        own = [each.name for each in factors if each.name.startswith(f"{power.name}.power.")]
        if own:
            raise UserError.of(f"{own[0]} and the whole power may change", hint="leave out one of them")
    factors += [*powers, *(Factor(rule, rule_title(rule), (False, True), 0) for rule in named)]
    if len(factors) > MOST_FACTORS or not (factors or parts):
        hint = f"from 1 to {MOST_FACTORS}, such as rules.starting_gold.each: 20..60:5"
        raise UserError.of(f"{len(factors)} things may change", hint=hint)
    lots: list[Lot] = []
    for names, least, most in _drawn_by(played) if parts else ():
        lots.append(Lot(slice(len(factors), len(factors) + len(names)), least, most))
        factors += [
            Factor(part, _title(played, part), (False, True), int(k < least), is_part=True)
            for k, part in enumerate(names)
        ]
    space = Space(deck, tuple(rules), tuple(factors), tree, played, tuple(lots))
    space.loaded(space.printed)
    return space


def read_power(deck: Any, rules: Sequence[Any], name: str, others: Sequence[str]) -> Factor:
    """Return the power of a card or a colour, in place of which it may have that of others, by their names.

    Raises UserError for names that there are not, and for cards without a power.
    """
    played, tree = spelled_out(deck, [*rules] or None)
    if not isinstance(played, Deck):
        raise UserError.of(f"{played.name} is a dice game, for which there is no search", hint="name a deck of cards")
    known = dict.fromkeys(tree["dragons"], "dragons")
    own = [card for card in played.cards if card.colour is None or "strength" in tree["cards"][card.name]]
    known |= {card.name: "cards" for card in own}
    for each in (name, *others):
        if each not in known:
            raise UserError.of(f"{played.name} has no card or colour {each}", hint=suggest(each, known))
        if not tree[known[each]][each].get("power"):
            raise UserError.of(f"{each} has no power")
    if name in others or len(set(others)) < len(others):
        raise UserError.of(f"{name}: {', '.join(others)} names a power twice", hint="name each other power once")
    keys = ("text", *EFFECTS_OF)
    entries = [{key: tree[known[each]][each].get(key) for key in keys} for each in (name, *others)]
    there = {key for each in entries for key in keys if each[key] is not None}
    titles = {card.name: card.title for card in own}
    titles |= {key: f"{dragon_title(key, each.get('title'))}s" for key, each in tree["dragons"].items()}
    powers = tuple({key: each[key] for key in keys if key in there} for each in entries)
    return Factor(
        f"{known[name]}.{name}",
        f"{titles[name]}: power of {{}}",
        tuple(titles[each] for each in (name, *others)),
        0,
        powers=powers,
    )


def _drawn_by(played: Deck) -> Iterator[tuple[Sequence[str], int, int]]:
    """Yield the parts that games of a deck draw, with the least and the most of them. Raises UserError for none."""
    lots = [lot for lot in played.draws.lots if not lot.is_settled]
    drawn = [*played.drawn]
    if not (lots or drawn):
        hint = "take every-card, or a deck of your own with draw"
        raise UserError.of(f"all games of {played.name} have the same cards: there are no parts to choose", hint=hint)
    yield from ((lot.parts, lot.least, lot.most) for lot in lots)
    if drawn:
        yield drawn, played.n_drawn, played.n_drawn


def _title(played: Deck, part: str) -> str:
    titles = {card.name: card.title for card in played.cards}
    return titles.get(part, part.replace("-", " ").capitalize())


def _nearest(values: Sequence[Value], printed: Value) -> int:
    """Return the place of a value, or of the nearest number."""
    texts = [*map(written, values)]
    if written(printed) in texts:
        return texts.index(written(printed))
    if isinstance(printed, int | float):
        gaps = [abs(value - printed) if isinstance(value, int | float) else np.inf for value in values]
        return int(np.argmin(gaps))
    return 0

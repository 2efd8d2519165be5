"""Draws: which parts of a deck are in a game is decided by chance, game by game, and everybody knows the outcome.

A *part* is a colour with all its dragons, one dragon of a colour, or one other card. A *lot* holds parts of one kind,
of which each game draws some. A card is in a game if all parts that it belongs to are drawn: a Red Dragon may be drawn
with its colour, and by itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from tda_sim.definitions.cards import Card, first_of
from tda_sim.definitions.deck_files import DrawnParts, HowMany
from tda_sim.definitions.files import part
from tda_sim.definitions.selection import Selection
from tda_sim.definitions.sources import Node
from tda_sim.engine.layout import MAX_LOTS, MAX_PARTS
from tda_sim.errors import Problem, suggest

COLOUR, DRAGON, CARD = "colour", "dragon", "card"  # kinds of parts
KINDS = {"colours": COLOUR, "dragons_of": DRAGON, "cards": CARD}  # by the key of a draw


@dataclass(frozen=True)
class Lot:
    """A lot: of its ``parts`` a game has at least ``least`` and at most ``most``, every number with the same chance."""

    kind: str
    parts: tuple[str, ...]
    least: int
    most: int
    of: str = ""  # the colour, for its dragons

    @property
    def is_settled(self) -> bool:
        """Whether all games have all of its parts, or none of them."""
        return self.least == self.most and self.least in (0, len(self.parts))

    @property
    def chance(self) -> float:
        """The chance of each part to be in a game."""
        return (self.least + self.most) / 2 / len(self.parts)


@dataclass(frozen=True)
class Draws:
    """The lots of a deck, and the names of the cards of each colour that they may draw."""

    lots: tuple[Lot, ...] = ()
    colours: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """All parts, in the order of their numbers."""
        return tuple(name for lot in self.lots for name in lot.parts)

    def parts_of(self, card: str) -> list[int]:
        """Return the numbers of the parts that a card belongs to."""
        return self._parts_of.get(card, [])

    def chance(self, card: str) -> float:
        """Return the chance of a card to be in a game."""
        return prod(self._chances[number] for number in self.parts_of(card))

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards that are not in every game."""
        return tuple(self._parts_of)

    @cached_property
    def _chances(self) -> list[float]:
        return [lot.chance for lot in self.lots for _ in lot.parts]

    @cached_property
    def _parts_of(self) -> Mapping[str, list[int]]:
        there: dict[str, list[int]] = {}
        colours, number = dict(self.colours), 0
        for lot in self.lots:
            for name in lot.parts:
                for card in colours.get(name, ()) if lot.kind == COLOUR else (name,):
                    there.setdefault(card, []).append(number)
                number += 1
        return there

    def sizes(self, cards: Sequence[str]) -> tuple[int, int]:
        """Return the fewest and the most cards of a game, of a deck with these cards.

        >>> Draws((Lot("card", ("fool", "druid"), 0, 1),)).sizes(["fool", "druid", "thief"])
        (1, 2)
        """
        if all(lot.is_settled for lot in self.lots):
            there = sum(self.chance(card) > 0 for card in cards)
            return there, there
        always = sum(card not in self._parts_of for card in cards)
        return always + self._size(least=True), always + self._size(least=False)

    def _size(self, least: bool) -> int:
        """Return the fewest or the most cards that the lots can bring into a game."""
        single = {lot.of: (lot.least if least else lot.most) for lot in self.lots if lot.kind == DRAGON}
        colours = dict(self.colours)
        drawn_colours = {name for lot in self.lots if lot.kind == COLOUR for name in lot.parts}
        total = sum(number for colour, number in single.items() if colour not in drawn_colours)
        for lot in self.lots:
            number = lot.least if least else lot.most
            if lot.kind == CARD:
                total += number
            if lot.kind == COLOUR:
                in_each = sorted((_size_of(colours[name], name, single) for name in lot.parts), reverse=not least)
                total += sum(in_each[:number])
        return total


NO_DRAWS = Draws()


def _size_of(cards: Sequence[str], colour: str, single: Mapping[str, int]) -> int:
    """Return how many dragons come with a colour."""
    return single.get(colour, len(cards))


# --- read from a deck -----------------------------------------------------------------------------------------


def read_draws(
    node: Node, written: Sequence[DrawnParts], cards: Sequence[Card], selection: Selection, problems: list[Problem]
) -> Draws:
    """Return the draws of a deck from its ``cards``, with second copies. Mistakes are added to the problems."""
    places = part(node, "draw").items
    colours = _colours(cards, selection.unique)
    dragons = {name for names in colours.values() for name in names}
    others = [card.name for card in cards if card.name not in dragons]
    reader = _Reader(colours, others, set(selection.drawn), problems)
    lots = [lot for place, draw in zip(places, written, strict=True) for lot in reader.lots(place, draw)]
    reader.check_dragons(places, written, all(lot.is_settled for lot in lots))
    parts = sum(len(one.parts) for one in lots)
    for count, limit, what in ((len(lots), MAX_LOTS, "draws"), (parts, MAX_PARTS, "parts")):
        if count > limit:
            message = f"draw: {count} {what}, counting the dragons of each colour"
            problems.append(part(node, "draw").problem(message, f"at most {limit} are possible"))
    return Draws(tuple(lots), tuple(colours.items()))


def _colours(cards: Iterable[Card], unique: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the names of the dragons of each colour, without unique cards that belong to one."""
    there: dict[str, list[str]] = {}
    for card in cards:
        if card.colour is not None and first_of(card.name) not in unique:
            there.setdefault(card.colour, []).append(card.name)
    return {colour: tuple(names) for colour, names in there.items()}


class _Reader:
    """Reads the draws of a deck, one after another: no card may be drawn twice in the same way."""

    def __init__(
        self, colours: Mapping[str, tuple[str, ...]], cards: list[str], unseen: set[str], problems: list[Problem]
    ) -> None:
        self.colours, self.cards, self.unseen, self.problems = colours, cards, unseen, problems
        self.taken: dict[str, set[str]] = {kind: set() for kind in KINDS.values()}

    def lots(self, place: Node, draw: DrawnParts) -> Iterator[Lot]:
        """Yield the lots of one draw."""
        key = next(key for key in KINDS if getattr(draw, key) is not None)
        known = {COLOUR: [*self.colours], DRAGON: [*self.colours], CARD: [*self._dragons(), *self.cards]}[KINDS[key]]
        usual = self.cards if KINDS[key] == CARD else known
        names = self._names(place, key, getattr(draw, key), known, usual)
        if KINDS[key] == DRAGON:
            for colour in names:
                yield from self._lot(place, Lot(DRAGON, self.colours[colour], *_numbers(draw.number), colour))
        elif names:
            yield from self._lot(place, Lot(KINDS[key], tuple(names), *_numbers(draw.number)))

    def _dragons(self) -> list[str]:
        return [name for names in self.colours.values() for name in names]

    def _names(self, place: Node, key: str, named: str | list[str], known: list[str], usual: list[str]) -> list[str]:
        """Return the names that a draw lists, or all that no other draw has."""
        kind = KINDS[key]
        if named == "all":
            names = [name for name in usual if name not in self.taken[kind] and name not in self.unseen]
            if not names:
                self._wrong(part(place, key), f"draw: no {key.replace('_', ' ')} are left to draw", "leave it out")
        else:
            names = list(dict.fromkeys(named))
            for node in part(place, key).items:
                self._check(node, kind, known)
        self.taken[kind].update(names)
        return [name for name in names if name in known]

    def _check(self, node: Node, kind: str, known: list[str]) -> None:
        name, noun = str(node.value), "colour" if kind == DRAGON else kind
        if name not in known:
            self._wrong(node, f"draw: the deck has no {noun} {name}", suggest(name, known))
        elif name in self.taken[kind]:
            self._wrong(node, f"draw: {name} is drawn twice", "name it in one draw; all stands for those not named yet")
        elif name in self.unseen:
            self._wrong(node, f"draw: {name} is drawn by unique_cards already", "draw it in one of the two ways")

    def check_dragons(self, places: Sequence[Node], written: Sequence[DrawnParts], settled: bool) -> None:
        """Report coloured dragons that are drawn by their names and as dragons of their colour, or with it.

        Where all games have the same cards, which is ``settled``, they may be named beside their colour.
        """
        colours = self.taken[DRAGON] | (set() if settled else self.taken[COLOUR])
        of_drawn = {name: colour for colour in colours for name in self.colours.get(colour, ())}
        for place, draw in zip(places, written, strict=True):
            for node in part(place, "cards").items if draw.cards else ():
                if node.value in of_drawn:
                    message = f"draw: {node.value} is drawn twice, also as a dragon of {of_drawn[str(node.value)]}"
                    self._wrong(node, message, "draw single dragons of a colour with dragons_of")

    def _lot(self, place: Node, lot: Lot) -> Iterator[Lot]:
        """Yield a lot unless it has fewer parts than it is to draw."""
        if lot.most > len(lot.parts):
            of = f" of {lot.of}" if lot.of else ""
            message = f"draw: there are not {lot.most} {lot.kind}s{of} to draw from"
            self._wrong(part(place, "number"), message, f"at most {len(lot.parts)} can be drawn")
        else:
            yield lot

    def _wrong(self, node: Node, message: str, hint: object) -> None:
        self.problems.append(node.problem(message, hint))  # type: ignore[arg-type]  # words or a suggestion


def _numbers(number: int | HowMany) -> tuple[int, int]:
    return (number, number) if isinstance(number, int) else (number.min, number.max)

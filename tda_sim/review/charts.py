"""Charts from forced options: what each class of option is worth, by class of position, in points of win rate.

A chart says which options belong to its *columns*, and which positions to its *rows*. The value of a column in a
position is the mean worth of its options, minus that of the chart's reference: all cards of the position, or another
column. Its value in a row is the mean over positions, and its error is that over games, because positions of a game
depend on each other (the jackknife's ratio, see `stats.jackknife`). Intervals hold for all numbers of a chart at once,
so that its best column may be picked after the fact.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.agents.strength import is_able
from tda_sim.definitions.tables import Tables
from tda_sim.engine.terms import Group, Question
from tda_sim.measures.ranking import Values, estimated, judged, ratios, robustness
from tda_sim.measures.study import SAME
from tda_sim.measures.table import ACROSS, VALUES, filled, together
from tda_sim.review.forced import PRICES, Forced, Kind
from tda_sim.review.forced_games import ForcedPlan, Positions
from tda_sim.review.game import MARKS

MARGIN = MARKS["doubtful"]  # points of win rate by which an option has to be better to matter, as in a review
FEW = 30  # positions: with fewer, there is no number
POINTS = 100.0
ANY = "any"
AVERAGE, TAKEN = "the average card", "what they do"
WEAKEST, BETWEEN, STRONGEST = "the weakest", "one in between", "the strongest"
TRIGGERS, NOT = "the strongest that triggers", "the strongest that does not"
GIVE_WEAKEST, GIVE_STRONGEST, PAY = "give the weakest", "give the strongest", "pay"
WEAK, STRONG = 5.5, 7.0  # the mean strengths up to which a hand is weak, and from which it is strong
CHOICES = {  # what a player is asked for
    Question.TAKE_FROM_ANTE: "take a card from the ante",
    Question.DISCARD_FROM_HAND: "discard a card",
    Question.PUT_INTO_ANTE: "put a card into the ante",
    Question.EXCHANGE: "exchange a card",
    Question.ONE_OR_ALL: "exchange a card, or all",
    Question.KEEP_LOOKED: "keep a card of those looked at",
    Question.PLAY_LOOKED: "play a card of those revealed",
}
STRENGTHS = {
    "strength 1 to 3": (1, 3),
    "strength 4 to 6": (4, 6),
    "strength 7 to 9": (7, 9),
    "strength 10 or more": (10, 99),
}
KINDS = {"good dragons": Group.GOOD_DRAGON, "evil dragons": Group.EVIL_DRAGON, "mortals": Group.MORTAL}
PAIR = "two or more of a colour"

PAIRS, CHECK = ", pairs", ", check"
NAMED = ("subject", "measure", "reference")

Mask = NDArray[np.bool_]
Array = NDArray[np.float64]


class Seen:
    """Positions of a kind as arrays, which have an entry for each position, or for each option of all positions.

    Attributes:
        at: the position of each option; ``number``: of options, a card or a `Word`; ``is_card``, and its ``strength``.
        triggers, worth, wins: of options, as in `Forced`.
        groups, colours: of options, as bits.
        game, hand, gold, question: of positions.
        taken: of options, whether it was taken.
        least, most, mean: of positions, the strength of the weakest and of the strongest card, and the mean.
    """

    def __init__(self, positions: Sequence[Forced], tables: Tables) -> None:
        def each(name: str) -> Any:
            return np.array([getattr(it, name) for it in positions], np.int64)

        def of_options(name: str) -> Any:
            return np.array([value for it in positions for value in getattr(it, name)])

        sizes = [len(it.options) for it in positions]
        self.n = len(positions)
        self.game, self.hand, self.gold, self.question = (each(name) for name in ("game", "hand", "gold", "question"))
        self.at = np.repeat(np.arange(self.n), sizes)
        self.number, self.worth, self.wins = (of_options(name) for name in ("options", "worth", "wins"))
        self.triggers = of_options("triggers").astype(bool) if positions[0].triggers else np.zeros(len(self.at), bool)
        self.taken = np.zeros(len(self.at), bool)
        self.taken[np.cumsum([0, *sizes[:-1]]) + each("taken")] = True
        self.is_card = (self.number >= 0) & (positions[0].kind != Kind.BUY)
        printed, card = tables.cards[0], np.where(self.is_card, self.number, 0)
        self.strength, self.groups, self.colours = (
            np.where(self.is_card, printed[name][card], 0) for name in ("strength", "groups", "colours")
        )
        self.least, self.most = -self.greatest(self.is_card, -self.strength), self.greatest(self.is_card, self.strength)
        self.mean = np.nan_to_num(self.means(self.is_card, self.strength))

    def greatest(self, among: Mask, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the greatest value of each position among some options; a number below all if it has none."""
        found = np.full(self.n, -(1 << 20))
        np.maximum.at(found, self.at[among], values[among])
        return found

    def means(self, among: Mask, values: Any) -> Array:
        """Return the mean of each position over some of its options; NaN if it has none."""
        count = np.bincount(self.at[among], minlength=self.n)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.bincount(self.at[among], values[among], self.n) / count)

    def strongest(self, among: Mask) -> Mask:
        """Return the strongest cards of each position among some options."""
        return np.asarray(among & (self.strength == self.greatest(among, self.strength)[self.at]))


Masks = dict[str, Mask]

# --- rows -------------------------------------------------------------------------------------------------

HANDS = ("a weak hand", "a middling hand", "a strong hand")
BEST = ("no card above 8", "a strongest card of 9 or 10", "a card of 11 or more")
NUMBER = ("up to 4 cards", "5 or 6 cards", "7 cards or more")
FEWER = ("up to 3 cards", "4 or 5 cards", "6 cards or more")
GOLD = ("up to 20 gold", "21 to 50 gold", "more than 50 gold")


def _classes(names: Sequence[str], ends: tuple[float, float], values: Any) -> Masks:
    """Return classes of positions: up to the first end, up to the second, and above."""
    return {name: np.searchsorted(ends, values) == k for k, name in enumerate(names)}


def _by_hand(it: Seen) -> Masks:
    return _classes(HANDS, (WEAK, STRONG), it.mean)


def _by_best_and_number(it: Seen) -> Masks:
    return {**_classes(BEST, (8, 10), it.most), **_classes(NUMBER, (4, 6), it.hand)}


def _by_number(it: Seen) -> Masks:
    return _classes(FEWER, (3, 5), it.hand)


def _by_gold(it: Seen) -> Masks:
    return _classes(GOLD, (20, 50), it.gold)


def _by_question(it: Seen) -> Masks:
    return {name: it.question == question for question, name in CHOICES.items()}


# --- columns ----------------------------------------------------------------------------------------------


def _ranks(it: Seen) -> Masks:
    """Return the weakest cards, the strongest ones, and those in between, where not all are as strong."""
    least, most = it.least[it.at], it.most[it.at]
    cards = it.is_card & (least < most)
    weakest, strongest = cards & (it.strength == least), cards & (it.strength == most)
    return {WEAKEST: weakest, BETWEEN: cards & ~weakest & ~strongest, STRONGEST: strongest}


def _following(it: Seen) -> Masks:
    triggers = it.strongest(it.is_card & it.triggers)
    return {WEAKEST: _ranks(it)[WEAKEST], TRIGGERS: triggers, NOT: it.strongest(it.is_card & ~it.triggers)}


def _giving(it: Seen) -> Masks:
    weakest = it.is_card & (it.strength == it.least[it.at])
    return {GIVE_WEAKEST: weakest, GIVE_STRONGEST: it.strongest(it.is_card), PAY: ~it.is_card}


def _prices(it: Seen) -> Masks:
    return {name: it.number == k for k, name in enumerate(OF_PRICES)}


def _sorts(it: Seen) -> Masks:
    strengths = {
        name: it.is_card & (least <= it.strength) & (it.strength <= most) for name, (least, most) in STRENGTHS.items()
    }
    kinds = {name: it.groups >> group & 1 == 1 for name, group in KINDS.items()}
    pairs = np.zeros(len(it.at), bool)
    for bit in range(int(it.colours.max(initial=0)).bit_length()):
        has = it.colours >> bit & 1 == 1
        pairs |= has & (np.bincount(it.at[has], minlength=it.n)[it.at] > 1)
    return {**strengths, **kinds, PAIR: pairs}


@dataclass(frozen=True)
class Chart:
    """A chart: of which positions; its columns and rows, beside `ANY`; and what the columns are compared with."""

    name: str
    kind: Kind
    columns: tuple[str, ...]
    options: Callable[[Seen], Masks]
    rows: tuple[str, ...] = ()
    classes: Callable[[Seen], Masks] = lambda it: {}
    reference: str = AVERAGE

    @property
    def shown(self) -> list[tuple[str, str]]:
        """The columns that have values, and what the players do, each with the reference."""
        columns = [*self.columns, *([] if self.kind == Kind.BUY else [TAKEN])]
        return [(each, self.reference) for each in columns if each != self.reference]

    def rows_of(self, it: Seen, only_any: bool = False) -> Masks:
        """Return which positions belong to each row; that of all positions has no meaning where they are unlike."""
        alike = self.kind != Kind.CHOOSE
        everywhere = {ANY: np.ones(it.n, bool)} if alike else {}
        return everywhere if alike and only_any else {**everywhere, **self.classes(it)}

    def worth_of(self, it: Seen, values: Array) -> dict[str, Array]:
        """Return the worth of each column in each position, of `AVERAGE` and of `TAKEN`; NaN where there is none."""
        masks = self.options(it)
        worth = {name: it.means(mask, values) for name, mask in masks.items()}
        some = np.any([~np.isnan(each) for each in worth.values()], axis=0)
        more = {AVERAGE: it.means(it.is_card, values), TAKEN: it.means(it.taken, values)}
        return worth | {name: np.where(some, each, np.nan) for name, each in more.items()}


RANKS = (WEAKEST, BETWEEN, STRONGEST)
OF_PRICES = tuple(f"{least} to {most}" if most < 99 else f"{least} or more" for least, most in PRICES)
OF_SORTS = (*STRENGTHS, *KINDS, PAIR)
CARDS = "cards, "
ADVISING = (  # charts whose columns are compared in pairs
    Chart("ante", Kind.ANTE, RANKS, _ranks, (*BEST, *NUMBER), _by_best_and_number),
    Chart("open", Kind.OPEN, RANKS, _ranks, HANDS, _by_hand),
    Chart("lead", Kind.LEAD, RANKS, _ranks, HANDS, _by_hand),
    Chart("follow", Kind.FOLLOW, (WEAKEST, TRIGGERS, NOT), _following, HANDS, _by_hand),
    Chart("give", Kind.GIVE, (GIVE_WEAKEST, GIVE_STRONGEST, PAY), _giving, FEWER, _by_number, PAY),
    Chart("choose", Kind.CHOOSE, RANKS, _ranks, tuple(CHOICES.values()), _by_question),
    Chart("buy", Kind.BUY, OF_PRICES, _prices, GOLD, _by_gold, OF_PRICES[0]),
)
CHARTS = (
    *ADVISING,
    *(Chart(f"{CARDS}{kind}", kind, OF_SORTS, _sorts) for kind in (Kind.ANTE, Kind.OPEN, Kind.LEAD, Kind.FOLLOW)),
)
GROUPS = (  # of the table of estimates
    *(chart.name for chart in CHARTS),
    *(
        f"{chart.name}{what}"
        for chart in ADVISING
        for what in (PAIRS, CHECK)
        if (chart.kind, what) != (Kind.BUY, CHECK)
    ),
)

# --- values -----------------------------------------------------------------------------------------------

Key = tuple[str, str, str]  # row, column, and what it is compared with
Named = tuple[str, list[Key], Values]


def differences(
    rows: Masks, worth: Mapping[str, Array], pairs: Sequence[tuple[str, str]], game: NDArray[np.int64], games: int
) -> tuple[list[Key], Values]:
    """Return differences between the worths of columns in points, by row, as far as there are `FEW` positions or more.

    ``pairs``: the columns that are compared; ``game``: that of each position, of so many ``games``.
    """
    sums: dict[Key, Array] = {}
    for row, mask in rows.items():
        for column, other in pairs:
            gap = POINTS * (worth[column] - worth[other])
            known = mask & ~np.isnan(gap)
            if known.sum() >= FEW:
                where = game[known]
                sums[row, column, other] = np.array(
                    [np.bincount(where, of, games) for of in (gap[known], known[known])]
                )
    top, bottom = np.array([*sums.values()]).reshape(len(sums), 2, games).transpose(1, 2, 0)
    return [*sums], ratios(tuple(map(" | ".join, sums)), top, bottom)


def of_player(positions: Sequence[Forced], tables: Tables, games: int) -> Iterator[Named]:
    """Yield all numbers of the charts of a player's positions, by group.

    The groups are a chart (its columns against its reference), its pairs (its columns against each other), and its
    check: how far, in any hand, the worth of options differs from how often games with them are won in the end.
    """
    for chart in CHARTS:
        seen = [it for it in positions if it.kind == chart.kind]
        if not seen:
            continue
        of = Seen(seen, tables)
        rows, worth = chart.rows_of(of), chart.worth_of(of, of.worth)
        yield chart.name, *differences(rows, worth, chart.shown, of.game, games)
        if chart in ADVISING:
            yield f"{chart.name}{PAIRS}", *differences(rows, worth, [*combinations(chart.columns, 2)], of.game, games)
            if chart.kind != Kind.BUY:  # whose worth is how often games are won
                apart = chart.worth_of(of, of.worth - of.wins)
                yield f"{chart.name}{CHECK}", *differences(chart.rows_of(of, True), apart, chart.shown, of.game, games)


def estimates_of(found: Positions, plan: ForcedPlan, where: Mapping[str, Any]) -> pl.DataFrame:
    """Return the table of estimates: all numbers of each player's charts, and how the pairs hold over players.

    ``where``: the columns that all rows share. The first player is the main one.
    """
    pairs: dict[str, dict[str, tuple[list[Key], Values]]] = {}
    frames = []
    for work, (player, positions) in zip(plan.works, found.items(), strict=True):
        at = {**where, "table": player, "able": is_able(player), "main": player == next(iter(found)), "seats": SAME}
        for group, keys, values in of_player(positions, work.tables, plan.games):
            if keys:
                rows = judged(estimated(values, "", "points"), MARGIN, plan.games)
                frames.append(_filled(rows, keys, at, group, VALUES))
                pairs.setdefault(group, {})[player] = keys, values
    able = [player for player in found if is_able(player)] or [*found]
    for group, players in pairs.items():
        among = {player: players[player] for player in able if player in players}
        if group.endswith(PAIRS) and len(among) > 1:
            shared = [key for key in next(iter(among.values()))[0] if all(key in keys for keys, _ in among.values())]
            names = [*map(" | ".join, shared)]
            rows = robustness({player: values.in_order(names) for player, (_, values) in among.items()}, "")
            rows = rows.select("subject", "measure", "estimate", "n", "least", "most", "agree", "holds")
            frames.append(_filled(rows, shared, {**where, "table": ""}, group, ACROSS))
    return together(frames)


def _filled(rows: pl.DataFrame, keys: Sequence[Key], at: Mapping[str, Any], group: str, kind: str) -> pl.DataFrame:
    subject, measure, reference = zip(*keys, strict=True)
    named = rows.with_columns(
        *(pl.Series(name, each) for name, each in zip(NAMED, (subject, measure, reference), strict=True))
    )
    return filled(named, **{"unit": "points", **at}, group=group, kind=kind)

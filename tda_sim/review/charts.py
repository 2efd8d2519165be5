"""Charts from forced options: what each class of option is worth, by class of position, in points of win rate.

A chart says which options belong to its *columns*, and which positions to its *rows*. The value of a column in a
position is the mean worth of its options, minus that of the chart's reference: all cards of the position, or another
column. Its value in a row is the mean over positions, and its error is that over games, because positions of a game
depend on each other (the jackknife's ratio, see `stats.jackknife`). Intervals hold for all numbers of a chart at once,
so that its best column may be picked after the fact.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.agents.strength import is_able
from tda_sim.definitions.tables import Tables
from tda_sim.engine.layout import MAX_COLOURS
from tda_sim.engine.terms import Group
from tda_sim.measures.discoveries import BESIDE
from tda_sim.measures.ranking import Array, Values, estimated, judged, ratios, robustness
from tda_sim.measures.study import SAME
from tda_sim.measures.table import ACROSS, VALUES, filled, together
from tda_sim.review.forced import CHOICES, PRICES, Forced, Kind
from tda_sim.review.forced_games import ForcedPlan, Positions
from tda_sim.review.game import MARKS
from tda_sim.wording.phrases import book

MARGIN = MARKS["doubtful"]  # points of win rate by which an option has to be better to matter, as in a review
FEW = 30  # positions: with fewer, there is no number
POINTS = 100.0
ANY = "any"
AVERAGE, TAKEN = "the average card", "what they do"
WEAKEST, BETWEEN, STRONGEST = "the weakest", "one in between", "the strongest"
TRIGGERS, NOT = "the strongest that triggers", "the strongest that does not"
GIVE_WEAKEST, GIVE_STRONGEST, PAY = "give the weakest", "give the strongest", "pay"
PAIR = "two or more of a colour"
PAIRS, CHECK = ", pairs", ", check"
NAMED = ["subject", "measure", "reference"]

Mask = NDArray[np.bool_]
Masks = dict[str, Mask]
Classes = Mapping[str, pl.Expr]  # by name: what is true of the options, or of the positions, of a class

# --- positions --------------------------------------------------------------------------------------------


class Seen:
    """Positions of a kind.

    Attributes:
        options: a row for each option, with `at`, its position, and what `Forced` says of both; `taken`: whether it was
            taken. Of cards also `strength`, `groups` as bits, and `paired`: whether another has a colour of it, too.
        at: of each option, and ``first``: the first option of each position; ``game``: that of each position.
    """

    def __init__(self, positions: Sequence[Forced], tables: Tables) -> None:
        lists = ["options", "worth", "wins", *(["triggers"] if positions[0].triggers else [])]
        fields = ("game", "hand", "gold", "question", "taken", *lists)
        is_card = (pl.col("options") >= 0) & (positions[0].kind != Kind.BUY)
        printed = {name: tables.cards[0][name] for name in ("strength", "groups", "colours")}
        self.options = (
            pl.DataFrame({name: [getattr(it, name) for it in positions] for name in fields})
            .with_row_index("at")
            .explode(lists)
            .with_columns(card=pl.when(is_card).then("options"))
            .with_columns(taken=pl.int_range(pl.len()).over("at") == pl.col("taken"))
            .join(pl.DataFrame(printed).with_row_index("card"), on="card", how="left", maintain_order="left")
        )
        self.at = self.options["at"].to_numpy()
        self.first = np.unique(self.at, return_index=True)[1]
        self.game = self.options["game"].to_numpy()[self.first]
        colours = self.options["colours"].fill_null(0).to_numpy()[:, None] >> np.arange(MAX_COLOURS) & 1
        shared = np.add.reduceat(colours, self.first) > 1
        self.options = self.options.with_columns(paired=(colours.astype(bool) & shared[self.at]).any(axis=1))

    def belonging(self, classes: Classes) -> Masks:
        """Return which options belong to each class."""
        found = self.options.select(each.fill_null(False).alias(name) for name, each in classes.items())
        return {name: found[name].to_numpy() for name in classes}

    def means(self, among: Mask, values: pl.Expr) -> Array:
        """Return the mean of each position over some of its options; NaN if it has none."""
        at, of = self.at[among], self.options.select(values).to_series().to_numpy()[among]
        with np.errstate(invalid="ignore"):
            return np.asarray(np.bincount(at, of, len(self.first)) / np.bincount(at, minlength=len(self.first)))


# --- classes of positions, and of options -----------------------------------------------------------------

STRENGTH, TRIGGERING, KINDS = map(pl.col, ("strength", "triggers", "groups"))
LEAST, MOST, MEAN = (each.over("at") for each in (STRENGTH.min(), STRENGTH.max(), STRENGTH.mean()))


def _three(value: pl.Expr, ends: tuple[float, float], *names: str) -> Classes:
    """Return classes by a number: up to the first end, up to the second, and above."""
    return dict(zip(names, (value <= ends[0], (value > ends[0]) & (value <= ends[1]), value > ends[1]), strict=True))


def _strongest(among: pl.Expr) -> pl.Expr:
    """Return which cards are the strongest of some."""
    return among & (pl.when(among).then(STRENGTH).max().over("at") == STRENGTH)


HANDS = _three(MEAN.fill_null(0), (5.5, 7.0), "a weak hand", "a middling hand", "a strong hand")
BEST = _three(MOST, (8, 10), "no card above 8", "a strongest card of 9 or 10", "a card of 11 or more")
NUMBER = _three(pl.col("hand"), (4, 6), "up to 4 cards", "5 or 6 cards", "7 cards or more")
FEWER = _three(pl.col("hand"), (3, 5), "up to 3 cards", "4 or 5 cards", "6 cards or more")
GOLD = _three(pl.col("gold"), (20, 50), "up to 20 gold", "21 to 50 gold", "more than 50 gold")
ASKED = {book("charts")["asked"][asked.name.lower()]: pl.col("question") == int(asked) for asked in CHOICES}

RANKS = {  # none among cards of one strength
    WEAKEST: (STRENGTH == LEAST) & (LEAST < MOST),
    BETWEEN: (STRENGTH > LEAST) & (STRENGTH < MOST),
    STRONGEST: (STRENGTH == MOST) & (LEAST < MOST),
}
FOLLOWING = {WEAKEST: RANKS[WEAKEST], TRIGGERS: _strongest(TRIGGERING), NOT: _strongest(~TRIGGERING)}
GIVING = {GIVE_WEAKEST: STRENGTH == LEAST, GIVE_STRONGEST: STRENGTH == MOST, PAY: STRENGTH.is_null()}
PRICED = {
    f"{least} to {most}" if most < 99 else f"{least} or more": pl.col("options") == place
    for place, (least, most) in enumerate(PRICES)
}
SORTS = {
    "strength 1 to 3": STRENGTH.is_between(1, 3),
    "strength 4 to 6": STRENGTH.is_between(4, 6),
    "strength 7 to 9": STRENGTH.is_between(7, 9),
    "strength 10 or more": STRENGTH.is_between(10, 99),
    "good dragons": KINDS & (1 << Group.GOOD_DRAGON) > 0,
    "evil dragons": KINDS & (1 << Group.EVIL_DRAGON) > 0,
    "mortals": KINDS & (1 << Group.MORTAL) > 0,
    PAIR: pl.col("paired"),
}


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart: of which positions; its columns and rows, beside `ANY`; and what the columns are compared with."""

    name: str
    kind: Kind
    columns: Classes
    rows: Classes = field(default_factory=dict)
    reference: str = AVERAGE

    @property
    def shown(self) -> list[tuple[str, str]]:
        """The columns that have values, and what the players do, each with the reference."""
        columns = [*self.columns, *([] if self.kind == Kind.BUY else [TAKEN])]
        return [(each, self.reference) for each in columns if each != self.reference]

    def rows_of(self, it: Seen) -> Masks:
        """Return which positions belong to each row; that of all positions has no meaning where they are unlike."""
        everywhere = {ANY: pl.col("at") >= 0} if self.kind != Kind.CHOOSE else {}
        return {name: belongs[it.first] for name, belongs in it.belonging({**everywhere, **self.rows}).items()}

    def worth_of(self, it: Seen, values: pl.Expr) -> dict[str, Array]:
        """Return the worth of each column in each position, of `AVERAGE` and of `TAKEN`; NaN where there is none."""
        masks = it.belonging({**self.columns, AVERAGE: STRENGTH.is_not_null(), TAKEN: pl.col("taken")})
        worth = {name: it.means(mask, values) for name, mask in masks.items()}
        some = np.any([~np.isnan(worth[name]) for name in self.columns], axis=0)
        return {name: np.where(some, each, np.nan) for name, each in worth.items()}


CARDS = "cards, "
ADVISING = (  # charts whose columns are compared in pairs
    Chart("ante", Kind.ANTE, RANKS, {**BEST, **NUMBER}),
    Chart("open", Kind.OPEN, RANKS, HANDS),
    Chart("lead", Kind.LEAD, RANKS, HANDS),
    Chart("follow", Kind.FOLLOW, FOLLOWING, HANDS),
    Chart("give", Kind.GIVE, GIVING, FEWER, PAY),
    Chart("choose", Kind.CHOOSE, RANKS, ASKED),
    Chart("buy", Kind.BUY, PRICED, GOLD, next(iter(PRICED))),
)
CARDS_OF = (Kind.ANTE, Kind.OPEN, Kind.LEAD, Kind.FOLLOW)
CHARTS = (*ADVISING, *(Chart(f"{CARDS}{kind}", kind, SORTS) for kind in CARDS_OF))

# --- values -----------------------------------------------------------------------------------------------


def differences(
    rows: Masks, worth: Mapping[str, Array], pairs: Iterable[tuple[str, str]], game: NDArray[np.int64], games: int
) -> Values:
    """Return differences between the worths of columns in points, by row, as far as there are `FEW` positions or more.

    Names are "row | column | other". ``pairs``: the columns that are compared; ``game``: that of each position, of so
    many ``games``.
    """
    sums: dict[str, Array] = {}
    for (row, mask), (column, other) in product(rows.items(), pairs):
        gap = POINTS * (worth[column] - worth[other])
        known = mask & ~np.isnan(gap)
        if known.sum() >= FEW:
            both = [np.bincount(game[known], of, games) for of in (gap[known], known[known])]
            sums[BESIDE.join((row, column, other))] = np.array(both)
    top, bottom = np.array([*sums.values()]).reshape(len(sums), 2, games).transpose(1, 2, 0)
    return ratios(tuple(sums), top, bottom)


def of_player(positions: Sequence[Forced], tables: Tables, games: int) -> Iterator[tuple[str, Values]]:
    """Yield all numbers of the charts of a player's positions, by group.

    The groups are a chart (its columns against its reference), its pairs (its columns against each other), and its
    check: how far, in any hand, the worth of options differs from how often games with them are won in the end.
    """
    worth, wins = pl.col("worth"), pl.col("wins")
    for chart in CHARTS:
        seen = [it for it in positions if it.kind == chart.kind]
        if not seen:
            continue
        of = Seen(seen, tables)
        rows, found = chart.rows_of(of), chart.worth_of(of, worth)
        yield chart.name, differences(rows, found, chart.shown, of.game, games)
        if chart not in ADVISING:
            continue
        yield f"{chart.name}{PAIRS}", differences(rows, found, combinations(chart.columns, 2), of.game, games)
        if chart.kind != Kind.BUY:  # whose worth is how often games are won
            every, apart = {ANY: rows[ANY]} if ANY in rows else rows, chart.worth_of(of, worth - wins)
            yield f"{chart.name}{CHECK}", differences(every, apart, chart.shown, of.game, games)


def estimates_of(found: Positions, plan: ForcedPlan, where: Mapping[str, Any]) -> pl.DataFrame:
    """Return the table of estimates: all numbers of each player's charts, and how the pairs hold over players.

    ``where``: the columns that all rows share. The first player is the main one.
    """
    every: dict[str, dict[str, Values]] = {}
    frames = []
    for work, (player, positions) in zip(plan.works, found.items(), strict=True):
        at = {**where, "table": player, "able": is_able(player), "main": player == next(iter(found)), "seats": SAME}
        for group, values in of_player(positions, work.tables, plan.games):
            if values.names:
                rows = judged(estimated(values, ""), MARGIN, plan.games)
                frames.append(_filled(rows, at, group, VALUES))
                every.setdefault(group, {})[player] = values
    able = [player for player in found if is_able(player)] or [*found]
    for group, players in every.items():
        among = {player: players[player] for player in able if player in players}
        if group.endswith(PAIRS) and len(among) > 1:
            first = next(iter(among.values()))
            shared = [name for name in first.names if all(name in each.names for each in among.values())]
            rows = robustness({player: values.in_order(shared) for player, values in among.items()}, "")
            rows = rows.select("subject", "measure", "estimate", "n", "least", "most", "agree", "holds")
            frames.append(_filled(rows, {**where, "table": ""}, group, ACROSS))
    return together(frames)


def _filled(rows: pl.DataFrame, at: Mapping[str, Any], group: str, kind: str) -> pl.DataFrame:
    """Return rows as estimates, with the parts of their names as `NAMED`."""
    named = rows.drop("measure").with_columns(pl.col("subject").str.splitn(BESIDE, 3).struct.rename_fields(NAMED))
    return filled(named.unnest("subject").with_columns(unit=pl.lit("points")), **at, group=group, kind=kind)

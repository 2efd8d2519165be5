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
ANY = "any"
AVERAGE, TAKEN = "the average card", "what they do"
WEAKEST, BETWEEN, STRONGEST = "the weakest", "one in between", "the strongest"
TRIGGERS, NOT = "the strongest that triggers", "the strongest that does not"
GIVE_WEAKEST, GIVE_STRONGEST, PAY = "give the weakest", "give the strongest", "pay"
PAIR = "two or more of a colour"
PAIRS, CHECK = ", pairs", ", check"

Pair = tuple[str, str]
Classes = Mapping[str, pl.Expr]  # by name: what is true of the options, or of the positions, of a class

# --- positions --------------------------------------------------------------------------------------------


def options_of(positions: Sequence[Forced], tables: Tables) -> pl.DataFrame:
    """Return a row for each option of positions, with `at`, its position, and what `Forced` says of both.

    `taken`: whether it was taken. Of cards also `strength`, and `groups` and `colours` as bits.
    """
    every = [vars(it) | {"triggers": it.triggers or (False,) * len(it.options)} for it in positions]
    is_card = (pl.col("options") >= 0) & (pl.col("kind") != Kind.BUY)
    printed = {name: tables.cards[0][name] for name in ("strength", "groups", "colours")}
    return (
        pl.DataFrame(every)
        .with_row_index("at")
        .explode("options", "triggers", "worth", "wins")
        .with_columns(card=pl.when(is_card).then("options"), taken=pl.int_range(pl.len()).over("at") == pl.col("taken"))
        .join(pl.DataFrame(printed).with_row_index("card"), on="card", how="left", maintain_order="left")
    )


# --- classes of positions, and of options -----------------------------------------------------------------

STRENGTH, TRIGGERING, KINDS = map(pl.col, ("strength", "triggers", "groups"))
LEAST, MOST, MEAN = (each.over("at") for each in (STRENGTH.min(), STRENGTH.max(), STRENGTH.mean()))


def _three(value: pl.Expr, ends: tuple[float, float], *names: str) -> dict[str, pl.Expr]:
    """Return classes by a number: up to the first end, up to the second, and above."""
    return dict(zip(names, (value <= ends[0], (value > ends[0]) & (value <= ends[1]), value > ends[1]), strict=True))


def _strongest(among: pl.Expr) -> pl.Expr:
    """Return which cards are the strongest of some."""
    return among & (pl.when(among).then(STRENGTH).max().over("at") == STRENGTH)


def _has(colour: int) -> pl.Expr:
    """Return which cards have a colour."""
    return pl.col("colours") & (1 << colour) > 0


def _mean(column: str) -> pl.Expr:
    """Return the mean value of the options of a column: added up in order, for the same digits on all processors."""
    return (pl.col("value").filter(pl.col(column)).cum_sum().last() / pl.col(column).sum()).alias(column)


ANYWHERE = {ANY: pl.col("at") >= 0}
HANDS = ANYWHERE | _three(MEAN.fill_null(0), (5.5, 7.0), "a weak hand", "a middling hand", "a strong hand")
BEST = ANYWHERE | _three(MOST, (8, 10), "no card above 8", "a strongest card of 9 or 10", "a card of 11 or more")
NUMBER = _three(pl.col("hand"), (4, 6), "up to 4 cards", "5 or 6 cards", "7 cards or more")
FEWER = ANYWHERE | _three(pl.col("hand"), (3, 5), "up to 3 cards", "4 or 5 cards", "6 cards or more")
GOLD = ANYWHERE | _three(pl.col("gold"), (20, 50), "up to 20 gold", "21 to 50 gold", "more than 50 gold")
ASKED = {book("charts")["asked"][asked.name.lower()]: pl.col("question") == int(asked) for asked in CHOICES}

RANKS = {  # none among cards of one strength
    WEAKEST: (STRENGTH == LEAST) & (LEAST < MOST),
    BETWEEN: (STRENGTH > LEAST) & (STRENGTH < MOST),
    STRONGEST: (STRENGTH == MOST) & (LEAST < MOST),
}
FOLLOWING = {WEAKEST: RANKS[WEAKEST], TRIGGERS: _strongest(TRIGGERING), NOT: _strongest(~TRIGGERING)}
GIVING = {GIVE_WEAKEST: STRENGTH == LEAST, GIVE_STRONGEST: STRENGTH == MOST, PAY: STRENGTH.is_null()}
SPANS = {f"{least} to {most}" if most < 99 else f"{least} or more": (least, most) for least, most in PRICES}
PRICED = {name: pl.col("options") == place for place, name in enumerate(SPANS)}
SORTS = {
    **{f"strength {name}": STRENGTH.is_between(*ends) for name, ends in SPANS.items()},
    "good dragons": KINDS & (1 << Group.GOOD_DRAGON) > 0,
    "evil dragons": KINDS & (1 << Group.EVIL_DRAGON) > 0,
    "mortals": KINDS & (1 << Group.MORTAL) > 0,
    PAIR: pl.any_horizontal(_has(each) & (_has(each).sum().over("at") > 1) for each in range(MAX_COLOURS)),
}


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart: of which positions; its columns and rows; and what the columns are compared with."""

    name: str
    kind: Kind
    columns: Classes
    rows: Classes = field(default_factory=ANYWHERE.copy)
    reference: str = AVERAGE

    @property
    def shown(self) -> list[Pair]:
        """The columns that have values, and what the players do, each with the reference."""
        columns = [*self.columns, *([] if self.kind == Kind.BUY else [TAKEN])]
        return [(each, self.reference) for each in columns if each != self.reference]

    def positions(self, options: pl.DataFrame, values: pl.Expr) -> pl.DataFrame:
        """Return a row for each position with an option of some column: its `game`, and whether it is of each row.

        And the mean of some values over the options of each column, of `AVERAGE` and of `TAKEN`, if there are any.
        """
        columns = {**self.columns, AVERAGE: STRENGTH.is_not_null(), TAKEN: pl.col("taken")}
        belongs = options.select("at", "game", value=values, **self.rows, **columns)
        each = belongs.group_by("at", maintain_order=True)
        every = each.agg(pl.col("game", *self.rows).first(), *map(_mean, columns))
        return every.filter(pl.any_horizontal(pl.col(*self.columns).is_not_null()))


CARDS = "cards, "
ADVISING = (  # charts whose columns are compared in pairs
    Chart("ante", Kind.ANTE, RANKS, BEST | NUMBER),
    Chart("open", Kind.OPEN, RANKS, HANDS),
    Chart("lead", Kind.LEAD, RANKS, HANDS),
    Chart("follow", Kind.FOLLOW, FOLLOWING, HANDS),
    Chart("give", Kind.GIVE, GIVING, FEWER, PAY),
    Chart("choose", Kind.CHOOSE, RANKS, ASKED),
    Chart("buy", Kind.BUY, PRICED, GOLD, next(iter(PRICED))),
)
CHARTS = (*ADVISING, *(Chart(f"{CARDS}{kind}", Kind(kind), SORTS) for kind in book("charts")["sorts"]))

# --- values -----------------------------------------------------------------------------------------------


def differences(positions: pl.DataFrame, rows: Iterable[str], pairs: Iterable[Pair], games: int) -> Values:
    """Return differences between columns of `Chart.positions` in points, by row, where there are `FEW` or more.

    Names are "row | column | other". ``pairs``: the columns that are compared; positions are from so many ``games``.
    """
    sums: dict[str, Array] = {}
    for row, (column, other) in product(rows, pairs):
        gaps = positions.filter(row).select("game", gap=100 * (pl.col(column) - pl.col(other))).drop_nulls()
        if gaps.height >= FEW:
            both = [np.bincount(gaps["game"], of, games) for of in (gaps["gap"], None)]
            sums[BESIDE.join((row, column, other))] = np.array(both)
    top, bottom = np.array([*sums.values()]).reshape(len(sums), 2, games).transpose(1, 2, 0)
    return ratios(tuple(sums), top, bottom)


def of_player(positions: Sequence[Forced], tables: Tables, games: int) -> Iterator[tuple[str, Values]]:
    """Yield all numbers of the charts of a player's positions, by group.

    The groups are a chart (its columns against its reference), its pairs (its columns against each other), and its
    check: how far, in any hand, the worth of options differs from how often games with them are won in the end.
    """
    every = options_of(positions, tables)
    for chart in CHARTS:
        options = every.filter(kind=chart.kind)
        found = chart.positions(options, pl.col("worth"))
        yield chart.name, differences(found, chart.rows, chart.shown, games)
        if chart in ADVISING:
            yield f"{chart.name}{PAIRS}", differences(found, chart.rows, combinations(chart.columns, 2), games)
        if chart in ADVISING and chart.kind != Kind.BUY:  # whose worth is how often games are won
            anywhere = [row for row in chart.rows if row == ANY] or chart.rows
            apart = chart.positions(options, pl.col("worth") - pl.col("wins"))
            yield f"{chart.name}{CHECK}", differences(apart, anywhere, chart.shown, games)


def estimates_of(found: Positions, plan: ForcedPlan, where: Mapping[str, Any]) -> pl.DataFrame:
    """Return the table of estimates: all numbers of each player's charts, and how the pairs hold over players.

    ``where``: the columns that all rows share. The first player is the main one.
    """
    every: dict[str, dict[str, Values]] = {}
    frames = []
    for work, (player, positions) in zip(plan.works, found.items(), strict=True):
        at = {**where, "table": player, "able": is_able(player), "main": not every, "seats": SAME}
        groups = of_player(positions, work.tables, plan.games)
        every[player] = {group: values for group, values in groups if values.names}
        for group, values in every[player].items():
            frames.append(_filled(judged(estimated(values, ""), MARGIN, plan.games), at, group, VALUES))
    able = [player for player in found if is_able(player)] or [*found]
    for group in dict.fromkeys(group for groups in every.values() for group in groups if group.endswith(PAIRS)):
        among = {player: every[player][group] for player in able if group in every[player]}
        names = [each.names for each in among.values()]
        shared = [name for name in names[0] if all(name in each for each in names)] if len(names) > 1 else []
        if shared:
            rows = robustness({player: values.in_order(shared) for player, values in among.items()}, "")
            rows = rows.select("subject", "measure", "estimate", "n", "least", "most", "agree", "holds")
            frames.append(_filled(rows, {**where, "table": ""}, group, ACROSS))
    return together(frames)


def _filled(rows: pl.DataFrame, at: Mapping[str, Any], group: str, kind: str) -> pl.DataFrame:
    """Return rows as estimates, with the parts of their names apart."""
    parts = pl.col("subject").str.splitn(BESIDE, 3).struct.rename_fields(["subject", "measure", "reference"])
    named = rows.drop("measure").with_columns(parts)
    return filled(named.unnest("subject").with_columns(unit=pl.lit("points")), **at, group=group, kind=kind)

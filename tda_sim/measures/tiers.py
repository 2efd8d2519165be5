"""Tiers, which mean the same of cards, abilities and dragons: how far above or below the average is a thing for sure?

A tier goes by an interval that holds jointly for all things of the list, and by margins that are the same everywhere.
So a letter is about worth; what games are too few to place is in the middle, and with more games things move outwards,
each until it stands where its true value lies.
"""

from collections.abc import Mapping
from math import inf
from typing import Any

import polars as pl

from tda_sim.measures.study import SAME

ABOVE, FAR = 0.5, 2.0  # points of win rate: a difference that matters, and a great one
TIERS = {
    "S": "far above average",
    "A": "above average",
    "B": "average or unclear",
    "C": "below average",
    "D": "far below average",
}
BANDS = {"S": (FAR, inf), "A": (ABOVE, inf), "B": (-ABOVE, ABOVE), "C": (-inf, -ABOVE), "D": (-inf, -FAR)}
GOOD, BAD = "SA", "DC"  # the tiers that are certainly above and below, from the end
NOT_ALL = "*"  # marks what another able player's table contradicts
OTHERWISE = "†"  # marks what is certainly on the other side of the average by the second value

Ends = tuple[float, float]  # of an interval, in points

ABLE = pl.col("able").fill_null(True) & (pl.col("seats").fill_null(SAME) == SAME)


def tier(point: float = 1.0) -> pl.Expr:
    """Return the column ``tier`` of things whose average has the value zero: one of `TIERS`, missing without interval.

    ``point``: what a point of win rate is in the unit of the values; of gold, a piece counts as one.

    >>> ends = pl.DataFrame({"low": [2.1, 0.6, 0.4, -0.4, None], "high": [3.0, 3.0, 3.0, 0.4, None]})
    >>> ends.select(tier())["tier"].to_list()
    ['S', 'A', 'B', 'B', None]
    """
    low, high = pl.col("low") / point, pl.col("high") / point
    above = pl.when(low > FAR).then(pl.lit("S")).when(low > ABOVE).then(pl.lit("A"))
    below = above.when(high < -FAR).then(pl.lit("D")).when(high < -ABOVE).then(pl.lit("C"))
    return below.when(low.is_not_null()).then(pl.lit("B")).alias("tier")


def contradicts(letter: str, here: Ends, there: Ends) -> bool:
    """Return whether an interval at another table lies outside of a tier at this one.

    Where this table only fails to place a thing, others contradict nothing.

    >>> contradicts("A", (0.6, 3.0), (-0.2, 0.4)), contradicts("A", (0.6, 3.0), (-0.2, 0.6))
    (True, False)
    >>> contradicts("B", (-0.2, 0.4), (0.6, 3.0)), contradicts("B", (-0.2, 1.4), (0.6, 3.0))
    (True, False)
    """
    least, most = BANDS[letter]
    is_placed = least <= here[0] and here[1] <= most
    return is_placed and (there[0] >= most or there[1] <= least)


def marks(values: pl.DataFrame, table: str, measure: str, other: str = "", point: float = 1.0) -> dict[str, str]:
    """Return the marks of things by their names: `NOT_ALL` and `OTHERWISE`, for those that have any.

    ``values``: of one world, at all its tables, with intervals; ``table``: where the tiers stand; ``measure``: the
    value that they go by; ``other``: the second value.
    """
    known = values.drop_nulls(["low", "high"])
    here, there = pl.col("table") == table, (pl.col("table") != table) & ABLE
    letters = known.filter(here, measure=measure).with_columns(tier(point))
    tiers = {row["subject"]: (row["tier"], ends_of(row, point)) for row in letters.iter_rows(named=True)}
    others = [(row["subject"], ends_of(row, point)) for row in known.filter(there, measure=measure).rows(named=True)]
    refuted = {name for name, ends in others if name in tiers and contradicts(*tiers[name], ends)}
    sides = [_sides(known.filter(here, measure=value)) for value in (measure, other)]
    turned = {name for name, side in sides[0].items() if side * sides[1].get(name, 0) < 0}
    found = {name: NOT_ALL * (name in refuted) + OTHERWISE * (name in turned) for name in tiers}
    return {name: each for name, each in found.items() if each}


def ends_of(row: Mapping[str, Any], point: float) -> Ends:
    """Return the ends of an interval in points."""
    return row["low"] / point, row["high"] / point


def _sides(rows: pl.DataFrame) -> dict[str, int]:
    """Return 1 for what is certainly above zero, -1 for what is certainly below it, else 0."""
    return {name: (low > 0) - (high < 0) for name, low, high in rows.select("subject", "low", "high").iter_rows()}

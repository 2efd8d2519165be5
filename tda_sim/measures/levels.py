"""The level of a metric depends on who plays, often far more than on chance: its range over able strategies."""

from collections.abc import Sequence

import polars as pl

from tda_sim.measures.study import SAME

CELL = ("deck", "rule", "players", "metric")


def with_levels(rows: pl.DataFrame, values: Sequence[str] = ("printed", "changed")) -> pl.DataFrame:
    """Return rows of metrics with the range of each value over the tables at which all seats play one strategy.

    Each column in ``values`` gets two more, such as `printed_least` and `printed_most`: over the tables of able
    strategies in the rows of the same `deck`, `rule` (if there is one), `players` and `metric`. Missing where there
    are fewer than two such tables. Rows need `kind` and `able`.
    """
    there = pl.col("able") & (pl.col("kind") == SAME)
    keys = [name for name in CELL if name in rows.columns]
    ends = [
        pl.when((there & pl.col(value).is_not_null()).sum().over(keys) > 1)
        .then(end.over(keys))
        .alias(f"{value}_{name}")
        for value in values
        for name, end in (
            ("least", pl.col(value).filter(there).min()),
            ("most", pl.col(value).filter(there).max()),
        )
    ]
    return rows.with_columns(ends)

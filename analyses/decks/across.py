"""Does a difference hold for players who play differently? The same difference at each table, side by side."""

from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.rows import table_of
from tda_sim.measures.study import SAME
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.pooling import random_effects

SIGNS = {"more": 1, "less": -1}


def across_tables(differences: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return one row per difference that was measured at two tables or more, where all seats play alike.

    ``differences``: rows with `players`, `deck`, `metric`, `table`, `main`, `able`, `margin`, `verdict`, `error` and an
    interval. Only tables of able strategies count, unless the main table is not one of them. ``estimate, low, high, n``
    summarise the difference over tables (random effects; ``n`` tables). ``prediction_low`` to ``prediction_high`` is
    where another strategy's difference would lie, ``least`` and ``most`` are the extremes, ``sign_agreement`` is the
    share of tables on the main table's side. ``against`` names the tables that refute the main table's verdict, and
    ``holds`` is whether there are none; missing where the main table's verdict is unclear. ``check`` names other
    tables that refute it, where somebody cannot play.
    """
    keys = ["players", "deck", "metric"]
    groups = differences.filter(kind=SAME).group_by(keys, maintain_order=True)
    rows = [dict(zip(keys, key, strict=True)) | _row(group, level) for key, group in groups if group.height > 1]
    return table_of(rows)


def _row(group: pl.DataFrame, level: float) -> dict[str, Any]:
    every = group.filter(pl.col("estimate").is_not_null())
    counts = every["able"] if every.filter("main", "able").height else pl.repeat(True, every.height, eager=True)
    able, rest = every.filter(counts), every.filter(~counts)
    values, main = able["estimate"].to_numpy(), able.filter("main")
    pooled = random_effects(values, able["error"].to_numpy(), level)
    numbers = {"estimate": pooled.estimate, "low": pooled.low, "high": pooled.high}
    numbers |= {"prediction_low": pooled.prediction_low, "prediction_high": pooled.prediction_high}
    row: dict[str, Any] = {name: value if np.isfinite(value) else None for name, value in numbers.items()}
    row |= {"n": len(values), "i2": pooled.i2 if np.isfinite(pooled.i2) else None}
    row |= {"least": values.min() if len(values) else None, "most": values.max() if len(values) else None}
    if main.is_empty():
        return row | {"sign_agreement": None, "holds": None, "against": "", "check": ""}
    side = np.sign(main["estimate"][0])
    refuted, checks = (
        [other["table"] for other in others.filter(~pl.col("main")).iter_rows(named=True) if _refutes(main, other)]
        for others in (able, rest)
    )
    is_clear = main["verdict"][0] != "unclear"
    row |= {"sign_agreement": float((np.sign(values) == side).mean()), "holds": not refuted if is_clear else None}
    return row | {"against": ", ".join(refuted), "check": ", ".join(checks)}


def _refutes(main: pl.DataFrame, other: dict[str, Any]) -> bool:
    """Whether another table, by itself, contradicts the main one: no such difference, or one where there is none."""
    here, there = main["verdict"][0], verdict(other["low"] or 0.0, other["high"] or 0.0, other["margin"])
    if here == "same":
        return there in SIGNS
    if here not in SIGNS:
        return False
    other_side = SIGNS[here] * (other["high"] if here == "more" else other["low"]) < 0
    return there == "same" or other_side

"""Does a difference hold for players who play differently? It is measured at each table, and put side by side."""

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
    interval. Only tables of able strategies count, unless the main one is none. ``estimate, low, high, n`` summarise it
    over tables (random effects; ``n`` tables), ``prediction_low`` to ``prediction_high`` is where that of one more
    strategy would lie, ``least`` and ``most`` are those seen, ``sign_agreement`` the share of tables on the side of the
    main table's. ``against`` names the tables where the main table's verdict is refuted, and ``holds`` is whether there
    are none; missing where the main table tells nothing.
    ``check`` names the other tables at which it is refuted, where somebody cannot play.
    """
    keys = ["players", "deck", "metric"]
    groups = differences.filter(kind=SAME).group_by(keys, maintain_order=True)
    rows = [dict(zip(keys, key, strict=True)) | _row(group, level) for key, group in groups if group.height > 1]
    return table_of(rows)


def _row(group: pl.DataFrame, level: float) -> dict[str, Any]:
    every = group.filter(pl.col("estimate").is_not_null())
    counts = every["able"] if every.filter("main", "able").height else pl.repeat(True, every.height, eager=True)
    known, rest = every.filter(counts), every.filter(~counts)
    values, main = known["estimate"].to_numpy(), known.filter("main")
    pooled = random_effects(values, known["error"].to_numpy(), level)
    numbers = {"estimate": pooled.estimate, "low": pooled.low, "high": pooled.high}
    numbers |= {"prediction_low": pooled.prediction_low, "prediction_high": pooled.prediction_high}
    row: dict[str, Any] = {name: value if np.isfinite(value) else None for name, value in numbers.items()}
    row |= {"n": len(values), "i2": pooled.i2 if np.isfinite(pooled.i2) else None}
    row |= {"least": values.min() if len(values) else None, "most": values.max() if len(values) else None}
    if main.is_empty():
        return row | {"sign_agreement": None, "holds": None, "against": "", "check": ""}
    side = np.sign(main["estimate"][0])
    refuted, checked = (
        [other["table"] for other in others.filter(~pl.col("main")).iter_rows(named=True) if _refutes(main, other)]
        for others in (known, rest)
    )
    told = main["verdict"][0] != "unclear"
    row |= {"sign_agreement": float((np.sign(values) == side).mean()), "holds": not refuted if told else None}
    return row | {"against": ", ".join(refuted), "check": ", ".join(checked)}


def _refutes(main: pl.DataFrame, other: dict[str, Any]) -> bool:
    """Whether another table, taken alone, contradicts the main one: no such difference, or one that should not be."""
    told, there = main["verdict"][0], verdict(other["low"] or 0.0, other["high"] or 0.0, other["margin"])
    if told == "same":
        return there in SIGNS
    if told not in SIGNS:
        return False
    other_side = SIGNS[told] * (other["high"] if told == "more" else other["low"]) < 0
    return there == "same" or other_side

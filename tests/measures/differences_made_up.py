"""Made-up differences between cells, as rows."""

from typing import Any

import polars as pl

from tda_sim.measures.compare import difference_of, measured
from tda_sim.measures.metrics import Metric
from tda_sim.stats.equivalence import verdict


def difference(estimate: float, error: float = 1.0, margin: float = 0.0, **other: Any) -> dict[str, Any]:
    """A difference over many blocks, as a row."""
    low, high = estimate - 1.96 * error, estimate + 1.96 * error
    row = {"estimate": estimate, "low": low, "high": high, "n": 1_000, "error": error, "df": 1e6}
    return row | {"margin": margin, "verdict": verdict(low, high, margin), "primary": False} | other


def gap(
    a: pl.DataFrame, b: pl.DataFrame, metric: Metric, margin: float | None = None, paired: bool = True
) -> dict[str, Any]:
    """A metric in one table of block sums minus that in another, by the metric's own margin if there is no other."""
    first, second = measured(a, metric), measured(b, metric)
    margin = metric.smallest.of(first.estimate) if margin is None else margin
    return difference_of(first, second, margin, paired=paired)

"""Verdicts on many differences at once: among so many, only those that stand out by more than chance count."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.measures.compare import games_to_tell
from tda_sim.stats.discoveries import discoverable
from tda_sim.stats.equivalence import tost
from tda_sim.stats.intervals import LEVEL, student_quantile

Array = NDArray[np.float64]
Row = Mapping[str, Any]


def joint_verdicts(rows: Sequence[Row], level: float = LEVEL) -> list[dict[str, Any]]:
    """Return `verdict` and `games_needed` of each of K differences, allowing for all of them.

    ``rows`` are differences as columns (`compare.Difference`) with ``primary``. A verdict stays if it also holds
    among all others: of those that are "more" or "less", and of those that are "same", at most a share of 1 - level
    is expected to be wrong (Benjamini and Hochberg 1995). Otherwise it becomes "unclear". The primary question was
    asked beforehand and keeps its own verdict.
    """
    beyond, within = _beyond(rows), _within(rows)
    limit = {"more": beyond, "less": beyond, "same": within}
    verdicts = []
    for k, row in enumerate(rows):
        word = row["verdict"]
        if not row["primary"] and word in limit and limit[word][k] > 1 - level:
            word = "unclear"
        verdicts.append({"verdict": word, "games_needed": _games(row, len(rows), level) if word == "unclear" else None})
    return verdicts


def _beyond(rows: Sequence[Row]) -> Array:
    """Return adjusted p-values of "it does not matter": small where a difference clearly exceeds its margin."""
    columns = [_column(rows, name) for name in ("estimate", "error", "margin", "freedom")]
    estimate, error, margin, freedom = columns
    adjusted = discoverable(estimate, error, margin, freedom)
    adjusted[error == 0] = np.where(np.abs(estimate) > margin, 0.0, 1.0)[error == 0]  # nothing varies: it is certain
    return adjusted


def _within(rows: Sequence[Row]) -> Array:
    """Return adjusted p-values of "it matters": small where a difference clearly lies within its margin."""
    from scipy.stats import false_discovery_control  # takes seconds to import

    names = ("estimate", "error", "freedom", "margin")
    columns = zip(*(_column(rows, name) for name in names), strict=True)
    raw = [tost(*map(float, values)) if np.isfinite(values).all() else 1.0 for values in columns]
    return np.asarray(false_discovery_control(raw, method="bh")) if raw else np.zeros(0)


def _column(rows: Sequence[Row], name: str) -> Array:
    return np.array([np.nan if row[name] is None else row[name] for row in rows], float)


def _games(row: Row, looks: int, level: float) -> int | None:
    """Return the games that would about settle it: with more differences, intervals have to be wider (Šidák)."""
    if row["low"] is None or row["high"] is None or not isfinite(row["freedom"]):
        return None
    wider = student_quantile(level if row["primary"] else level ** (1 / looks), row["freedom"])
    half = (row["high"] - row["low"]) / 2 * wider / student_quantile(level, row["freedom"])
    return games_to_tell(row["estimate"] - half, row["estimate"] + half, row["margin"], row["n"])

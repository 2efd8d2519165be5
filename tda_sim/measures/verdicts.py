"""Verdicts on many differences at once: what stands out has to do so by more than chance does among so many."""

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
    """Return `verdict` and `games_needed` of each of K differences, with regard to all of them.

    ``rows`` are differences as columns (`compare.Difference`) with ``primary``. A verdict is kept if it
    also holds among all others: of those that are "more" or "less", and of those that are "same", a share of 1 - level
    at most is expected to be wrong (Benjamini and Hochberg 1995). Otherwise it becomes "unclear". The primary question
    was asked beforehand, and keeps its own verdict.
    """
    beyond, within = _beyond(rows), _within(rows)
    limit = {"more": beyond, "less": beyond, "same": within}
    found = []
    for k, row in enumerate(rows):
        word = row["verdict"]
        if not row["primary"] and word in limit and limit[word][k] > 1 - level:
            word = "unclear"
        found.append({"verdict": word, "games_needed": _games(row, len(rows), level) if word == "unclear" else None})
    return found


def _beyond(rows: Sequence[Row]) -> Array:
    """Return adjusted p-values of "it matters not": small where a difference is shown to exceed its margin."""
    columns = [_column(rows, name) for name in ("estimate", "error", "margin", "freedom")]
    estimate, error, margin, freedom = columns
    found = discoverable(estimate, error, margin, freedom)
    found[error == 0] = np.where(np.abs(estimate) > margin, 0.0, 1.0)[error == 0]  # nothing varies: it is certain
    return found


def _within(rows: Sequence[Row]) -> Array:
    """Return adjusted p-values of "it matters": small where a difference is shown to lie within its margin."""
    from scipy.stats import false_discovery_control  # takes seconds to import

    names = ("estimate", "error", "freedom", "margin")
    columns = zip(*(_column(rows, name) for name in names), strict=True)
    raw = [tost(*map(float, values)) if np.isfinite(values).all() else 1.0 for values in columns]
    return np.asarray(false_discovery_control(raw, method="bh")) if raw else np.zeros(0)


def _column(rows: Sequence[Row], name: str) -> Array:
    return np.array([np.nan if row[name] is None else row[name] for row in rows], float)


def _games(row: Row, looks: int, level: float) -> int | None:
    """Return the games that would about do: intervals have to be wider the more differences are looked at (Šidák)."""
    if row["low"] is None or row["high"] is None or not isfinite(row["freedom"]):
        return None
    wider = student_quantile(level if row["primary"] else level ** (1 / looks), row["freedom"])
    half = (row["high"] - row["low"]) / 2 * wider / student_quantile(level, row["freedom"])
    return games_to_tell(row["estimate"] - half, row["estimate"] + half, row["margin"], row["n"])

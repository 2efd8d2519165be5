"""Verdicts on many differences at once: among so many, only those that stand out by more than chance count."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.measures.compare import games_to_tell
from tda_sim.stats.equivalence import VERDICTS
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.kernels import standing

Array = NDArray[np.float64]
Row = Mapping[str, Any]


def joint_verdicts(rows: Sequence[Row], level: float = LEVEL) -> list[dict[str, Any]]:
    """Return `verdict` and `games_needed` of each of K differences, allowing for all of them.

    ``rows`` are differences as columns (`compare.difference_of`) with ``primary``. A verdict stays if it also holds
    among all others: of those that are "more" or "less", and of those that are "same", at most a share of 1 - level
    is expected to be wrong (Benjamini and Hochberg 1995). Otherwise it becomes "unclear". The primary question was
    asked beforehand and keeps its own verdict.
    """
    estimate, error, freedom, margin = (_column(rows, name) for name in ("estimate", "error", "df", "margin"))
    alone = np.array([VERDICTS.index(row["verdict"]) for row in rows], np.int64)
    joint = [VERDICTS[k] for k in standing(estimate, error, freedom, margin, alone, level)]
    verdicts = [row["verdict"] if row["primary"] else word for row, word in zip(rows, joint, strict=True)]
    return [
        {"verdict": word, "games_needed": _games(row, len(rows), level) if word == "unclear" else None}
        for row, word in zip(rows, verdicts, strict=True)
    ]


def _column(rows: Sequence[Row], name: str) -> Array:
    return np.array([np.nan if row[name] is None else row[name] for row in rows], float)


def _games(row: Row, looks: int, level: float) -> int | None:
    """Return the games that would about settle it: with more differences, intervals have to be wider (Šidák)."""
    if row["low"] is None or row["high"] is None or not isfinite(row["df"]):
        return None
    wider = student_quantile(level if row["primary"] else level ** (1 / looks), row["df"])
    half = (row["high"] - row["low"]) / 2 * wider / student_quantile(level, row["df"])
    return games_to_tell(row["estimate"] - half, row["estimate"] + half, row["margin"], row["n"])

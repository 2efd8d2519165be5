"""Which of many things that mostly do nothing do something? Contrasts of means, and verdicts that allow for the rest.

A *contrast* is a sum of means over groups of games or of hands, each with a sign, such as the mean with a card minus
the mean without it.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from tda_sim.measures.card_company import FEWEST
from tda_sim.measures.ranking import Array, Values
from tda_sim.stats.false_discovery import adjusted, p_values
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.shrinkage import partial_pooling

FALSE = 0.05  # rate of false discoveries
BESIDE = " | "  # between the names of two


def contrast(
    names: Sequence[str], counts: Array, totals: Array, signs: Array, scale: float = 1.0, known: ArrayLike = True
) -> Values:
    """Return the contrast of the means of C groups for each of K things: counts and totals are sums (B, C, K).

    The errors are those of B blocks. Things that are not ``known`` (K,), or have fewer than `FEWEST` in some group,
    have none.
    """
    n, s = counts.sum(axis=0), totals.sum(axis=0)
    usable = np.asarray(known) & (n >= FEWEST).all(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = s / n
        shifts = np.einsum("c,bck->bk", signs, (totals - means * counts) / n)
    blocks = len(counts)
    shifts = np.where(usable, shifts, 0.0) * sqrt(blocks / max(1, blocks - 1)) * scale
    return Values(tuple(names), scale * (signs @ means), shifts, n[0].astype(np.int64), np.where(usable, blocks, 0))


def discovered(values: Values) -> NDArray[np.str_]:
    """Return "more" or "less" for discoveries, of which a share `FALSE` may be none, or else "unclear"."""
    rates = adjusted(p_values(values.estimate, values.error, 0.0, _freedom(values)))
    return np.where(rates <= FALSE, np.where(values.estimate > 0, "more", "less"), "unclear")


def _freedom(values: Values) -> int:
    return max(1, len(values.shifts) - 1)


def discoveries(
    values: Values, measure: str, unit: str, groups: Sequence[str] = (), level: float = LEVEL
) -> pl.DataFrame:
    """Return a row per pair, "first | second": `subject`, `reference`, the shrunken estimate, `verdict` (`discovered`).

    The estimates are pooled (`stats.shrinkage`), since most of many pairs do next to nothing, so ``low`` and ``high``
    hold on average, also for those that look largest. ``alone_low`` and ``alone_high`` are those of the raw difference.
    ``groups``: of each pair, the group of those that are alike; by default all are.
    """
    places = np.flatnonzero(values.error > 0).tolist()
    known = values.at(places)
    alike = [groups[place] if groups else "" for place in places]
    shrunk = partial_pooling(known.estimate, known.error, np.zeros((len(places), 1)), alike, level)
    raw = student_quantile(level, _freedom(known)) * known.error
    both = [name.split(BESIDE) for name in known.names]
    columns = {
        "subject": [one for one, _ in both],
        "reference": [other for _, other in both],
        "measure": measure,
        "unit": unit,
        "estimate": shrunk.estimate,
        "low": shrunk.low,
        "high": shrunk.high,
        "n": known.n,
        "error": known.error,
        "weight": shrunk.weight,
        "alone_low": known.estimate - raw,
        "alone_high": known.estimate + raw,
        "verdict": discovered(known),
    }
    return pl.DataFrame(columns, schema_overrides={"subject": pl.String, "reference": pl.String, "verdict": pl.String})

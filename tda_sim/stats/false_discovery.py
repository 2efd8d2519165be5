"""Which of many effects matter? A list with a small expected share of errors."""

from math import inf, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import student_below

Array = NDArray[np.float64]

Q = 0.05


def flagged(
    estimates: ArrayLike, errors: ArrayLike, smallest: ArrayLike = 0.0, q: float = Q, freedom: ArrayLike = inf
) -> NDArray[np.bool_]:
    """Return which of K effects are shown to have |effect| > ``smallest``, at a false discovery rate of q.

    The procedure of Benjamini and Hochberg (1995, Journal of the Royal Statistical Society B 57, p. 289) on
    `p_values`: at most a share q of the flagged effects is expected not to matter. It holds for independent
    estimates and for many dependent ones (Benjamini and Yekutieli 2001, Annals of Statistics 29, p. 1165).
    """
    return adjusted(p_values(estimates, errors, smallest, freedom)) <= q


def adjusted(p: Array) -> Array:
    """Return the smallest rates of false discoveries at which each of K p-values is rejected; 1 where it is NaN."""
    order, known, least = np.argsort(p), np.isfinite(p).sum(), 1.0
    rates = np.ones(len(p))
    for place in range(known, 0, -1):
        k = order[place - 1]
        least = min(least, p[k] * (known / place))
        rates[k] = least
    return rates


def p_values(estimates: ArrayLike, errors: ArrayLike, smallest: ArrayLike = 0.0, freedom: ArrayLike = inf) -> Array:
    """Return the `p_value` of each of K effects."""
    return np.array([p_value(*each) for each in np.broadcast(estimates, errors, smallest, freedom)])


def p_value(estimate: float, error: float, smallest: float, freedom: float) -> float:
    """Return the p-value of the hypothesis that an effect is not larger in size than ``smallest``.

    The chance of an estimate at least as far out if the effect were exactly ``smallest``, the worst case (Hodges and
    Lehmann 1954, Journal of the Royal Statistical Society B 16, p. 261). It is from Student's distribution with
    ``freedom`` degrees of freedom, infinite for a normal one; NaN where an error is missing or zero.
    """
    if not error > 0:
        return nan
    size = abs(estimate)
    return student_below((smallest - size) / error, freedom) + student_below((-smallest - size) / error, freedom)

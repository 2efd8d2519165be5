"""Which of many effects matter? A list with a small expected share of errors."""

from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
    return discoverable(estimates, errors, smallest, freedom) <= q


def discoverable(estimates: ArrayLike, errors: ArrayLike, smallest: ArrayLike = 0.0, freedom: ArrayLike = inf) -> Array:
    """Return the smallest q at which each of K effects would be `flagged`: adjusted p-values; 1 without an error."""
    from scipy.stats import false_discovery_control  # takes seconds to import

    raw = p_values(estimates, errors, smallest, freedom)
    adjusted, usable = np.ones(raw.shape), np.isfinite(raw)
    if usable.any():
        adjusted[usable] = false_discovery_control(raw[usable], method="bh")
    return adjusted


def p_values(estimates: ArrayLike, errors: ArrayLike, smallest: ArrayLike = 0.0, freedom: ArrayLike = inf) -> Array:
    """Return p-values (K,) of the hypothesis that an effect is not larger in size than ``smallest``.

    The chance of an estimate at least as far out if the effect were exactly ``smallest``, the worst case (Hodges and
    Lehmann 1954, Journal of the Royal Statistical Society B 16, p. 261). It is from Student's distribution with
    ``freedom`` degrees of freedom, infinite for a normal one; NaN where an error is missing or zero.
    """
    from scipy.special import ndtr, stdtr

    size, error = np.abs(np.asarray(estimates, float)), np.asarray(errors, float)
    error = np.where(error > 0, error, np.nan)
    near, far = (smallest - size) / error, (-np.asarray(smallest) - size) / error
    degrees = np.broadcast_to(np.asarray(freedom, float), near.shape)
    normal = np.isinf(degrees)
    usable = np.where(normal, 1.0, degrees)
    return np.asarray(np.where(normal, ndtr(near) + ndtr(far), stdtr(usable, near) + stdtr(usable, far)))

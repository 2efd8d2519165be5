"""The bootstrap over blocks: how would a number have come out in other games of the same kind?"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL

Array = NDArray[np.float64]

REPEATS = 2_000


def resampled_means(blocks: ArrayLike, generator: np.random.Generator, repeats: int = REPEATS) -> Array:
    """Return means of resampled blocks, (repeats, ...), of blocks (K, ...).

    Each repeat draws K - 1 of the K blocks with replacement. Drawing one fewer makes the variance of the means the
    usual s² / K, however few blocks there are (Rao and Wu 1988, JASA 83, p. 231). A single block stays as it is.
    """
    values = np.asarray(blocks, float)
    n = len(values) - 1
    if n < 1:
        return np.repeat(values, repeats, axis=0)
    times = generator.multinomial(n, np.full(n + 1, 1 / (n + 1)), size=repeats)
    return np.asarray(np.tensordot(times / n, values, axes=1))


def simultaneous_quantile(repeats: Array, level: float = LEVEL) -> float:
    """Return q such that, with probability ``level``, all numbers lie within q standard errors of their estimates.

    ``repeats`` (R, P) are bootstrap repeats of P numbers. q is the quantile of the largest studentised deviation
    (maxT: Westfall and Young 1993, Resampling-based Multiple Testing); it allows for dependence between the numbers.
    Numbers that do not vary are left out.
    """
    errors = repeats.std(axis=0, ddof=1)
    varying = errors > 0
    if not varying.any():
        return 0.0
    deviations = np.abs(repeats - repeats.mean(axis=0))[:, varying] / errors[varying]
    return float(np.quantile(deviations.max(axis=1), level, method="higher"))

"""What would a list look like if all of it were measured again?"""

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats.bootstrap import REPEATS

Array = NDArray[np.float64]


def replications(estimates: Array, shifts: Array, seed: int = 0, repeats: int = REPEATS) -> Array:
    """Return K estimates as other runs of the same size would give them, (repeats, K).

    ``shifts`` (B, K): what each block adds to the errors. A replication differs from this list for two reasons: its
    own noise, and that of this list, which has put some estimates too high. So each replication first draws the true
    values, given the estimates (normal about their mean, by empirical Bayes: Efron and Morris 1975, JASA 70, p. 311),
    then the noise of other games. Both come from the estimates' joint distribution, by multipliers of the blocks.
    """
    generator = np.random.default_rng(seed)
    noise = (shifts**2).sum(axis=0)
    real = max(0.0, float(estimates.var(ddof=1) - noise.mean()))
    with np.errstate(invalid="ignore"):
        weight = np.nan_to_num(real / (real + noise))
    true_values = estimates.mean() + weight * (estimates - estimates.mean())
    first, second = (generator.standard_normal((repeats, len(shifts))) @ shifts for _ in range(2))
    return np.asarray(true_values + np.sqrt(weight) * first + second)


def same_top(estimates: Array, others: Array, count: int) -> float:
    """Return the share of other lists (R, K) with the same items as this one (K,) in the first ``count`` places."""
    top = np.argsort(-estimates, kind="stable")[:count]
    rest = np.delete(others, top, axis=1)
    return float((others[:, top].min(axis=1) > rest.max(axis=1)).mean())


def stays_ahead(others: Array, first: int, second: int) -> float:
    """Return the share of other lists (R, K) in which one item is ahead of another."""
    return float((others[:, first] > others[:, second]).mean())

"""Ranks that claim no more than the data show."""

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats.bootstrap import simultaneous_quantile
from tda_sim.stats.intervals import LEVEL


def distinct(estimates: NDArray[np.float64], repeats: NDArray[np.float64], level: float = LEVEL) -> NDArray[np.bool_]:
    """Return (S, S): is s greater than t, beyond the joint error of all differences?

    ``estimates`` (S,) come with bootstrap ``repeats`` (R, S). With probability ``level`` not a single pair is in the
    wrong order: each difference has to exceed `simultaneous_quantile` times its own standard error.
    """
    first, second = np.triu_indices(len(estimates), k=1)
    differences = repeats[:, first] - repeats[:, second]
    beyond = simultaneous_quantile(differences, level) * differences.std(axis=0, ddof=1)
    gap = estimates[first] - estimates[second]
    greater = np.zeros((len(estimates), len(estimates)), bool)
    greater[first, second] = gap > beyond
    greater[second, first] = -gap > beyond
    return greater


def places(greater: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the best and the worst place, from 1, that each of S may hold, given who is greater than whom, (S, S).

    The best place leaves room above for all that are distinctly greater, the worst leaves room below for all that are
    distinctly smaller. These are joint confidence sets for all ranks (Mogstad, Romano, Shaikh and Wilhelm 2024, Review
    of Economic Studies 91, p. 476).
    """
    return 1 + greater.sum(axis=0), len(greater) - greater.sum(axis=1)

"""Bootstrap repeats: what might the numbers have been in other games of the same kind?"""

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats.intervals import LEVEL

Array = NDArray[np.float64]

REPEATS = 2_000


def simultaneous_quantile(repeats: Array, level: float = LEVEL) -> float:
    """Return q such that, with probability ``level``, all numbers lie within q standard errors of their estimates.

    ``repeats`` (R, P) are repeats of P numbers. q is the quantile of the largest studentised deviation
    (maxT: Westfall and Young 1993, Resampling-based Multiple Testing). It allows for dependence between the numbers.
    Numbers that do not vary are left out.
    """
    errors = repeats.std(axis=0, ddof=1)
    varying = errors > 0
    if not varying.any():
        return 0.0
    deviations = np.abs(repeats - repeats.mean(axis=0))[:, varying] / errors[varying]
    return float(np.quantile(deviations.max(axis=1), level, method="higher"))

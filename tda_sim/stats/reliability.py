"""How much of the spread among estimates is real?"""

from math import nan

import numpy as np
from numpy.typing import ArrayLike


def reliability(estimates: ArrayLike, errors: ArrayLike) -> float:
    """Return the share of the variance among estimates (K,) that is not noise: 1 - mean of errors² / variance.

    It is the squared correlation of estimates and true values, and the correlation that a second, independent set of
    estimates would have with this one (Spearman 1904, American Journal of Psychology 15, p. 72). Between 0 and 1.
    Estimates without an error are left out; NaN for fewer than two.
    """
    value, error = np.asarray(estimates, float), np.asarray(errors, float)
    usable = np.isfinite(value) & np.isfinite(error)
    if usable.sum() < 2:
        return nan
    variance = value[usable].var(ddof=1)
    return max(0.0, float(1 - np.mean(error[usable] ** 2) / variance)) if variance > 0 else 0.0

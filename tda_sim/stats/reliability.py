"""How much of the spread among estimates is real?"""

from math import nan

import numpy as np
from numpy.typing import ArrayLike


def reliability(estimates: ArrayLike, errors: ArrayLike) -> float:
    """Return the share of the variance among estimates (K,) that is not noise: 1 - mean of errors² / variance.

    It is the squared correlation of estimates and truths, and the correlation that a second, independent set of
    estimates would have with this one (Spearman 1904, American Journal of Psychology 15, p. 72). Between 0 and 1;
    estimates without an error are left out, and fewer than two have none.
    """
    value, error = np.asarray(estimates, float), np.asarray(errors, float)
    known = np.isfinite(value) & np.isfinite(error)
    if known.sum() < 2:
        return nan
    variance = value[known].var(ddof=1)
    return max(0.0, float(1 - np.mean(error[known] ** 2) / variance)) if variance > 0 else 0.0

"""What holds over several strategies? A summary of estimates whose truths differ, and what to expect of the next."""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL, Estimate, student_quantile


@dataclass(frozen=True)
class Pooled(Estimate):
    """The mean of the truths with its interval, and how far these lie apart; ``n`` is the number of estimates.

    ``prediction_low`` .. ``prediction_high`` is where the truth of one more strategy like these would lie. ``tau2``:
    variance of the truths; ``i2``: its share of the estimates' variance; ``q``: Cochran's Q, which chance alone would
    bring to about n - 1. ``sign_agreement``: share of the estimates on the mean's side of zero.
    """

    prediction_low: float
    prediction_high: float
    tau2: float
    i2: float
    q: float
    sign_agreement: float


def random_effects(estimates: ArrayLike, errors: ArrayLike, level: float = LEVEL) -> Pooled:
    """Return the random-effects summary of K estimates with their standard errors.

    Truths are thought of as drawn from a normal distribution. Its variance is estimated by Paule and Mandel (1982,
    Journal of Research of the NBS 87, p. 377; by statsmodels). With few strategies the interval of the mean is that
    of Hartung and Knapp (2001, Statistics in Medicine 20, p. 3875), with Student's t of K - 1 degrees of freedom, and
    never a smaller standard error than without their factor. The prediction interval is that of Higgins, Thompson and
    Spiegelhalter (2009, Journal of the Royal Statistical Society A 172, p. 137), t of K - 2 degrees: it exists from
    three estimates on. Where errors are as large as the differences between truths, it holds less often than stated
    (85 to 90 % in simulations of 95 %): so play until they are small. Estimates without an error are left out; errors
    of zero count as far smaller than the others.
    """
    value, error = np.asarray(estimates, float), np.asarray(errors, float)
    known = np.isfinite(value) & np.isfinite(error)
    value, error = value[known], error[known]
    if len(value) == 0:
        return _alone(nan, 0)
    if len(value) == 1:
        return _alone(float(value[0]), 1)
    return _pooled(value, _no_zeros(error, value), level)


def _pooled(value: NDArray[np.float64], error: NDArray[np.float64], level: float) -> Pooled:
    from statsmodels.stats.meta_analysis import combine_effects  # takes seconds to import

    n, centre = len(value), float(value.mean())
    with np.errstate(divide="ignore"):  # of a measure that is not used
        found = combine_effects(value - centre, error**2, method_re="iterated")  # small numbers keep their digits
    estimate, tau2 = centre + float(found.mean_effect_re), float(found.tau2)
    squared_error = float(found.sd_eff_w_re) ** 2 * max(1.0, float(found.scale_hksj_re))
    q = float(found.q)
    half = student_quantile(level, n - 1) * sqrt(squared_error)
    reach = student_quantile(level, n - 2) * sqrt(tau2 + squared_error) if n > 2 else nan
    return Pooled(
        estimate=estimate,
        low=estimate - half,
        high=estimate + half,
        n=n,
        prediction_low=estimate - reach,
        prediction_high=estimate + reach,
        tau2=tau2,
        i2=max(0.0, 1 - (n - 1) / q) if q > 0 else 0.0,
        q=q,
        sign_agreement=float(np.mean(np.sign(value) == np.sign(estimate))),
    )


def _alone(estimate: float, n: int) -> Pooled:
    """What one estimate, or none, says."""
    return Pooled(estimate, nan, nan, n, nan, nan, nan, nan, nan, float(n) if n else nan)


def _no_zeros(error: NDArray[np.float64], value: NDArray[np.float64]) -> NDArray[np.float64]:
    """Errors without zeros, which would count infinitely much."""
    least = 1e-4 * max(error.max(), value.std(), 1e-9 * np.abs(value).max(), 1e-90)
    return np.asarray(np.maximum(error, least))

"""Intervals for shares, means, ratios and quantiles: arrays in, numbers out.

Every function returns an `Estimate` with a two-sided interval that covers the truth with (about) probability
``level``. Where the data allow no interval (a single game, a single block), its ends are NaN.
"""

from dataclasses import dataclass
from math import atan, ceil, cos, erfc, exp, floor, inf, lgamma, log1p, nan, pi, sin, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from tda_sim.stats.beta import logarithm_and_slope

LEVEL = 0.95
MANY = 500  # degrees of freedom
HIGHEST = 0.999999  # level; above it, the sum loses too many digits
NEAR_ZERO = 1e-15  # of t² over its degrees of freedom


@dataclass(frozen=True)
class Estimate:
    """A number with its interval and the count of observations behind it."""

    estimate: float
    low: float
    high: float
    n: int


def normal_quantile(level: float) -> float:
    """Return z such that a standard normal lies within -z .. z with probability ``level``."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def student_quantile(level: float, freedom: float) -> float:
    """Return t such that Student's t with ``freedom`` degrees lies within -t .. t with probability ``level``.

    From `MANY` degrees on it is a series (Abramowitz and Stegun 1964, 26.7.5), exact to ten digits there. For fewer,
    if whole, it is the root of a finite sum (26.7.3 and 26.7.4).
    """
    if freedom >= MANY:
        return _student_series(normal_quantile(level), freedom)
    if freedom >= 1 and freedom == int(freedom) and level <= HIGHEST:
        return _student_root(level, int(freedom))
    return student_by_scipy(level, freedom)


def student_by_scipy(level: float, freedom: float) -> float:
    """Return `student_quantile` for a fraction of degrees of freedom, or for an extreme level."""
    from scipy.special import stdtrit  # importing scipy takes longer than playing a small run

    return float(stdtrit(freedom, 0.5 + level / 2))


def _student_root(level: float, freedom: int) -> float:
    """Return Student's quantile by Newton's method. It starts at the normal quantile and never overshoots."""
    factor = 2 * exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    t, step = normal_quantile(level), inf
    while abs(step) > 1e-13 * t:
        slope = factor * (1 + t * t / freedom) ** (-(freedom + 1) / 2)
        step = (level - student_within(t, freedom)) / slope
        t += max(step, 0.0)
        if step <= 0:
            break
    return t


def student_within(t: float, freedom: int) -> float:
    """Return how likely Student's t with ``freedom`` degrees of freedom is within -t .. t."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for k in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k + 1) / (k + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def student_below(t: float, freedom: float) -> float:
    """Return how likely Student's t is below ``t``; a normal number for infinite ``freedom``."""
    if freedom == inf:
        return erfc(-t / sqrt(2)) / 2
    if t * t / freedom < NEAR_ZERO:
        return 0.5
    beyond = exp(logarithm_and_slope(freedom / 2, 0.5, -log1p(t * t / freedom))[0])
    return beyond / 2 if t < 0 else 1 - beyond / 2


def _student_series(z: float, freedom: float) -> float:
    """Return Student's quantile as a series in the normal one."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    total = 0.0
    for power in range(len(terms)):
        total += terms[power] / freedom**power
    return total


def wilson(successes: float, n: int, level: float = LEVEL) -> Estimate:
    """Return a share with Wilson's score interval (Wilson 1927, JASA 22, p. 209).

    ``successes`` is a sum of n independent numbers between 0 and 1, usually a count. For a count the interval is
    Wilson's own. For fractions, such as shares of a tied win, it is conservative: numbers in [0, 1] with mean p have
    a variance of at most p (1 - p), that of a count, which the interval uses.
    """
    if n <= 0:
        return Estimate(nan, nan, nan, 0)
    p, z2 = successes / n, normal_quantile(level) ** 2
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = sqrt(max(0.0, p * (1 - p) / n + z2 / (4 * n * n))) * sqrt(z2) / (1 + z2 / n)
    return Estimate(p, min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half)), n)


def mean(total: float, total_of_squares: float, n: int, level: float = LEVEL) -> Estimate:
    """Return a mean of n independent numbers with Student's interval, from their sum and sum of squares.

    mean ± t(n - 1) s / sqrt(n), with s² = (Σx² - (Σx)² / n) / (n - 1) (Student 1908, Biometrika 6, p. 1).
    Sums given as whole numbers are used exactly, so no digits cancel.
    """
    if n <= 0:
        return Estimate(nan, nan, nan, 0)
    estimate = total / n
    if n == 1:
        return Estimate(estimate, nan, nan, 1)
    spread = (total_of_squares * n - total * total) / n
    half = student_quantile(level, n - 1) * sqrt(max(0.0, spread / (n - 1)) / n)
    return Estimate(estimate, estimate - half, estimate + half, n)


def jackknife_ratio(numerators: ArrayLike, denominators: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return Σ numerators / Σ denominators over blocks, with an interval from the delete-one-block jackknife.

    Blocks may differ in size: Busing, Meijer and van der Leeden (1999), Statistics and Computing 9, p. 3, with a
    block's size measured by its denominator. With equal denominators this is Tukey's jackknife, and the interval
    that of a mean over the blocks. Empty blocks are left out; ``n`` is the number of the others.
    """
    top, bottom = np.asarray(numerators, float), np.asarray(denominators, float)
    top, bottom = top[bottom > 0], bottom[bottom > 0]
    blocks, size = len(bottom), bottom.sum()
    if blocks == 0:
        return Estimate(nan, nan, nan, 0)
    estimate = float(top.sum() / size)
    if blocks == 1:
        return Estimate(estimate, nan, nan, 1)
    without = (top.sum() - top) / (size - bottom)
    weight = size / bottom
    pseudo = weight * estimate - (weight - 1) * without
    centre = float((pseudo / weight).sum())
    variance = float(((pseudo - centre) ** 2 / (weight - 1)).sum() / blocks)
    half = student_quantile(level, blocks - 1) * sqrt(variance)
    return Estimate(estimate, estimate - half, estimate + half, blocks)


def block_mean(totals: ArrayLike, sizes: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return the mean of all observations from sums over blocks, with the interval of `jackknife_ratio`.

    Unlike `mean` it stays valid where observations of one block depend on each other.
    """
    return jackknife_ratio(totals, sizes, level)


def quantile(values: ArrayLike, counts: ArrayLike, q: float, level: float = LEVEL) -> Estimate:
    """Return a quantile of a histogram, with an interval that assumes nothing about the distribution.

    The estimate is the smallest value with at least a share q of the observations at or below it. The interval's
    ends are observations whose ranks r <= s satisfy P(r <= B <= s - 1) >= level for B ~ Binomial(n, q) (David and
    Nagaraja 2003, Order Statistics, section 7.1). For values with ties, such as whole numbers, it covers at least
    as often. An end is infinite where there are too few observations for such a rank.
    """
    order = np.argsort(np.asarray(values))
    value, below = np.asarray(values)[order], np.cumsum(np.asarray(counts)[order])
    n = int(below[-1]) if len(below) else 0
    if n == 0:
        return Estimate(nan, nan, nan, 0)

    def at_rank(rank: int) -> float:
        return -inf if rank < 1 else inf if rank > n else float(value[np.searchsorted(below, rank)])

    tail = (1 - level) / 2
    low, high = binomial_quantile(tail, n, q), binomial_quantile(1 - tail, n, q) + 1
    return Estimate(at_rank(max(1, ceil(q * n - 1e-9))), at_rank(low), at_rank(high), n)


def binomial_quantile(p: float, n: int, share: float) -> int:
    """Return the smallest k with P(B <= k) >= p, for B ~ Binomial(n, share)."""
    if not 0 < share < 1:
        return n if share >= 1 and p > 0 else 0
    reach = 12 * sqrt(n * share * (1 - share)) + 40  # beyond it, masses are smaller than any float
    low, high = max(0, floor(n * share - reach)), min(n, ceil(n * share + reach))
    k = np.arange(low + 1, high + 1)
    logs = np.cumsum([0.0, *np.log((n - k + 1) / k * (share / (1 - share)))])  # of P(B = k) / P(B = low)
    masses = np.exp(logs - logs.max())
    return min(high, low + int(np.searchsorted(np.cumsum(masses) / masses.sum(), p - 1e-12)))

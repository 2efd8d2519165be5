"""Bounds for counts that hold even where events are few or none, and for differences of numbers with such bounds.

A standard error is estimated from how much blocks differ. Where an event is rare, few blocks contain any, and the
estimate is worthless, or zero. Bounds that follow from the distribution of a count need no such estimate.
"""

from math import inf, nan, sqrt

from tda_sim.stats.beta import gamma_quantile, lower_quantile
from tda_sim.stats.intervals import LEVEL, Estimate, normal_quantile, student_quantile

Ends = tuple[float, float]
SEVERAL = 500  # events: beyond this, the series takes long
SMALL = 1e-5  # below this tail, the series loses digits


def clopper_pearson(successes: float, n: float, level: float = LEVEL) -> Ends:
    """Return the exact bounds of a share (Clopper and Pearson 1934, Biometrika 26, p. 404), by the beta distribution.

    ``successes`` and ``n`` may be fractions, as effective counts are. Each bound is wrong with probability
    (1 - level) / 2 at most.
    """
    tail, failures = (1 - level) / 2, n - successes
    low, _ = lower_quantile(successes, failures + 1, tail) if successes > 0 else (0.0, 1.0)
    _, high = lower_quantile(failures, successes + 1, tail) if failures > 0 else (0.0, 1.0)
    return low, high


def exact(successes: float, n: int, level: float = LEVEL) -> Estimate:
    """Return a share with its exact interval, that of `clopper_pearson`.

    It covers at least as often as its level, even near 0 and 1. With no success in n games it is one-sided, from 0 to
    1 - ((1 - ``level``) / 2)^(1/n). ``successes`` may be a fraction, as in `intervals.wilson`.
    """
    if n <= 0:
        return Estimate(nan, nan, nan, 0)
    return Estimate(successes / n, *clopper_pearson(successes, n, level), n)


def poisson(events: float, level: float = LEVEL) -> Ends:
    """Return the exact bounds of the expected number of events (Garwood 1936, Biometrika 28, p. 437).

    ``events`` may be a fraction, as an effective count is. For no event the upper bound is ln(2 / (1 - level)).
    """
    tail = (1 - level) / 2
    if events <= SEVERAL and tail >= SMALL:
        return gamma_quantile(events, tail) if events > 0 else 0.0, gamma_quantile(events + 1, 1 - tail)
    return poisson_by_scipy(events, tail)


def poisson_by_scipy(events: float, tail: float) -> Ends:
    """Return the bounds of `poisson` for many events, or for a small tail."""
    from scipy.special import gammaincinv  # scipy takes longer to import than a small run to play

    return float(gammaincinv(events, tail)), float(gammaincinv(events + 1, 1 - tail))


def effective(n: float, plain: float, variance: float, freedom: float, level: float = LEVEL) -> float:
    """Return how many independent observations n correlated ones amount to, n at most.

    ``plain``: the variance of the estimate if they were independent, ``variance`` the one that blocks show, with
    ``freedom`` degrees of freedom. From Korn and Graubard (1998, Survey Methodology 24, p. 193), who also allow for
    the error of the variance; n where blocks show no variance.
    """
    if not (variance > 0 and plain > 0 and freedom > 0):
        return n
    return n * min(1.0, plain / variance * (normal_quantile(level) / student_quantile(level, freedom)) ** 2)


def difference_ends(a: tuple[float, float, float], b: tuple[float, float, float], correlation: float = 0.0) -> Ends:
    """Return the bounds of a - b from estimate, low and high of both (the MOVER).

    Zou and Donner (2008, Statistics in Medicine 27, p. 1693), with a ``correlation`` of the two estimates as in Zou
    (2007, Psychological Methods 12, p. 399). From Wilson's intervals it is Newcombe's. With exact bounds of each it is
    conservative where both are rare.
    """
    (a_mid, a_low, a_high), (b_mid, b_low, b_high) = a, b

    down, up = _joined(a_mid - a_low, b_high - b_mid, correlation), _joined(a_high - a_mid, b_mid - b_low, correlation)
    gap = a_mid - b_mid
    return gap - down, gap + up


def _joined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one**2 + other**2 - 2 * correlation * one * other))


def freedom_of(blocks: float) -> float:
    """Return the degrees of freedom of a standard error over a number of blocks; infinite without blocks."""
    return blocks - 1 if blocks > 1 else inf

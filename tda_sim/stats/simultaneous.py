"""Many estimates at once: intervals that all hold together, and sets of those that the data cannot tell apart.

Built on the influences of blocks, see `tda_sim.stats.jackknife`: they know how the estimates hang together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.bootstrap import REPEATS
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.jackknife import Influences, mean_scale, ratio_influences
from tda_sim.stats.ranks import places

Array = NDArray[np.float64]

AT_ONCE = 4_000_000  # numbers in the largest intermediate array


@dataclass(frozen=True)
class SimultaneousEstimates:
    """K estimates with two intervals each: ``low`` to ``high`` hold all together, the pointwise ones one by one.

    ``error`` (K,) are standard errors, ``n`` (K,) the blocks that hold anything, ``influence`` (B, K) that of the
    blocks. ``critical`` is the number of standard errors in half an interval (more where blocks are missing).
    """

    estimate: Array
    low: Array
    high: Array
    n: NDArray[np.int64]
    error: Array
    critical: float
    pointwise_low: Array
    pointwise_high: Array
    influence: Array

    @property
    def pointwise_level(self) -> float:
        """Return the level of each interval by itself with which all of them hold together."""
        return level_of(self.critical, len(self.influence))


@dataclass(frozen=True)
class TiedSets:
    """Who is told apart from whom among K estimates, all pairs at once.

    ``best`` and ``worst`` (K,): the places, from 1 for the greatest, that each may hold. ``tier`` (K,): the first
    holds all that are not told apart from the greatest estimate, the next all others not told apart from the greatest
    of these, and so on. Neighbours in different tiers may be tied: ``greater`` (K, K) knows. ``critical``: by how
    many standard errors two have to differ.
    """

    best: NDArray[np.int64]
    worst: NDArray[np.int64]
    tier: NDArray[np.int64]
    greater: NDArray[np.bool_]
    critical: float


def simultaneous_ratios(
    top: ArrayLike, bottom: ArrayLike, level: float = LEVEL, seed: int = 0
) -> SimultaneousEstimates:
    """Return K ratios Σ top / Σ bottom over blocks, sums (B, K), with intervals that all hold with chance ``level``."""
    return simultaneous(ratio_influences(top, bottom), level, seed)


def simultaneous(found: Influences, level: float = LEVEL, seed: int = 0) -> SimultaneousEstimates:
    """Return K estimates with intervals that hold all together with probability ``level``, and one by one.

    Half an interval is `max_t` standard errors. An estimate for which some blocks hold nothing has fewer degrees of
    freedom, and gets the value that is as seldom exceeded by Student's t with so many. Estimates without an error
    have no interval.
    """
    critical, error = max_t(found.influence, level, seed), found.error
    joint_level = level_of(critical, len(found.influence))
    with np.errstate(invalid="ignore"):  # too few blocks, and no error: no interval
        pointwise, joint = (_student(each, found.blocks) * error for each in (level, joint_level))
    return SimultaneousEstimates(
        estimate=found.estimate,
        low=found.estimate - joint,
        high=found.estimate + joint,
        n=found.blocks,
        error=error,
        critical=critical,
        pointwise_low=found.estimate - pointwise,
        pointwise_high=found.estimate + pointwise,
        influence=found.influence,
    )


def max_t(influence: ArrayLike, level: float = LEVEL, seed: int = 0, repeats: int = REPEATS) -> float:
    """Return c such that all of K estimates lie within c of their standard errors with probability ``level``.

    ``influence`` (B, K) of B blocks. A multiplier bootstrap (Chernozhukov, Chetverikov and Kato 2013, Annals of
    Statistics 41, p. 2786): each repeat gives every block a random sign (as in the wild bootstrap of Cameron, Gelbach
    and Miller 2008, Review of Economics and Statistics 90, p. 414), and c is the quantile of the largest studentised
    sum. Never less than Student's quantile for one estimate. Estimates that do not vary are left out; NaN for fewer
    than two blocks.
    """
    values = np.asarray(influence, float)
    squares = (values**2).sum(axis=0)
    largest = [_largest(sums, squares, len(values)) for sums in _signed_sums(values, values.shape[1], seed, repeats)]
    return _quantile(largest, len(values), level)


def tied_sets(estimates: ArrayLike, influence: ArrayLike, level: float = LEVEL, seed: int = 0) -> TiedSets:
    """Return which of K estimates are tied, given the influences (B, K) of blocks.

    With probability ``level`` no pair at all is put in the wrong order: two are told apart where they differ by more
    than c standard errors of their difference, c as in `max_t`, over all pairs. Places as in `ranks.places`. An
    estimate that is NaN is tied with all. Estimates that few blocks know of need more, as in `simultaneous`.
    """
    value, effects = np.asarray(estimates, float), np.asarray(influence, float)
    blocks, (first, second) = len(effects), np.triu_indices(len(value), k=1)
    squares = _squares_of_pairs(effects, first, second)
    largest = [_largest_of_pairs(sums, squares, blocks) for sums in _signed_sums(effects, len(value), seed, REPEATS)]
    critical = _quantile(largest, blocks, level)
    reach = _student(level_of(critical, blocks), _blocks_of_pairs(effects, first, second))
    beyond = reach * np.sqrt(squares) / mean_scale(blocks)
    greater = np.zeros((len(value), len(value)), bool)
    greater[first, second] = value[first] - value[second] > beyond
    greater[second, first] = value[second] - value[first] > beyond
    best, worst = places(greater)
    return TiedSets(best, worst, _tiers(value, greater), greater, critical)


def _squares_of_pairs(effects: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> Array:
    """Return the sums of squares of the differences of two columns."""
    products = effects.T @ effects
    own = np.diag(products)[first] + np.diag(products)[second]
    squares = own - 2 * products[first, second]
    return np.where(squares > 1e-12 * own, squares, 0.0)  # two that are the same differ by a rounding error


def _blocks_of_pairs(effects: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return in how many blocks the rarer one of two estimates varies at all, if it does."""
    held = np.count_nonzero(effects, axis=0)
    held[held == 0] = len(effects)
    return np.asarray(np.minimum(held[first], held[second]))


def _signed_sums(values: Array, width: int, seed: int, repeats: int) -> Iterator[Array]:
    """Yield sums of randomly signed blocks, (repeats, K), some repeats at a time: so that (repeats, width) fits."""
    generator, at_once = np.random.default_rng(seed), max(1, AT_ONCE // max(1, width, len(values)))
    for start in range(0, repeats, at_once):
        signs = generator.integers(0, 2, (min(at_once, repeats - start), len(values)), np.int8)
        yield (2.0 * signs - 1.0) @ values


def _largest(sums: Array, squares: Array, blocks: int) -> Array:
    """Return the largest |t| of each repeat: a sign does not change a square, so sum and squares are all it takes."""
    varying = squares > 0
    share = sums[:, varying] ** 2 / (blocks * squares[varying])
    return _studentised(share.max(axis=1, initial=0.0), blocks)


def _largest_of_pairs(sums: Array, squares: Array, blocks: int) -> Array:
    """Return the same for the differences of all pairs of columns, in the order of `numpy.triu_indices`."""
    largest, end = np.zeros(len(sums)), 0
    columns = np.ascontiguousarray(sums.T)  # one after the other: all pairs at once are more than a cache holds
    for k in range(len(columns) - 1):
        start, end = end, end + len(columns) - 1 - k
        scale = squares[start:end, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.where(scale > 0, (columns[k] - columns[k + 1 :]) ** 2 / (blocks * scale), 0.0)
        np.maximum(largest, share.max(axis=0), out=largest)
    return _studentised(largest, blocks)


def _studentised(share: Array, blocks: int) -> Array:
    """Return |t| from a squared sum's share of the most that it could be."""
    extreme = np.minimum(share, 1 - 1e-9)  # one would be: all signed blocks alike
    return np.asarray(np.sqrt((blocks - 1) * extreme / (1 - extreme)))


def _quantile(largest: list[Array], blocks: int, level: float) -> float:
    if blocks < 2:
        return nan
    return max(float(np.quantile(np.concatenate(largest), level, method="higher")), student_quantile(level, blocks - 1))


def _tiers(value: Array, greater: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the tier of each, see `TiedSets`."""
    tier, leader = np.zeros(len(value), np.int64), -1
    for k in np.argsort(-value, kind="stable"):
        if leader < 0 or greater[leader, k]:
            leader = k
            number = tier.max() + 1
        tier[k] = number
    return tier


def _student(level: float, blocks: NDArray[np.int64]) -> Array:
    """Student's quantile for estimates over so many blocks, (K,); NaN for fewer than two."""
    from scipy.special import stdtrit

    return np.asarray(stdtrit(np.where(blocks > 1, blocks - 1.0, nan), 0.5 + level / 2))


def level_of(critical: float, blocks: int) -> float:
    """Return the probability that Student's t over so many blocks lies within -critical .. critical."""
    from scipy.special import stdtr

    return float(1 - 2 * stdtr(blocks - 1, -critical)) if blocks > 1 else nan

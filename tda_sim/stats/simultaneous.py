"""Many estimates at once: intervals that hold jointly, and sets of estimates that the data cannot rank.

Built on the influences of blocks, see `tda_sim.stats.jackknife`, which carry the correlations between the estimates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.bootstrap import REPEATS
from tda_sim.stats.intervals import LEVEL, student_quantile, student_within
from tda_sim.stats.jackknife import Influences, mean_scale
from tda_sim.stats.ranks import places

Array = NDArray[np.float64]

SEED = 0  # of the signs, unless a caller names another
AT_ONCE = 4_000_000  # numbers in the largest intermediate array


@dataclass(frozen=True)
class SimultaneousEstimates:
    """K estimates with two intervals each: ``low`` to ``high`` hold jointly, the pointwise ones individually.

    ``error`` (K,) are standard errors, ``n`` (K,) the blocks with observations, ``influence`` (B, K) that of the
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
        """Return the level of each interval by itself at which all of them hold jointly."""
        return level_of(self.critical, len(self.influence))


@dataclass(frozen=True)
class TiedSets:
    """Which of K estimates are distinct, jointly for all pairs.

    ``best`` and ``worst`` (K,): the places, from 1 for the greatest, that each may hold. ``tier`` (K,): the first
    holds all that are tied with the greatest estimate, the next all others that are tied with the greatest of these,
    and so on. Neighbours in different tiers may be tied: see ``greater`` (K, K). ``critical``: by how many standard
    errors two have to differ.
    """

    best: NDArray[np.int64]
    worst: NDArray[np.int64]
    tier: NDArray[np.int64]
    greater: NDArray[np.bool_]
    critical: float


def simultaneous(numbers: Influences, level: float = LEVEL, seed: int = SEED) -> SimultaneousEstimates:
    """Return K estimates with intervals that hold jointly with probability ``level``, and with individual ones.

    Half an interval is `max_t` standard errors. An estimate that is missing from some blocks has fewer degrees of
    freedom, and gets the value that Student's t with that freedom exceeds equally seldom. Estimates without an error
    have no interval.
    """
    critical, error = max_t(numbers.influence, level, seed), numbers.error
    joint_level = level_of(critical, len(numbers.influence))
    with np.errstate(invalid="ignore"):  # no interval for too few blocks or without an error
        pointwise, joint = (_student(each, numbers.blocks) * error for each in (level, joint_level))
    return SimultaneousEstimates(
        estimate=numbers.estimate,
        low=numbers.estimate - joint,
        high=numbers.estimate + joint,
        n=numbers.blocks,
        error=error,
        critical=critical,
        pointwise_low=numbers.estimate - pointwise,
        pointwise_high=numbers.estimate + pointwise,
        influence=numbers.influence,
    )


def max_t(influence: ArrayLike, level: float = LEVEL, seed: int = SEED, repeats: int = REPEATS) -> float:
    """Return c such that all of K estimates lie within c of their standard errors with probability ``level``.

    ``influence`` (B, K) of B blocks. A multiplier bootstrap (Chernozhukov, Chetverikov and Kato 2013, Annals of
    Statistics 41, p. 2786): each repeat gives every block a random sign (as in the wild bootstrap of Cameron, Gelbach
    and Miller 2008, Review of Economics and Statistics 90, p. 414), and c is the quantile of the largest studentised
    sum. Never smaller than Student's quantile for one estimate. Estimates that do not vary are left out; NaN for fewer
    than two blocks.
    """
    values = np.asarray(influence, float)
    return reach_of(largest_shares(values, seed, repeats), len(values), level)


def largest_shares(values: Array, seed: int, repeats: int) -> Array:
    """Return the largest share that a squared sum of signed blocks has of its maximum, of values (B, K), by repeat."""
    squares = (values**2).sum(axis=0)
    batches = _signed_sums(values, values.shape[1], seed, repeats)
    return np.concatenate([_largest(sums, squares, len(values)) for sums in batches])


def reach_of(largest: Array, blocks: int, level: float) -> float:
    """Return the ``level`` quantile of |t| from its `largest_shares`; Student's own at least, NaN without blocks.

    A sign does not change a square, so the share of a sum is enough.
    """
    if blocks < 2:
        return nan
    extreme = min(np.sort(largest)[ceil(level * (len(largest) - 1))], 1 - 1e-9)  # of one if all signed blocks are equal
    return max(sqrt((blocks - 1) * extreme / (1 - extreme)), student_quantile(level, blocks - 1))


def tied_sets(estimates: ArrayLike, influence: ArrayLike, level: float = LEVEL, seed: int = SEED) -> TiedSets:
    """Return which of K estimates are tied, given the influences (B, K) of blocks.

    With probability ``level`` not a single pair is in the wrong order: two are distinct where they differ by more than
    c standard errors of their difference, c as in `max_t`, over all pairs. Places as in `ranks.places`. An estimate
    that is NaN is tied with all. Estimates from few blocks need a larger difference, as in `simultaneous`.
    """
    value, effects = np.asarray(estimates, float), np.asarray(influence, float)
    blocks, (first, second) = len(effects), np.triu_indices(len(value), k=1)
    squares = _squares_of_pairs(effects, first, second)
    largest = [_largest_of_pairs(sums, squares, blocks) for sums in _signed_sums(effects, len(value), seed, REPEATS)]
    critical = reach_of(np.concatenate(largest), blocks, level)
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
    return np.where(squares > 1e-12 * own, squares, 0.0)  # identical columns differ by a rounding error


def _blocks_of_pairs(effects: Array, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return in how many blocks the rarer of two estimates varies, if it varies at all."""
    varying = np.count_nonzero(effects, axis=0)
    varying[varying == 0] = len(effects)
    return np.asarray(np.minimum(varying[first], varying[second]))


def _signed_sums(values: Array, width: int, seed: int, repeats: int) -> Iterator[Array]:
    """Yield sums of randomly signed blocks, (repeats, K), in batches small enough that (repeats, width) fits."""
    generator, at_once = np.random.default_rng(seed), max(1, AT_ONCE // max(1, width, len(values)))
    for start in range(0, repeats, at_once):
        signs = generator.integers(0, 2, (min(at_once, repeats - start), len(values)), np.int8)
        yield (2.0 * signs - 1.0) @ values


def _largest(sums: Array, squares: Array, blocks: int) -> Array:
    varying = squares > 0
    share = sums[:, varying] ** 2 / (blocks * squares[varying])
    return np.asarray(share.max(axis=1, initial=0.0))


def _largest_of_pairs(sums: Array, squares: Array, blocks: int) -> Array:
    """Return the largest shares over the differences of all pairs of columns, in the order of `numpy.triu_indices`."""
    largest, end = np.zeros(len(sums)), 0
    columns = np.ascontiguousarray(sums.T)  # one column at a time: all pairs at once exceed any cache
    for k in range(len(columns) - 1):
        start, end = end, end + len(columns) - 1 - k
        scale = squares[start:end, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.where(scale > 0, (columns[k] - columns[k + 1 :]) ** 2 / (blocks * scale), 0.0)
        np.maximum(largest, share.max(axis=0), out=largest)
    return largest


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
    """Return Student's quantile for estimates over different numbers of blocks, (K,); NaN for fewer than two."""
    sizes, place = np.unique(blocks, return_inverse=True)
    return np.array([student_quantile(level, size - 1) if size > 1 else nan for size in sizes.tolist()])[place]


def level_of(critical: float, blocks: int) -> float:
    """Return the probability that Student's t over a number of blocks lies within -critical .. critical."""
    return student_within(critical, blocks - 1) if blocks > 1 else nan

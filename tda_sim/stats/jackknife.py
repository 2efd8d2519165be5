"""The jackknife over blocks: intervals for any number computed from sums over blocks of games.

Games are independent, and so are blocks of games. Whatever is correlated within a game stays within its block. How
much a block moves an estimate is its *influence*: values I (B, ...) over B blocks, scaled so that the estimate's
squared standard error is Σ I² / (B (B - 1)), as if it were the mean of B independent numbers. Empty blocks have
influence zero. Influences of several estimates from the same blocks also give their covariances: the influence of a sum
or a difference is the sum or difference of the influences. `tda_sim.stats.simultaneous` and
`tda_sim.stats.differences` build on that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL, Estimate, student_quantile

Array = NDArray[np.float64]
Function = Callable[[Array], ArrayLike]


@dataclass(frozen=True)
class Influences:
    """Estimates (...,), the influence (B, ...) of each block on them, and how many blocks are not empty, (...,).

    ``unbiased`` are the estimates minus the jackknife's estimate of their bias (Quenouille 1956, Biometrika 43,
    p. 353), which matters for squares and other numbers that noise pushes to one side.
    """

    estimate: Array
    influence: Array
    blocks: NDArray[np.int64]
    unbiased: Array

    @property
    def error(self) -> Array:
        """Standard errors; NaN where fewer than two blocks have observations."""
        return np.where(self.blocks > 1, error_of(self.influence), nan)


def ratio_influences(top: ArrayLike, bottom: ArrayLike) -> Influences:
    """Return the ratios Σ top / Σ bottom over blocks, each array (B, ...), with the blocks' influences.

    The errors are those of `jackknife_ratio`: Busing, Meijer and van der Leeden (1999), Statistics and Computing 9,
    p. 3, with a block's size measured by its denominator. A block's pseudo-value is its own ratio, so there is no bias
    to subtract.
    """
    above, below = np.broadcast_arrays(np.asarray(top, float), np.asarray(bottom, float))
    with np.errstate(divide="ignore", invalid="ignore"):
        estimate, influence, blocks = ratio_over_blocks(above, below)
    return Influences(estimate, influence, blocks, estimate)


def ratio_over_blocks(above: Array, below: Array) -> tuple[Any, Array, Any]:
    """Return Σ above / Σ below, the blocks' influences, and how many blocks are not empty: see `ratio_influences`."""
    held = below > 0
    blocks, size = total(held), total(below * held)
    estimate = total(above * held) / size
    shift = (above / below - estimate) * np.sqrt(below / ((size - below) * blocks))
    return estimate, only(held & (blocks > 1), shift) * mean_scale(len(below)), blocks


def total(values: ArrayLike) -> Any:
    """Return the sum over blocks."""
    return np.sum(values, axis=0)


def only(where: NDArray[np.bool_], values: Array) -> Array:
    """Return the values in some places, and zeros in all others."""
    return np.where(where, values, 0.0)


def error_of(influence: Array) -> Any:
    """Return the standard errors of numbers with these influences (B, ...)."""
    error: Array = np.sqrt(total(influence**2)) / mean_scale(len(influence))
    return error


def influences(sums: ArrayLike, function: Function, sizes: ArrayLike | None = None) -> Influences:
    """Return ``function`` of the totals of ``sums`` (B, C) over blocks, with the blocks' influences.

    ``function`` takes totals (C,) and returns a number or an array. It must be smooth near the totals. It is called
    again for totals that lack a block, so any denominator, such as the number of games, must be one of the sums.
    ``sizes`` (B,), such as games, give the size of each block; by default all are equal. A block of size zero is left
    out. The jackknife leaves out one block at a time; for unequal sizes see Busing et al. in `ratio_influences`.
    """
    values = np.asarray(sums, float)
    size = np.ones(len(values)) if sizes is None else np.asarray(sizes, float)
    held, total = np.flatnonzero(size > 0), values.sum(axis=0)
    estimate = np.asarray(function(total), float)
    influence, blocks = np.zeros((len(values), *estimate.shape)), np.full(estimate.shape, len(held))
    if len(held) < 2:
        return Influences(estimate, influence, blocks, estimate)
    without = np.array([np.asarray(function(total - values[block]), float) for block in held])
    weight = (size.sum() / size[held]).reshape(-1, *[1] * estimate.ndim)
    pseudo = weight * estimate - (weight - 1) * without
    centre = (pseudo / weight).sum(axis=0)
    influence[held] = (pseudo - centre) / np.sqrt((weight - 1) * len(held)) * mean_scale(len(values))
    return Influences(estimate, influence, blocks, np.asarray(centre))


def jackknife(
    sums: ArrayLike, function: Function, level: float = LEVEL, sizes: ArrayLike | None = None, unbiased: bool = False
) -> Estimate:
    """Return a number computed from the totals of ``sums`` (B, C), with Student's interval over the blocks.

    ``function`` and ``sizes``: see `influences`; ``unbiased``: see `Influences`. ``n`` is the number of blocks. A
    single block gives no interval.
    """
    result = influences(sums, function, sizes)
    blocks, estimate = int(result.blocks), float(result.unbiased if unbiased else result.estimate)
    half = half_width(float(result.error), blocks, level)
    return Estimate(estimate, estimate - half, estimate + half, blocks)


def subtract(a: Influences, b: Influences, paired: bool = True) -> Influences:
    """Return the numbers a - b. ``paired``: from the same blocks; otherwise the blocks of both are concatenated.

    For single numbers, `tda_sim.stats.differences` also gives the interval.
    """
    estimate, unbiased = a.estimate - b.estimate, a.unbiased - b.unbiased
    if paired:
        return Influences(estimate, a.influence - b.influence, np.minimum(a.blocks, b.blocks), unbiased)
    own_a, own_b = (each.influence / mean_scale(len(each.influence)) for each in (a, b))
    both = np.concatenate([own_a, -own_b])
    held = np.where((a.blocks > 1) & (b.blocks > 1), a.blocks + b.blocks - 1, 1)  # as many as degrees of freedom allow
    return Influences(estimate, both * mean_scale(len(both)), held, unbiased)


def mean_of(numbers: Sequence[Influences]) -> Influences:
    """Return the mean of numbers from the same blocks."""
    each = ([getattr(one, name) for one in numbers] for name in ("estimate", "influence", "unbiased"))
    estimate, influence, unbiased = (np.mean(values, axis=0) for values in each)
    return Influences(estimate, influence, np.min([one.blocks for one in numbers], axis=0), unbiased)


def mean_scale(blocks: int) -> float:
    """Return sqrt(B (B - 1)): the root of the sum of squares of B numbers over the error of their mean."""
    return sqrt(max(blocks * (blocks - 1), 1))


def half_width(error: float, blocks: float, level: float = LEVEL) -> float:
    """Return half the width of Student's interval for an estimate over a number of blocks; NaN for fewer than two."""
    return student_quantile(level, blocks - 1) * error if blocks > 1 else nan

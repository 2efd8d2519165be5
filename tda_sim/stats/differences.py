"""Differences of two shares, or of two ratios over blocks of games: the first minus the second.

Blocks may be paired. Where two cells play the same games (the same seeds, dealt alike), their common luck cancels out
of the difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL, Estimate
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences, subtract

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Difference(Estimate):
    """A difference with its interval; ``n`` is the number of blocks (of both sides together, if not paired).

    ``error`` is its standard error, with ``freedom`` degrees of freedom. ``correlation`` is that of the two sides'
    blocks, and ``gain`` how many times more games independent cells would need for the same interval. For unpaired
    cells they are 0 and 1. They are NaN where the data do not vary.
    """

    error: float
    freedom: float
    correlation: float
    gain: float


def ratio_difference(
    top_a: ArrayLike,
    bottom_a: ArrayLike,
    top_b: ArrayLike,
    bottom_b: ArrayLike,
    level: float = LEVEL,
    paired: bool = True,
) -> Difference:
    """Return Σ top_a / Σ bottom_a - Σ top_b / Σ bottom_b, from sums over blocks, with the jackknife's interval.

    ``paired``: blocks of the same index hold the same games, so all arrays are (B,); a block that is empty on one side
    is left out of both. Otherwise the sides may differ in their number of blocks. With equal denominators the paired
    interval is that of Student's paired test over the blocks; the unpaired one is always Welch's (1947, Biometrika 34,
    p. 28). If the denominators count games, this is the difference of means per game.
    """
    tops = np.asarray(top_a, float), np.asarray(top_b, float)
    bottoms = np.asarray(bottom_a, float), np.asarray(bottom_b, float)
    if not paired:
        return independent(ratio_influences(tops[0], bottoms[0]), ratio_influences(tops[1], bottoms[1]), level)
    both = (bottoms[0] > 0) & (bottoms[1] > 0)
    a, b = (ratio_influences(top[both], bottom[both]) for top, bottom in zip(tops, bottoms, strict=True))
    return of_pairs(a, b, level)


def of_pairs(a: Influences, b: Influences, level: float = LEVEL) -> Difference:
    """Return the difference of two numbers whose blocks are paired, from the influences (B,) of the same blocks."""
    change = subtract(a, b)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = correlation_of(a.influence, b.influence)
        own = product(a.influence, a.influence) + product(b.influence, b.influence)
        gain = own / product(change.influence, change.influence)
    blocks = int(change.blocks)
    return _difference(change, blocks - 1, blocks, level, float(correlation), float(gain))


def correlation_of(one: Array, other: Array) -> float:
    """Return the correlation of two numbers, from the influences (B,) of the same blocks."""
    correlation: float = product(one, other) / np.sqrt(product(one, one) * product(other, other))
    return correlation


def product(one: Array, other: Array) -> float:
    """Return the sum of products."""
    total: float = np.dot(one, other)
    return total


def independent(a: Influences, b: Influences, level: float = LEVEL) -> Difference:
    """Return the difference of two numbers from blocks of different games (Welch 1947)."""
    variances, freedoms = (float(a.error) ** 2, float(b.error) ** 2), (float(a.blocks) - 1, float(b.blocks) - 1)
    terms = sum(v**2 / f for v, f in zip(variances, freedoms, strict=True)) if min(freedoms) > 0 else 0.0
    freedom = sum(variances) ** 2 / terms if terms > 0 else sum(freedoms)
    return _difference(subtract(a, b, paired=False), freedom, int(a.blocks + b.blocks), level, 0.0, 1.0)


def _difference(
    change: Influences, freedom: float, n: int, level: float, correlation: float, gain: float
) -> Difference:
    estimate, error = float(change.estimate), float(change.error)
    half = half_width(error, freedom + 1, level)
    return Difference(estimate, estimate - half, estimate + half, n, error, freedom, correlation, gain)


def combined(parts: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """Return Σ weight * part of independent numbers, with an interval made of theirs.

    Each end is as far from the estimate as the root of the sum of squares of the parts' distances on the matching
    side (MOVER: Zou and Donner 2008, Statistics in Medicine 27, p. 1693). For the difference of two shares it is
    Newcombe's interval (1998, Statistics in Medicine 17, p. 873, method 10), built on the ends of the shares'
    intervals. So it remains valid near 0 and 1, and is as one-sided as they are. ``n`` is that of the smallest part.
    """
    value, below, above = 0.0, 0.0, 0.0
    for part, weight in zip(parts, weights, strict=True):
        down, up = weight * (part.estimate - part.low), weight * (part.high - part.estimate)
        down, up = (down, up) if weight >= 0 else (-up, -down)
        value, below, above = value + weight * part.estimate, hypot(below, down), hypot(above, up)
    return Estimate(value, value - below, value + above, min(part.n for part in parts))

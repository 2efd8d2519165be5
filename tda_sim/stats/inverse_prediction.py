"""Where a curve that is measured at some points crosses a target.

Between neighbouring points, the curve is taken to be smooth: the polynomial through the `NEAREST` points, which is
linear in their heights, so its error follows from theirs. A chord under a bent curve can be off by more than the noise.
The interval is made of all places where a test would not reject that the curve is at the target: an inverted Student's
t test. For a straight line through two points that is Fieller's interval (1954, Journal of the Royal Statistical
Society B 16, p. 175).
"""

from dataclasses import dataclass
from itertools import pairwise
from math import inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.jackknife import Influences, mean_scale

Array = NDArray[np.float64]
NEAREST = 4  # points that a part of the curve goes through
STEPS = 8  # straight pieces between two points, which stand for the smooth curve


@dataclass(frozen=True)
class Crossing:
    """A place where a curve crosses a target, with its interval.

    ``estimate`` is NaN where the curve comes so close to the target that it may cross it, although the estimates do
    not. ``low`` is -inf where the interval reaches the first point, as the curve may cross before it, and ``high`` is
    inf where the interval reaches the last point.
    """

    estimate: float
    low: float
    high: float


def crossings(places: ArrayLike, curve: Influences, target: float, level: float = LEVEL) -> list[Crossing]:
    """Return where a curve crosses a target, from left to right.

    ``places`` (K,) ascend, and ``curve`` has the heights (K,) with the influences (B, K) of the same blocks. If the
    curve is smooth between its points (straight if there are two), the intervals together hold each true crossing with
    probability ``level``. A point without an error counts as exact. Empty where the curve stays away from the target,
    and for fewer than two points or two blocks.
    """
    x, y = np.asarray(places, float), np.asarray(curve.estimate, float)
    blocks = len(curve.influence)
    if len(x) < 2 or blocks < 2 or not np.isfinite(y).all():
        return []
    x, weights = _smooth(x)
    y = weights @ y
    scaled = np.asarray(curve.influence, float) @ weights.T / mean_scale(blocks)
    reach = student_quantile(level, int(np.min(curve.blocks)) - 1) ** 2
    covariance = reach * (scaled.T @ scaled)
    parts = [part for k in range(len(x) - 1) for part in _segment(x, y - target, covariance, k)]
    return [_crossing(x, y - target, low, high) for low, high in _joined(parts)]


def _smooth(x: Array) -> tuple[Array, Array]:
    """Return places along a curve, (P,), and what each height there takes of the heights at the points x, (P, K)."""
    if len(x) < 3:
        return x, np.eye(len(x))
    nearest = min(NEAREST, len(x))
    places, weights = [x[:1]], [np.eye(len(x))[:1]]
    for k in range(len(x) - 1):
        own = np.linspace(x[k], x[k + 1], STEPS + 1)[1:]
        first = min(max(0, k + 1 - nearest // 2), len(x) - nearest)
        through = x[first : first + nearest]
        row = np.zeros((STEPS, len(x)))
        for j, place in enumerate(through):
            others = np.delete(through, j)
            row[:, first + j] = np.prod((own[:, None] - others) / (place - others), axis=1)
        places.append(own)
        weights.append(row)
    return np.concatenate(places), np.concatenate(weights)


def _segment(x: Array, gap: Array, covariance: Array, k: int) -> list[tuple[float, float]]:
    """Return the parts of the segment after point k in which the target cannot be rejected.

    At a share w of the way, the gap to the target is a + b w. The square of the interval's half width there is
    v + 2 c w + d w². The parts are where the square of the gap is at most that.
    """
    a, b = gap[k], gap[k + 1] - gap[k]
    v, c = covariance[k, k], covariance[k, k + 1] - covariance[k, k]
    d = covariance[k + 1, k + 1] - 2 * covariance[k, k + 1] + covariance[k, k]
    roots = _roots(b * b - d, 2 * (a * b - c), a * a - v)
    ends = sorted({0.0, 1.0, *(root for root in roots if 0 < root < 1)})
    width = x[k + 1] - x[k]

    def fits(w: float) -> bool:
        return bool((a + b * w) ** 2 <= v + 2 * c * w + d * w * w + 1e-12 * (a * a + b * b))

    within = [(low, high) for low, high in pairwise(ends) if fits((low + high) / 2)]
    within += [(end, end) for end in ends if fits(end)]
    return [(x[k] + low * width, x[k] + high * width) for low, high in within]


def _roots(square: float, linear: float, constant: float) -> list[float]:
    """Return the real roots of a polynomial of at most second degree."""
    if square == 0:
        return [-constant / linear] if linear else []
    inside = linear * linear - 4 * square * constant
    if inside < 0:
        return []
    q = -(linear + (sqrt(inside) if linear >= 0 else -sqrt(inside))) / 2
    return [q / square, *([constant / q] if q else [])]


def _joined(parts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the parts from left to right, with parts that touch joined into one."""
    whole: list[tuple[float, float]] = []
    for low, high in sorted(parts):
        if whole and low <= whole[-1][1] + 1e-9 * (1 + abs(low)):
            whole[-1] = (whole[-1][0], max(high, whole[-1][1]))
        else:
            whole.append((low, high))
    return whole


def _crossing(x: Array, gap: Array, low: float, high: float) -> Crossing:
    """Return the crossing in a part. Where a curve is flat, noise makes several; the middle one counts."""
    above = gap >= 0
    places = [
        float(x[k] + (x[k + 1] - x[k]) * gap[k] / (gap[k] - gap[k + 1]))
        for k in np.flatnonzero(above[:-1] != above[1:])
    ]
    slack = 1e-9 * (1 + abs(high - low))
    inside = [place for place in places if low - slack <= place <= high + slack]
    estimate = inside[len(inside) // 2] if len(inside) % 2 else nan
    return Crossing(estimate, -inf if low <= x[0] else float(low), inf if high >= x[-1] else float(high))

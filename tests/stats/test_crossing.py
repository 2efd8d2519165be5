"""Where curves cross a target: exactly where they are known, and as often as promised where they are not."""

from collections.abc import Callable
from math import inf, isnan

import numpy as np
import pytest
from numpy.typing import NDArray

from tda_sim.stats.inverse_prediction import Crossing, crossings
from tda_sim.stats.jackknife import Influences, ratio_influences

Array = NDArray[np.float64]
PLACES = np.array([20.0, 30.0, 35.0, 40.0, 50.0])


def known(*heights: float) -> Influences:
    """A curve without any error."""
    y = np.array(heights)
    return Influences(y, np.zeros((5, len(y))), np.full(len(y), 5), y)


def test_a_known_curve_crosses_where_it_does() -> None:
    """On the polynomial through its points: x² + x, 4x - 2x², x, and x³ - 3x² + 4x."""
    assert places(crossings([0, 1], known(0, 2), 0.5)) == [0.25]
    assert places(crossings([0, 1, 2], known(0, 2, 6), 3)) == [pytest.approx((13**0.5 - 1) / 2, abs=3e-3)]
    ends = 1 - 0.5**0.5, 1 + 0.5**0.5
    assert places(crossings([0, 1, 2], known(0, 2, 0), 1)) == pytest.approx(list(ends), abs=5e-3)
    assert crossings([0, 1, 2], known(0, 1, 2), 1) == [Crossing(1.0, 1.0, 1.0)]
    assert crossings([0, 1, 2], known(0, 1, 2), 2.5) == []
    cubic = [x**3 - 3 * x**2 + 4 * x for x in (0, 1, 2, 4)]
    assert places(crossings([0, 1, 2, 4], known(*cubic), 12)) == [pytest.approx(3.0, abs=5e-3)]


def places(found: list[Crossing]) -> list[float]:
    assert all(each.low == pytest.approx(each.estimate) == pytest.approx(each.high) for each in found)
    return [each.estimate for each in found]


def test_too_little_to_tell_is_no_crossing() -> None:
    assert crossings([0], known(1), 1) == []
    assert crossings([0, 1], Influences(np.array([0.0, 2]), np.zeros((1, 2)), np.ones(2, int), np.zeros(2)), 1) == []
    assert crossings([0, 1], known(0, np.nan), 1) == []


def test_an_interval_that_leaves_the_sweep_is_open() -> None:
    spread = np.array([-3.0, -1, 1, 3])[:, None] * np.ones(2)  # of both points alike: an error of 1.3
    open_below = crossings([0, 10], ratio_influences(np.array([0.0, 100]) + spread, np.ones((4, 2))), 1)
    assert [(each.low, each.high < 1) for each in open_below] == [(-inf, True)]
    near = crossings([0, 10], ratio_influences(np.array([50.0, 99]) + spread, np.ones((4, 2))), 100)
    assert [each.high for each in near] == [inf]
    assert isnan(near[0].estimate)  # it may cross beyond the last point, or just before it


def curve_of(generator: np.random.Generator, truth: Callable[[Array], Array], blocks: int, noise: float) -> Influences:
    """A curve measured in blocks that share most of their luck."""
    shared, own = generator.normal(0, 6, (blocks, 1)), generator.normal(0, noise, (blocks, len(PLACES)))
    return ratio_influences(truth(PLACES) + shared + own, np.ones((blocks, len(PLACES))))


@pytest.mark.sample(4)
@pytest.mark.parametrize("slope", [0.5, 0.1, 0.02])
@pytest.mark.parametrize("blocks", [10, 40])
def test_intervals_hold_the_true_crossing_as_often_as_they_say(slope: float, blocks: int) -> None:
    """95 % of 2,000 curves, steep or almost flat; 1.95 points are four standard errors: 1 of 15,000 by chance."""
    generator = np.random.default_rng([round(100 * slope), blocks])
    held = 0
    for _ in range(2000):
        result = crossings(PLACES, curve_of(generator, lambda x: slope * (x - 33.3), blocks, 3.0), 0.0)
        held += any(each.low <= 33.3 <= each.high for each in result)
    assert abs(held / 2000 - 0.95) < 0.0195


def test_each_of_two_crossings_is_held_as_often() -> None:
    """A valley that crosses at 27.5 and at 43: see above for the bound."""
    generator = np.random.default_rng(5)
    held = np.zeros(2)
    for _ in range(2000):
        curve = curve_of(generator, lambda x: (x - 27.5) * (x - 43) / 10, 40, 3.0)
        result = crossings(PLACES, curve, 0.0)
        held += [any(each.low <= place <= each.high for each in result) for place in (27.5, 43.0)]
    assert (abs(held / 2000 - 0.95) < 0.0195).all()


@pytest.mark.sample(2)
@pytest.mark.parametrize("step", [10, 15])
def test_intervals_hold_on_bent_curves_with_wide_steps(step: int) -> None:
    """Lengths grow as the gold to the power of 1.5, as in the original, with an error of 0.2 %.

    95 % of 1,000 curves; 2.8 points are four standard errors.
    """
    generator, points, power = np.random.default_rng(step), np.arange(30.0, 61, step), 1.5
    target, held = 37.4**power, 0
    for _ in range(1000):
        shared, own = generator.normal(0, 6, (64, 1)), generator.normal(0, 4.0, (64, len(points)))
        measured = ratio_influences(points**power + shared + own, np.ones((64, len(points))))
        held += any(each.low <= 37.4 <= each.high for each in crossings(points, measured, target))
    assert abs(held / 1000 - 0.95) < 0.028

"""The jackknife over blocks: what it agrees with, and that its intervals keep their promise."""

from math import isnan

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tda_sim.stats.intervals import jackknife_ratio
from tda_sim.stats.jackknife import influences, jackknife, ratio_influences, subtract

Array = NDArray[np.float64]
EXPERIMENTS = 1_500


def ratio(totals: Array) -> Array:
    return np.asarray(totals[0] / totals[1])


def some_blocks(rng: np.random.Generator, blocks: int = 30) -> Array:
    sizes = rng.integers(20, 60, blocks).astype(float)
    return np.stack([rng.poisson(1.7 * sizes), sizes], axis=1)


def test_a_ratio_has_the_interval_of_the_jackknife_of_ratios() -> None:
    sums = some_blocks(np.random.default_rng(1))
    theirs, ours = jackknife_ratio(*sums.T), jackknife(sums, ratio, sizes=sums[:, 1])
    assert (ours.estimate, ours.low, ours.high, ours.n) == pytest.approx((theirs.estimate, theirs.low, theirs.high, 30))


def test_influences_of_many_ratios_have_the_errors_of_each() -> None:
    rng = np.random.default_rng(2)
    tables = [some_blocks(rng) for _ in range(5)]
    top, bottom = np.stack(tables, axis=2).transpose(1, 0, 2)
    bottom[4:7, 2] = 0  # what blocks without anything below have above does not count
    result = ratio_influences(top, bottom)
    for k in range(5):
        alone = jackknife_ratio(top[:, k], bottom[:, k])
        half = stats.t.ppf(0.975, alone.n - 1) * result.error[k]
        assert (result.estimate[k], result.blocks[k]) == (pytest.approx(alone.estimate), alone.n)
        assert half == pytest.approx(alone.high - alone.estimate)


def test_both_ways_give_the_same_influences() -> None:
    sums = some_blocks(np.random.default_rng(3))
    assert influences(sums, ratio, sums[:, 1]).influence == pytest.approx(ratio_influences(*sums.T).influence)


def test_a_published_example() -> None:
    """Efron and Tibshirani (1993, An Introduction to the Bootstrap, section 11.2 and table 10.1): patches.

    (new - old) / (old - placebo) of eight patients: -0.0713 with the jackknife's bias 0.0080 and error 0.1055.
    """
    old_less_placebo = [8406, 2342, 8187, 8459, 4795, 3516, 4796, 10238]
    new_less_old = [-1200, 2601, -2705, 1982, -1290, 351, -638, -2719]
    sums = np.array([new_less_old, old_less_placebo], float).T
    result = influences(sums, ratio)
    assert float(result.estimate) == pytest.approx(-0.0713, abs=5e-5)
    assert float(result.estimate - result.unbiased) == pytest.approx(0.0080, abs=5e-5)
    assert float(result.error) == pytest.approx(0.1055, abs=5e-5)


def test_a_function_may_return_many_numbers() -> None:
    sums = some_blocks(np.random.default_rng(4))
    both = influences(sums, lambda total: np.array([total[0] / total[1], total[1] / total[0]]))
    assert both.influence.shape == (30, 2)
    assert both.error[0] == pytest.approx(float(influences(sums, ratio).error))


def test_the_bias_of_a_square_is_taken_off() -> None:
    """The square of a mean is too large by the variance of the mean: by s² / B."""
    values = np.random.default_rng(5).normal(size=8)
    sums = np.c_[values, np.ones(8)]
    plain, corrected = (jackknife(sums, lambda total: ratio(total) ** 2, unbiased=flag) for flag in (False, True))
    assert plain.estimate == pytest.approx(values.mean() ** 2)
    assert corrected.estimate == pytest.approx(values.mean() ** 2 - values.var(ddof=1) / 8)
    assert corrected.high - corrected.low == pytest.approx(plain.high - plain.low)


def test_blocks_without_games_are_left_out() -> None:
    sums = some_blocks(np.random.default_rng(6))
    with_gaps = np.insert(sums, [0, 9], 0.0, axis=0)
    assert jackknife(with_gaps, ratio, sizes=with_gaps[:, 1]) == jackknife(sums, ratio, sizes=sums[:, 1])


def test_a_last_small_block_does_not_widen_the_interval() -> None:
    """One block of 10,000 games and one of a single game: the error is still that of 10,001 games, or thereabouts."""
    rng = np.random.default_rng(7)
    sizes = np.array([10_000.0, 1.0])
    errors = [
        float(influences(np.c_[rng.normal(5 * sizes, np.sqrt(sizes)), sizes], ratio, sizes).error) for _ in range(1000)
    ]
    assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(1 / np.sqrt(10_001), rel=0.15)


def test_a_block_that_holds_nothing_does_not_change_how_influences_add_up() -> None:
    """Of two ratios, one lacks blocks: the influences of their difference are still the difference of theirs."""
    rng = np.random.default_rng(9)
    sums = np.c_[some_blocks(rng), some_blocks(rng)]
    sums[:12, 2:] = 0
    one, other = ratio_influences(*sums[:, :2].T), ratio_influences(*sums[:, 2:].T)
    assert float(other.error) == pytest.approx(float(ratio_influences(*sums[12:, 2:].T).error))
    apart = np.r_[np.c_[sums[:, :2], np.zeros((30, 2))], np.c_[np.zeros((18, 2)), sums[12:, 2:]]]
    far = ratio_influences(apart[:, 0], apart[:, 1]), ratio_influences(apart[:, 2], apart[:, 3])
    assert float(subtract(*far).error) == pytest.approx(np.hypot(one.error, other.error))
    assert float(subtract(one, other, paired=False).error) == pytest.approx(np.hypot(one.error, other.error))
    whole = influences(sums, lambda total: total[0] / total[1] - total[2] / total[3])
    assert float(subtract(one, other).error) == pytest.approx(float(whole.error), rel=0.1)


def test_one_block_has_no_interval() -> None:
    ours = jackknife([[3.0, 2.0]], ratio)
    assert (ours.estimate, ours.n) == (1.5, 1)
    assert isnan(ours.low)
    assert np.isnan(ratio_influences([[4.0]], [[2.0]]).error).all()


def test_a_smooth_function_of_totals_is_covered() -> None:
    """A standard deviation from sums of x and x² over 40 blocks of 50, truth 1.

    A 95 % interval may miss it by two points either way, and by what chance exceeds once in a million experiments.
    """
    x = np.random.default_rng(8).exponential(size=(EXPERIMENTS, 40, 50))
    sums = np.stack([x.sum(axis=2), (x**2).sum(axis=2), np.full(x.shape[:2], 50.0)], axis=2)

    def deviation(total: Array) -> float:
        return float(np.sqrt(total[1] / total[2] - (total[0] / total[2]) ** 2))

    result = [jackknife(each, deviation) for each in sums]
    low, high = stats.binom.ppf(1e-6, EXPERIMENTS, 0.93), stats.binom.ppf(1 - 1e-6, EXPERIMENTS, 0.97)
    assert low <= sum(one.low <= 1 <= one.high for one in result) <= high

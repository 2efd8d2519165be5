"""Intervals that hold all together, and ties: known critical values, and promises kept in simulations."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tda_sim.stats.intervals import jackknife_ratio, student_quantile
from tda_sim.stats.jackknife import ratio_influences
from tda_sim.stats.simultaneous import max_t, simultaneous, tied_sets

Array = NDArray[np.float64]


def normal_blocks(rng: np.random.Generator, blocks: int, shared: float, truth: Array) -> Array:
    """Block values (B, K) around the truth (K,), with such a correlation between columns."""
    own, common = rng.normal(size=(blocks, len(truth))), rng.normal(size=(blocks, 1))
    return np.asarray(truth + np.sqrt(1 - shared) * own + np.sqrt(shared) * common)


# --- known answers ----------------------------------------------------------------------------------------
# Critical values from 2,000 repeats have standard errors of about 0.02; 0.1 is five of them.


@pytest.mark.parametrize("columns", [1, 10, 80])
def test_independent_estimates_need_sidaks_value(columns: int) -> None:
    values = np.random.default_rng(1).normal(size=(3000, columns))
    assert max_t(values) == pytest.approx(stats.norm.ppf(0.5 + 0.95 ** (1 / columns) / 2), abs=0.1)


def test_estimates_that_move_together_need_no_more_than_one() -> None:
    values = np.repeat(np.random.default_rng(2).normal(size=(400, 1)), 50, axis=1) * np.arange(1, 51)
    assert max_t(values) == pytest.approx(student_quantile(0.95, 399), abs=0.1)


def test_few_blocks_need_more() -> None:
    """The largest of ten independent |t| with 14 degrees of freedom."""
    values = np.random.default_rng(3).normal(size=(200, 15, 10))
    result = [max_t(each - each.mean(axis=0), seed=k) for k, each in enumerate(values)]
    assert np.mean(result) == pytest.approx(stats.t.ppf(0.5 + 0.95**0.1 / 2, 14), abs=0.15)


def test_all_pairs_of_independent_estimates_need_tukeys_value() -> None:
    values = np.random.default_rng(4).normal(size=(3000, 10))
    result = tied_sets(values.mean(axis=0), values - values.mean(axis=0))
    assert result.critical == pytest.approx(stats.studentized_range.ppf(0.95, 10, 2999) / 2**0.5, abs=0.1)


def test_pointwise_intervals_are_those_of_each_alone() -> None:
    rng = np.random.default_rng(5)
    bottom = rng.integers(20, 60, (25, 4)).astype(float)
    bottom[3:9, 1] = 0
    top = rng.poisson(bottom).astype(float)
    result = simultaneous(ratio_influences(top, bottom))
    for k in range(4):
        alone = jackknife_ratio(top[:, k], bottom[:, k])
        ours = result.estimate[k], result.pointwise_low[k], result.pointwise_high[k], result.n[k]
        assert ours == pytest.approx((alone.estimate, alone.low, alone.high, alone.n))
    assert (result.low < result.pointwise_low).all()
    assert (result.high - result.estimate)[[0, 2, 3]] == pytest.approx(result.critical * result.error[[0, 2, 3]])
    assert (result.high - result.estimate)[1] > result.critical * result.error[1]


def test_an_estimate_without_blocks_has_no_interval() -> None:
    result = simultaneous(ratio_influences([[3, 0, 1], [4, 0, 0]], [[2, 0, 2], [2, 0, 0]]))
    assert np.isnan(result.estimate).tolist() == [False, True, False]
    assert np.isnan(result.low).tolist() == np.isnan(result.high).tolist() == [False, True, True]


def test_one_block_has_no_intervals() -> None:
    result = simultaneous(ratio_influences([[3, 4]], [[2, 2]]))
    assert result.estimate.tolist() == [1.5, 2]
    assert np.isnan(result.low).all()


def test_the_same_seed_gives_the_same_value() -> None:
    values = np.random.default_rng(6).normal(size=(50, 30))
    assert max_t(values, seed=7) == max_t(values, seed=7) != max_t(values, seed=8)


# --- ties -------------------------------------------------------------------------------------------------


def test_clear_groups_are_told_apart() -> None:
    values = normal_blocks(np.random.default_rng(7), 100, 0.0, np.array([0, 5, 5, 9, 0.0]))
    result = tied_sets(values.mean(axis=0), values - values.mean(axis=0))
    assert result.tier.tolist() == [3, 2, 2, 1, 3]
    assert result.best.tolist() == [4, 2, 2, 1, 4]
    assert result.worst.tolist() == [5, 3, 3, 1, 5]


def test_luck_in_common_does_not_blur_an_order() -> None:
    """Two that differ by a fiftieth of their errors, always by the same amount."""
    common = np.random.default_rng(8).normal(size=100)
    values = np.stack([common, common + 0.002 + 1e-4 * np.random.default_rng(9).normal(size=100)], axis=1)
    result = tied_sets(values.mean(axis=0), values - values.mean(axis=0))
    assert result.tier.tolist() == [2, 1]


def test_the_same_twice_and_nothing_known_are_ties() -> None:
    values = np.random.default_rng(10).normal(size=(40, 3))
    values[:, 1] = values[:, 0]
    estimates = values.mean(axis=0)
    estimates[2] = np.nan
    result = tied_sets(estimates, values - values.mean(axis=0))
    assert not result.greater.any()
    assert (result.best.tolist(), result.worst.tolist(), result.tier.tolist()) == ([1] * 3, [3] * 3, [1] * 3)


def test_a_rare_estimate_is_told_apart_by_its_own_error() -> None:
    """Two ratios differ by six errors of the rare one, which only 10 of 100 blocks hold; and by one."""
    rng = np.random.default_rng(14)
    for distance, apart in ((6, True), (1, False)):
        bottom = np.ones((100, 2))
        bottom[10:, 1] = 0
        top = rng.normal(0, 1e-3, (100, 2))
        top[:10, 1] = stats.zscore(top[:10, 1], ddof=1) + distance / np.sqrt(10)
        result = ratio_influences(top * bottom, bottom)
        assert tied_sets(result.estimate, result.influence).greater[1, 0] == apart


# --- promises ---------------------------------------------------------------------------------------------
# 400 experiments with fixed seeds; allowed is what a joint level of 95 % that falls short (or exceeds) by two points
# would give but once in a million experiments.

EXPERIMENTS = 400
LEAST, MOST = stats.binom.ppf(1e-6, EXPERIMENTS, 0.93), stats.binom.ppf(1 - 1e-6, EXPERIMENTS, 0.97)


@pytest.mark.parametrize(("blocks", "shared"), [(15, 0.0), (30, 0.6)])
def test_all_intervals_hold_together(blocks: int, shared: float) -> None:
    rng, truth = np.random.default_rng(11), np.linspace(-1, 1, 20)
    together = one_by_one = 0
    for _ in range(EXPERIMENTS):
        result = simultaneous(ratio_influences(normal_blocks(rng, blocks, shared, truth), np.ones((blocks, 20))))
        together += bool(((result.low <= truth) & (truth <= result.high)).all())
        one_by_one += bool(((result.pointwise_low <= truth) & (truth <= result.pointwise_high)).all())
    assert LEAST <= together <= MOST
    assert one_by_one < 0.75 * EXPERIMENTS


def test_intervals_of_rare_and_common_things_hold_together() -> None:
    """Shares of counts between 2 and 200 a block, skewed and unequal: five points short at most."""
    rng, truth = np.random.default_rng(12), np.linspace(0.2, 0.5, 12)
    together = 0
    for _ in range(EXPERIMENTS):
        bottom = rng.poisson(np.geomspace(2, 200, 12), (40, 12))
        result = simultaneous(ratio_influences(rng.binomial(bottom, truth), bottom))
        together += bool(((result.low <= truth) & (truth <= result.high)).all())
    assert together >= stats.binom.ppf(1e-6, EXPERIMENTS, 0.90)


def test_orders_are_seldom_wrong() -> None:
    """Nine alike and one better by six standard errors: any wrong pair in 5 % of experiments, 7 % allowed."""
    rng, truth = np.random.default_rng(13), np.r_[np.zeros(9), 1.2]
    wrong = right = 0
    for _ in range(EXPERIMENTS):
        values = normal_blocks(rng, 25, 0.3, truth)
        result = tied_sets(values.mean(axis=0), values - values.mean(axis=0))
        wrong += bool(result.greater[:9].any())
        right += bool(result.best[9] == result.worst[9] == 1)
    assert wrong <= stats.binom.ppf(1 - 1e-6, EXPERIMENTS, 0.07)
    assert right > EXPERIMENTS / 3

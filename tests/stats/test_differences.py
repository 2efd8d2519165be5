"""Differences, paired and not: what they agree with, what pairing gains, and that their intervals hold.

Tests of coverage repeat an experiment 4,000 times, with fixed seeds, and allow what a correct 95 % interval exceeds
once in a million experiments; approximations may fall short by one percentage point.
"""

from math import isnan

import numpy as np
import pytest
from scipy import stats

from tda_sim.stats.differences import Difference, combined, independent, of_pairs, ratio_difference
from tda_sim.stats.exact import exact
from tda_sim.stats.intervals import Estimate, wilson
from tda_sim.stats.jackknife import influences, ratio_influences

REPEATS = 4_000
ENOUGH, AT_MOST = (stats.binom.ppf(p, REPEATS, 0.95) for p in (1e-6, 1 - 1e-6))
NEARLY = stats.binom.ppf(1e-6, REPEATS, 0.94)


def covered(found: list[Difference], truth: float) -> int:
    return sum(one.low <= truth <= one.high for one in found)


# --- shares -----------------------------------------------------------------------------------------------


def newcombe(k1: int, n1: int, k2: int, n2: int) -> Estimate:
    """Return k1 / n1 - k2 / n2 with the interval from two of Wilson's."""
    return combined([wilson(k1, n1), wilson(k2, n2)], [1, -1])


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((6, 7, 2, 7), 0.0582, 0.8062),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 20), -0.1611, 0.2775),
        ((10, 10, 0, 20), 0.6791, 1.0000),
    ],
)
def test_newcombes_own_examples(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """Newcombe (1998), Statistics in Medicine 17, p. 873, table II, method 10."""
    result = newcombe(*counts)
    assert (result.low, result.high) == pytest.approx((low, high), abs=5e-5)
    assert result.estimate == pytest.approx(counts[0] / counts[1] - counts[2] / counts[3])


def test_shares_of_nothing_have_no_difference() -> None:
    result = newcombe(0, 0, 3, 10)
    assert isnan(result.estimate) and isnan(result.low) and result.n == 0


def test_a_difference_of_shares_is_covered() -> None:
    rng = np.random.default_rng(1)
    counts = np.stack([rng.binomial(120, 0.3, REPEATS), rng.binomial(200, 0.25, REPEATS)], axis=1).tolist()
    result = [newcombe(k1, 120, k2, 200) for k1, k2 in counts]
    assert sum(one.low <= 0.05 <= one.high for one in result) >= NEARLY


def test_a_mean_of_shares_near_0_and_1_is_covered() -> None:
    """Exact intervals of the shares are on the safe side, and so is what is made of them."""
    rng, shares = np.random.default_rng(2), (0.001, 0.3, 0.998)
    counts = rng.binomial(1_000, shares, (REPEATS, 3))
    result = [combined([exact(k, 1_000) for k in row], [1 / 3] * 3) for row in counts.tolist()]
    assert sum(one.low <= sum(shares) / 3 <= one.high for one in result) >= ENOUGH


def test_a_weight_below_nothing_turns_an_interval_round() -> None:
    assert combined([Estimate(0.2, 0.1, 0.5, 9)], [-2]) == Estimate(-0.4, -1.0, -0.2, 9)


# --- blocks -----------------------------------------------------------------------------------------------


def test_equal_blocks_in_pairs_are_students_paired_test() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.normal(5, 1, 14), rng.normal(4, 1, 14)
    result = ratio_difference(10 * a, np.full(14, 10), 10 * b, np.full(14, 10))
    theirs = stats.ttest_rel(a, b).confidence_interval()
    assert (result.low, result.high) == pytest.approx((theirs.low, theirs.high))
    assert result.correlation == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert (result.n, result.freedom, result.error) == (14, 13, pytest.approx(stats.sem(a - b)))


def test_equal_blocks_apart_are_welchs_test() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(5, 1, 14), rng.normal(4, 3, 9)
    result = ratio_difference(10 * a, np.full(14, 10), 10 * b, np.full(9, 10), paired=False)
    theirs = stats.ttest_ind(a, b, equal_var=False)
    ends = theirs.confidence_interval()
    assert (result.low, result.high, result.freedom) == pytest.approx((ends.low, ends.high, theirs.df))
    assert (result.correlation, result.gain, result.n) == (0.0, 1.0, 23)


def test_what_pairing_gains() -> None:
    """Blocks that share 3/4 of their variance: a quarter of the games do. 20,000 blocks tell to 2 %, five errors."""
    rng = np.random.default_rng(4)
    common, own = rng.normal(0, 3**0.5, 20_000), rng.normal(size=(2, 20_000))
    result = ratio_difference(common + own[0], np.ones(20_000), common + own[1], np.ones(20_000))
    assert result.correlation == pytest.approx(0.75, abs=0.02)
    assert result.gain == pytest.approx(1 / (1 - result.correlation), rel=0.02)


def test_a_block_that_one_side_lacks_is_left_out() -> None:
    complete = ratio_difference([4, 9], [2, 3], [1, 7], [1, 5])
    assert ratio_difference([4, 5, 9], [2, 1, 3], [1, 0, 7], [1, 0, 5]) == complete


def test_the_same_twice_does_not_differ() -> None:
    result = ratio_difference([4, 9, 3], [2, 3, 2], [4, 9, 3], [2, 3, 2])
    assert (result.estimate, result.low, result.high, result.correlation) == pytest.approx((0, 0, 0, 1))
    assert result.gain == np.inf


def test_one_block_has_no_interval() -> None:
    for paired in (True, False):
        result = ratio_difference([4], [2], [3], [3], paired=paired)
        assert result.estimate == 1
        assert isnan(result.low) and isnan(result.high)


def test_any_two_numbers_from_blocks_can_be_compared() -> None:
    rng = np.random.default_rng(5)
    sizes = np.full(20, 10.0)
    sums = np.stack([np.stack([rng.poisson(50, 20), sizes], axis=1) for _ in range(2)])
    mean = [influences(table, lambda total: total[0] / total[1]) for table in sums]
    theirs = ratio_difference(sums[0, :, 0], sizes, sums[1, :, 0], sizes)
    ours = of_pairs(*mean)
    assert (ours.low, ours.high, ours.gain) == pytest.approx((theirs.low, theirs.high, theirs.gain))
    apart = independent(*(ratio_influences(table[:, 0], sizes) for table in sums))
    assert apart == ratio_difference(sums[0, :, 0], sizes, sums[1, :, 0], sizes, paired=False)


def test_a_difference_is_an_estimate() -> None:
    assert isinstance(ratio_difference([4, 9], [2, 3], [1, 7], [1, 5]), Estimate)


# --- promises ---------------------------------------------------------------------------------------------


def test_paired_ratios_are_covered() -> None:
    """Counts per count of 25 blocks of unequal size, with luck in common: 1.5 against 1.2."""
    rng = np.random.default_rng(6)
    result = []
    for _ in range(REPEATS):
        size, luck = rng.integers(30, 90, 25), rng.gamma(50, 1 / 50, 25)
        bottom_a, bottom_b = size + rng.poisson(5, 25), size + rng.poisson(5, 25)
        tops = rng.poisson(1.5 * luck * bottom_a), rng.poisson(1.2 * luck * bottom_b)
        result.append(ratio_difference(tops[0], bottom_a, tops[1], bottom_b))
    assert NEARLY <= covered(result, 0.3) <= AT_MOST
    assert np.mean([one.gain for one in result]) > 1.2


def test_ratios_of_different_games_are_covered() -> None:
    rng = np.random.default_rng(7)
    result = []
    for _ in range(REPEATS):
        sizes = rng.integers(30, 90, 12), rng.integers(100, 200, 40)
        tops = rng.poisson(1.5 * sizes[0]), rng.poisson(1.2 * sizes[1])
        result.append(ratio_difference(tops[0], sizes[0], tops[1], sizes[1], paired=False))
    assert NEARLY <= covered(result, 0.3) <= AT_MOST


@pytest.mark.parametrize("paired", [True, False])
def test_a_against_a_raises_alarms_at_the_stated_rate(paired: bool) -> None:
    rng = np.random.default_rng(8)
    a, b = rng.normal(6, 1, (2, REPEATS, 16))
    games = np.full(16, 100)
    result = [ratio_difference(100 * x, games, 100 * y, games, paired=paired) for x, y in zip(a, b, strict=True)]
    assert ENOUGH <= covered(result, 0) <= AT_MOST

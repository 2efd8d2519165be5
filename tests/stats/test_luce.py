"""Luce's model: known strengths are found again, likelihoods are greatest, and misfits are told from chance."""

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize, stats

from tda_sim.stats.bootstrap import simultaneous_quantile
from tda_sim.stats.goodness_of_fit import misfit
from tda_sim.stats.luce import NoFitError, fit, win_shares
from tda_sim.stats.ranks import places

Array = NDArray[np.float64]
STRENGTHS = np.array([-0.8, -0.1, 0.2, 0.7])


def one_against(others: int, strategies: int = 4) -> Array:
    """Seats of all cells with one challenger against others."""
    seats = np.zeros((strategies * (strategies - 1), strategies))
    for cell, (challenger, rest) in enumerate(permutations(range(strategies), 2)):
        seats[cell, [challenger, rest]] = 1, others
    return seats


@pytest.mark.parametrize("others", [1, 2, 5])
def test_strengths_are_found_again_from_what_they_expect(others: int) -> None:
    seats = one_against(others)
    assert fit(seats, win_shares(STRENGTHS, seats)) == pytest.approx(STRENGTHS, abs=1e-8)


def test_a_table_of_three_kinds() -> None:
    seats = np.array([[1, 2, 1, 0], [0, 1, 1, 2], [2, 0, 1, 1.0]])
    expected = win_shares(STRENGTHS, seats)
    assert expected[0] == pytest.approx(np.exp(STRENGTHS) * [1, 2, 1, 0] / (np.exp(STRENGTHS) @ [1, 2, 1, 0]))
    assert fit(seats, expected) == pytest.approx(STRENGTHS, abs=1e-8)


def test_the_likelihood_is_the_greatest() -> None:
    seats = one_against(3)
    shares = np.random.default_rng(1).dirichlet(np.ones(4), len(seats)) * (seats > 0)
    shares /= shares.sum(axis=1, keepdims=True)

    def minus_log_likelihood(strengths: Array) -> float:
        expected = win_shares(strengths, seats)
        return -float((shares * np.log(np.where(seats > 0, expected, 1))).sum())

    theirs = optimize.minimize(minus_log_likelihood, np.zeros(4), tol=1e-10).x
    assert fit(seats, shares) == pytest.approx(theirs - theirs.mean(), abs=1e-4)


def test_strengths_explain_the_sums_of_shares() -> None:
    seats = one_against(3)
    shares = np.random.default_rng(2).uniform(0.1, 0.9, len(seats))[:, None] * (seats == 1)
    shares += (1 - shares.sum(axis=1, keepdims=True)) * (seats == 3)
    expected = win_shares(fit(seats, shares), seats)
    assert expected.sum(axis=0) == pytest.approx(shares.sum(axis=0))


@pytest.mark.parametrize("start", [None, STRENGTHS])
def test_extreme_shares_have_a_fit(start: Array | None) -> None:
    strengths = np.array([-14.0, -2.0, 4.0, 12.0])
    assert fit(one_against(5), win_shares(strengths, one_against(5)), start) == pytest.approx(strengths, abs=0.01)


def test_many_data_sets_are_fitted_like_one() -> None:
    seats = one_against(2)
    strengths = np.random.default_rng(3).normal(size=(7, 3, 4))
    many = fit(seats, win_shares(strengths, seats))
    assert many.shape == (7, 3, 4)
    assert many[4, 1] == pytest.approx(fit(seats, win_shares(strengths[4, 1], seats)), abs=1e-12)


def test_no_strength_fits_who_always_wins() -> None:
    with pytest.raises(NoFitError):
        fit(np.array([[1.0, 1.0]]), np.array([[1.0, 0.0]]))


# --- the largest of many deviations -------------------------------------------------------------------------


def test_the_simultaneous_quantile_is_that_of_the_largest() -> None:
    """For ten independent normals: Šidák's; 200,000 repeats put the quantile within 0.02, four standard errors."""
    repeats = np.random.default_rng(7).normal(size=(200_000, 10)) * np.arange(1, 11)
    assert simultaneous_quantile(repeats) == pytest.approx(stats.norm.ppf(0.5 + 0.95**0.1 / 2), abs=0.02)
    assert simultaneous_quantile(np.ones((100, 3))) == 0


# --- ranks ------------------------------------------------------------------------------------------------


def test_places_leave_room_for_what_is_not_told_apart() -> None:
    greater = np.zeros((4, 4), bool)
    greater[0, 2] = greater[0, 3] = greater[1, 3] = True
    low, high = places(greater)
    assert low.tolist() == [1, 1, 2, 3]
    assert high.tolist() == [2, 3, 4, 4]


# --- misfit -----------------------------------------------------------------------------------------------


def test_a_model_that_holds_is_seldom_doubted() -> None:
    """p-values below 5 % in 3,000 experiments: 5 %, give or take 1e-6; the size of noise within 10 %."""
    generator, expected = np.random.default_rng(9), np.linspace(0.1, 0.6, 12)
    trials = np.full(12, 5_000)
    result = [misfit(generator.binomial(trials, expected) / trials, expected, trials, 0) for _ in range(3_000)]
    low, high = stats.binom.ppf([1e-6, 1 - 1e-6], 3_000, 0.05)
    assert low <= sum(one.p_value < 0.05 for one in result) <= high
    assert low <= sum(one.clear.any() for one in result) <= high * 1.1  # the normal approximation
    assert np.sqrt(np.mean([one.size**2 for one in result])) == pytest.approx(result[0].noise, rel=0.1)


def test_a_cell_that_misses_is_named() -> None:
    observed, expected = np.array([0.3, 0.5, 0.2]), np.array([0.3, 0.4, 0.2])
    result = misfit(observed, expected, np.full(3, 10_000), 1)
    assert result.clear.tolist() == [False, True, False]
    assert (result.freedom, result.p_value < 1e-9) == (2, True)


def test_a_share_that_a_model_is_sure_of_is_no_miss() -> None:
    result = misfit(np.array([1.0, 0.4]), np.array([1.0, 0.4]), np.full(2, 1_000), 0)
    assert (result.chi_squared, result.clear.tolist()) == (0, [False, False])


def test_a_model_with_as_many_numbers_as_cells_cannot_miss() -> None:
    result = misfit(np.array([0.4]), np.array([0.4]), np.array([600]), 1)
    assert (result.freedom, result.p_value, result.noise, result.clear.tolist()) == (0, 1.0, 0.0, [False])

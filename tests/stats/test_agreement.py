"""Agreement of judges, and how reliable estimates are."""

from math import isnan, nan

import numpy as np
import pytest
from scipy import stats

from tda_sim.stats.agreement import kendall_w, spearman
from tda_sim.stats.reliability import reliability

# Three executives rank six applicants (Siegel 1956, Nonparametric Statistics, p. 230): W = 0.16.
APPLICANTS = np.array([[1, 6, 3, 2, 5, 4], [1, 5, 6, 4, 2, 3], [6, 3, 2, 5, 4, 1]]).T


def test_kendalls_w_of_a_published_example() -> None:
    assert kendall_w(APPLICANTS) == pytest.approx(25.5 / 157.5)
    assert round(kendall_w(APPLICANTS), 2) == 0.16


def test_kendalls_w_with_ties_is_friedmans_statistic() -> None:
    values = np.random.default_rng(1).integers(0, 6, (15, 4)).astype(float)
    theirs = stats.friedmanchisquare(*values).statistic  # treatments are items, and blocks judges
    assert kendall_w(values) == pytest.approx(theirs / (4 * 14))


def test_w_is_a_mean_of_spearmans_correlations() -> None:
    """Without ties the mean correlation of S judges is (S W - 1) / (S - 1)."""
    values = np.random.default_rng(2).normal(size=(20, 5))
    mean = (spearman(values).sum() - 5) / 20
    assert mean == pytest.approx((5 * kendall_w(values) - 1) / 4)


def test_spearman_is_scipys() -> None:
    values = np.random.default_rng(3).integers(0, 9, (25, 4)).astype(float)
    assert spearman(values) == pytest.approx(stats.spearmanr(values).statistic)


def test_all_agree() -> None:
    values = np.arange(7)[:, None] * [1.0, 2.0, 30.0]
    assert kendall_w(values) == pytest.approx(1)
    assert spearman(values) == pytest.approx(1)


def test_items_without_a_value_are_left_out() -> None:
    with_gap = np.insert(APPLICANTS.astype(float), 2, [nan, 1, 2], axis=0)
    assert kendall_w(with_gap) == kendall_w(APPLICANTS)
    assert spearman(with_gap) == pytest.approx(spearman(APPLICANTS))


def test_who_tells_nothing_apart_agrees_with_nobody() -> None:
    values = np.stack([np.ones(5), np.arange(5.0)], axis=1)
    assert np.isnan(spearman(values)[0]).all()
    assert spearman(values)[1, 1] == 1
    assert isnan(kendall_w(np.ones((5, 3))))
    assert isnan(kendall_w(np.empty((0, 3))))


def test_by_chance_w_is_one_over_the_judges() -> None:
    """The mean over 1,000 sets of ten items by four judges: 1/4 within five standard errors."""
    result = [kendall_w(values) for values in np.random.default_rng(4).normal(size=(1000, 10, 4))]
    assert np.mean(result) == pytest.approx(0.25, abs=5 * np.std(result) / 1000**0.5)


# --- reliability ------------------------------------------------------------------------------------------


def test_reliability_is_the_correlation_with_a_second_set() -> None:
    """Truths of variance 4, errors of 1 on average: 0.8. 20,000 items tell to 0.02, five standard errors."""
    rng = np.random.default_rng(5)
    truth, errors = rng.normal(0, 2, 20_000), rng.choice([0.5, 1.0, 1.75**0.5], 20_000)
    first, second = rng.normal(truth, errors), rng.normal(truth, errors)
    expected = 4 / (4 + np.mean(errors**2))
    assert reliability(first, errors) == pytest.approx(expected, abs=0.02)
    assert np.corrcoef(first, second)[0, 1] == pytest.approx(expected, abs=0.02)
    assert np.corrcoef(first, truth)[0, 1] ** 2 == pytest.approx(expected, abs=0.02)


def test_reliability_by_hand() -> None:
    assert reliability([1, 2, 3, nan, 4], [0.5, 0.5, 0.5, 1, nan]) == pytest.approx(1 - 0.25 / 1)
    assert reliability([1, 2], [5, 5]) == 0
    assert reliability([2, 2], [0.1, 0.1]) == 0
    assert isnan(reliability([2], [0.1]))

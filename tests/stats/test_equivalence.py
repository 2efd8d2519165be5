"""Verdicts about differences, tests of equivalence, and what it takes to tell."""

from math import inf, nan

import numpy as np
import pytest
from scipy import stats

from tda_sim.stats.equivalence import games_needed, tost, verdict
from tda_sim.stats.intervals import student_quantile

EXPERIMENTS = 20_000


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.4, 0.3, "same"),
        (0.1, 0.4, "same"),  # there is a difference, but none that matters
        (0.6, 0.9, "more"),
        (-2, -0.51, "less"),
        (0.4, 0.9, "unclear"),
        (-0.6, 0.1, "unclear"),
        (-3, 3, "unclear"),
        (0.5, 0.5, "unclear"),
        (nan, nan, "unclear"),
    ],
)
def test_the_verdict_is_that_of_the_whole_interval(low: float, high: float, said: str) -> None:
    assert verdict(low, high, smallest=0.5) == said


def test_without_a_margin_nothing_is_ever_the_same() -> None:
    assert [verdict(low, high, 0) for low, high in ((-1, 1), (0.1, 1), (-1, -0.1))] == ["unclear", "more", "less"]


def test_tost_is_the_larger_of_two_students_tests() -> None:
    sample = np.random.default_rng(1).normal(0.1, 1, 25)
    above = stats.ttest_1samp(sample, -0.5, alternative="greater").pvalue
    below = stats.ttest_1samp(sample, 0.5, alternative="less").pvalue
    assert tost(sample.mean(), stats.sem(sample), 24, 0.5) == pytest.approx(max(above, below), rel=1e-12)


def test_tost_without_noise() -> None:
    assert [tost(value, 0.0, 5, 0.5) for value in (0.1, 0.5)] == [0.0, 1.0]
    assert tost(0.1, nan, 5, 0.5) == 1.0
    assert tost(0.0, 0.25, inf, 0.5) == pytest.approx(stats.norm.cdf(-2))


@pytest.mark.parametrize("truth", [0.5, -0.5])
def test_the_same_is_said_of_what_matters_as_seldom_as_stated(truth: float) -> None:
    """At the margin, the worst case, a 90 % interval says so in 5 % of experiments, ± what chance does once in 1e6."""
    rng = np.random.default_rng(2)
    estimates, freedom = rng.normal(truth, 0.1, EXPERIMENTS), 9
    errors = 0.1 * np.sqrt(rng.chisquare(freedom, EXPERIMENTS) / freedom)
    half = student_quantile(0.9, freedom) * errors
    text = [verdict(*ends, 0.5) for ends in zip(estimates - half, estimates + half, strict=True)]
    low, high = stats.binom.ppf([1e-6, 1 - 1e-6], EXPERIMENTS, 0.05)
    assert low <= text.count("same") <= high
    assert low <= text.count("more" if truth > 0 else "less") <= high
    tested = [tost(*each, freedom, 0.5) < 0.05 for each in zip(estimates[:2000], errors[:2000], strict=True)]
    assert [one == "same" for one in text[:2000]] == tested


def test_four_times_the_games_halve_an_interval() -> None:
    assert games_needed(half_width=0.2, games=1000, wanted=0.1) == 4000
    assert games_needed(0.2, 1000, 0.4) == 250
    assert games_needed(nan, 1000, 0.1) == games_needed(0.2, 1000, 0.0) == inf

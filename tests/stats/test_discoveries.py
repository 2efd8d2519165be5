"""Lists of effects that matter: a published example, and how much of a list is false."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tda_sim.stats.false_discovery import adjusted, flagged, p_values

PUBLISHED = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]


def test_the_example_of_benjamini_and_hochberg() -> None:
    """Fifteen p-values of a trial (1995, section 3.2): four hypotheses are rejected with q = 0.05."""
    estimates = stats.norm.isf(np.array(PUBLISHED) / 2)
    assert p_values(estimates, np.ones(15)) == pytest.approx(PUBLISHED)
    assert flagged(estimates, np.ones(15), q=0.05).tolist() == [True] * 4 + [False] * 11
    assert adjusted(p_values(estimates, np.ones(15))) == pytest.approx(multipletests(PUBLISHED, method="fdr_bh")[1])


def test_without_a_margin_p_values_are_students() -> None:
    samples = np.random.default_rng(1).normal(0.3, 1, (5, 12))
    theirs = stats.ttest_1samp(samples, 0, axis=1).pvalue
    assert p_values(samples.mean(axis=1), stats.sem(samples, axis=1), freedom=11) == pytest.approx(theirs)


def test_only_what_matters_is_flagged() -> None:
    """Clearly there but small; large but uncertain; clearly large, up and down; unknown; without error."""
    estimates, errors = [0.5, 3.0, 2.0, -2.0, np.nan, 2.0], [0.01, 2.0, 0.1, 0.1, 0.1, np.nan]
    assert flagged(estimates, errors, smallest=1.0).tolist() == [False, False, True, True, False, False]


def test_nothing_at_all_is_known() -> None:
    assert flagged([np.nan], [np.nan]).tolist() == [False]


def test_the_chance_at_the_margin_is_the_p_value() -> None:
    """An effect of just the margin: p-values below 5 % in 5 % of 40,000 experiments, ± what chance does once in 1e6."""
    rng = np.random.default_rng(2)
    for smallest in (0.0, 0.05, 1.0):
        result = p_values(rng.normal(smallest, 0.1, 40_000), np.full(40_000, 0.1), smallest)
        low, high = stats.binom.ppf([1e-6, 1 - 1e-6], 40_000, 0.05)
        assert low <= (result < 0.05).sum() <= high


def test_few_of_those_flagged_do_not_matter() -> None:
    """60 effects at the margin and 20 beyond it: a share of 0.05 · 60 / 80 of each list is false on average.

    Over 1,500 lists its mean has a standard error of 0.0013; five of them are allowed. All beyond are found by the
    dozen.
    """
    rng, truth = np.random.default_rng(3), np.r_[np.full(30, 1.0), np.full(30, -1.0), np.full(20, 1.4)]
    shares, right = [], 0
    for estimates in rng.normal(truth, 0.1, (1500, 80)):
        result = flagged(estimates, np.full(80, 0.1), smallest=1.0, q=0.05)
        shares.append(result[:60].sum() / max(1, result.sum()))
        right += result[60:].sum()
    assert np.mean(shares) == pytest.approx(0.05 * 60 / 80, abs=5 * 0.0013)
    assert np.std(shares) / 1500**0.5 < 0.0014
    assert right > 12 * 1500

"""Looking again and again, and stopping after a pilot: closed forms, and how often they go wrong."""

from math import log, sqrt

import numpy as np
import pytest
from scipy import stats

from tda_sim.stats.confidence_sequences import (
    confidence_sequence,
    mixture_quantile,
    share_games,
    stein,
)
from tda_sim.stats.exact import exact
from tda_sim.stats.intervals import block_mean, student_quantile

EXPERIMENTS = 2_000
MOST = stats.binom.ppf(1 - 1e-6, EXPERIMENTS, 0.05)  # chance exceeds it once in a million experiments


def test_after_many_blocks_it_is_the_normal_mixture() -> None:
    """Waudby-Smith et al. (2024), equation 9: sqrt(2 (n ρ² + 1) / (n ρ²) · log(sqrt(n ρ² + 1) / α))."""
    g = (-2 * log(0.05) + log(1 - 2 * log(0.05))) / 1e5
    for n in (10**5, 10**6):
        theirs = sqrt(2 * (n * g + 1) / (n * g) * log(sqrt(n * g + 1) / 0.05))
        assert float(mixture_quantile(n, 0.95, 10**5)) == pytest.approx(theirs, rel=1e-3)


def test_looking_at_all_times_costs_half_as_much_again() -> None:
    """1.55 times the interval of a fixed number at the tuned time, 1.66 times at ten times that."""
    wider = mixture_quantile([10**5, 10**6], 0.95, 10**5) / stats.norm.ppf(0.975)
    assert wider == pytest.approx([1.55, 1.66], abs=0.01)


def test_it_is_where_the_mixture_of_likelihood_ratios_passes_its_bound() -> None:
    """Integrated by hand: the ratio of noncentral to central densities of t, over effects from a normal mixture."""
    n, g, effects = 12, 1.0, np.linspace(-8, 8, 4001)
    tightest = (log(1 / 0.05**2) + log(log(1 / 0.05**2) + 1)) / g
    t = float(mixture_quantile(n, 0.95, tightest_at=tightest))
    likelihood = stats.nct.pdf(t, n - 1, effects * sqrt(n)) / stats.t.pdf(t, n - 1)
    mixture = np.trapezoid(likelihood * stats.norm.pdf(effects, 0, sqrt(g)), effects)
    assert mixture == pytest.approx(1 / 0.05, rel=1e-3)


def test_the_first_blocks_say_nothing_yet() -> None:
    low, high = confidence_sequence([4, 5, 6.0], [2, 2, 2])
    assert np.isinf(low).all() and np.isinf(high).all()


def test_ends_lie_around_the_ratio_so_far() -> None:
    rng = np.random.default_rng(1)
    sizes = rng.integers(50, 100, 60)
    totals = rng.poisson(3 * sizes)
    low, high = confidence_sequence(totals, sizes, tightest_at=30)
    known = np.isfinite(low)
    assert known[20:].all()
    assert (low[known] + high[known]) / 2 == pytest.approx((totals.cumsum() / sizes.cumsum())[known])
    fixed = block_mean(totals, sizes)
    factor = float(mixture_quantile(60, 0.95, 30)) / student_quantile(0.95, 59)
    assert high[-1] - low[-1] == pytest.approx(factor * (fixed.high - fixed.low), rel=0.05)


def test_empty_blocks_change_nothing() -> None:
    rng = np.random.default_rng(2)
    sizes, totals = np.full(40, 10.0), rng.poisson(30, 40).astype(float)
    plain = confidence_sequence(totals, sizes, tightest_at=20)
    gaps = confidence_sequence(np.insert(totals, 3, 0.0), np.insert(sizes, 3, 0.0), tightest_at=20)
    assert np.delete(gaps[0], 3) == pytest.approx(plain[0])


def test_peeking_after_every_block_is_seldom_wrong() -> None:
    """400 looks at normal blocks with a variance to be estimated: 5 % of sequences ever miss, at most.

    Intervals for a fixed number of games looked at from the 40th block on, miss in a quarter of them.
    """
    values = np.random.default_rng(3).normal(2, 1, (EXPERIMENTS, 400))
    games = np.full(400, 10.0)
    missed = naive = 0
    fixed = stats.norm.ppf(0.975) / mixture_quantile(np.arange(40, 401), 0.95, 50)
    for row in values:
        low, high = confidence_sequence(10 * row, games, tightest_at=50)
        missed += bool(((low > 2) | (high < 2)).any())
        middle, half = (low[39:] + high[39:]) / 2, (high[39:] - low[39:]) / 2
        naive += bool((np.abs(middle - 2) > half * fixed).any())
    assert EXPERIMENTS / 100 < missed <= MOST
    assert naive > EXPERIMENTS / 5


@pytest.mark.full
def test_peeking_at_a_ratio_is_seldom_wrong() -> None:
    """300 looks at counts per count, skewed and of unequal size."""
    rng = np.random.default_rng(4)
    sizes = rng.integers(20, 60, (EXPERIMENTS, 300))
    totals = rng.poisson(0.4 * sizes)
    missed = 0
    for top, bottom in zip(totals, sizes, strict=True):
        low, high = confidence_sequence(top, bottom, tightest_at=50)
        missed += bool(((low > 0.4) | (high < 0.4)).any())
    assert missed <= MOST


# --- a pilot ----------------------------------------------------------------------------------------------


def test_steins_number() -> None:
    """s² = 2.5 of five values, t = 2.776: 2.776² · 2.5 / 0.5² = 77.08."""
    assert stein([1, 2, 3, 4, 5], 0.5) == 78
    assert stein([1, 2, 3, 4, 5], 0.5, games=1000) == 78_000
    assert stein([1, 2, 3, 4, 5], 100) == 5  # never fewer than the pilot


@pytest.mark.parametrize(("pilot", "width"), [([1.0], 0.5), ([1.0, 2.0], 0.0)])
def test_a_pilot_needs_a_spread_and_a_width(pilot: list[float], width: float) -> None:
    with pytest.raises(ValueError, match="pilot"):
        stein(pilot, width)


def test_after_a_pilot_the_interval_is_as_narrow_as_asked_and_covers() -> None:
    """6,000 experiments with pilots of eight: 95 % at least, less what chance does once in a million experiments.

    The mean of the further values is drawn at once: it is normal.
    """
    rng, covered = np.random.default_rng(5), 0
    for pilot in rng.normal(3, 1, (6_000, 8)):
        n = stein(pilot, 0.25)
        rest = rng.normal(3, 1 / sqrt(n - 8)) * (n - 8) if n > 8 else 0.0
        half = stats.t.ppf(0.975, 7) * pilot.std(ddof=1) / sqrt(n)
        assert half <= 0.25 + 1e-12
        covered += abs((pilot.sum() + rest) / n - 3) <= half
    assert covered >= stats.binom.ppf(1e-6, 6_000, 0.95)


@pytest.mark.sample(4)
@pytest.mark.parametrize("share", [0.0, 0.002, 0.25, 0.9])
def test_after_a_pilot_a_share_is_as_exact_as_asked_and_covered(share: float) -> None:
    """4,000 experiments: 95 % at least, less one point for the pilot's luck and what chance does once in a million.

    Too wide are those whose pilot misses the share on the side away from a half: one in forty, and chance.
    """
    rng, covered, wide = np.random.default_rng(6), 0, 0
    for won in rng.binomial(1_200, share, 4_000).tolist():
        n = max(1_200, share_games(exact(won, 1_200), 0.02))
        result = exact(won + int(rng.binomial(n - 1_200, share)), n)
        covered += result.low <= share <= result.high
        wide += result.high - result.low > 0.04
    assert covered >= stats.binom.ppf(1e-6, 4_000, 0.94)
    assert wide <= stats.binom.ppf(1 - 1e-6, 4_000, 0.025)


def test_a_share_needs_a_width() -> None:
    with pytest.raises(ValueError, match="width"):
        share_games(exact(1, 10), 0)

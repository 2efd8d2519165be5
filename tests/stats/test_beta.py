"""Quantiles of the beta distribution are those of scipy, and where scipy is less exact they are right all the same."""

import random
from math import exp, expm1

import pytest
from scipy.special import betainc, betaincinv, gammaincinv

from tda_sim.stats.beta import lower_quantile
from tda_sim.stats.exact import clopper_pearson, poisson

TAILS = (0.025, 0.005, 1e-4, 1e-7)


def counts(number: int, largest: float) -> list[tuple[float, float, float]]:
    """Return successes, failures and a tail, from fractions of a success to nearly all."""
    chance = random.Random(1)
    drawn = []
    for _ in range(number):
        n = largest ** chance.random()
        share = chance.choice([chance.random(), 10 ** chance.uniform(-5, 0), 1 - 10 ** chance.uniform(-5, 0)])
        drawn.append((n * share, n - n * share, chance.choice(TAILS)))
    return drawn


def test_bounds_of_shares_are_scipys_to_twelve_digits() -> None:
    for successes, failures, tail in counts(2000, largest=100_000):
        low, high = clopper_pearson(successes, n := successes + failures, 1 - 2 * tail)
        tail, failures = (1 - (1 - 2 * tail)) / 2, n - successes  # as they are rounded there
        assert low == pytest.approx(betaincinv(successes, failures + 1, tail), rel=1e-12, abs=1e-20)
        assert 1 - high == pytest.approx(betaincinv(failures, successes + 1, tail), rel=1e-12, abs=2e-16)


def test_they_leave_the_tail_that_is_asked_for_even_of_hundreds_of_millions_of_games() -> None:
    chance = random.Random(2)
    for _ in range(100):
        n, share, tail = 10 ** chance.uniform(6, 9), chance.uniform(0.001, 0.999), chance.choice(TAILS)
        x, rest = lower_quantile(n * share, n - n * share + 1, tail)
        assert betainc(n * share, n - n * share + 1, x) == pytest.approx(tail, rel=1e-5)  # scipy has no more digits
        assert x + rest == pytest.approx(1, rel=1e-15)


def test_both_parts_of_one_keep_their_digits() -> None:
    """With all of n games won the lower bound is the n-th root of the tail: closer to 1 than there are digits."""
    for n in (1, 30, 10**6, 10**12):
        logarithm = -3.6888794541139363 / n  # ln 0.025
        assert lower_quantile(n, 1, 0.025) == pytest.approx((exp(logarithm), -expm1(logarithm)), rel=1e-12)


@pytest.mark.parametrize("n", [1, 1000, 10**9])
def test_nothing_seen_and_nothing_else_seen_have_bounds_in_closed_form(n: int) -> None:
    assert clopper_pearson(0, n) == (0.0, pytest.approx(1 - 0.025 ** (1 / n), rel=1e-6))
    assert clopper_pearson(n, n) == (pytest.approx(0.025 ** (1 / n), rel=1e-12), 1.0)
    assert poisson(0) == (0.0, pytest.approx(3.6888794541139363, rel=1e-12))


def test_bounds_of_events_are_scipys_to_nine_digits() -> None:
    chance = random.Random(3)
    for events in [1, 2, 499, 500, 501, *(500 ** chance.uniform(-1, 1) for _ in range(300))]:
        tail = chance.choice(TAILS)
        low, high = poisson(events, 1 - 2 * tail)
        tail = (1 - (1 - 2 * tail)) / 2
        assert low == pytest.approx(gammaincinv(events, tail), rel=1e-9, abs=1e-100)
        assert high == pytest.approx(gammaincinv(events + 1, 1 - tail), rel=1e-9)

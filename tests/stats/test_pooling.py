"""Random effects: a published data set, closed forms, and promises kept in simulations."""

from math import isnan, nan

import numpy as np
import pytest
from scipy import stats

from tda_sim.stats.random_effects import Pooled, random_effects

EXPERIMENTS = 1_500

TRIALS = np.array(  # of a vaccine: ill and well with it, ill and well without (Colditz et al. 1994, JAMA 271, p. 698)
    [
        (4, 119, 11, 128),
        (6, 300, 29, 274),
        (3, 228, 11, 209),
        (62, 13536, 248, 12619),
        (33, 5036, 47, 5761),
        (180, 1361, 372, 1079),
        (8, 2537, 10, 619),
        (505, 87886, 499, 87892),
        (29, 7470, 45, 7232),
        (17, 1699, 65, 1600),
        (186, 50448, 141, 27197),
        (5, 2493, 3, 2338),
        (27, 16886, 29, 17825),
    ]
)


def test_a_published_data_set() -> None:
    """Log risk ratios of 13 trials: τ² = 0.3286 by Hedges, Q = 152.23, as in R's metafor (method "HE", unweighted)."""
    ill, well, ill_without, well_without = TRIALS.T
    ratios = np.log(ill / (ill + well)) - np.log(ill_without / (ill_without + well_without))
    variances = 1 / ill - 1 / (ill + well) + 1 / ill_without - 1 / (ill_without + well_without)
    result = random_effects(ratios, np.sqrt(variances))
    assert (result.tau2, result.q) == (pytest.approx(0.3286, abs=1e-4), pytest.approx(152.2330, abs=1e-4))
    assert result.i2 == pytest.approx(1 - 12 / 152.2330)
    assert result.estimate == pytest.approx(-0.7407, abs=1e-4)
    assert (result.n, result.sign_agreement) == (13, pytest.approx(11 / 13))


def test_it_is_students_interval_whatever_the_errors() -> None:
    """One more truth is expected where Student's interval has one more estimate; τ² is s² less the squared errors."""
    values, errors = np.array([1.0, 2.5, 0.3, 3.1, 1.9]), np.array([0.2, 0.1, 0.3, 0.2, 0.1])
    result = random_effects(values, errors)
    theirs = stats.ttest_1samp(values, 0).confidence_interval()
    s2 = values.var(ddof=1)
    reach = stats.t.ppf(0.975, 4) * np.sqrt(s2 * (1 + 1 / 5))
    assert (result.low, result.high) == pytest.approx((theirs.low, theirs.high))
    assert result.tau2 == pytest.approx(s2 - (errors**2).mean())
    assert result.prediction_high - result.estimate == pytest.approx(reach)
    assert result.estimate - result.prediction_low == pytest.approx(reach)


def test_estimates_that_are_all_the_same_keep_their_errors() -> None:
    errors = np.array([0.1, 0.2, 0.1, 0.3])
    result = random_effects(np.full(4, 0.7), errors)
    assert (result.tau2, result.i2, result.q, result.sign_agreement) == (0, 0, pytest.approx(0), 1)
    half = stats.t.ppf(0.975, 3) * np.sqrt((errors**2).mean() / 4)
    assert result.high - result.estimate == pytest.approx(half)


def test_units_do_not_matter() -> None:
    values, errors = np.array([0.1, 0.5, -0.2, 0.9]), np.array([0.1, 0.2, 0.15, 0.1])
    small, large = random_effects(values * 1e-6, errors * 1e-6), random_effects(values * 1e6, errors * 1e6)
    assert small.high * 1e12 == pytest.approx(large.high)
    assert small.prediction_low * 1e12 == pytest.approx(large.prediction_low)


def test_what_few_estimates_can_say() -> None:
    none, one, two = (random_effects(values, [0.1] * len(values)) for values in ([], [0.4], [0.4, 0.5]))
    assert isnan(none.estimate) and none.n == 0
    assert (one.estimate, one.n) == (0.4, 1) and isnan(one.low)
    assert two.low < 0.45 < two.high
    assert isnan(two.prediction_low)


def test_estimates_without_an_error_are_left_out() -> None:
    values, errors = [0.4, 0.5, nan, 0.9, 2.0], [0.1, 0.2, 0.1, 0.1, nan]
    assert random_effects(values, errors) == random_effects([0.4, 0.5, 0.9], [0.1, 0.2, 0.1])


def test_exact_estimates_count_alike() -> None:
    result = random_effects([1.0, 2.0, 6.0], [0.0, 0.0, 0.0])
    assert result.estimate == pytest.approx(3.0)
    assert result.tau2 == pytest.approx(7.0)
    same = random_effects([2.0, 2.0, 2.0], [0.0, 0.0, 0.0])
    assert (same.low, same.high, same.sign_agreement) == (pytest.approx(2), pytest.approx(2), 1)


def simulated(rng: np.random.Generator, spread: float, strategies: int) -> tuple[Pooled, float]:
    """A summary of strategies whose truths lie around 0.3, and the truth of one more."""
    errors = rng.choice([0.05, 0.1, 0.2], strategies)
    truths = rng.normal(0.3, spread, strategies + 1)
    return random_effects(rng.normal(truths[:-1], errors), errors), truths[-1]


@pytest.mark.parametrize(("spread", "strategies"), [(0.0, 5), (0.1, 4), (0.1, 8), (0.3, 4), (0.3, 7)])
def test_means_and_predictions_hold(spread: float, strategies: int) -> None:
    """Intervals of 95 % may miss by a point and a half more than they should (errors differ, which Student does not
    know), and by what chance exceeds once in a million experiments."""
    rng = np.random.default_rng(1)
    result = [simulated(rng, spread, strategies) for _ in range(EXPERIMENTS)]
    least = stats.binom.ppf(1e-6, EXPERIMENTS, 0.935)
    assert sum(one.low <= 0.3 <= one.high for one, _ in result) >= least
    assert sum(one.prediction_low <= truth <= one.prediction_high for one, truth in result) >= least

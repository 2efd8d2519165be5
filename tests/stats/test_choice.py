"""The conditional logit: known coefficients are found again, as statsmodels finds them."""

import numpy as np
import pytest
from numpy.typing import NDArray
from statsmodels.discrete.conditional_models import ConditionalLogit

from tda_sim.stats import luce
from tda_sim.stats.conditional_logit import fit, probabilities
from tda_sim.stats.luce import NoFitError

Array = NDArray[np.float64]
TRUTH = np.array([0.8, -0.3, 0.05])


def games(seed: int, n: int = 300, seats: int = 4) -> tuple[Array, Array]:
    """Features of seats, and who won."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(n, seats, 3)) * [1, 2, 10]
    chances = probabilities(features, TRUTH).cumsum(axis=1)
    winners = (rng.random((n, 1)) > chances[:, :-1]).sum(axis=1)
    return features, np.eye(seats)[winners]


def test_probabilities_are_those_of_the_model() -> None:
    result = probabilities([[[1.0, 0.0], [0.0, 1.0]]], [np.log(3), 0.0])
    assert result == pytest.approx(np.array([[0.75, 0.25]]))
    assert probabilities(np.array([[[1e4], [0.0]]]), [1.0]) == pytest.approx(np.array([[1.0, 0.0]]))


def test_coefficients_are_found_again_from_what_they_expect() -> None:
    features, _ = games(1)
    assert fit(features, probabilities(features, TRUTH)) == pytest.approx(TRUTH, abs=1e-8)


def test_it_is_statsmodels_conditional_logit() -> None:
    features, won = games(2)
    model = ConditionalLogit(won.ravel(), features.reshape(-1, 3), groups=np.repeat(np.arange(300), 4))
    assert fit(features, won) == pytest.approx(model.fit(disp=False).params, abs=1e-4)


def test_with_a_feature_for_each_strategy_it_is_luces_model() -> None:
    seats = np.array([[1, 2, 1, 0], [0, 1, 1, 2], [2, 0, 1, 1.0], [1, 1, 1, 1]])
    strengths = np.array([-0.8, -0.1, 0.2, 0.7])
    holders = np.array([np.repeat(np.arange(4), row.astype(int)) for row in seats])
    features = np.eye(4)[holders][:, :, 1:]  # strength compared with that of the first
    shares = luce.win_shares(strengths, seats)
    each = np.take_along_axis(shares / np.maximum(seats, 1), holders, axis=1)
    assert fit(features, each) == pytest.approx(strengths[1:] - strengths[0], abs=1e-7)


def test_shared_wins_count_in_shares_and_weights_count_games() -> None:
    features, won = games(3, n=60)
    half = won.copy()
    half[0] = [0.5, 0.5, 0, 0]
    split = np.concatenate([features[:1], features]), np.concatenate([[[1.0, 0, 0, 0]], half])
    split[1][1] = [0, 1, 0, 0]
    weights = np.r_[0.5, 0.5, np.ones(59)]
    assert fit(*split, weights=weights) == pytest.approx(fit(features, half), abs=1e-8)


def test_estimates_err_as_the_curvature_says() -> None:
    """The mean square of standardised errors over 200 data sets is one, within five standard errors, and no bias."""
    standardised = []
    for seed in range(200):
        features, won = games(100 + seed, n=400)
        chance = probabilities(features, TRUTH)
        around = features - np.einsum("gn,gnf->gf", chance, features)[:, None]
        variance = np.linalg.inv(np.einsum("gn,gnf,gnh->fh", chance, around, around)).diagonal()
        standardised.append((fit(features, won) - TRUTH) / np.sqrt(variance))
    errors = np.array(standardised)
    assert np.mean(errors**2, axis=0) == pytest.approx(1, abs=5 * (2 / 200) ** 0.5)
    assert errors.mean(axis=0) == pytest.approx(0, abs=5 / 200**0.5)


def test_features_that_settle_every_game_have_no_finite_fit() -> None:
    features, won = games(4, n=50)
    features[:, :, 0] = won
    with pytest.raises(NoFitError):
        fit(features, won)
    held = fit(features, won, penalty=0.5)
    assert np.isfinite(held).all() and held[0] > 1


def test_features_that_say_the_same_have_no_fit() -> None:
    features, won = games(5, n=50)
    features[:, :, 1] = 2 * features[:, :, 0] + 1
    with pytest.raises(NoFitError, match="same"):
        fit(features, won)


def test_a_feature_that_is_the_same_for_all_seats_has_no_fit() -> None:
    features, won = games(6, n=50)
    features[:, :, 1] = np.arange(50)[:, None]
    with pytest.raises(NoFitError, match="same for all seats"):
        fit(features, won)


def test_no_games_have_no_fit() -> None:
    with pytest.raises(NoFitError, match="no games"):
        fit(np.zeros((0, 4, 2)), np.zeros((0, 4)))

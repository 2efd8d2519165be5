"""Pooling where most are alike and a few far out: what is noise shrinks to nothing, what is certain stays."""

import numpy as np

from tda_sim.stats.shrinkage import adaptive_pooling

GROUPS = ["one"] * 300 + ["other"] * 100


def sparse(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """True values, of which one in twenty is far out, noisy values, and their errors."""
    generator = np.random.default_rng(seed)
    truth = np.where(generator.random(400) < 0.05, generator.normal(0, 8, 400), 0.0) + np.repeat([0.0, 2.0], [300, 100])
    error = generator.uniform(0.8, 1.2, 400)
    return truth, truth + error * generator.normal(size=400), error


def test_pooled_values_are_closer_to_the_truth_and_intervals_hold_on_average() -> None:
    closer, holding = [], []
    for seed in range(20):
        truth, value, error = sparse(seed)
        found = adaptive_pooling(value, error, GROUPS)
        closer.append(((found.estimate - truth) ** 2).mean() / ((value - truth) ** 2).mean())
        holding.append(((found.low <= truth) & (truth <= found.high)).mean())
    assert np.mean(closer) < 0.4 and np.mean(holding) > 0.95


def test_what_is_far_out_hardly_moves_and_the_rest_does() -> None:
    truth, value, error = sparse(1)
    found = adaptive_pooling(value, error, GROUPS)
    far = np.abs(truth - np.repeat([0.0, 2.0], [300, 100])) > 8
    assert far.any() and (np.abs(found.estimate - value)[far] < error[far]).all() and (found.weight[far] > 0.8).all()
    assert np.median(found.weight[~far]) < 0.3


def test_pure_noise_shrinks_to_the_mean() -> None:
    generator = np.random.default_rng(2)
    found = adaptive_pooling(generator.normal(5, 1, 400), np.ones(400), GROUPS)
    assert found.estimate.std() < 0.3 and abs(found.estimate.mean() - 5) < 0.2


def test_a_few_stay_as_they_are() -> None:
    found = adaptive_pooling([1.0, 2.0], [0.5, 0.5], ["one", "one"])
    assert found.estimate.tolist() == [1.0, 2.0] and found.low[0] < 0.1 < found.high[0]

"""What would stay the same in other games: chances that come true in lists that are really measured twice."""

import numpy as np

from tda_sim.stats.agreement import rank_agreement
from tda_sim.stats.jackknife import mean_scale
from tda_sim.stats.replications import replications, same_top, stays_ahead

CARDS, BLOCKS, WORLDS = 40, 30, 200


def measured(generator: np.random.Generator, truth: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Estimates by means over blocks, and what each block adds to their errors."""
    blocks = truth + noise * np.sqrt(BLOCKS) * generator.standard_normal((BLOCKS, len(truth)))
    return blocks.mean(axis=0), (blocks - blocks.mean(axis=0)) / mean_scale(BLOCKS)


def test_chances_come_true_in_second_lists() -> None:
    """Mean chance less share of those that came true: beyond 0.1 either way in about 1 of 100 tests."""
    text, true = [], []
    for seed in range(WORLDS):
        generator = np.random.default_rng(seed)
        truth = generator.normal(0, 1, CARDS)
        (one, shifts), (two, _) = (measured(generator, truth, 0.15) for _ in range(2))
        others, order = replications(one, shifts, repeats=300), np.argsort(-one)
        text.append([same_top(one, others, 5), same_top(-one, -others, 5), stays_ahead(others, order[0], order[1])])
        again = two[None]
        true.append([same_top(one, again, 5), same_top(-one, -again, 5), stays_ahead(again, order[0], order[1])])
    assert (np.abs(np.mean(text, axis=0) - np.mean(true, axis=0)) < 0.1).all()
    assert 0.2 < np.mean(text, axis=0)[0] < 0.8  # neither sure nor hopeless


def test_a_list_of_noise_alone_would_not_come_again() -> None:
    """A top five by chance is drawn again in far fewer than 1 of 100 cases."""
    one, shifts = measured(np.random.default_rng(1), np.zeros(CARDS), 1.0)
    assert same_top(one, replications(one, shifts), 5) < 0.01


def test_rank_agreement_is_corrected_for_noise_on_the_scale_of_ranks() -> None:
    """Mean over 200 worlds, whose standard error is below 0.01; values with a long tail, as cards have them."""
    corrected, observed, ceiling, truths = [], [], [], []
    for seed in range(WORLDS):
        generator = np.random.default_rng(seed)
        first = generator.lognormal(0, 1.2, CARDS)
        second = first * np.exp(generator.normal(0, 0.5, CARDS))
        truths.append(np.corrcoef(*(np.argsort(np.argsort(each)) for each in (first, second)))[0, 1])
        result = rank_agreement(*measured(generator, first, 0.4), *measured(generator, second, 0.4))
        corrected.append(result.corrected)
        observed.append(result.observed)
        ceiling.append(result.ceiling)
    assert abs(np.mean(corrected) - np.mean(truths)) < 0.03
    assert np.mean(observed) < np.mean(truths) - 0.08
    assert abs(np.mean(observed) / np.mean(ceiling) - np.mean(truths)) < 0.04


def test_noise_that_two_lists_share_is_no_agreement() -> None:
    """Two lists over the same blocks, with the same noise and opposite truths."""
    generator = np.random.default_rng(3)
    truth, noise = generator.normal(0, 1, CARDS), 0.6 * generator.standard_normal((BLOCKS, CARDS)) * np.sqrt(BLOCKS)
    lists = []
    for sign in (1, -1):
        blocks = sign * truth + noise
        lists += [blocks.mean(axis=0), (blocks - blocks.mean(axis=0)) / mean_scale(BLOCKS)]
    result = rank_agreement(*lists)
    assert result.observed > -0.7 and result.corrected == -1


def test_too_little_is_no_agreement() -> None:
    few, noise = np.zeros((3, 5)), measured(np.random.default_rng(4), np.linspace(-1, 1, CARDS), 0.7)
    assert np.isnan(rank_agreement(np.arange(5.0), few, np.arange(5.0), few).corrected)
    mostly_noise = rank_agreement(*noise, *noise)
    assert 0 < mostly_noise.reliability[0] < 0.4 and np.isnan(mostly_noise.corrected)

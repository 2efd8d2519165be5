"""Factorial experiments with games: the same numbers as textbook least squares, and intervals that hold.

Coverage is tried 600 times, with fixed seeds; fewer than 93 % holding has a chance of 1 in 60 for each of the effects,
of 1 in 30,000 for both of two.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from tda_sim.stats.factorial import Fit, Sums, least_squares, sums_of_games
from tda_sim.stats.simultaneous import simultaneous

PLAYERS = 4
KINDS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])
EFFECTS = np.array([0.1, -0.05, 0.0])

Array = NDArray[np.float64]


def games(seed: int, count: int, kinds: Array = KINDS) -> tuple[NDArray[np.int64], Array]:
    """Kinds of seats drawn with equal chances, and who won: by chances that follow the effects."""
    generator = np.random.default_rng(seed)
    seats = generator.integers(0, len(kinds), (count, PLAYERS))
    own = (kinds @ EFFECTS)[seats]
    chance = 1 / PLAYERS + (PLAYERS * own - own.sum(axis=1, keepdims=True)) / (PLAYERS - 1)
    winner = (generator.random((count, 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(max=PLAYERS - 1)
    return seats, (np.arange(PLAYERS) == winner[:, None]).astype(float)


def blocks(seats: NDArray[np.int64], won: Array, size: int, kinds: Array = KINDS) -> Sums:
    parts = [
        sums_of_games(kinds, seats[start : start + size], won[start : start + size])
        for start in range(0, len(seats), size)
    ]
    squares, products, held = (np.stack(each) for each in zip(*parts, strict=True))
    return Sums(PLAYERS, squares, products, held)


def fitted(seed: int = 1, count: int = 2_000, size: int = 50, kinds: Array = KINDS) -> Fit:
    return least_squares(blocks(*games(seed, count, kinds), size, kinds))


def test_effects_are_those_of_least_squares_over_all_seats() -> None:
    seats, won = games(1, 500)
    own = KINDS[seats].astype(float)
    others = (own.sum(axis=1, keepdims=True) - own) / (PLAYERS - 1)
    table, above_par = (own - others).reshape(-1, 3), won.ravel() - 1 / PLAYERS
    known = np.linalg.lstsq(table, above_par, rcond=None)[0]
    result = least_squares(blocks(seats, won, 50))
    np.testing.assert_allclose(result.effects, known, atol=1e-12)
    assert result.blocks.tolist() == [10, 10, 10]


def test_errors_are_those_of_leaving_out_a_block() -> None:
    seats, won = games(2, 300)
    whole = least_squares(blocks(seats, won, 50))
    without = [np.delete(np.arange(300), np.arange(start, start + 50)) for start in range(0, 300, 50)]
    left_out = np.array([least_squares(blocks(seats[rest], won[rest], 50)).effects for rest in without])
    squared = 5 / 6 * ((left_out - whole.effects) ** 2).sum(axis=0)
    np.testing.assert_allclose(whole.combination(np.eye(3)).error, np.sqrt(squared))


def test_sums_over_blocks_add_up_to_the_digit() -> None:
    seats, won = games(3, 700)
    whole, cut = sums_of_games(KINDS, seats, won), blocks(seats, won, 33)
    for one, parts in zip(whole, (cut.squares, cut.products, cut.held), strict=True):
        assert (one == parts.sum(axis=0)).all()


def test_where_everybody_has_one_only_differences_are_known() -> None:
    result = fitted(kinds=np.eye(3))
    alone, between = result.combination([[1, 0, 0]]), result.combination([[1, -1, 0], [1, -0.5, -0.5]])
    assert np.isnan(alone.estimate).all() and np.isnan(alone.error).all()
    assert between.estimate == pytest.approx([0.15, 0.125], abs=4 * between.error.max())


def test_a_feature_that_nobody_had_is_not_known() -> None:
    kinds = np.column_stack([KINDS, np.zeros(len(KINDS))])[:, [0, 1, 3]]
    result = least_squares(blocks(*games(1, 500), 50, kinds)).combination(np.eye(3))
    assert np.isnan(result.estimate).tolist() == [False, False, True]
    assert result.blocks.tolist() == [10, 10, 0]


def test_intervals_hold_one_by_one_and_all_at_once() -> None:
    each, together = np.zeros(3), 0
    for seed in range(600):
        result = simultaneous(fitted(seed, 400, 20).combination(np.eye(3)))
        each += (result.pointwise_low <= EFFECTS) & (result.pointwise_high >= EFFECTS)
        together += bool(((result.low <= EFFECTS) & (result.high >= EFFECTS)).all())
    assert (each >= 0.93 * 600).all() and together >= 0.93 * 600

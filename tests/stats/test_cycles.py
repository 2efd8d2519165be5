"""Cycles among who beats whom."""

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from tda_sim.stats.cycles import cycles


def beats(n: int, *wins: tuple[int, int]) -> NDArray[np.bool_]:
    matrix = np.zeros((n, n), bool)
    for first, second in wins:
        matrix[first, second] = True
    return matrix


def test_an_order_has_no_cycle() -> None:
    assert cycles(np.triu(np.ones((6, 6), bool), 1)) == []


def test_nobody_beats_anybody() -> None:
    assert cycles(beats(3)) == []


def test_rock_paper_scissors() -> None:
    assert cycles(beats(3, (0, 2), (2, 1), (1, 0))) == [(0, 2, 1)]


def test_the_shortest_come_first() -> None:
    wins = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 4)]
    assert cycles(beats(7, *wins)) == [(4, 5, 6), (0, 1, 2, 3)]


def test_two_ways_of_the_same_length_are_both_there() -> None:
    wins = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 0)]
    assert cycles(beats(5, *wins)) == [(0, 1, 2, 4), (0, 1, 3, 4)]


@pytest.mark.parametrize("seed", range(8))
def test_all_cycles_of_three_are_found(seed: int) -> None:
    upper = np.triu(np.random.default_rng(seed).random((9, 9)) < 0.5, 1)
    matrix = upper | (np.tril(np.ones((9, 9), bool), -1) & ~upper.T)  # everybody beats, or is beaten by, everybody
    by_hand = {abc for abc in permutations(range(9), 3) if abc[0] == min(abc) and is_cycle(matrix, abc)}
    result = cycles(matrix)
    assert {cycle for cycle in result if len(cycle) == 3} == by_hand
    assert all(is_cycle(matrix, cycle) for cycle in result)


def is_cycle(matrix: NDArray[np.bool_], cycle: tuple[int, ...]) -> bool:
    return all(matrix[a, b] for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))

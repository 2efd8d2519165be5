from collections import Counter
from itertools import pairwise

import pytest

from tda_sim.errors import UserError
from tda_sim.runs.plan import chunk_count, chunk_games, line_up, seatings, usual_chunk


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_all_orders_come_up_once(players: int) -> None:
    rows = seatings(range(players), fixed=False)[:, :players].tolist()
    assert len(rows) == len(set(map(tuple, rows)))
    assert all(sorted(row) == list(range(players)) for row in rows)
    assert len(rows) == [2, 6, 24, 120, 720][players - 2]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_in_every_block_of_n_games_each_strategy_sits_in_each_seat_once(players: int) -> None:
    rows = seatings(range(players), fixed=False)[:, :players]
    for first in range(0, len(rows), players):
        block = rows[first : first + players]
        assert all(sorted(seat) == list(range(players)) for seat in block.T.tolist())
        circles = {tuple(row[(row.tolist().index(0) + k) % players] for k in range(players)) for row in block}
        assert len(circles) == 1  # the rotations of one circular order


def test_everybody_sits_beside_everybody_equally_often() -> None:
    rows = seatings(range(4), fixed=False)[:, :4].tolist()
    assert set(Counter(pair for row in rows for pair in pairwise([*row, row[0]])).values()) == {len(rows) // 3}


def test_fixed_seats_have_one_order() -> None:
    assert seatings([2, 0, 1], fixed=True).tolist() == [[2, 0, 1, -1, -1, -1]]


def test_one_strategy_has_one_order() -> None:
    assert seatings([0, 0], fixed=False).tolist() == [[0, 0, -1, -1, -1, -1]]


def test_a_strategy_given_twice_takes_two_places_of_the_circle() -> None:
    rows = seatings([0, 0, 1], fixed=False)[:, :3].tolist()
    assert Counter(row.index(1) for row in rows) == {0: 2, 1: 2, 2: 2}


def test_one_name_fills_all_seats() -> None:
    assert line_up("random", 3) == ("random", "random", "random")
    assert line_up("a, b", 2) == line_up(["a", "b"], 2) == ("a", "b")


@pytest.mark.parametrize("names", ["a,b", "a,b,c,d", "a,,c", "", ["a", "b"]])
def test_other_numbers_of_strategies_are_errors(names: str | list[str]) -> None:
    with pytest.raises(UserError, match="for 3 players"):
        line_up(names, 3)


@pytest.mark.parametrize("games", [1, 1_999, 2_000, 2_001, 100_000, 1_000_000, 10**9])
def test_chunks_hold_all_games(games: int) -> None:
    size = usual_chunk(games)
    count = chunk_count(games, size)
    assert 2_000 <= size <= 25_000
    assert (count - 1) * size + chunk_games(count - 1, games, size) == games
    assert 0 < chunk_games(count - 1, games, size) <= size

"""Standings from meetings that were written down."""

import numpy as np
import pytest

from tda_sim.measures.standing import Meeting, standing

BLOCKS, SIZE = 20, 100
SHARES = {("ant", "bee"): 0.4, ("ant", "cat"): 0.3, ("bee", "cat"): 0.4}  # of two-player games


def meeting(challenger: str, others: str, share: float, seed: int = 1) -> Meeting:
    """Games whose blocks lie three points above or below such a share in turn."""
    won = np.array([share + (-1) ** block * 0.03 for block in range(BLOCKS)])
    shares = np.stack([won, 1 - won], axis=1)
    games = BLOCKS * SIZE
    return Meeting(challenger, others, seed, games, (share * games, (1 - share) * games), shares)


def test_the_strongest_comes_first_and_both_sides_of_a_meeting_are_seen() -> None:
    found = standing([meeting(*names, share) for names, share in SHARES.items()], players=2)
    assert found.names == ("cat", "bee", "ant")
    assert found.payoff.estimate.tolist() == [
        pytest.approx(row) for row in ([0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5])
    ]
    assert found.rank.tolist() == found.worst_rank.tolist() == [1, 2, 3]
    assert found.rating.estimate.sum() == pytest.approx(0) and found.zero is None
    assert found.beats.tolist() == [[False, True, True], [False, False, True], [False, False, False]]
    assert found.cycles == ()


def test_the_order_of_meetings_makes_no_difference() -> None:
    meetings = [meeting(*names, share, seed) for seed, (names, share) in enumerate(SHARES.items())]
    one, other = standing(meetings, players=2), standing(meetings[::-1], players=2)
    assert one.names == other.names
    assert (one.rating.low == other.rating.low).all() and (one.model == other.model).all()


def test_three_that_beat_each_other_in_turn_are_a_cycle() -> None:
    found = standing([meeting("ant", "bee", 0.6), meeting("bee", "cat", 0.6), meeting("ant", "cat", 0.4)], players=2)
    (cycle,) = found.cycles
    assert sorted(cycle) == ["ant", "bee", "cat"]
    assert found.unclear.any()  # no ratings say that

"""Games of many decks, rules and strategies come to the same, to the bit, as when their digests were written."""

import numpy as np
import pytest
import tallies
from digests import feed

from tda_sim.definitions import library
from tda_sim.engine.compiler import jit

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="too many games for plain Python")
KEPT = tallies.kept()


def test_what_is_kept_is_what_is_played() -> None:
    assert tuple(KEPT) == tallies.LINE_UPS and len(set(tallies.LINE_UPS)) == 35
    assert all(set(digests) == {str(tallies.FEW), str(tallies.MANY)} for digests in KEPT.values())


def test_line_ups_are_of_all_numbers_of_players_and_most_decks() -> None:
    decks = {line_up.partition(":")[0].split(" + ")[0] for line_up in tallies.LINE_UPS}
    assert {line_up.count(",") + 1 for line_up in tallies.LINE_UPS} == {2, 3, 4, 5, 6}
    assert len(decks) > len(library.available("deck")) / 2


def test_a_digest_would_show_a_single_piece_of_gold() -> None:
    class State:
        def __init__(self) -> None:
            self.seen = b""

        def update(self, content: bytes) -> None:
            self.seen += content

    cells = np.zeros(2, [("seat", np.int8), ("gold", np.int16, (3,))])
    before, after = State(), State()
    feed(before, cells)
    cells["gold"][1, 2] += 1
    feed(after, cells)
    assert before.seen != after.seen and len(before.seen) == len(after.seen)


@pytest.mark.parametrize("line_up", tallies.LINE_UPS)
def test_games_come_to_the_same_as_ever(line_up: str) -> None:
    result = tallies.digest(line_up, tallies.FEW)
    assert result == KEPT[line_up][str(tallies.FEW)], "if the change is meant: python tests/engine/tallies.py"

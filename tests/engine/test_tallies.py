"""Games of many decks, rules and strategies come to the same, to the bit, as when their digests were written."""

import numpy as np
import pytest
import tallies
from digests import feed

from tda_sim.agents.levels import levels
from tda_sim.definitions import library
from tda_sim.engine.compiler import jit

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="too many games for plain Python")
KEPT = tallies.kept()


def test_what_is_kept_is_what_is_played() -> None:
    assert tuple(KEPT) == tallies.LINE_UPS and len(set(tallies.LINE_UPS)) == len(tallies.LINE_UPS)
    assert all(set(digests) == {str(tallies.FEW), str(tallies.MANY)} for digests in KEPT.values())


def test_line_ups_are_of_all_numbers_of_players_and_have_every_deck_strategy_and_level() -> None:
    read = [tallies.LINE_UP.fullmatch(line_up) for line_up in tallies.LINE_UPS]
    decks = {each["deck"].split(" + ")[0] for each in read if each is not None}
    players = [each["players"].split(", ") for each in read if each is not None]
    assert {len(each) for each in players} == {2, 3, 4, 5, 6}
    assert decks == {*library.available("deck")}
    names = {name.partition(":")[0] for each in players for name in each}
    assert names == {*library.available("strategy"), *levels()}


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

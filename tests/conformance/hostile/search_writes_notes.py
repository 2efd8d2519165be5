"""Writes where the strategy that it plays ahead with has its notes."""

from tda_sim.kit import helper
from tda_sim.kit.searching import fast_answer

FAST = "strongest"


@helper
def note(me):
    me.memory[0] = 1  # refused: but not change it


def search(game, seat):
    note(game.me)
    return fast_answer(game, seat)

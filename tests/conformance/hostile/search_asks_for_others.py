"""Finds out what the fast strategy would do in another seat, with the hand that is held there."""

from tda_sim.kit.searching import fast_answer

FAST = "strongest"


def search(game, seat):
    return fast_answer(game, (seat + 1) % game.table.players) % game.asking.n  # faulted: its own seat

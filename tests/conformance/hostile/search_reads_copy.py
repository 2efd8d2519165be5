"""Looks into the hands of the game that it plays ahead."""

from tda_sim.kit.searching import open_copy

FAST = "strongest"


def search(game, seat):
    copy = open_copy(game, seat)
    return copy.hand[(seat + 1) % game.table.players].card[0] % game.asking.n  # refused: no field hand

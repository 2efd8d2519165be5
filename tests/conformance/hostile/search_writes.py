"""Makes itself rich while it plays ahead."""

from tda_sim.kit import helper
from tda_sim.kit.searching import fast_answer

FAST = "strongest"


@helper
def enrich(table, seat):
    table.hoard[seat] = 1000  # refused: but not change it


def search(game, seat):
    enrich(game.table, seat)
    return fast_answer(game, seat)

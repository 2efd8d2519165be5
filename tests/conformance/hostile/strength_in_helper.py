"""Makes its own cards strong, for all games to come."""

from tda_sim.kit import helper


@helper
def strengthen(cards, me):
    for k in range(me.n):
        cards.strength[me.card[k]] = 13  # refused: but not change it


def score(cards, table, me, question, option):
    strengthen(cards, me)
    return 0

"""Adds gold to its own hoard through a helper, and always takes the first option."""

from tda_sim.kit import helper


@helper
def help_oneself(table, seat):
    table.hoard[seat] += 10  # refused: but not change it


def choose(cards, table, me, question):
    help_oneself(table, me.seat)
    return 0

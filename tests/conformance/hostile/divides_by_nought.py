"""Divides by nought in a helper."""

from tda_sim.kit import helper


@helper
def share(gold, parts):
    return gold // parts  # faulted: ZeroDivisionError


def choose(cards, table, me, question):
    return share(table.stakes, table.gambit - table.gambit)

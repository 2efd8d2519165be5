"""Writes through another name for what it was handed, got from a tuple."""


def choose(cards, table, me, question):
    first, _ = table, me
    first.stakes = 0  # refused: but not change it
    return 0

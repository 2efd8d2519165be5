"""Writes through another name for an array that it was handed."""


def choose(cards, table, me, question):
    h = table.hoard
    h[me.seat] = 1000  # refused: but not change it
    return 0

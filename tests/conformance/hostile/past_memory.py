"""Writes past its notes."""


def choose(cards, table, me, question):
    me.memory[table.gambit + 15] = 7  # faulted: IndexError
    return 0

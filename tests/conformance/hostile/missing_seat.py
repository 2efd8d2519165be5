"""Looks at a seat where nobody sits."""


def score(cards, table, me, question, option):
    return table.hoard[table.players]  # faulted: IndexError

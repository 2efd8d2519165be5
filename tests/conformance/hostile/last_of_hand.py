"""Takes the place before the first for the last one, as Python's lists do."""


def choose(cards, table, me, question):
    return me.card[-1] % question.n  # faulted: IndexError

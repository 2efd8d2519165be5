"""Reads the options past its own, which remain of questions to others."""


def choose(cards, table, me, question):
    return question.option[question.n] % question.n  # faulted: IndexError

"""Takes any option, each with the same chance."""

from tda_sim.kit import below


def choose(cards, table, me, question):
    return below(me.stream, question.n)

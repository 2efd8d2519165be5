"""Takes any option, each with the same chance."""

from tda_sim.dice.kit import below


def choose(dragons, table, me, question):
    return below(me.stream, question.n)

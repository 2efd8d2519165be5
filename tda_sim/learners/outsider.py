"""Asks an external player."""

from tda_sim.learners.asking import ask

PARAMETERS = {"desk": 0}  # the address of what it reads and writes


def choose(cards, table, me, question):
    """Pass the question on."""
    return ask(cards, table, me, question)

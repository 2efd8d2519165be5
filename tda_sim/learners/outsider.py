"""Asks somebody outside, who is no part of the program."""

from tda_sim.learners.asking import ask

PARAMETERS = {"desk": 0}  # the address of what it reads and writes


def choose(cards, table, me, question):
    """Hand the question on."""
    return ask(cards, table, me, question)

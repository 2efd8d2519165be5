"""Plays on, makes the richest opponent pay, and banishes what keeps its own strongest flight from winning.

Where gold counts beyond this gambit, it withdraws in the last round if it is hopelessly behind.
"""

from tda_sim.dice.kit import plain_choice


def choose(dragons, table, me, question):
    return plain_choice(table, me.seat, question)

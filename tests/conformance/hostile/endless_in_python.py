"""Thinks for ever, in plain Python."""

import itertools


def decide(cards, table, me, question):
    return sum(itertools.repeat(0))  # ended: takes more than

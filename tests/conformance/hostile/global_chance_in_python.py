"""Draws from Python's random numbers, in plain Python; the same option comes of it."""

import random  # caught: keeps


def decide(cards, table, me, question):
    return min(random.randrange(2), 0)

"""Draws from NumPy's random numbers, so that no game can be repeated."""

import numpy as np


def choose(cards, table, me, question):
    return np.random.randint(question.n)  # refused: cannot be repeated

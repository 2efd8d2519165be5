"""Reads past an array of its own, in whatever lies behind it."""

import numpy as np

from tda_sim.kit import helper


@helper
def beyond(numbers, k):
    return numbers[k]  # faulted: IndexError


def choose(cards, table, me, question):
    return beyond(np.zeros(4, np.int64), 1000 * table.round) % question.n

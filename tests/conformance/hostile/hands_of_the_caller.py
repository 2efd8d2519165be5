"""Finds out from its caller where the game lies, and reads the hand beside its own."""

import ctypes
import sys

from tda_sim.engine.layout import PRIVATE

CARDS = PRIVATE.fields["card"][1]


def decide(cards, table, me, question):  # caught: hidden
    own = sys._getframe(1).f_locals["addresses"][2]
    other = own + PRIVATE.itemsize * (1 if me.seat == 0 else -1)
    return ctypes.c_int64.from_address(other + CARDS).value % question.n

"""Finds out from its caller where the game lies, and makes itself rich."""

import ctypes
import sys

from tda_sim.engine.layout import TABLE

HOARD = TABLE.fields["hoard"][1]


def decide(cards, table, me, question):  # caught: untouched
    place = sys._getframe(1).f_locals["addresses"][1]
    ctypes.c_int64.from_address(place + HOARD + 8 * me.seat).value += 10
    return 0

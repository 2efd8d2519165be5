"""Reads where there is no memory."""

import ctypes


def decide(cards, table, me, question):
    return ctypes.c_int64.from_address(8).value  # ended: crashes the process

"""Leaves Python while it is loaded."""

import sys

sys.exit(0)  # refused: SystemExit


def choose(cards, table, me, question):
    return 0

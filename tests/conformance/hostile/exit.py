"""Leaves Python."""

import sys


def decide(cards, table, me, question):
    return sys.exit(0)  # faulted: SystemExit

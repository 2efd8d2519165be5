"""Ends the process, and nobody hears of it."""

import os


def decide(cards, table, me, question):  # ended: ends the process (exit code 3)
    os._exit(3)

"""Counts in its module how often it was asked, in all games."""

asked = [0]  # caught: keeps


def decide(cards, table, me, question):
    asked[0] += 1
    return 0

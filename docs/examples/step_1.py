"""Plays the strongest card."""

from tda_sim.seats.kit import Question


def score(cards, table, me, question, option):
    if question.kind == Question.PLAY:
        return cards.strength[option]
    return 0

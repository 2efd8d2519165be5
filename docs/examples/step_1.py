"""Plays the strongest card."""

from tda_sim.kit import Question


def score(cards, table, me, question, option):
    if question.kind == Question.PLAY:
        return cards.strength[option]
    return 0

"""Plays the strongest card, and antes the weakest."""

from tda_sim.kit import Question


def score(cards, table, me, question, option):
    if question.kind == Question.PLAY:
        return cards.strength[option]
    if question.kind == Question.ANTE:
        return -cards.strength[option]
    return 0

"""Antes its strongest card, to raise the stakes of every gambit, and then goes all out to win them."""

from tda_sim.kit import Question, plain_worth, stakes_with


def score(cards, table, me, question, option):
    if question.kind == Question.ANTE:
        return cards.strength[option]
    worth = plain_worth(cards, table, me, question, option)
    return worth + stakes_with(cards, table, me, option) // 2 if question.kind == Question.PLAY else worth

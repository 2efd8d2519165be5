"""Starts from the kit's valuation, and adds the stakes, times the chance of winning them."""

from tda_sim.kit import Question, plain_worth, stakes_with


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PLAY:
        return worth + stakes_with(cards, table, me, option)
    return worth

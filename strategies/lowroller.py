"""Antes its weakest card, to keep stakes low, and saves its good cards for gambits in which others have raised them."""

from tda_sim.kit import Question, card_worth, plain_worth

DEAR = 7  # gold in the stakes for each player


def score(cards, table, me, question, option):
    if question.kind == Question.ANTE:
        return -cards.strength[option]
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PLAY and table.stakes < DEAR * table.playing:
        return worth - card_worth(cards, me, option) // 2
    return worth

"""Lets others lead, and plays below the card to its right, so that its own powers trigger."""

from tda_sim.kit import GOLD, Question, has_power, plain_worth, triggered_worth, would_trigger


def score(cards, table, me, question, option):
    if question.kind == Question.ANTE:
        return -cards.strength[option]
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PLAY and has_power(cards, option) and would_trigger(cards, table, me.seat, option):
        return worth + 2 * GOLD + triggered_worth(cards, table, me, option)
    return worth

"""Plays every gambit to win it, whatever that costs in cards; when its hand is empty it buys another one."""

from tda_sim.kit import GOLD, Question, Word, card_worth, plain_worth, stakes_with

NO_MATTER = -100 * GOLD


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PLAY:
        return worth + stakes_with(cards, table, me, option) + card_worth(cards, me, option)
    if option == Word.PAY:
        return NO_MATTER  # any card goes before a piece of gold does
    return worth

"""Collects dragons of one colour, and plays them together for colour flights."""

from tda_sim.kit import GOLD, Question, comes_to_hand, gathered_colour, leaves_hand, plain_worth

COLLECTED = 2 * GOLD  # for each card that goes with another one


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if option < 0:
        return worth
    if question.kind == Question.PLAY:
        together = gathered_colour(cards, table, me, option)
        complete = 0 < table.rules.colour_flight <= together
        return worth + COLLECTED * (2 * together if complete else together)
    if leaves_hand(question):
        return worth - COLLECTED * gathered_colour(cards, table, me, option)
    if comes_to_hand(question):
        return worth + COLLECTED * gathered_colour(cards, table, me, option)
    return worth

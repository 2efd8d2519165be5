"""Plays little at first, and strikes in the last round: with its best card if that wins, or else with its worst."""

from tda_sim.kit import GOLD, Question, plain_worth, rounds_left, stakes_with, strength_that_counts


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PLAY:
        if rounds_left(table) > 0:
            return worth - GOLD // 2 * strength_that_counts(cards, table, option)
        return worth + stakes_with(cards, table, me, option)
    return worth

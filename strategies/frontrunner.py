"""Plays above all others while there are rounds to come, so that it leads the next one."""

from tda_sim.kit import GOLD, Question, effect_code, has_effect, plain_worth, rounds_left, strongest_played

LEAD = effect_code("lead_next_round")
LEADING = 5 * GOLD  # what it thinks of leading a round


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PLAY and rounds_left(table) > 0:
        if cards.strength[option] > strongest_played(cards, table) or has_effect(cards, option, LEAD):
            return worth + LEADING + GOLD // 4 * cards.strength[option]
    return worth

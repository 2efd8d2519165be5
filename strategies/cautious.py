"""Plays to its purse: cheap antes and gold now while it is poor, high antes and the stakes while it is richest."""

from tda_sim.kit import GOLD, Question, Word, plain_worth, richest_opponent, stakes_with, triggered_worth

DANGER = 15  # gold that a single gambit may cost


def score(cards, table, me, question, option):
    own, best = table.hoard[me.seat], table.hoard[richest_opponent(table, me)]
    poor, rich = own <= DANGER or 2 * own < best, own > best
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.ANTE and (poor or rich):
        return cards.strength[option] if rich else -cards.strength[option]
    if question.kind == Question.PLAY:
        if poor:
            return worth + triggered_worth(cards, table, me, option)
        return worth + stakes_with(cards, table, me, option) if rich else worth
    if option == Word.PAY and poor:
        return worth - DANGER * GOLD
    return worth

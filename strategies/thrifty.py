"""Antes and plays cheaply: the weakest card that triggers, and otherwise the weakest there is."""

from tda_sim.seats.kit import Question, Word, has_power, would_trigger


def score(cards, table, me, question, option):
    if question.kind == Question.PICK_SEAT:
        return table.hoard[option]
    if question.kind == Question.GIVE_OR_PAY:  # gold is dearer than a weak card
        return 10 * (-question.gold) if option == Word.PAY else -20 - cards.strength[option]
    if option < 0:
        return 0.0
    strength = cards.strength[option]
    if question.kind == Question.PLAY:
        triggers = has_power(cards, option) and would_trigger(cards, table, me.seat, option)
        return (100 if triggers else 0) - strength
    if question.kind == Question.TAKE_FROM_ANTE or question.kind == Question.DISCARD_FROM_FLIGHT:
        return strength
    return -strength

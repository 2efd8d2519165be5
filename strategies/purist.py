"""Keeps its flight all good or all evil, so that no dragon god bars it and no power punishes a mixed flight."""

from tda_sim.kit import GOLD, Group, Question, comes_to_hand, has, helper, in_group, leaves_hand, plain_worth

PURE = 6 * GOLD


@helper
def leaning(cards, table, me):
    """How much flight and hand lean to the good: negative if to the evil. The flight weighs most."""
    good = 0
    for k in range(me.n):
        good += in_group(cards, me.card[k], Group.GOOD_DRAGON) - in_group(cards, me.card[k], Group.EVIL_DRAGON)
    side = has(cards, table, me.seat, Group.GOOD_DRAGON) - has(cards, table, me.seat, Group.EVIL_DRAGON)
    return good + 20 * side


@helper
def purity(cards, table, me, card):
    """Whether a card is of the side that it leans to: 1, of the other one: -1, or of none: 0."""
    side = in_group(cards, card, Group.GOOD_DRAGON) - in_group(cards, card, Group.EVIL_DRAGON)
    return side if leaning(cards, table, me) >= 0 else -side


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if option < 0 or question.kind == Question.PICK_SEAT or question.kind == Question.SHARE:
        return worth
    if question.kind == Question.PLAY or comes_to_hand(question):
        return worth + PURE * purity(cards, table, me, option)
    if leaves_hand(question):
        return worth - GOLD // 4 * purity(cards, table, me, option)
    return worth

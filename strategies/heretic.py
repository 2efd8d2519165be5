"""Turns gambits upside down: seeks cards that let the weakest flight win, and plays low as soon as it holds one."""

from tda_sim.kit import (
    GOLD,
    Question,
    ante_effect_code,
    comes_to_hand,
    effect_code,
    has_effect,
    helper,
    leaves_hand,
    plain_worth,
    would_trigger,
)

REVERSE, ANTE_REVERSES = effect_code("weakest_flight_wins"), ante_effect_code("weakest_flight_wins")
HERESY = 20 * GOLD


@helper
def holds_reversal(cards, me):
    """Whether the hand holds a card whose power has the weakest flight win."""
    for k in range(me.n):
        if has_effect(cards, me.card[k], REVERSE):
            return True
    return False


@helper
def reverses_in_ante(cards, card):
    """Whether a card in the ante has the weakest flight win."""
    for at in range(cards.ante[card], cards.ante_end[card]):
        if cards.op[at] == ANTE_REVERSES:
            return True
    return False


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if option < 0:
        return worth
    reverses = has_effect(cards, option, REVERSE)
    if question.kind == Question.ANTE and reverses_in_ante(cards, option):
        return HERESY
    if question.kind == Question.PLAY:
        if reverses:
            return worth + HERESY if would_trigger(cards, table, me.seat, option) else worth - HERESY
        return worth - (GOLD // 2 if holds_reversal(cards, me) else GOLD // 16) * cards.strength[option]
    if leaves_hand(question):
        return worth - HERESY if reverses else worth
    if comes_to_hand(question):
        return HERESY if reverses else -cards.strength[option]
    return worth

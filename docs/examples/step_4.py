"""Also answers the questions of powers: gives weak cards away, and pays rather than give a strong one."""

from tda_sim.kit import (
    Question,
    Word,
    blow,
    effect_code,
    gold_collected,
    helper,
    is_exchanged,
    is_spent,
    share_worth,
    special_flight_with,
    would_trigger,
)

STEAL, COLLECT, DRAW = effect_code("steal"), effect_code("collect"), effect_code("draw")
GIVE_OR_PAY, TAKE_CARD = effect_code("give_or_pay"), effect_code("take_random_card")
CARD = 3  # gold that another card is worth
PARAMETERS = {"pay": 8}  # it pays rather than give away a card of more than this strength


@helper
def gain(cards, table, seat, card):
    """The gold that a card's power would bring, and what the cards that it would bring are worth."""
    gold = 0
    for step in range(cards.power[card], cards.power_end[card]):
        op = cards.op[step]
        if op == STEAL:
            gold += min(cards.arg[step, 0], table.stakes)
        elif op == COLLECT:
            gold += gold_collected(cards, table, seat, card, step)
        elif op == DRAW:
            gold += CARD * cards.arg[step, 0]
        elif op == GIVE_OR_PAY or op == TAKE_CARD:
            gold += CARD
    return gold


@helper
def word_score(me, word):
    """Taking gold and using powers is good, paying as bad as giving a card of some strength away."""
    if word == Word.PAY:
        return -me.parameter[0]
    return 100.0 if word == Word.TAKE or word == Word.YES else 0.0


def score(cards, table, me, question, option):
    kind = question.kind
    if kind == Question.PICK_SEAT:
        return table.hoard[option]
    if kind == Question.SHARE:
        return share_worth(table, me.seat, option)
    if option < 0:
        return word_score(me, option)
    strength = cards.strength[option]
    if kind == Question.PLAY:
        value = strength + special_flight_with(cards, table, me.seat, option)
        if would_trigger(cards, table, me.seat, option):
            value += gain(cards, table, me.seat, option)
        return value
    if kind == Question.DISCARD_FROM_FLIGHT:
        return blow(cards, table, me.seat, option)
    if is_exchanged(kind):
        return 6 - strength
    return -strength if kind == Question.ANTE or is_spent(kind) else strength

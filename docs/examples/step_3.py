"""Plays strong cards and cards whose power brings gold now, and antes the weakest."""

from tda_sim.kit import Question, effect_code, gold_collected, helper, special_flight_with, would_trigger

STEAL, COLLECT, DRAW = effect_code("steal"), effect_code("collect"), effect_code("draw")
GIVE_OR_PAY, TAKE_CARD = effect_code("give_or_pay"), effect_code("take_random_card")
CARD = 3  # gold that another card is worth


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


def score(cards, table, me, question, option):
    if question.kind == Question.PLAY:
        value = cards.strength[option] + special_flight_with(cards, table, me.seat, option)
        if would_trigger(cards, table, me.seat, option):
            value += gain(cards, table, me.seat, option)
        return value
    if question.kind == Question.ANTE:
        return -cards.strength[option]
    return 0

"""Fills its hand: draws and takes cards whenever it can, gives up the worst, and pays rather than give one away."""

from tda_sim.kit import Question, Word, card_worth, effect_code, helper, part_worth, plain_worth, would_trigger

DRAW, TAKE_WEAKEST = effect_code("draw"), effect_code("take_weakest_ante")
TAKE_ANTE, TAKE_CARD = effect_code("take_from_ante"), effect_code("take_random_card")


@helper
def cards_gained(cards, table, me, card):
    """What the cards are worth that a card's power brings to hand."""
    gained = part_worth(cards, table, me, card, DRAW) + part_worth(cards, table, me, card, TAKE_WEAKEST)
    return gained + part_worth(cards, table, me, card, TAKE_ANTE) + part_worth(cards, table, me, card, TAKE_CARD)


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.ANTE:
        return -card_worth(cards, me, option)
    if question.kind == Question.PLAY:
        gained = cards_gained(cards, table, me, option) if would_trigger(cards, table, me.seat, option) else 0
        return worth + 2 * gained - card_worth(cards, me, option)
    if option == Word.PAY:
        return 0  # gold comes back; a card does not
    return worth

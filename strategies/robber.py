"""Empties stakes and hands: plays what robs when it triggers, takes gold now, and gives nothing away."""

from tda_sim.seats.kit import Question, Word, effect_code, helper, would_trigger

STEAL, COLLECT = effect_code("steal"), effect_code("collect")
GIVE_OR_PAY, TAKE_CARD = effect_code("give_or_pay"), effect_code("take_random_card")


@helper
def loot(cards, table, card):
    """Roughly what a card's power robs: gold from the stakes or from others, and cards from their hands."""
    gold = 0
    for step in range(cards.power[card], cards.power_end[card]):
        op = cards.op[step]
        if op == STEAL:
            gold += min(cards.arg[step, 0], table.stakes)
        elif op == COLLECT:
            gold += cards.arg[step, 0]
        elif op == GIVE_OR_PAY:
            gold += 5
        elif op == TAKE_CARD:
            gold += 3
    return gold


def score(cards, table, me, question, option):
    if question.kind == Question.PICK_SEAT:
        return table.hoard[option] + 3 * table.hand_size[option]
    if option < 0:
        return 100.0 if option == Word.TAKE else 0.0
    robs = loot(cards, table, option)
    if question.kind == Question.PLAY:
        return 10 * robs if would_trigger(cards, table, me.seat, option) else -cards.strength[option]
    if question.kind == Question.ANTE or question.kind == Question.DISCARD_FROM_HAND:
        return -robs
    return robs

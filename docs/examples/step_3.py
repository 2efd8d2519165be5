"""Plays cards that are strong or whose power brings gold now, and antes the weakest."""

from tda_sim.seats.kit import Question, effect_code, gold_collected, helper, special_flight_with, would_trigger

STEAL, COLLECT = effect_code("steal"), effect_code("collect")


@helper
def gain(cards, table, seat, card):
    """The gold that a card's power would bring: from the stakes, and from opponents."""
    gold = 0
    for step in range(cards.power[card], cards.power_end[card]):
        if cards.op[step] == STEAL:
            gold += min(cards.arg[step, 0], table.stakes)
        elif cards.op[step] == COLLECT:
            gold += gold_collected(cards, table, seat, card, step)
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

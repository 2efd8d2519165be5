"""Robs the stakes and other hands: plays cards that steal when they trigger, takes gold now, and gives nothing away."""

from tda_sim.kit import (
    Question,
    Word,
    answer_about_abilities,
    blow,
    effect_code,
    helper,
    is_exchanged,
    is_of_abilities,
    is_spent,
    share_worth,
    would_trigger,
)

STEAL, COLLECT = effect_code("steal"), effect_code("collect")
GIVE_OR_PAY, TAKE_CARD = effect_code("give_or_pay"), effect_code("take_random_card")
CARD = 3  # gold that any card is worth
FRESH = 1.5  # what a card from the deck robs


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
            gold += CARD
    return gold


@helper
def word_score(cards, table, me, question, word):
    """What is said instead of naming a card, in gold; a card gives way to one that robs, and to no other."""
    if word == Word.PAY:
        return -1.0 * question.gold
    if word == Word.TAKE or word == Word.YES:
        return 100.0
    if word == Word.ALL:
        total = 0.0
        for k in range(me.n):
            total += FRESH - loot(cards, table, me.card[k])
        return total
    if question.kind == Question.SWAP:
        return 0.5
    return -1.0 if question.kind == Question.COPY_FROM_HAND else 0.0


def score(cards, table, me, question, option):
    kind = question.kind
    if is_of_abilities(kind):
        return answer_about_abilities(cards, table, me, question, option)
    if kind == Question.PICK_SEAT:
        return table.hoard[option] + CARD * table.hand_size[option]
    if kind == Question.SHARE:
        return share_worth(table, me.seat, option)
    if option < 0:
        return word_score(cards, table, me, question, option)
    robs = loot(cards, table, option)
    if kind == Question.PLAY:
        return 10 * robs if would_trigger(cards, table, me.seat, option) else -cards.strength[option]
    if kind == Question.DISCARD_FROM_FLIGHT:
        return blow(cards, table, me.seat, option)
    if kind == Question.REPLACE_IN_FLIGHT:
        return -cards.strength[option]
    if is_exchanged(kind):
        return FRESH - robs
    if is_spent(kind) or kind == Question.ANTE:
        return -CARD - robs
    return robs - CARD if kind == Question.REPLACE_FROM_HAND else robs

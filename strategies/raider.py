"""Takes gold out of the stakes as early and as often as it can, and leaves the rest to the winner."""

from tda_sim.kit import (
    GOLD,
    Question,
    Word,
    comes_to_hand,
    effect_code,
    has_effect,
    leaves_hand,
    part_worth,
    plain_worth,
    would_trigger,
)

STEAL = effect_code("steal")
LOOT = 5 * GOLD  # what it thinks of a card that steals


def score(cards, table, me, question, option):
    worth = plain_worth(cards, table, me, question, option)
    if option < 0:
        return worth + LOOT if option == Word.TAKE else worth
    if question.kind == Question.PLAY:
        if would_trigger(cards, table, me.seat, option):
            return worth + 2 * part_worth(cards, table, me, option, STEAL)
        return worth - LOOT if has_effect(cards, option, STEAL) else worth
    if has_effect(cards, option, STEAL):
        if leaves_hand(question):
            return worth - LOOT
        if comes_to_hand(question):
            return worth + LOOT
    return worth

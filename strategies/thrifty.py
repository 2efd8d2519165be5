"""Antes and plays cheaply: the weakest card that triggers, and otherwise the weakest card in hand.

It spends weak cards, and takes strong ones where they are free. It uses every power that costs nothing.
"""

from tda_sim.kit import (
    Question,
    Word,
    answer_about_abilities,
    blow,
    has_power,
    helper,
    is_exchanged,
    is_of_abilities,
    share_worth,
    would_trigger,
)

AVERAGE = 6  # strength of a card from the deck
WEAK = 4  # a card no stronger than this may be spent for the sake of its power


@helper
def is_free(kind):
    """Whether the answer is a card that comes to the player, and no other has to be spent for it."""
    if kind == Question.TAKE_FROM_ANTE or kind == Question.KEEP_LOOKED:
        return True
    return kind == Question.PLAY_LOOKED or kind == Question.SWAP


@helper
def word_score(cards, me, question, word):
    """What is said instead of naming a card."""
    kind = question.kind
    if word == Word.PAY:  # gold is dearer than a weak card
        return -10.0 * question.gold
    if word == Word.ALL:
        total = 0
        for k in range(me.n):
            total += AVERAGE - cards.strength[me.card[k]]
        return float(total)
    if kind == Question.SWAP:
        return cards.strength[question.card] + 0.5
    if kind == Question.REPLACE_FROM_HAND:
        return -WEAK - 0.5
    if kind == Question.COPY_FROM_HAND:
        return -100.0
    return 1.0 if word == Word.TAKE or word == Word.YES else 0.0


def score(cards, table, me, question, option):
    kind = question.kind
    if is_of_abilities(kind):
        return answer_about_abilities(cards, table, me, question, option)
    if kind == Question.PICK_SEAT:
        return table.hoard[option]
    if kind == Question.SHARE:
        return share_worth(table, me.seat, option)
    if option < 0:
        return word_score(cards, me, question, option)
    strength = cards.strength[option]
    if kind == Question.PLAY:
        triggers = has_power(cards, option) and would_trigger(cards, table, me.seat, option)
        return (100 if triggers else 0) - strength
    if is_exchanged(kind):
        return AVERAGE - strength
    if kind == Question.GIVE_OR_PAY:
        return -20 - strength
    if kind == Question.DISCARD_FROM_FLIGHT:
        return blow(cards, table, me.seat, option)
    return strength if is_free(kind) else -strength

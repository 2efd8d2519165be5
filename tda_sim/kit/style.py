"""A plain player's answer to every question, for strategies to fall back on where their style has no view of its own.

`plain_worth` judges any option, in sixteenths of a gold piece: a style is written as what it likes better or worse
than that.
"""

from tda_sim.engine.jit import rule as helper
from tda_sim.engine.looks import flight_strength, owner_in_flights, special_flight_with, weakest_wins
from tda_sim.engine.terms import Question, Word
from tda_sim.kit.weighing import is_barred_with
from tda_sim.kit.worth import (
    CARD,
    CHOOSE,
    COLLECT,
    DRAW,
    EVERY_EFFECT,
    GIVE_OR_PAY,
    GOLD,
    REPLACE_TOP,
    TAKE_RANDOM,
    card_worth,
    has_effect,
    power_worth,
    stakes_if,
    stakes_with,
    strength_that_counts,
    triggered_worth,
    worth_of_steps,
)

ENDS_LAST = 1 << 20  # a card that is replaced by its power triggers after the others


@helper
def plain_worth(cards, table, me, question, option):
    """What an option is worth to a player without any particular style."""
    kind = question.kind
    if kind == Question.PLAY:
        return play_worth(cards, table, me, option)
    if kind == Question.ANTE:
        return ante_worth(cards, option)
    if kind == Question.PICK_SEAT:
        return GOLD * table.hoard[option] + CARD * table.hand_size[option]
    if kind == Question.SHARE:
        return 1 << 40 if option == me.seat else -table.hoard[option]
    if option < 0:
        return word_worth(cards, table, me, question, option)
    if comes_to_hand(question):
        return card_worth(cards, option)
    if kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL:
        return CARD - card_worth(cards, option)
    if kind == Question.DISCARD_FROM_FLIGHT:
        return target_worth(cards, table, me, option)
    if kind == Question.REPLACE_IN_FLIGHT:
        return -strength_that_counts(cards, table, option)
    if kind == Question.REPLACE_FROM_HAND or kind == Question.SWAP or kind == Question.PLAY_LOOKED:
        return replacement_worth(cards, table, me, question, option)
    if kind == Question.COPY_POWER or kind == Question.COPY_FROM_HAND:
        return power_worth(cards, table, me, option, question.card)
    if kind == Question.TRIGGER_NEXT:
        last = ENDS_LAST if has_effect(cards, option, REPLACE_TOP) else 0
        return power_worth(cards, table, me, option, option) - last
    return -card_worth(cards, option)  # a hand card to part with: given away, discarded, or put into the ante


@helper
def leaves_hand(question):
    """Whether the question is which hand card to part with, other than by playing it."""
    kind = question.kind
    if kind == Question.ANTE or kind == Question.PUT_INTO_ANTE or kind == Question.DISCARD_FROM_HAND:
        return True
    return kind == Question.GIVE_OR_PAY or kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL


@helper
def comes_to_hand(question):
    """Whether the question is which card to get into hand."""
    kind = question.kind
    return kind == Question.TAKE_FROM_ANTE or kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE


@helper
def play_worth(cards, table, me, card):
    """What it is worth to play a card: the stakes it may win, its power, special flights, less its worth in hand."""
    value = stakes_with(cards, table, me, card) + triggered_worth(cards, table, me, card)
    if table.turns < table.playing - 1:
        value -= 3 * cards.strength[card]  # what the next player plays triggers the easier
    return value + GOLD * special_flight_with(cards, table, me.seat, card) - card_worth(cards, card)


@helper
def ante_worth(cards, card):
    """What it is worth to ante a card: middling ones that bring in nothing can be spared, strong ones make it dear."""
    over = cards.strength[card] - 5
    value = -4 * over if over > 0 else over
    for at in range(cards.power[card], cards.power_end[card]):
        op = cards.op[at]
        if op == COLLECT or op == GIVE_OR_PAY or op == TAKE_RANDOM or op == DRAW:
            value -= 12
    return value


@helper
def word_worth(cards, table, me, question, word):
    """What an option is worth that is neither a card nor a seat."""
    if word == Word.PAY:
        return -GOLD * question.gold
    if word == Word.TAKE or word == Word.STAKES:
        return branch_worth(cards, table, me, question.card, word)
    if word == Word.YES:
        return power_worth(cards, table, me, question.about, question.about)
    if word == Word.ALL:
        value = 0
        for k in range(me.n):
            value += CARD - card_worth(cards, me.card[k])
        return value
    if question.kind == Question.REPLACE_FROM_HAND or question.kind == Question.SWAP:
        return stakes_if(cards, table, me, 0, False)
    return 0  # no power used, or no more cards exchanged


@helper
def branch_worth(cards, table, me, card, word):
    """What one of the two lists of a choice is worth; where the power is a copied one, gold now."""
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == CHOOSE:
            first = at + 1 if word == Word.TAKE else cards.arg[at, 0]
            return worth_of_steps(cards, table, me, first, cards.power_end[card], card, EVERY_EFFECT)
    return GOLD if word == Word.TAKE else 0


@helper
def replacement_worth(cards, table, me, question, card):
    """What it is worth that a card takes the place of the one that asks, and triggers."""
    value = power_worth(cards, table, me, card, card) + GOLD * special_flight_with(cards, table, me.seat, card)
    if not is_barred_with(cards, table, me.seat, card, question.card):
        gained = cards.strength[card] - cards.strength[question.card]
        value += stakes_if(cards, table, me, gained, False)
    return value - card_worth(cards, card) if question.kind == Question.REPLACE_FROM_HAND else value


@helper
def target_worth(cards, table, me, card):
    """What it is worth that a card leaves its flight: the strongest rival's loss, an own one for want of others."""
    owner, strength = owner_in_flights(table, card), cards.strength[card]
    if weakest_wins(table):
        return strength if owner == me.seat else -strength
    return -GOLD * strength - ENDS_LAST if owner == me.seat else strength + flight_strength(cards, table, owner)

"""The worth of the options of any question. With the usual weights, these are the answers of a plain player."""

from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import flight_strength, is_barred, owner_in_flights, special_flight_with, weakest_wins
from tda_sim.engine.terms import Question, Word
from tda_sim.kit.chances import chance_if, chance_now, stakes_won
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth, exchange_gain
from tda_sim.kit.playing import (
    ante_worth,
    look_out,
    play_worth,
    something_in_reach,
    strongest_in_hand,
    triggers_now,
    weigh_hand,
    worth_in_reach,
    worth_of_anteing,
    worth_of_power,
)
from tda_sim.kit.powers import (
    REPLACE_TOP,
    STEAL,
    choice_worth,
    has_choice,
    has_effect,
    lying_worth,
    power_worth,
)
from tda_sim.kit.using import ability_answer_worth, is_of_abilities
from tda_sim.kit.values.gold import payment_worth
from tda_sim.kit.weighing import is_barred_with, is_exchanged, is_spent, share_worth
from tda_sim.kit.weights import GOLD, weight

LAST = 1 << 40  # far more than any worth: subtracted from what should come last, or only if it must
LATE = 1 << 36
NOTHING = -(1 << 62)  # less than any option is worth


# --- all questions ----------------------------------------------------------------------------------------


@helper
def best_option(cards, table, me, question):
    """Return the index of the option that is worth most; of several that are worth as much, of the first."""
    return best_of(opened(cards), opened(table), opened(me), opened(question))


@helper
def option_worth(cards, table, me, question, option):
    """Return the worth of an option, in parts of a gold piece. Raises ValueError if the question does not offer it."""
    if not is_offered(question, option):
        raise ValueError("the question does not offer this option")
    return offered_worth(opened(cards), opened(table), opened(me), opened(question), option)


@helper
def is_offered(question, option):
    """Return whether an option is one of the question's."""
    for k in range(question.n):
        if question.option[k] == option:
            return True
    return False


# --- all questions, on the records themselves: options come from the question, so no index needs a check ---


@helper
def best_of(cards, table, me, question):
    """Return the index of the option that is worth most; of several that are worth as much, of the first."""
    if question.kind == Question.PLAY:
        return best_play(cards, table, me, question)
    if question.kind == Question.ANTE:
        return best_ante(cards, table, me, question)
    chosen, best = 0, NOTHING
    for k in range(question.n):
        worth = other_worth(cards, table, me, question, question.option[k]) + question.leaning[k]
        if worth > best:
            chosen, best = k, worth
    return chosen


@helper
def best_play(cards, table, me, question):
    """Return the index of the card whose play is worth most. What is seldom worth something has a loop of its own."""
    outlook = look_out(cards, table, me)
    weigh_hand(cards, table, me, outlook)
    for k in range(question.n):
        card = question.option[k]
        if triggers_now(cards, table, outlook, card):
            me.worths[k] += worth_of_power(cards, table, me, card, me.chances[k])
    if something_in_reach(me, outlook):
        for k in range(question.n):
            me.worths[k] += worth_in_reach(cards, table, me, outlook, question.option[k])
    chosen, best = 0, NOTHING
    for k in range(question.n):  # a loop of its own: it needs few registers
        worth = me.worths[k] + question.leaning[k]
        if worth > best:
            chosen, best = k, worth
    return chosen


@helper
def best_ante(cards, table, me, question):
    """Return the index of the card that is best to ante."""
    strongest = strongest_in_hand(cards, me, NONE)
    chosen, best = 0, NOTHING
    for k in range(question.n):
        card = question.option[k]
        worth = worth_of_anteing(cards, table, me, card, strongest, cards.strength[card]) + question.leaning[k]
        if worth > best:
            chosen, best = k, worth
    return chosen


@helper
def offered_worth(cards, table, me, question, option):
    """Return the worth of an option of the question, in parts of a gold piece."""
    if question.kind == Question.PLAY:
        return play_worth(cards, table, me, option)
    return other_worth(cards, table, me, question, option)


@helper
def other_worth(cards, table, me, question, option):
    """Return the worth of an option of any question except which card to play."""
    if is_of_abilities(question.kind):
        return ability_answer_worth(cards, table, me, question, option)
    if question.kind == Question.PICK_SEAT:
        of_hand = weight(me, Feature.SEAT_CARDS) * table.hand_size[option]
        return weight(me, Feature.SEAT_GOLD) * table.hoard[option] + of_hand
    if question.kind == Question.SHARE:
        return share_worth(table, me.seat, option)
    if option < 0:
        return word_worth(cards, table, me, question, option)
    return answer_worth(cards, table, me, question, option)


@helper
def answer_worth(cards, table, me, question, card):
    """Return the worth of an option that is a card, for any question except which card to play."""
    kind = question.kind
    if kind == Question.ANTE:
        return ante_worth(cards, table, me, card)
    if kind == Question.DISCARD_FROM_FLIGHT:
        return target_worth(cards, table, me, card)
    if is_exchanged(kind):
        return exchange_gain(cards, me, card)
    if kind == Question.REPLACE_FROM_HAND:
        return replacement_worth(cards, table, me, card, question.card, False) - card_worth(cards, me, card)
    if kind == Question.PLAY_LOOKED or kind == Question.SWAP:
        return replacement_worth(cards, table, me, card, question.card, kind == Question.SWAP)
    if kind == Question.REPLACE_IN_FLIGHT:
        return renewal_worth(cards, table, me, card)
    if kind == Question.TRIGGER_NEXT:
        return order_worth(cards, table, me, card)
    if kind == Question.COPY_POWER or kind == Question.COPY_FROM_HAND:
        return power_worth(cards, table, me, card, question.card)
    return moved_worth(cards, table, me, kind, card)


@helper
def moved_worth(cards, table, me, kind, card):
    """Return the worth of moving a card: its worth in hand, gained or spent, and what it does in the ante."""
    worth = -card_worth(cards, me, card) if is_spent(kind) else card_worth(cards, me, card)
    if kind == Question.TAKE_FROM_ANTE:
        return worth - lying_worth(cards, table, me, card, table.stakes)
    if kind == Question.PUT_INTO_ANTE or kind == Question.ANTE_FIRST:
        return worth + lying_worth(cards, table, me, card, table.stakes)
    return worth


@helper
def word_worth(cards, table, me, question, word):
    """Return the worth of an option that is a `Word`."""
    if word == Word.PAY:
        return weight(me, Feature.OWN_PAY) * question.gold
    if word == Word.TAKE or word == Word.STAKES:
        return branch_worth(cards, table, me, question.card, word == Word.TAKE)
    if word == Word.YES:
        return power_worth(cards, table, me, question.about, question.about)
    if word == Word.ALL:
        worth = 0
        for k in range(me.n):
            worth += exchange_gain(cards, me, me.card[k])
        return worth
    if question.kind == Question.REPLACE_FROM_HAND or question.kind == Question.SWAP:
        return replacement_worth(cards, table, me, word, question.card, False)
    return 0  # no more exchanges, no use of a power


@helper
def branch_worth(cards, table, me, card, takes):
    """Return the worth of one branch of a card's choice; for a copied power, of one gold from each."""
    if has_choice(cards, card):
        return choice_worth(cards, table, me, card, takes)
    if takes:
        return weight(me, Feature.COLLECTED)
    return payment_worth(me, table.playing - 1, 0, chance_now(cards, table, me))


# --- flights ----------------------------------------------------------------------------------------------


@helper
def stakes_if(cards, table, me, gained, reversed_):
    """Return the stakes, times the chance of winning them with ``gained`` strength, or with the gambit reversed."""
    return stakes_won(table, me, chance_if(cards, table, me, weakest_wins(table) != reversed_, GOLD * gained))


@helper
def place_worth(cards, table, me, card, old, gain):
    """Return the worth of the player's flight with a card in place of ``old``. ``gain``: of strength, in parts."""
    if is_barred_with(cards, table, me.seat, card, old):
        return 0
    return stakes_won(table, me, chance_if(cards, table, me, weakest_wins(table), gain))


@helper
def replacement_worth(cards, table, me, card, old, swaps):
    """Return the worth of a card in place of ``old``, with its power and special flights. `Word.NO`: of no change."""
    if card == Word.NO:
        return place_worth(cards, table, me, old, old, 0)
    gain = GOLD * (cards.strength[card] - cards.strength[old])
    worth = place_worth(cards, table, me, card, old, gain * 3 // 2 if swaps else gain)
    worth += weight(me, Feature.SPECIAL) * special_flight_with(cards, table, me.seat, card)
    return worth + power_worth(cards, table, me, card, card)


@helper
def renewal_worth(cards, table, me, card):
    """Return how good it is to replace a card of the player's flight by an unknown one."""
    asked_by = table.flight[me.seat, 0] if table.flight[me.seat, 0] != card else table.flight[me.seat, 1]
    frees = is_barred(cards, table, me.seat) and not is_barred_with(cards, table, me.seat, asked_by, card)
    return (cards.strength[card] if weakest_wins(table) else -cards.strength[card]) + (100 if frees else 0)


@helper
def target_worth(cards, table, me, card):
    """Return how good it is to remove a card from its flight: the strongest rival's first, the player's own last."""
    owner, strength = owner_in_flights(table, card), GOLD * cards.strength[card]
    if weakest_wins(table):
        return 2 * strength if owner == me.seat else -strength
    if owner == me.seat:
        return -LAST - strength
    return strength + weight(me, Feature.TARGET_FLIGHT) * flight_strength(cards, table, owner)


@helper
def order_worth(cards, table, me, card):
    """Return how early to use a power: the best first, and last those that end the gambit or replace their card."""
    worth = power_worth(cards, table, me, card, card)
    if has_effect(cards, card, REPLACE_TOP):
        return worth - LAST
    return worth - LATE if empties_stakes(cards, table, card) else worth


@helper
def empties_stakes(cards, table, card):
    """Return whether a card's power takes all the stakes."""
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == STEAL and cards.arg[at, 0] >= table.stakes:
            return True
    return False


# --- which way a card goes --------------------------------------------------------------------------------


@helper
def leaves_hand(question):
    """Return whether the question asks which card to give up from hand, except by playing it."""
    kind = question.kind
    if kind == Question.ANTE or kind == Question.PUT_INTO_ANTE or kind == Question.DISCARD_FROM_HAND:
        return True
    return kind == Question.GIVE_OR_PAY or is_exchanged(kind)


@helper
def comes_to_hand(question):
    """Return whether the question asks which card to take into hand."""
    kind = question.kind
    return kind == Question.TAKE_FROM_ANTE or kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE

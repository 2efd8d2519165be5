"""What the options of any question are worth: by usual weights, the answers of a plain player."""

from tda_sim.engine.guards import opened
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import (
    flight_strength,
    is_barred,
    owner_in_flights,
    special_flight_with,
    weakest_wins,
)
from tda_sim.engine.terms import Question, Word
from tda_sim.kit.chances import chance_if, chance_now, stakes_won
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth, exchange_gain
from tda_sim.kit.playing import (
    ante_worth,
    look_out,
    play_worth,
    strongest_in_hand,
    weigh_hand,
    worth_besides,
    worth_of_anteing,
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

LAST = 1 << 40  # far more than anything is worth: for what is to be done last of all, or only where it must be
LATE = 1 << 36
NOTHING = -(1 << 62)  # less than any option is worth


# --- all questions ----------------------------------------------------------------------------------------


@helper
def best_option(cards, table, me, question):
    """The index of the option that is worth most; of several that are worth as much, of the first."""
    return best_of(opened(cards), opened(table), opened(me), opened(question))


@helper
def option_worth(cards, table, me, question, option):
    """What an option is worth. Raises ValueError for one that the question does not offer."""
    if not is_offered(question, option):
        raise ValueError("the question does not offer this option")
    return offered_worth(opened(cards), opened(table), opened(me), opened(question), option)


@helper
def is_offered(question, option):
    """Whether an option is one of the question's."""
    for k in range(question.n):
        if question.option[k] == option:
            return True
    return False


# --- all questions, on the records themselves: the options are the question's, so no index needs a check ---


@helper
def best_of(cards, table, me, question):
    """The index of the option that is worth most; of several that are worth as much, of the first."""
    if question.kind == Question.PLAY:
        return best_play(cards, table, me, question)
    if question.kind == Question.ANTE:
        return best_ante(cards, table, me, question)
    chosen, best = 0, NOTHING
    for k in range(question.n):
        worth = other_worth(cards, table, me, question, question.option[k])
        if worth > best:
            chosen, best = k, worth
    return chosen


@helper
def best_play(cards, table, me, question):
    """The index of the card whose play is worth most."""
    outlook = look_out(cards, table, me)
    weigh_hand(cards, table, me, outlook)
    chosen, best = 0, NOTHING
    for k in range(question.n):
        worth = me.worths[k] + worth_besides(cards, table, me, outlook, question.option[k], me.chances[k])
        if worth > best:
            chosen, best = k, worth
    return chosen


@helper
def best_ante(cards, table, me, question):
    """The index of the card that can best be anted."""
    strongest = strongest_in_hand(cards, me, NONE)
    chosen, best = 0, NOTHING
    for k in range(question.n):
        card = question.option[k]
        worth = worth_of_anteing(cards, table, me, card, strongest, cards.strength[card])
        if worth > best:
            chosen, best = k, worth
    return chosen


@helper
def offered_worth(cards, table, me, question, option):
    """What an option is worth."""
    if question.kind == Question.PLAY:
        return play_worth(cards, table, me, option)
    return other_worth(cards, table, me, question, option)


@helper
def other_worth(cards, table, me, question, option):
    """What an option is worth, for every question but which card to play."""
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
    """What an option that is a card is worth, for every question but which one to play."""
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
    """What it is worth that a card comes to hand or leaves it, and comes to the ante or leaves it, if it does."""
    worth = -card_worth(cards, me, card) if is_spent(kind) else card_worth(cards, me, card)
    if kind == Question.TAKE_FROM_ANTE:
        return worth - lying_worth(cards, table, me, card, table.stakes)
    if kind == Question.PUT_INTO_ANTE or kind == Question.ANTE_FIRST:
        return worth + lying_worth(cards, table, me, card, table.stakes)
    return worth


@helper
def word_worth(cards, table, me, question, word):
    """What an option is worth that is neither a card nor a seat."""
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
    """What one of the two lists of a choice is worth; where the power is a copied one, at one gold from each."""
    if has_choice(cards, card):
        return choice_worth(cards, table, me, card, takes)
    if takes:
        return weight(me, Feature.COLLECTED)
    return payment_worth(me, table.playing - 1, 0, chance_now(cards, table, me))


# --- flights ----------------------------------------------------------------------------------------------


@helper
def stakes_if(cards, table, me, gained, reversed_):
    """The stakes, times the chance of winning them if the own flight gains strength, or if the gambit is reversed."""
    return stakes_won(table, me, chance_if(cards, table, me, weakest_wins(table) != reversed_, GOLD * gained))


@helper
def place_worth(cards, table, me, card, old, gained):
    """What the own flight is worth with a card in place of another one, if that gains so much strength, in parts."""
    if is_barred_with(cards, table, me.seat, card, old):
        return 0
    return stakes_won(table, me, chance_if(cards, table, me, weakest_wins(table), gained))


@helper
def replacement_worth(cards, table, me, card, old, swaps):
    """The same with the power of the new card, and special flights; for NO, what it is worth to leave all as it is."""
    if card == Word.NO:
        return place_worth(cards, table, me, old, old, 0)
    gained = GOLD * (cards.strength[card] - cards.strength[old])
    worth = place_worth(cards, table, me, card, old, gained * 3 // 2 if swaps else gained)
    worth += weight(me, Feature.SPECIAL) * special_flight_with(cards, table, me.seat, card)
    return worth + power_worth(cards, table, me, card, card)


@helper
def renewal_worth(cards, table, me, card):
    """How good it is to have an unknown card in place of one in the own flight."""
    asked_by = table.flight[me.seat, 0] if table.flight[me.seat, 0] != card else table.flight[me.seat, 1]
    frees = is_barred(cards, table, me.seat) and not is_barred_with(cards, table, me.seat, asked_by, card)
    return (cards.strength[card] if weakest_wins(table) else -cards.strength[card]) + (100 if frees else 0)


@helper
def target_worth(cards, table, me, card):
    """How good it is that a card leaves its flight: the strongest rival's loss, an own one for want of others."""
    owner, strength = owner_in_flights(table, card), GOLD * cards.strength[card]
    if weakest_wins(table):
        return 2 * strength if owner == me.seat else -strength
    if owner == me.seat:
        return -LAST - strength
    return strength + weight(me, Feature.TARGET_FLIGHT) * flight_strength(cards, table, owner)


@helper
def order_worth(cards, table, me, card):
    """How early a power should be used: first what is worth most, last what ends the gambit or is replaced."""
    worth = power_worth(cards, table, me, card, card)
    if has_effect(cards, card, REPLACE_TOP):
        return worth - LAST
    return worth - LATE if empties_stakes(cards, table, card) else worth


@helper
def empties_stakes(cards, table, card):
    """Whether a card's power takes all that is at stake."""
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == STEAL and cards.arg[at, 0] >= table.stakes:
            return True
    return False


# --- which way a card goes --------------------------------------------------------------------------------


@helper
def leaves_hand(question):
    """Whether the question is which hand card to part with, other than by playing it."""
    kind = question.kind
    if kind == Question.ANTE or kind == Question.PUT_INTO_ANTE or kind == Question.DISCARD_FROM_HAND:
        return True
    return kind == Question.GIVE_OR_PAY or is_exchanged(kind)


@helper
def comes_to_hand(question):
    """Whether the question is which card to get into hand."""
    kind = question.kind
    return kind == Question.TAKE_FROM_ANTE or kind == Question.KEEP_LOOKED or kind == Question.PICK_UNIQUE

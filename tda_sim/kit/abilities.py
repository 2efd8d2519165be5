"""The worth of using abilities: one function for each of their effects, and one for each change that they make.

``question`` asks whether to use the ability. In a draft it asks which ability to have. Then it concerns no card
(``question.about`` is NONE), and the functions return the worth of a usual use.
"""

from tda_sim.engine.compiler.jit import cold
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import card_played, clockwise, count_colour, is_of_colour, room_in_hand
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES
from tda_sim.engine.terms import Question, When
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth, cards_gained
from tda_sim.kit.playing import Outlook, look_out, strong_hand, strongest_in_hand, worth_of_playing
from tda_sim.kit.values import registry
from tda_sim.kit.values.registry import ABILITY_FIXED, ABILITY_VALUES, CHANGE_VALUES, ability_value, change_value
from tda_sim.kit.weighing import rounds_left
from tda_sim.kit.weights import GOLD, SHIFT, times, weight

AVERAGE = 6  # strength of a card from the deck
A_LOOK = GOLD // 8  # gold that a look at a hand is worth
RAISED = GOLD // 5  # gold for each point that the ante costs more, times each point that the hand is better than good
GOOD = GOLD  # in a good hand, the three best cards are each a point stronger than an average card
NOTHING = -(1 << 62)  # less than the worth of any card
BETTER = GOLD  # gold that a swap has to gain, because a later gambit may offer a better one

# --- effects ----------------------------------------------------------------------------------------------


@ability_value
def draw(cards, table, me, question, chance, amount, who):
    """Return the worth of cards that the player has room for, minus what the opponents' cards cost."""
    own = min(amount, room_in_hand(table, me.seat)) if who != Who.OPPONENTS else 0
    worth = cards_gained(table, me, own, weight(me, Feature.DRAWN))
    return worth + (weight(me, Feature.OTHERS_DRAWN) * amount * (table.playing - 1) if who != Who.YOU else 0)


@ability_value
def look_at_hand(cards, table, me, question, chance):
    """Return the small worth of seeing a hand."""
    return A_LOOK


@ability_value
def swap_ante_card(cards, table, me, question, chance):
    """Return the gain of the best exchange for a hand card."""
    if question.kind == Question.PICK_ABILITY:
        return GOLD // 2
    best, old = 0, table.anted[me.seat]
    for k in range(me.n if old != NONE else 0):
        best = max(best, ante_gain(cards, table, me, old, me.card[k]) - BETTER)
    return best


@helper
def ante_gain(cards, table, me, old, new):
    """Return the gain of replacing the player's ante card by a hand card.

    The card that comes back can join the flight. If the ante rises, so do the stakes, which is good for a player with
    other strong cards.
    """
    others = 0
    for seat in range(table.players):
        if seat != me.seat and table.anted[seat] != NONE:
            others = max(others, cards.strength[table.anted[seat]])
    dearer = max(others, cards.strength[new]) - max(others, cards.strength[old])
    strongest = with_another(strongest_in_hand(cards, me, new), cards.strength[old])
    better = strong_hand(me, strongest, 0) - GOOD
    return card_worth(cards, me, old) - card_worth(cards, me, new) + dearer * times(RAISED, better)


@helper
def with_another(strongest, strength):
    """Return the four greatest strengths in hand after one more card."""
    first, second, third, fourth = strongest
    if strength > first:
        return strength, first, second, third
    if strength > second:
        return first, strength, second, third
    return first, second, max(third, strength), max(fourth, min(third, strength))


@ability_value
def steal(cards, table, me, question, chance, amount):
    """Return the worth of gold from the stakes, minus the part that the player would win anyway."""
    gold = min(amount, table.stakes) if table.stakes > 0 else amount
    return gold * (weight(me, Feature.STOLEN) + times(weight(me, Feature.STOLEN_WON), chance))


@ability_value
def pay_for_top_card(cards, table, me, question, chance):
    """Return the worth of gold paid to an opponent: negative."""
    return AVERAGE * weight(me, Feature.OWN_PAY)


@ability_value
def opponents_pay_instead(cards, table, me, question, chance):
    """Return the worth of gold from each opponent, minus the same amount from the stakes."""
    gold = question.gold if question.gold > 0 else AVERAGE
    collected = 0
    for k in range(1, table.playing):
        collected += min(gold, table.hoard[clockwise(table, me.seat, k)])
    stolen = min(gold, table.stakes) * (weight(me, Feature.STOLEN) + times(weight(me, Feature.STOLEN_WON), chance))
    return collected * weight(me, Feature.COLLECTED) - stolen


@ability_value
def pass_the_lead(cards, table, me, question, chance):
    """Return the worth of playing after others: in the first round they show cards, in the last one all of them.

    In the last round that has to outweigh a power that was certain to trigger, and another player's that now is.
    If the ability works once a gambit, it is kept for the last round.
    """
    if question.kind == Question.PICK_ABILITY:
        return weight(me, Feature.LEAD_POWER)
    if rounds_left(table) == 0:
        return gain_by_going_last(cards, table, me) if me.n > 0 else 0
    once = table.abilities[me.seat] & cards.at[When.LEADING] & cards.each_gambit != 0
    return weight(me, Feature.LEAD_POWER) if table.round <= 1 and not once else -weight(me, Feature.LEAD_POWER)


@cold
def gain_by_going_last(cards, table, me):
    """Return the gain in the best card's worth from playing last in the last round instead of first.

    Nobody plays after that, so the odds are even when level with the best rival. A card no stronger than the average
    should trigger, because the cards before it are unknown.
    """
    ahead, average = look_out(cards, table, me), weight(me, Feature.AVERAGE) >> SHIFT
    behind = Outlook(
        ahead.weakest,
        ahead.left,
        ahead.lead,
        ahead.few,
        ahead.more,
        0,  # par
        ahead.steep,
        average,  # trigger_limit
        ahead.colours,
        ahead.strengths,
        average,  # shown
        0,  # others
        ahead.kept,
        ahead.special,
    )
    gain = worth_of_best(cards, table, me, behind) - worth_of_best(cards, table, me, ahead)
    return gain - weight(me, Feature.FREE_TRIGGER)


@helper
def worth_of_best(cards, table, me, outlook):
    """Return the worth of playing the best card in hand."""
    best = NOTHING
    for k in range(me.n):
        best = max(best, worth_of_playing(cards, table, me, outlook, me.card[k]))
    return best


@ability_value
def complete_colour_flight(cards, table, me, question, chance):
    """Return the worth of the most valuable colour flight that the card completes."""
    best, card = 0, card_played(table, me.seat)
    if question.kind == Question.PICK_ABILITY:
        return AVERAGE * (table.playing - 1) * weight(me, Feature.SPECIAL)
    for colour in range(cards.n_colours if card != NONE else 0):
        if count_colour(cards, table, me.seat, colour) >= table.rules.colour_flight - 1:
            best = max(best, flight_worth(cards, table, me.seat, card, colour))
    return best * (table.playing - 1) * weight(me, Feature.SPECIAL)


@helper
def flight_worth(cards, table, seat, card, colour):
    """Return the second-greatest strength among a flight's cards of a colour, and a card that stands in as one."""
    first, second = cards.strength[card], 0
    for place in range(table.flight_size[seat]):
        other = table.flight[seat, place]
        if is_of_colour(cards, table, seat, other, colour):
            second = max(second, min(first, cards.strength[other]))
            first = max(first, cards.strength[other])
    return second


@ability_value
def reveal_another_price(cards, table, me, question, chance):
    """Return the worth of paying the price of an average card instead."""
    return (
        (AVERAGE - question.gold) * weight(me, Feature.OWN_PAY)
        if question.about != NONE
        else weight(me, Feature.COLLECTED)
    )


@ability_value
def keep_price_card(cards, table, me, question, chance):
    """Return the worth of the card, minus that of the unknown card that it replaces."""
    if question.about == NONE:
        return GOLD // 2
    return card_worth(cards, me, question.about) - weight(me, Feature.FRESH_CARD)


@ability_value
def fill_up_to(cards, table, me, question, chance, size):
    """Return the worth of cards that an opponent does not draw, divided by the number of opponents."""
    hand_size = table.hand_size[question.seat] if question.seat != NONE else 0
    denied = max(0, table.rules.buy_up_to - max(size, hand_size))
    return denied * weight(me, Feature.DRAWN) // (table.playing - 1)


@ability_value
def reveal_card(cards, table, me, question, chance, at_least, at_most):
    """Return 0: the effect brings nothing by itself."""
    return 0


@ability_value
def highest_ante_pays(cards, table, me, question, chance, dice, sides):
    """Return the worth of gold in the stakes by the player's chance to win it, compared with that of others."""
    return dice * (sides + 1) * (2 * chance - GOLD // table.playing) // 2


# --- changes ----------------------------------------------------------------------------------------------


@change_value
def pay_less(cards, table, me, question, chance, amount):
    """Return the worth of gold that the player keeps."""
    return amount * weight(me, Feature.COLLECTED)


@change_value
def count_more(cards, table, me, question, chance, amount):
    """Return the worth of gold from each opponent: most special flights that count more are colour flights."""
    return amount * (table.playing - 1) * weight(me, Feature.COLLECTED)


@change_value
def draw_another(cards, table, me, question, chance):
    """Return the worth of an unknown card, minus that of this one."""
    if question.about == NONE:
        return GOLD // 2
    return weight(me, Feature.FRESH_CARD) - card_worth(cards, me, question.about)


@change_value
def take_another(cards, table, me, question, chance):
    """Return the worth of an unknown card from a hand, minus that of this one."""
    if question.about == NONE:
        return GOLD // 2
    return weight(me, Feature.CARD_ROBBED) - card_worth(cards, me, question.about)


@change_value
def cannot_be_picked(cards, table, me, question, chance):
    """Return the worth of gold that an opponent would have robbed."""
    return 2 * weight(me, Feature.COLLECTED)


ability_effect_worth = registry.dispatcher("ability_effect_worth", ABILITY_FIXED, ABILITY_EFFECTS, ABILITY_VALUES)
change_worth = registry.dispatcher("change_worth", ABILITY_FIXED, CHANGES, CHANGE_VALUES)

"""What it is worth to use abilities: one function for each of their effects, and one for each change that they make.

``question`` asks whether the ability is used; where the draft asks which one to have, no card is in question
(``question.about`` is NONE), and the functions say what a usual use is worth.
"""

from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import card_played, clockwise, count_colour, is_of_colour, room_in_hand
from tda_sim.engine.terms import Question
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import USUAL_ANTE, card_worth, cards_gained
from tda_sim.kit.values.gold import payment_worth
from tda_sim.kit.values.registry import ability_value, change_value
from tda_sim.kit.weights import GOLD, times, weight

AVERAGE = 6  # strength of a card from the deck
A_LOOK = GOLD // 8  # gold that a look at a hand is worth

# --- effects ----------------------------------------------------------------------------------------------


@ability_value
def draw(cards, table, me, question, chance, amount, who):
    """The player's own cards, as far as there is room, less what others get."""
    own = min(amount, room_in_hand(table, me.seat)) if who != Who.OPPONENTS else 0
    worth = cards_gained(table, me, own, weight(me, Feature.DRAWN))
    return worth + (weight(me, Feature.OTHERS_DRAWN) * amount * (table.playing - 1) if who != Who.YOU else 0)


@ability_value
def look_at_hand(cards, table, me, question, chance):
    """To know a hand is a little better than not to."""
    return A_LOOK


@ability_value
def swap_ante_card(cards, table, me, question, chance):
    """What the best other card is worth in the ante more than this one, with both in hand otherwise."""
    if question.kind == Question.PICK_ABILITY:
        return GOLD // 2
    best, old = 0, table.anted[me.seat]
    for k in range(me.n if old != NONE else 0):
        best = max(best, ante_gain(cards, me, old, me.card[k]))
    return best


@helper
def ante_gain(cards, me, old, new):
    """What a hand card is better for the ante than the one there: as when anteing, middling cards can be spared."""
    return spared(cards, me, new) - spared(cards, me, old)


@helper
def spared(cards, me, card):
    """How well a card can be spared for the ante by its strength."""
    over = cards.strength[card] - USUAL_ANTE
    return (weight(me, Feature.ANTE_STRONG) if over > 0 else weight(me, Feature.ANTE_WEAK)) * over


@ability_value
def steal(cards, table, me, question, chance, amount):
    """Gold from the stakes, less what would have been won of it anyway."""
    gold = min(amount, table.stakes) if table.stakes > 0 else amount
    return gold * (weight(me, Feature.STOLEN) + times(weight(me, Feature.STOLEN_WON), chance))


@ability_value
def pay_for_top_card(cards, table, me, question, chance):
    """Gold that goes to an opponent."""
    return AVERAGE * weight(me, Feature.OWN_PAY)


@ability_value
def opponents_pay_instead(cards, table, me, question, chance):
    """Gold from each opponent in the place of as much from the stakes."""
    gold = question.gold if question.gold > 0 else AVERAGE
    collected = 0
    for k in range(1, table.playing):
        collected += min(gold, table.hoard[clockwise(table, me.seat, k)])
    stolen = min(gold, table.stakes) * (weight(me, Feature.STOLEN) + times(weight(me, Feature.STOLEN_WON), chance))
    return collected * weight(me, Feature.COLLECTED) - stolen


@ability_value
def pass_the_lead(cards, table, me, question, chance):
    """In the first round it is better to see what others play; later the leader's power, which always triggers, is."""
    return weight(me, Feature.LEAD_POWER) if table.round <= 1 else -weight(me, Feature.LEAD_POWER)


@ability_value
def complete_colour_flight(cards, table, me, question, chance):
    """The gold of the dearest colour flight that the card completes."""
    best, card = 0, card_played(table, me.seat)
    if question.kind == Question.PICK_ABILITY:
        return AVERAGE * (table.playing - 1) * weight(me, Feature.SPECIAL)
    for colour in range(cards.n_colours if card != NONE else 0):
        if count_colour(cards, table, me.seat, colour) >= table.rules.colour_flight - 1:
            best = max(best, flight_worth(cards, table, me.seat, card, colour))
    return best * (table.playing - 1) * weight(me, Feature.SPECIAL)


@helper
def flight_worth(cards, table, seat, card, colour):
    """The second-greatest strength among the cards of a colour in a flight and one that stands in for another."""
    first, second = cards.strength[card], 0
    for place in range(table.flight_size[seat]):
        other = table.flight[seat, place]
        if is_of_colour(cards, table, seat, other, colour):
            second = max(second, min(first, cards.strength[other]))
            first = max(first, cards.strength[other])
    return second


@ability_value
def reveal_another_price(cards, table, me, question, chance):
    """What an average card costs less."""
    return (
        (AVERAGE - question.gold) * weight(me, Feature.OWN_PAY)
        if question.about != NONE
        else weight(me, Feature.COLLECTED)
    )


@ability_value
def keep_price_card(cards, table, me, question, chance):
    """What the card is worth more than the unknown one that it takes the place of."""
    if question.about == NONE:
        return GOLD // 2
    return card_worth(cards, me, question.about) - weight(me, Feature.FRESH_CARD)


@ability_value
def fill_up_to(cards, table, me, question, chance, size):
    """The cards that an opponent does not draw, at what they would be worth to the player among so many opponents."""
    held = table.hand_size[question.seat] if question.seat != NONE else 0
    denied = max(0, table.rules.buy_up_to - max(size, held))
    return denied * weight(me, Feature.DRAWN) // (table.playing - 1)


@ability_value
def reveal_card(cards, table, me, question, chance, at_least, at_most):
    """Nothing by itself."""
    return 0


@ability_value
def highest_ante_pays(cards, table, me, question, chance, dice, sides):
    """Gold into the stakes from an opponent."""
    return dice * (sides + 1) * payment_worth(me, 1, 0, chance) // 2


# --- changes ----------------------------------------------------------------------------------------------


@change_value
def pay_less(cards, table, me, question, chance, amount):
    """Gold that need not be paid."""
    return amount * weight(me, Feature.COLLECTED)


@change_value
def count_more(cards, table, me, question, chance, amount):
    """Gold from each opponent, mostly."""
    return amount * (table.playing - 1) * weight(me, Feature.COLLECTED)


@change_value
def draw_another(cards, table, me, question, chance):
    """What an unknown card is worth more than this one."""
    if question.about == NONE:
        return GOLD // 2
    return weight(me, Feature.FRESH_CARD) - card_worth(cards, me, question.about)


@change_value
def take_another(cards, table, me, question, chance):
    """The same, of a card out of a hand."""
    if question.about == NONE:
        return GOLD // 2
    return weight(me, Feature.CARD_ROBBED) - card_worth(cards, me, question.about)


@change_value
def cannot_be_picked(cards, table, me, question, chance):
    """Gold that an opponent would have robbed."""
    return 2 * weight(me, Feature.COLLECTED)

"""The worth of cards in hand, and which cards go together."""

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.queries import (
    colours_of,
    count_colour,
    count_strength,
    counts_for_strength,
    has_power,
    is_in,
    room_in_hand,
)
from tda_sim.kit.features import Feature
from tda_sim.kit.weights import GOLD, USUAL, weight

CARD = int(USUAL[Feature.FRESH_CARD])  # one more card in hand, for a plain player
STRONG = 7  # cards above it are kept for their strength, others for their power
USUAL_ANTE = 5  # strength of a middling card for the ante, and so the gold that each player pays into the stakes
FULL = 4  # cards in a hand that is not short


@helper
def card_worth(cards, me, card):
    """Return the later worth of a card in hand: strong cards win stakes, and weak ones trigger."""
    strength = cards.strength[card]
    if (strength > STRONG) | (not has_power(cards, card)):  # always both, so that several cards are valued at once
        return weight(me, Feature.HAND_CARD) + weight(me, Feature.HAND_STRONG) * strength
    return weight(me, Feature.HAND_CARD) + weight(me, Feature.HAND_POWER) + weight(me, Feature.HAND_WEAK) * strength


@helper
def used_later(table, me):
    """Return the share of a hand card's worth that the player will get before the game ends, in parts."""
    late = weight(me, Feature.LATE)
    if late <= 0:
        return GOLD
    poorest = 1_000_000
    for seat in range(table.players):
        if is_in(table, seat):
            poorest = min(poorest, max(table.hoard[seat], 1))
    return GOLD * (GOLD * poorest) // (GOLD * poorest + late)


@helper
def room(table, me):
    """Return how many cards the hand has room for after playing one."""
    return room_in_hand(table, me.seat) + 1


@helper
def cards_gained(table, me, n, value):
    """Return the worth of ``n`` cards drawn, at ``value`` each: more in a short hand, and only as far as they fit."""
    short = max(0, FULL - table.hand_size[me.seat])
    return min(n, room(table, me)) * (value + weight(me, Feature.SHORT_HAND) * short // FULL)


@helper
def exchange_gain(cards, me, card):
    """Return the worth gained by exchanging a card in hand for an unknown one."""
    return weight(me, Feature.FRESH_CARD) - card_worth(cards, me, card)


@helper
def gathered_colour(cards, table, me, card):
    """Return how many cards flight and hand hold of a card's most frequent colour, this card included, or 0."""
    most, colour, colours = 0, 0, colours_of(cards, table, me.seat, card)
    while colours >> colour:
        if (colours >> colour) & 1:
            count = count_colour(cards, table, me.seat, colour)
            for k in range(me.n):
                count += (colours_of(cards, table, me.seat, me.card[k]) >> colour) & 1
            most = max(most, count)
        colour += 1
    return most


@helper
def gathered_strength(cards, table, me, card):
    """Return how many cards of a card's strength flight and hand hold that count for a strength flight."""
    strength = cards.strength[card]
    if not counts_for_strength(cards, table, card, strength):
        return 0
    count = count_strength(cards, table, me.seat, strength)
    for k in range(me.n):
        count += 1 if counts_for_strength(cards, table, me.card[k], strength) else 0
    return count


@helper
def colours_within_reach(cards, table, me):
    """Return the colours of which flight and hand together hold three cards, as bits."""
    once, twice, thrice = table.summary[me.seat].colours, table.summary[me.seat].twice_coloured, 0
    for k in range(me.n):
        colours = colours_of(cards, table, me.seat, me.card[k])
        thrice |= twice & colours
        twice |= once & colours
        once |= colours
    return thrice


@helper
def strengths_within_reach(cards, table, me):
    """Return the strengths of which flight and hand together hold three cards, as bits."""
    once, twice, thrice = table.summary[me.seat].strengths, table.summary[me.seat].twice_strong, 0
    for k in range(me.n):
        strength = 1 << cards.strength[me.card[k]]
        thrice |= twice & strength
        twice |= once & strength
        once |= strength
    return thrice

"""The worth of effects that replace a card of a flight. The new card's power triggers."""

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.queries import clockwise, in_group, weakest_wins
from tda_sim.kit.chances import NEVER, point
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth
from tda_sim.kit.values.registry import value
from tda_sim.kit.weighing import n_concerned
from tda_sim.kit.weights import GOLD, times, weight

SWAPPED = 3  # halves of the strength gained that a swap is worth, because the other flight loses it


@helper
def unknown_gain(cards, table, me, card, chance):
    """Return the worth of strength gained by replacing a card of the player's flight by an unknown one."""
    return times(weight(me, Feature.AVERAGE) - GOLD * cards.strength[card], point(table, me, chance))


@value
def replace_with_top_card(cards, table, me, card, chance):
    """Return the worth of an unknown power and an unknown card, a point weaker than those that players choose."""
    return weight(me, Feature.POWER) + unknown_gain(cards, table, me, card, chance) - point(table, me, chance)


@value
def replace_with_random_card(cards, table, me, card, chance, who):
    """Return the worth of an unknown power, and half of the flight's gain, if some opponent has a card to take."""
    if n_concerned(cards, table, me.seat, card, who) == 0:
        return 0
    return weight(me, Feature.POWER) + unknown_gain(cards, table, me, card, chance) // 2


@value
def replace_with_one_of_top(cards, table, me, card, chance, amount):
    """Return the worth of the best of some unknown cards, for its power or for the flight."""
    best = 2 * weight(me, Feature.AVERAGE) * (1 if weakest_wins(table) else amount) // (amount + 1)
    return weight(me, Feature.POWER) + times(best - GOLD * cards.strength[card], point(table, me, chance))


@value
def replace_from_hand(cards, table, me, card, chance, group):
    """Return the worth of the best replacement from hand: its power and the flight's gain, or 0 for none."""
    best = 0
    for k in range(me.n):
        other = me.card[k]
        if other != card and in_group(cards, other, group):
            gain = (cards.strength[other] - cards.strength[card]) * point(table, me, chance)
            best = max(best, weight(me, Feature.POWER) + gain - card_worth(cards, me, other))
    return best


@value
def replace_another(cards, table, me, card, chance):
    """Return the worth of replacing the worst other card by an unknown one, with half of its power; it is mandatory."""
    best = NEVER
    for place in range(table.flight_size[me.seat]):
        other = table.flight[me.seat, place]
        if other != card:
            best = max(best, unknown_gain(cards, table, me, other, chance))
    return 0 if best == NEVER else weight(me, Feature.POWER) // 2 + best


@value
def swap(cards, table, me, card, chance, group):
    """Return the worth of the best swap with an opponent's card: its power and the flight's gain, or 0 for none."""
    best = 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        for place in range(table.flight_size[seat]):
            other = table.flight[seat, place]
            if in_group(cards, other, group):
                gain = (cards.strength[other] - cards.strength[card]) * point(table, me, chance) * SWAPPED // 2
                best = max(best, weight(me, Feature.POWER) + gain)
    return best

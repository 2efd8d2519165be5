"""What effects are worth that put another card into the place of one in a flight, whose power triggers."""

from tda_sim.engine.jit import rule as helper
from tda_sim.engine.looks import clockwise, in_group, weakest_wins
from tda_sim.kit.chances import NEVER, point
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth
from tda_sim.kit.values.registry import value
from tda_sim.kit.weighing import n_concerned
from tda_sim.kit.weights import GOLD, times, weight

SWAPPED = 3  # halves of the strength gained that a swap is worth: the other flight loses it, too


@helper
def unknown_gain(cards, table, me, card, chance):
    """What the own flight gains as an unknown card takes the place of one there."""
    return times(weight(me, Feature.AVERAGE) - GOLD * cards.strength[card], point(table, me, chance))


@value
def replace_with_top_card(cards, table, me, card, chance):
    """An unknown power, and an unknown card, which is a little weaker than those that others choose to play."""
    return weight(me, Feature.POWER) + unknown_gain(cards, table, me, card, chance) - point(table, me, chance)


@value
def replace_with_random_card(cards, table, me, card, chance, who):
    """An unknown power, and half of what the flight gains, if there is somebody to take a card from."""
    if n_concerned(cards, table, me.seat, card, who) == 0:
        return 0
    return weight(me, Feature.POWER) + unknown_gain(cards, table, me, card, chance) // 2


@value
def replace_with_one_of_top(cards, table, me, card, chance, amount):
    """The best of some unknown cards, for the power or for the flight."""
    best = 2 * weight(me, Feature.AVERAGE) * (1 if weakest_wins(table) else amount) // (amount + 1)
    return weight(me, Feature.POWER) + times(best - GOLD * cards.strength[card], point(table, me, chance))


@value
def replace_from_hand(cards, table, me, card, chance, group):
    """The power of a card in hand, and what the flight gains by that card; nothing has to be done."""
    best = 0
    for k in range(me.n):
        other = me.card[k]
        if other != card and in_group(cards, other, group):
            gained = (cards.strength[other] - cards.strength[card]) * point(table, me, chance)
            best = max(best, weight(me, Feature.POWER) + gained - card_worth(cards, me, other))
    return best


@value
def replace_another(cards, table, me, card, chance):
    """Half of an unknown power, and an unknown card in the place of the worst other one; it must be done."""
    best = NEVER
    for place in range(table.flight_size[me.seat]):
        other = table.flight[me.seat, place]
        if other != card:
            best = max(best, unknown_gain(cards, table, me, other, chance))
    return 0 if best == NEVER else weight(me, Feature.POWER) // 2 + best


@value
def swap(cards, table, me, card, chance, group):
    """The power of a card of an opponent's flight, and what the own flight gains by it; nothing has to be done."""
    best = 0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        for place in range(table.flight_size[seat]):
            other = table.flight[seat, place]
            if in_group(cards, other, group):
                gained = (cards.strength[other] - cards.strength[card]) * point(table, me, chance) * SWAPPED // 2
                best = max(best, weight(me, Feature.POWER) + gained)
    return best

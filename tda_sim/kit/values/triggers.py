"""The worth of effects that use other powers."""

from tda_sim.engine.queries import in_group
from tda_sim.engine.vocabulary import Zone
from tda_sim.kit.features import Feature
from tda_sim.kit.values.registry import value
from tda_sim.kit.weighing import count_with, some_fit
from tda_sim.kit.weights import weight


@value
def copy_power(cards, table, me, card, chance, where, group, compare):
    """Return the worth of a power, if there is one to copy."""
    return weight(me, Feature.POWER) if some_fit(cards, table, me.seat, card, where, group, compare) else 0


@value
def copy_from_hand(cards, table, me, card, chance, group):
    """Return the worth of a power, if the hand holds such a card."""
    for k in range(me.n):
        if me.card[k] != card and in_group(cards, me.card[k], group):
            return weight(me, Feature.POWER)
    return 0


@value
def trigger_each(cards, table, me, card, chance, group):
    """Return the worth of a power for each other such card in the flight."""
    others = count_with(cards, table, me.seat, card, group, Zone.FLIGHT) - (1 if in_group(cards, card, group) else 0)
    return weight(me, Feature.POWER) * others

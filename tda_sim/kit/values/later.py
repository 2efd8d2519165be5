"""The worth of effects that act later in the gambit, or until it ends."""

from tda_sim.engine.amounts import weakest_in_flight
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import Zone
from tda_sim.kit.chances import CERTAIN, point, reversal_worth
from tda_sim.kit.features import Feature
from tda_sim.kit.outlook import gold_of_every_colour, gold_of_mortals, measured, n_about_to_buy
from tda_sim.kit.values.registry import value
from tda_sim.kit.weighing import count_with, rounds_left
from tda_sim.kit.weights import times, weight

UNSEEN = 4  # strength of the weakest card of a flight that is still to be played


@value
def weakest_flight_wins(cards, table, me, card, chance):
    """Return the worth of the change in the chance to win."""
    return reversal_worth(cards, table, me, chance, table.stakes)


@value
def lead_next_round(cards, table, me, card, chance):
    """Return the worth of leading the next round."""
    return weight(me, Feature.LEAD_POWER)


@value
def every_card_triggers(cards, table, me, card, chance):
    """Return the worth of a power in each round to come, or 0 if the player's cards trigger already."""
    return 0 if (table.all_trigger >> me.seat) & 1 else weight(me, Feature.FREE_TRIGGER) * rounds_left(table)


@value
def play_rounds(cards, table, me, card, chance, rounds):
    """Return the worth of more rounds: good for a player who is behind, bad for one who is ahead."""
    more = max(0, rounds - max(table.rules.rounds, table.least_rounds))
    return more * table.stakes * times(weight(me, Feature.EXTRA_ROUND), CERTAIN - 2 * chance)


@value
def another_round_unless_winning(cards, table, me, card, chance):
    """Return the worth of another try at the stakes."""
    return table.stakes * times(weight(me, Feature.EXTRA_ROUND), CERTAIN - chance)


@value
def add_to_flight(cards, table, me, card, chance, amount, per, where):
    """Return the worth of the added strength."""
    return measured(cards, table, me, card, amount, per, where) * point(table, me, chance)


@value
def count_as_weakest(cards, table, me, card, chance, group):
    """Return the worth of counting as strong as the weakest such card, and not as printed."""
    weakest = weakest_in_flight(cards, table, me.seat, group)
    expected = UNSEEN if weakest == 0 and rounds_left(table) > 0 else weakest
    return (expected - cards.strength[card]) * point(table, me, chance)


@value
def count_as_every_colour(cards, table, me, card, chance):
    """Return the worth of colour flights that the card completes, and one gold for each round in which it still may."""
    return weight(me, Feature.SPECIAL) * (gold_of_every_colour(cards, table, me, card) + rounds_left(table))


@value
def mortals_as_colour(cards, table, me, card, chance):
    """Return the worth of the mortals' flight that the card completes, or one gold for each round in which one may."""
    gold = gold_of_mortals(cards, table, me, card)
    mortals = count_with(cards, table, me.seat, card, Group.MORTAL, Zone.FLIGHT)
    return weight(me, Feature.SPECIAL) * (gold if gold > 0 or mortals == 0 else rounds_left(table))


@value
def pay_if_winning(cards, table, me, card, chance, amount):
    """Return the cost of gold to every opponent, times the chance to win the gambit."""
    return amount * (table.playing - 1) * times(weight(me, Feature.GIFT), chance)


@value
def share_stakes_with_left(cards, table, me, card, chance):
    """Return the worth of half the stakes if the player to the right wins, minus half if this player wins."""
    right_wins = (CERTAIN - chance) // (table.playing - 1)
    return table.stakes * times(weight(me, Feature.SHARED), right_wins - chance)


@value
def take_prices(cards, table, me, card, chance):
    """Return the worth of the prices that others are about to pay for new cards."""
    return weight(me, Feature.PRICES) * n_about_to_buy(table)

"""The worth of having a card in the ante. ``stakes``: the gold at stake in the gambit."""

from tda_sim.engine.queries import has_power
from tda_sim.kit.chances import CERTAIN, reversal_worth
from tda_sim.kit.features import Feature
from tda_sim.kit.values.registry import ante_value
from tda_sim.kit.weighing import rounds_left
from tda_sim.kit.weights import GOLD, times, weight


@ante_value
def weakest_flight_wins(cards, table, me, card, chance, stakes):
    """Return the worth of the change in the chance to win."""
    return reversal_worth(cards, table, me, chance, stakes)


@ante_value
def strong_cards_trigger(cards, table, me, card, chance, stakes, strength):
    """Return a small worth for each card in hand that would trigger."""
    worth = 0
    for k in range(me.n):
        if me.card[k] != card and cards.strength[me.card[k]] >= strength and has_power(cards, me.card[k]):
            worth += weight(me, Feature.ANTE_TRIGGERS)
    return worth


@ante_value
def leader_pays(cards, table, me, card, chance, stakes, amount):
    """Return the worth of gold from rounds that others lead, minus the player's own: likely winners lead more."""
    rounds = rounds_left(table) + (1 if table.round == 0 else 0)
    return amount * rounds * times(weight(me, Feature.COLLECTED), CERTAIN - table.playing * chance)


@ante_value
def winner_shares(cards, table, me, card, chance, stakes):
    """Return the worth of a share in others' stakes, if the player has had a special flight."""
    if table.colours_paid[me.seat] | table.strengths_paid[me.seat] == 0:
        return 0
    return stakes * times(weight(me, Feature.SHARED), GOLD // 4 - chance) // 2

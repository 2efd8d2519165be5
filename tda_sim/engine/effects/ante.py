"""The effects of cards in the ante. The table has their sum, which changes with the ante: see `in_ante`.

Effects that act once, when their card enters the ante, move gold and so are in `gold`.
"""

from tda_sim.engine.layout import MAX_STRENGTH
from tda_sim.engine.registry import ante_effect
from tda_sim.engine.vocabulary import Number


@ante_effect
def weakest_flight_wins(t):
    """The weakest flight wins the gambit."""
    t.table.ante_weakest_wins = 1


@ante_effect
def strong_cards_trigger(t, strength: Number(1, MAX_STRENGTH, "the least strength") = 10):
    """Cards of at least this strength trigger when they are played."""
    t.table.ante_triggers_from = min(t.table.ante_triggers_from, strength)


@ante_effect
def leader_pays(t, amount: Number(1, 100, "gold") = 2):
    """Each round's leader pays each opponent gold at the start of the first turn."""
    t.table.ante_toll += amount


@ante_effect
def winner_shares(t):
    """The gambit's winner shares the stakes evenly with the opponents who had special flights in it."""
    t.table.ante_shares = 1

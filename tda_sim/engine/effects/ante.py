"""What cards do while they lie in the ante: summed up on the table whenever the ante changes; see `in_ante`.

Effects that act once, when their card comes into the ante, are among those of `gold`: they move gold.
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
    """Cards of that strength or more trigger when they are played."""
    t.table.ante_triggers_from = min(t.table.ante_triggers_from, strength)


@ante_effect
def leader_pays(t, amount: Number(1, 100, "gold") = 2):
    """Whoever takes a round's first turn pays each opponent gold before anything else."""
    t.table.ante_toll += amount


@ante_effect
def winner_shares(t):
    """The gambit's winner shares the stakes evenly with the opponents who have had special flights in it."""
    t.table.ante_shares = 1

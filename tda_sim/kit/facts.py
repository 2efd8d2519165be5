"""What is printed on a card, as numbers. A search learns the worth of each fact, and not of cards by name.

So it can value a card of a new deck, or one that a house rule changes.
"""

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.queries import in_group
from tda_sim.engine.terms import Group

FACTS = ("card", "strength", "square", "god", "mortal", "ante", *EFFECTS)  # of an effect: how often the power has it
CARD, STRENGTH, SQUARE, GOD, MORTAL, ANTE, EFFECT = range(7)
TENTH = 0.1  # of strength, so that a strong card's numbers are about 1


@helper
def describe(cards, card, fact):
    """Write the facts of a card into ``fact`` (as many numbers as `FACTS`)."""
    for k in range(len(FACTS)):
        fact[k] = 0.0
    strength = TENTH * cards.strength[card]
    fact[CARD] = 1.0
    fact[STRENGTH] = strength
    fact[SQUARE] = strength * strength
    fact[GOD] = 1.0 if in_group(cards, card, Group.DRAGON_GOD) else 0.0
    fact[MORTAL] = 1.0 if in_group(cards, card, Group.MORTAL) else 0.0
    fact[ANTE] = 1.0 if cards.ante_end[card] > cards.ante[card] else 0.0
    for at in range(cards.power[card], cards.power_end[card]):
        fact[EFFECT + cards.op[at]] += 1.0


@helper
def worth_by_facts(cards, card, fact, weight, first):
    """Return the worth of a card: its facts times ``weight[first:]``. Writes the facts into ``fact``."""
    describe(cards, card, fact)
    worth = 0.0
    for k in range(len(FACTS)):
        worth += weight[first + k] * fact[k]
    return worth

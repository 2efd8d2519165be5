"""What is printed on a card, as numbers: what cards are worth can be learned by them, whatever the cards are called.

A card that nobody has seen yet, or one that a house rule changes, is worth what its facts are.
"""

from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.looks import in_group
from tda_sim.engine.terms import Group

FACTS = ("card", "strength", "square", "god", "mortal", "ante", *EFFECTS)  # an effect: how often its power has it
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
    """What a card is worth if each fact counts as ``weight[first:]`` say; ``fact`` is room for them."""
    describe(cards, card, fact)
    worth = 0.0
    for k in range(len(FACTS)):
        worth += weight[first + k] * fact[k]
    return worth

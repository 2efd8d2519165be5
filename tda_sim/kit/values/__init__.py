"""The worth of effects: one small function each, in modules with the same names as those of `engine.effects`.

A new kind of effect needs a function here too, or no strategy that uses this kit loads: see `registry`. The worth of
abilities depends on that of playing cards, and so is in `kit.abilities`.
"""

from tda_sim.engine.effects import ANTE_EFFECTS, EFFECTS
from tda_sim.kit.values import ante, cards, gold, later, places, registry, triggers
from tda_sim.kit.values.registry import ANTE_FIXED, ANTE_VALUES, FIXED, ROBBING, VALUES

__all__ = [
    "ANTE_VALUES",
    "ROBBING",
    "VALUES",
    "ante",
    "ante_effect_worth",
    "cards",
    "effect_worth",
    "gold",
    "later",
]
__all__ += ["places", "triggers"]

effect_worth = registry.dispatcher("effect_worth", FIXED, EFFECTS, VALUES)
ante_effect_worth = registry.dispatcher("ante_effect_worth", ANTE_FIXED, ANTE_EFFECTS, ANTE_VALUES)

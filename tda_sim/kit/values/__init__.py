"""What effects are worth: one small function each, in modules that are called as those of `engine.effects` are.

A new kind of effect needs one here as well, or nothing that is written with this kit loads: see `registry`. What
abilities do is weighed by what playing cards is worth: `kit.abilities` has that.
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

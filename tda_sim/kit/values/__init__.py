"""What effects are worth: one small function each, in modules that are called as those of `engine.effects` are.

A new kind of effect needs one here as well, or nothing that is written with this kit loads: see `registry`.
"""

from tda_sim.engine.effects import ANTE_EFFECTS, EFFECTS
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES
from tda_sim.kit.values import abilities, ante, cards, gold, later, places, registry, triggers
from tda_sim.kit.values.registry import (
    ABILITY_FIXED,
    ABILITY_VALUES,
    ANTE_FIXED,
    ANTE_VALUES,
    CHANGE_VALUES,
    FIXED,
    ROBBING,
    VALUES,
)

__all__ = [
    "ANTE_VALUES",
    "ROBBING",
    "VALUES",
    "abilities",
    "ability_effect_worth",
    "ante",
    "ante_effect_worth",
    "cards",
    "change_worth",
    "effect_worth",
    "gold",
    "later",
]
__all__ += ["places", "triggers"]

effect_worth = registry.dispatcher("effect_worth", FIXED, EFFECTS, VALUES)
ante_effect_worth = registry.dispatcher("ante_effect_worth", ANTE_FIXED, ANTE_EFFECTS, ANTE_VALUES)
ability_effect_worth = registry.dispatcher("ability_effect_worth", ABILITY_FIXED, ABILITY_EFFECTS, ABILITY_VALUES)
change_worth = registry.dispatcher("change_worth", ABILITY_FIXED, CHANGES, CHANGE_VALUES)

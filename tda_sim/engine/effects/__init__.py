"""The effects that powers are made of: one small function each, grouped by what they touch.

A new kind of effect is a new function in one of these modules, and nothing else: its name and its parameters become
words of the YAML files.
"""

from tda_sim.engine.effects import cards, gold, triggers
from tda_sim.engine.effects.dispatch import make_dispatcher
from tda_sim.engine.effects.registry import EFFECTS, Effect, Parameter

__all__ = ["EFFECTS", "Effect", "Parameter", "cards", "carry_out", "gold", "triggers"]

carry_out = make_dispatcher(EFFECTS.values())

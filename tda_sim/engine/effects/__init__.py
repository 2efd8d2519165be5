"""The effects that powers are made of: one small function each, grouped by what they touch.

A new kind of effect is a new function in one of these modules, and nothing else: its name and its parameters become
words of the YAML files.
"""

from tda_sim.engine.dispatch import make_dispatcher
from tda_sim.engine.effects import cards, gold, later, places, triggers
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS, Effect, Parameter

__all__ = ["ANTE_EFFECTS", "EFFECTS", "Effect", "Parameter", "cards", "carry_out", "carry_out_lasting", "gold", "later"]
__all__ += ["places", "triggers"]

carry_out = make_dispatcher("carry_out", "t, f", EFFECTS.values())
carry_out_lasting = make_dispatcher("carry_out_lasting", "t, f", later.LASTING.values())

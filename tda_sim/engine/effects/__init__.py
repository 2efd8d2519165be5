# ruff: noqa: I001  effects are numbered, and heard at a timing point, in the order of their import
"""The effects of powers: one small function each, grouped by what they touch.

A new kind of effect is a new function in one of these modules, and nothing else. Its name and its parameters become
words of the YAML files. An effect that lasts has a second function, which listens at a point of `engine.timing`.
"""

from tda_sim.engine.dispatch import make_dispatcher
from tda_sim.engine.registry import ANTE_EFFECTS, CONDITIONS, EFFECTS, Effect, Parameter

from tda_sim.engine.effects import ante, gold, cards, later, in_force, in_ante, places, triggers
from tda_sim.engine.effects import at_moments


__all__ = ["ANTE_EFFECTS", "CONDITIONS", "EFFECTS", "Effect", "Parameter", "ante", "at_moments", "cards"]
__all__ += ["carry_out", "carry_out_lasting", "gold", "in_ante", "in_force", "later", "places", "triggers"]

carry_out = make_dispatcher("carry_out", "t, f", EFFECTS.values())
carry_out_lasting = make_dispatcher("carry_out_lasting", "t, f", later.LASTING.values())

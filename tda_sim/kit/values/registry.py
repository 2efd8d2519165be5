"""The registry of valuations, one for each effect: its worth to the player whose card's power contains it.

``@value`` registers a function ``name(cards, table, me, card, chance, ...)`` as the valuation of the effect with its
name. ``card`` carries the power and counts as part of the player's flight. ``chance`` is that of winning the gambit.
The rest are the effect's parameters. ``@ante_value`` registers those of ante effects, which also take the ``stakes``.
``@ability_value`` and ``@change_value`` register those of abilities, which take the question.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from typing import Any

from tda_sim.engine.compiler.jit import inlined, noinline
from tda_sim.engine.dispatch import make_dispatcher
from tda_sim.engine.effects import ANTE_EFFECTS, EFFECTS, Effect
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES

FIXED = "cards, table, me, card, chance"
ANTE_FIXED = f"{FIXED}, stakes"
ABILITY_FIXED = "cards, table, me, question, chance"

VALUES: dict[str, Callable[..., Any]] = {}
ANTE_VALUES: dict[str, Callable[..., Any]] = {}
ABILITY_VALUES: dict[str, Callable[..., Any]] = {}
CHANGE_VALUES: dict[str, Callable[..., Any]] = {}
ROBBING: set[str] = set()  # effects that take gold or cards from others


def value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register the valuation of an effect, and compile it."""
    return _register(VALUES, EFFECTS, FIXED, function)


def robbing_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register the valuation of an effect that takes gold or cards from others."""
    ROBBING.add(function.__name__)
    return value(function)


def ante_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register the valuation of an ante effect, and compile it."""
    return _register(ANTE_VALUES, ANTE_EFFECTS, ANTE_FIXED, function)


def ability_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register the valuation of an effect of abilities, and compile it."""
    return _register(ABILITY_VALUES, ABILITY_EFFECTS, ABILITY_FIXED, function)


def change_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register the valuation of a change that abilities make, and compile it."""
    return _register(CHANGE_VALUES, CHANGES, ABILITY_FIXED, function)


def _register(
    values: dict[str, Callable[..., Any]], effects: Mapping[str, Effect], fixed: str, function: Callable[..., Any]
) -> Callable[..., Any]:
    name = function.__name__
    if name not in effects:
        raise LookupError(f"there is no effect {name} to be valued")
    right = [*fixed.split(", "), *(parameter.name for parameter in effects[name].parameters)]
    if list(signature(function).parameters) != right:
        raise TypeError(f"the valuation of {name} takes ({', '.join(right)})")
    values[name] = noinline(function)  # apart, so that short ones save no registers for long ones
    return values[name]


def dispatcher(
    name: str, fixed: str, effects: Mapping[str, Effect], values: Mapping[str, Callable[..., Any]]
) -> Callable[..., Any]:
    """Compile ``name(..., step)``: the worth of instruction ``step``. Raises LookupError for an effect without one.

    Jumps are not effects. They decide which other instructions are carried out.
    """
    external_effects = [effect for effect in effects.values() if not effect.internal]
    forgotten = [effect.name for effect in external_effects if effect.name not in values]
    if forgotten:
        raise LookupError(f"without a valuation in tda_sim/kit/values: {', '.join(forgotten)}")
    valued = [replace(effect, function=values[effect.name]) for effect in external_effects]
    return make_dispatcher(name, fixed, valued, cards="cards", answers=True, compiled=inlined)

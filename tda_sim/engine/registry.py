"""The lists of effects, made from the functions themselves.

``@effect`` turns a function ``name(t, f, parameter, ...)`` into an effect that powers in YAML may use: its name,
its parameters with their bounds and defaults, and its first docstring line are read off the function. The number
of an effect is its place in the list. ``@lasting_effect`` does the same for effects that act later in the gambit, or
for as long as it lasts. ``@ante_effect`` makes an effect ``name(t, parameter, ...)`` of a list of its own: what a card
does for as long as it lies in the ante, or, ``at_once``, when it comes there.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tda_sim.engine import jit
from tda_sim.engine.layout import MAX_ARGS
from tda_sim.engine.terms import When
from tda_sim.engine.vocabulary import Jump, Kind


@dataclass(frozen=True)
class Parameter:
    """One parameter of an effect; ``default`` is None where it must be given."""

    name: str
    kind: Kind
    default: int | None


@dataclass(frozen=True)
class Effect:
    """One effect: ``code`` is its number in compiled powers (or in compiled ante effects)."""

    name: str
    code: int
    parameters: tuple[Parameter, ...]
    meaning: str
    function: Callable[..., None]
    lasting: bool = False  # it acts later in the gambit, or for as long as the gambit lasts
    at_once: bool = False  # an ante effect that acts when its card comes into the ante
    moments: tuple[When, ...] = ()  # those at which an ability can have it; none: at any
    could: Callable[..., Any] | None = None  # whether it would do anything at all, with the same arguments

    @property
    def internal(self) -> bool:
        """Whether only the compiler of powers may write it (it jumps)."""
        return any(isinstance(p.kind, Jump) for p in self.parameters)


EFFECTS: dict[str, Effect] = {}
ANTE_EFFECTS: dict[str, Effect] = {}
ABILITY_EFFECTS: dict[str, Effect] = {}
CHANGES: dict[str, Effect] = {}
CONDITIONS: dict[str, Effect] = {}


def effect(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register an effect and compile it."""
    return _register(EFFECTS, function, skip=2)


def lasting_effect(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register an effect whose power stays in force, and compile it."""
    return _register(EFFECTS, function, skip=2, lasting=True)


def ante_effect(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register what a card does for as long as it lies in the ante, and compile it."""
    return _register(ANTE_EFFECTS, function, skip=1)


def ante_effect_at_once(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register what a card does when it comes into the ante, and compile it."""
    return _register(ANTE_EFFECTS, function, skip=1, at_once=True)


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def ability_effect(*moments: When, could: Callable[..., Any] | None = None) -> Decorator:
    """Register what a player does with an ability, and compile it. Nothing is asked where it could do nothing."""
    return lambda function: _register(ABILITY_EFFECTS, function, skip=2, moments=moments, could=could)


def change(*moments: When, could: Callable[..., Any] | None = None) -> Decorator:
    """Register what an ability changes on its way, and compile it; ``could`` as for `ability_effect`."""
    return lambda function: _register(CHANGES, function, skip=3, moments=moments, could=could)


def condition(*moments: When) -> Decorator:
    """Register a condition of abilities, and compile it."""
    return lambda function: _register(CONDITIONS, function, skip=2, moments=moments)


def _register(
    effects: dict[str, Effect], function: Callable[..., Any], *, skip: int, **about: Any
) -> Callable[..., Any]:
    signature = list(inspect.signature(function).parameters.values())[skip:]
    parameters = tuple(
        Parameter(p.name, p.annotation, None if p.default is p.empty else int(p.default)) for p in signature
    )
    if len(parameters) > MAX_ARGS:
        raise ValueError(f"effect {function.__name__} has more than {MAX_ARGS} parameters")
    name = function.__name__
    meaning = inspect.cleandoc(function.__doc__ or "").split("\n")[0]
    compiled = jit.rule(function)
    effects[name] = Effect(name, len(effects), parameters, meaning, compiled, **about)
    return compiled

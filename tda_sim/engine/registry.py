"""The lists of effects, made from the functions themselves.

``@effect`` registers a function ``name(t, f, parameter, ...)`` as an effect for powers in YAML. Its name, its
parameters with their bounds and defaults, and its meaning (the first line of the docstring) come from the function.
The number of an effect is its place in the list. ``@lasting_effect`` is for effects that act later in the gambit, or
until it ends. ``@ante_effect`` registers ``name(t, parameter, ...)`` in another list: the effects of cards while they
are in the ante, or, ``at_once``, when they enter it.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tda_sim.engine.compiler import jit
from tda_sim.engine.layout import MAX_ARGS
from tda_sim.engine.terms import When
from tda_sim.engine.vocabulary import Jump, Kind


@dataclass(frozen=True)
class Parameter:
    """A parameter of an effect; ``default`` is None if it is required."""

    name: str
    kind: Kind
    default: int | None


@dataclass(frozen=True)
class Effect:
    """An effect; ``code`` is its number in compiled powers (or in compiled ante effects)."""

    name: str
    code: int
    parameters: tuple[Parameter, ...]
    meaning: str
    function: Callable[..., None]
    lasting: bool = False  # it acts later in the gambit, or until the gambit ends
    at_once: bool = False  # an ante effect that acts when its card enters the ante
    moments: tuple[When, ...] = ()  # those at which an ability can have it; empty: any
    could: Callable[..., Any] | None = None  # a function of the same arguments: whether the effect would do anything

    @property
    def internal(self) -> bool:
        """Whether only the compiler of powers may use it (it jumps)."""
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
    """Register an effect of a card while it is in the ante, and compile it."""
    return _register(ANTE_EFFECTS, function, skip=1)


def ante_effect_at_once(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register an effect of a card when it enters the ante, and compile it."""
    return _register(ANTE_EFFECTS, function, skip=1, at_once=True)


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def ability_effect(*moments: When, could: Callable[..., Any] | None = None) -> Decorator:
    """Register an effect of abilities, and compile it. ``could``: whether it would do anything, or is not offered."""
    return lambda function: _register(ABILITY_EFFECTS, function, skip=2, moments=moments, could=could)


def change(*moments: When, could: Callable[..., Any] | None = None) -> Decorator:
    """Register a change that abilities make, and compile it; ``could`` as for `ability_effect`."""
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

"""The list of effects, made from the functions themselves.

``@effect`` turns a function ``name(t, f, parameter, ...)`` into an effect that powers in YAML may use: its name,
its parameters with their bounds and defaults, and its first docstring line are read off the function. The number
of an effect is its place in the list.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tda_sim.engine import jit
from tda_sim.engine.effects.vocabulary import Jump, Kind
from tda_sim.engine.layout import MAX_ARGS


@dataclass(frozen=True)
class Parameter:
    """One parameter of an effect; ``default`` is None where it must be given."""

    name: str
    kind: Kind
    default: int | None


@dataclass(frozen=True)
class Effect:
    """One effect: ``code`` is its number in compiled powers."""

    name: str
    code: int
    parameters: tuple[Parameter, ...]
    meaning: str
    function: Callable[..., None]

    @property
    def internal(self) -> bool:
        """Whether only the compiler of powers may write it (it jumps)."""
        return any(isinstance(p.kind, Jump) for p in self.parameters)


EFFECTS: dict[str, Effect] = {}


def effect(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register an effect and compile it."""
    signature = list(inspect.signature(function).parameters.values())[2:]
    parameters = tuple(
        Parameter(p.name, p.annotation, None if p.default is p.empty else int(p.default)) for p in signature
    )
    if len(parameters) > MAX_ARGS:
        raise ValueError(f"effect {function.__name__} has more than {MAX_ARGS} parameters")
    name = function.__name__.rstrip("_")
    meaning = inspect.cleandoc(function.__doc__ or "").split("\n")[0]
    compiled = jit.rule(function)
    EFFECTS[name] = Effect(name, len(EFFECTS), parameters, meaning, compiled)
    return compiled

"""Powers and ante effects in YAML: lists of effects, and the vocabulary for them.

An effect is written ``name``, ``{name: 3}`` (its first parameter) or ``{name: {parameter: value, ...}}``; ``always``
in the last form has it carried out even when the stakes have run empty. Structures hold lists of effects:
``{choose: {take: [...], stakes: [...]}}``, ``{when: {some: GROUP, where: ZONE, then: [...], else: [...]}}`` and
``{for_each: {who: WHO, having: GROUP, also_having: GROUP, do: [...]}}``. Ante effects are written in the same way, but
know neither structures nor ``always``. How they are read: see `parsing`.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tda_sim.definitions.models import words
from tda_sim.engine import effects as _effects  # noqa: F401  registers them
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS, Effect, Parameter
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import AMeasure, Choice, Jump, Number, Per

ALWAYS = "always"
ALWAYS_MEANING = "whether it is carried out even after the stakes have run empty"


@dataclass(frozen=True)
class Call:
    """One effect with its arguments; a group's name stands for its number, which depends on the deck."""

    effect: str
    arguments: tuple[int | str, ...]
    always: bool = False


@dataclass(frozen=True)
class Fork:
    """A structure that goes one way or the other: ``test`` lacks the argument of its jump."""

    test: Call
    first: "Power"
    second: "Power"


@dataclass(frozen=True)
class Loop:
    """A structure that is carried out repeatedly: ``test`` lacks the argument of its jump."""

    test: Call
    body: "Power"


Power = tuple[Call | Fork | Loop, ...]


@dataclass(frozen=True)
class Structure:
    """A form of YAML that compiles to an effect that jumps, and to the lists of effects that it jumps between."""

    effect: str
    meaning: str
    lists: tuple[str, ...]
    last_optional: bool = False
    repeats: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict)  # parameters that YAML has another word for
    defaults: Mapping[str, int] = field(default_factory=dict)  # where the effect has none

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the structure besides its lists, in YAML's words."""
        return tuple(
            Parameter(self.renamed.get(p.name, p.name), p.kind, self.defaults.get(p.name, p.default))
            for p in EFFECTS[self.effect].parameters
            if not isinstance(p.kind, Jump)
        )


STRUCTURES = {
    "choose": Structure(
        effect="choose_branch", meaning="The player chooses which list is carried out.", lists=("take", "stakes")
    ),
    "when": Structure(
        effect="unless_some",
        meaning="Carries out one list if there is such a card, or the other.",
        lists=("then", "else"),
        last_optional=True,
        renamed={"group": "some"},
    ),
    "for_each": Structure(
        effect="for_each",
        meaning="Carries out the list once for each of those players, who is `picked` in it.",
        lists=("do",),
        repeats=True,
        defaults={"having": Group.CARD, "also_having": Group.CARD},
    ),
}


@functools.cache  # the list is complete when this module has been imported
def public_effects() -> Mapping[str, Effect]:
    """Return the effects that powers in YAML may name."""
    return {name: effect for name, effect in EFFECTS.items() if not effect.internal}


def all_ante_effects() -> Mapping[str, Effect]:
    """Return the effects that ``ante`` in YAML may name."""
    return ANTE_EFFECTS


def describe_kind(kind: Any) -> str:
    """Return what a parameter of this kind may be, in words."""
    return brief_kind(kind).replace("a group", f"a group: {', '.join(words(Group))}, a colour or a tag")


def brief_kind(kind: Any) -> str:
    """Return what a parameter of this kind may be, without the list of groups."""
    if isinstance(kind, Number):
        return f"a whole number from {kind.low} to {kind.high}"
    if isinstance(kind, Choice):
        return f"one of {', '.join(words(kind.words))}"
    return f"{', '.join(words(Per))}, or a group" if isinstance(kind, AMeasure) else "a group"


def default_word(parameter: Parameter) -> int | str | None:
    """Return a parameter's default as YAML writes it; None where it must be given."""
    kind, default = parameter.kind, parameter.default
    if default is None or isinstance(kind, Number):
        return default
    choices = kind.words if isinstance(kind, Choice) else Per if isinstance(kind, AMeasure) and default < 0 else Group
    return choices(default).name.lower()

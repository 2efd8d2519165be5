"""The words of lists of effects in YAML: how each of them is written, and what its parameters may be.

An effect is written ``name``, ``{name: 3}`` (its first parameter) or ``{name: {parameter: value, ...}}``; ``always``
in the last form has it carried out even when the stakes have run empty. Structures hold lists of effects:
``{choose: {take: [...], stakes: [...]}}``, ``{when: {some: GROUP, where: ZONE, then: [...], else: [...]}}`` and
``{for_each: {who: WHO, having: GROUP, also_having: GROUP, do: [...]}}``. Ante effects, and the effects and conditions
of abilities, are written in the same way, but know neither structures nor ``always``. How they are read: see `effects`.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tda_sim.definitions.models import words
from tda_sim.engine import effects as _effects  # noqa: F401  registers them
from tda_sim.engine.registry import EFFECTS, Effect, Parameter
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import AMeasure, Choice, Jump, Number, Per


@dataclass(frozen=True)
class Word:
    """A word of YAML for an effect, or for a structure: an effect that jumps between ``lists`` of effects."""

    effect: Effect
    name: str
    meaning: str
    parameters: tuple[Parameter, ...]  # besides the lists
    lists: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()  # lists that may be left out
    repeats: bool = False  # its list is carried out repeatedly

    @property
    def needed(self) -> list[str]:
        """The parameters without a default."""
        return [parameter.name for parameter in self.parameters if parameter.default is None]

    @property
    def shape(self) -> str:
        """How a structure is written."""
        parts = [*(f"{name}: ..." for name in self.needed), *(f"{name}: [...]" for name in self.lists)]
        return f"write {self.name}: {{{', '.join(parts)}}}"


def word_for(effect: Effect) -> Word:
    """Return the word for an effect, by the same name."""
    return Word(effect, effect.name, effect.meaning, effect.parameters)


def _structure(
    name: str,
    effect: str,
    meaning: str,
    lists: tuple[str, ...],
    *,
    optional: tuple[str, ...] = (),
    repeats: bool = False,
    renamed: Mapping[str, str] = MappingProxyType({}),  # parameters that YAML has another word for
    defaults: Mapping[str, int] = MappingProxyType({}),  # where the effect has none
) -> Word:
    parameters = (
        Parameter(renamed.get(p.name, p.name), p.kind, defaults.get(p.name, p.default))
        for p in EFFECTS[effect].parameters
        if not isinstance(p.kind, Jump)
    )
    return Word(EFFECTS[effect], name, meaning, tuple(parameters), lists, optional, repeats)


_STRUCTURES = (
    _structure("choose", "choose_branch", "The player chooses which list is carried out.", ("take", "stakes")),
    _structure(
        "when",
        "unless_some",
        "Carries out one list if there is such a card, or the other.",
        ("then", "else"),
        optional=("else",),
        renamed={"group": "some"},
    ),
    _structure(
        "for_each",
        "for_each",
        "Carries out the list once for each of those players, who is `picked` in it.",
        ("do",),
        repeats=True,
        defaults={"having": Group.CARD, "also_having": Group.CARD},
    ),
)
STRUCTURES = {word.name: word for word in _STRUCTURES}


@functools.cache  # the list is complete when this module has been imported
def public_effects() -> Mapping[str, Effect]:
    """Return the effects that powers in YAML may name."""
    return {name: effect for name, effect in EFFECTS.items() if not effect.internal}


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

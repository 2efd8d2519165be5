"""Powers: lists of effects in YAML, checked and read.

An effect is written ``name``, ``{name: 3}`` (its first parameter) or ``{name: {parameter: value, ...}}``; ``always``
in the last form has it carried out even when the stakes have run empty. Two structures choose between lists:
``{choose: {take: [...], stakes: [...]}}`` and ``{when: {some: GROUP, where: ZONE, then: [...], else: [...]}}``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from tda_sim.definitions.models import words
from tda_sim.definitions.sources import Node
from tda_sim.engine import effects as _all_effects  # noqa: F401  registers them
from tda_sim.engine.effects.registry import EFFECTS, Effect, Parameter
from tda_sim.engine.effects.vocabulary import AMeasure, Choice, Jump, Number, Per
from tda_sim.engine.layout import Group
from tda_sim.errors import Problem, brief, suggest

ALWAYS = "always"
MAX_NESTING = 8


@dataclass(frozen=True)
class Structure:
    """A form of YAML that compiles to a jumping effect: its first list follows it, its second is jumped to."""

    effect: str
    first: str
    second: str
    second_optional: bool
    meaning: str


STRUCTURES = {
    "choose": Structure("choose_branch", "take", "stakes", False, "The player chooses which list is carried out."),
    "when": Structure(
        "unless_some", "then", "else", True, "Carries out one list if there is such a card, or the other."
    ),
}
RENAMED = {"some": "group"}  # YAML's word for a parameter of a structure


@dataclass(frozen=True)
class Call:
    """One effect with its arguments; a group's name stands for its number, which only a deck can tell."""

    effect: str
    arguments: tuple[int | str, ...]
    always: bool = False


@dataclass(frozen=True)
class Fork:
    """A structure: ``test`` lacks the argument of its jump."""

    test: Call
    first: "Power"
    second: "Power"


Power = tuple[Call | Fork, ...]


def parse(node: Node, groups: Iterable[str] | None, problems: list[Problem]) -> Power:
    """Return the power written in a list of effects; mistakes are added to ``problems``.

    ``groups`` are the colours and tags that it may name; None if they are not all known, which allows any.
    """
    return _Parser(None if groups is None else [*words(Group), *groups], problems).power(node, 0)


def parameter_name(parameter: Parameter, structure: Structure | None = None) -> str:
    """Return the word that YAML uses for a parameter."""
    renamed = {old: new for new, old in RENAMED.items()} if structure else {}
    return renamed.get(parameter.name, parameter.name)


def public_effects() -> dict[str, Effect]:
    """Return the effects that YAML may name."""
    return {name: effect for name, effect in EFFECTS.items() if not effect.internal}


class _Parser:
    def __init__(self, groups: Sequence[str] | None, problems: list[Problem]) -> None:
        self.groups = groups
        self.problems = problems

    def complain(self, node: Node, message: str, hint: str | None = None) -> None:
        if not node.dubious:
            self.problems.append(node.problem(message, hint))

    @staticmethod
    def form(name: str) -> str:
        return f"write {name}: {{{STRUCTURES[name].first}: [...], {STRUCTURES[name].second}: [...]}}"

    def power(self, node: Node, depth: int) -> Power:
        if depth > MAX_NESTING:
            self.complain(node, "lists of effects are nested too deeply", f"at most {MAX_NESTING} levels")
            return ()
        if not isinstance(node.value, list):
            self.complain(node, "a power must be a list of effects", "write [{steal: 2}], or one effect a line after -")
            return ()
        steps = [self.step(item, depth) for item in node.value]
        return tuple(step for step in steps if step is not None)

    def step(self, node: Node, depth: int) -> Call | Fork | None:
        if isinstance(node.value, str):
            return self.call(node.value, node, None, depth)
        if len(node.entries) != 1:
            hint = "begin every effect with its own -" if node.entries else "write name, name: number or name: {...}"
            self.complain(node, "an entry of a power must be one effect", hint)
            return None
        name, argument = next(iter(node.entries.items()))
        if name in STRUCTURES:
            return self.fork(STRUCTURES[name], name, argument, depth)
        return self.call(name, node, argument, depth)

    def call(self, name: str, node: Node, argument: Node | None, depth: int) -> Call | None:
        if name in STRUCTURES:
            self.complain(node, f"{name} needs lists of effects", self.form(name))
            return None
        effect = public_effects().get(name)
        if effect is None:
            known = [*public_effects(), *STRUCTURES]
            self.complain(node, f"there is no effect called {name}", suggest(name, known))
            return None
        given = self.named_arguments(effect, node if argument is None else argument, argument)
        always = self.always(given.pop(ALWAYS, None), depth)
        arguments = self.arguments(effect.parameters, name, given, node)
        return None if arguments is None else Call(name, arguments, always)

    def named_arguments(self, effect: Effect, node: Node, argument: Node | None) -> dict[str, Node]:
        if argument is None:
            return {}
        if isinstance(argument.value, dict):
            return dict(argument.value)
        if effect.parameters and argument.value is not None:
            return {effect.parameters[0].name: argument}
        if argument.value is None:
            self.complain(
                node, f"{effect.name}: a value is missing", f"write {effect.name} without a colon to go without"
            )
        else:
            self.complain(node, f"{effect.name} takes no value", f"write - {effect.name}")
        return {parameter.name: Node(None, dubious=True) for parameter in effect.parameters}

    def always(self, node: Node | None, depth: int) -> bool:
        if node is None:
            return False
        if not isinstance(node.value, bool):
            self.complain(node, "always must be true or false")
        elif node.value and depth > 0:
            self.complain(node, "always cannot stand inside a structure", "put the effect after it")
        return node.value is True

    def arguments(
        self,
        parameters: Sequence[Parameter],
        name: str,
        given: dict[str, Node],
        node: Node,
        structure: Structure | None = None,
    ) -> tuple[int | str, ...] | None:
        known = [parameter_name(p, structure) for p in parameters]
        allowed = [*known, structure.first, structure.second] if structure else [*known, ALWAYS]
        for word, value in given.items():
            if word not in allowed:
                self.complain(value, f"{name} has no parameter {word}", suggest(word, allowed))
        values = [
            self.argument(p, name, given.get(word), word, node) for p, word in zip(parameters, known, strict=True)
        ]
        return None if None in values else tuple(value for value in values if value is not None)

    def argument(self, parameter: Parameter, name: str, value: Node | None, word: str, node: Node) -> int | str | None:
        if value is None:
            if parameter.default is None:
                self.complain(node, f"{name} needs the parameter {word}", describe_kind(parameter.kind))
            return parameter.default
        read = self.read(parameter.kind, value.value)
        if read is None:
            message = f"{name}: {word} cannot be {brief(value.value)}"
            self.complain(value, message, self.right(parameter.kind, value.value))
        return read

    def read(self, kind: Any, value: object) -> int | str | None:
        if isinstance(kind, Number):
            fits = isinstance(value, int) and not isinstance(value, bool) and kind.low <= value <= kind.high
            return int(str(value)) if fits else None
        if not isinstance(value, str):
            return None
        if isinstance(kind, Choice):
            return _number(kind.words, value)
        if isinstance(kind, AMeasure) and (per := _number(Per, value)) is not None:
            return per
        return value if self.groups is None or value in self.groups else None

    def right(self, kind: Any, value: object) -> str:
        if isinstance(kind, Number):
            return describe_kind(kind)
        return suggest(value, words(kind.words) if isinstance(kind, Choice) else self.names(kind))

    def names(self, kind: Any) -> list[str]:
        return [*(words(Per) if isinstance(kind, AMeasure) else []), *(self.groups or [])]

    def fork(self, structure: Structure, name: str, node: Node, depth: int) -> Fork | None:
        if not isinstance(node.value, dict):
            self.complain(node, f"{name} needs lists of effects", self.form(name))
            return None
        parameters = [p for p in EFFECTS[structure.effect].parameters if not isinstance(p.kind, Jump)]
        arguments = self.arguments(parameters, name, node.entries, node, structure)
        branches = []
        for word, optional in ((structure.first, False), (structure.second, structure.second_optional)):
            branch = node.entries.get(word)
            if branch is None and not optional:
                self.complain(node, f"{name} needs the list {word}")
            branches.append(() if branch is None else self.power(branch, depth + 1))
        return None if arguments is None else Fork(Call(structure.effect, arguments), branches[0], branches[1])


def describe_kind(kind: Any) -> str:
    """Return what a parameter of this kind may be, in words."""
    if isinstance(kind, Number):
        return f"a whole number from {kind.low} to {kind.high}"
    if isinstance(kind, Choice):
        return f"one of {', '.join(words(kind.words))}"
    group = f"a group: {', '.join(words(Group))}, a colour or a tag"
    return f"{', '.join(words(Per))}, or {group}" if isinstance(kind, AMeasure) else group


def _number(kind: type[IntEnum], word: str) -> int | None:
    return int(kind[word.upper()]) if word in words(kind) else None

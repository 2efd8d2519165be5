"""Reading powers and ante effects: from lists of effects in YAML to checked ones, with a problem for every mistake."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from tda_sim.definitions.models import words
from tda_sim.definitions.powers import (
    ALWAYS,
    STRUCTURES,
    Call,
    Fork,
    Loop,
    Power,
    Structure,
    all_ante_effects,
    describe_kind,
    public_effects,
)
from tda_sim.definitions.sources import Node
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES, CONDITIONS, Effect, Parameter
from tda_sim.engine.terms import Group, When
from tda_sim.engine.vocabulary import AMeasure, Choice, Number, Per
from tda_sim.errors import Hint, Problem, brief, suggest

MAX_NESTING = 8


def parse_power(node: Node, groups: Iterable[str] | None, problems: list[Problem]) -> Power:
    """Return the power written in a list of effects; mistakes are added to ``problems``.

    ``groups`` are the colours and tags that it may name; None if they are not all known, which allows any.
    """
    return _Parser(groups, problems).power(node, 0)


def parse_ante(node: Node, groups: Iterable[str] | None, problems: list[Problem]) -> Power:
    """Return the power written in a list of ante effects; for the arguments, see `parse_power`."""
    return _AnteParser(groups, problems).power(node, 0)


class _Parser:
    noun = "effect"
    whole = "a power"
    example = "{steal: 2}"
    structures: Mapping[str, Structure] = STRUCTURES
    extras: tuple[str, ...] = (ALWAYS,)

    def __init__(self, groups: Iterable[str] | None, problems: list[Problem]) -> None:
        self.groups = None if groups is None else dict.fromkeys([*words(Group), *groups])
        self.measures = dict.fromkeys([*words(Per), *(self.groups or ())])
        self.problems = problems
        self.repeating = False  # inside a list that is carried out repeatedly

    def effects(self) -> Mapping[str, Effect]:
        return public_effects()

    @functools.cached_property
    def vocabulary(self) -> list[str]:
        return [*self.effects(), *self.structures]

    def complain(self, node: Node, message: str, hint: Hint | None = None) -> None:
        if not node.dubious:
            self.problems.append(node.problem(message, hint))

    # --- lists and their entries ---

    def power(self, node: Node, depth: int) -> Power:
        if depth > MAX_NESTING:
            self.complain(node, "effects are nested too deeply", f"at most {MAX_NESTING} levels")
            return ()
        if not isinstance(node.value, list):
            hint = f"write [{self.example}], or one {self.noun} a line after -"
            self.complain(node, f"{self.whole} must be a list of {self.noun}s", hint)
            return ()
        steps = [self.step(item, depth) for item in node.value]
        return tuple(step for step in steps if step is not None)

    def step(self, node: Node, depth: int) -> Call | Fork | Loop | None:
        if isinstance(node.value, str):
            return self.call(node.value, node, None, depth)
        if len(node.entries) != 1:
            hint = "begin every effect with its own -" if node.entries else "write name, name: number or name: {...}"
            self.complain(node, f"an entry of {self.whole} must be one {self.noun}", hint)
            return None
        name, argument = next(iter(node.entries.items()))
        if name in self.structures:
            return self.structure(name, argument, depth)
        return self.call(name, node, argument, depth)

    def call(self, name: str, node: Node, argument: Node | None, depth: int) -> Call | None:
        if name in self.structures:
            self.complain(node, f"{name} needs lists of effects", _form_of(name))
            return None
        effect = self.effects().get(name)
        if effect is None:
            self.complain(node, f"there is no {self.noun} called {name}", self.unknown(name))
            return None
        given = self.named_arguments(effect, node if argument is None else argument, argument)
        always = self.always(given.pop(ALWAYS), depth) if ALWAYS in self.extras and ALWAYS in given else False
        arguments = self.arguments(effect.parameters, name, given, node, self.extras)
        return None if arguments is None else Call(name, arguments, always)

    def unknown(self, name: str) -> Hint:
        if name in all_ante_effects():
            return "it is an ante effect: move it under ante"
        return suggest(name, self.vocabulary)

    def structure(self, name: str, node: Node, depth: int) -> Fork | Loop | None:
        structure = self.structures[name]
        if not isinstance(node.value, dict):
            self.complain(node, f"{name} needs lists of effects", _form_of(name))
            return None
        if structure.repeats and self.repeating:
            self.complain(node, f"{name} cannot be inside another one", "write one after the other")
            return None
        arguments = self.arguments(structure.parameters, name, node.entries, node, structure.lists)
        before, self.repeating = self.repeating, self.repeating or structure.repeats
        lists = [self.list_of(structure, name, word, node, depth) for word in structure.lists]
        self.repeating = before
        if arguments is None:
            return None
        test = Call(structure.effect, arguments)
        return Loop(test, lists[0]) if structure.repeats else Fork(test, lists[0], lists[1])

    def list_of(self, structure: Structure, name: str, word: str, node: Node, depth: int) -> Power:
        written = node.entries.get(word)
        if written is not None:
            return self.power(written, depth + 1)
        if not (structure.last_optional and word == structure.lists[-1]):
            self.complain(node, f"{name} needs the list {word}", _form_of(name))
        return ()

    # --- arguments ---

    def named_arguments(self, effect: Effect, node: Node, argument: Node | None) -> dict[str, Node]:
        if argument is None:
            return {}
        if isinstance(argument.value, dict):
            return dict(argument.value)
        if effect.parameters and argument.value is not None:
            return {effect.parameters[0].name: argument}
        if argument.value is None:
            self.complain(node, f"{effect.name}: a value is missing", f"write {effect.name} without a colon for none")
        else:
            self.complain(node, f"{effect.name} takes no value", f"write - {effect.name}")
        return {parameter.name: Node(None, dubious=True) for parameter in effect.parameters}

    def always(self, node: Node, depth: int) -> bool:
        if not isinstance(node.value, bool):
            self.complain(node, "always must be true or false")
        elif node.value and depth > 0:
            self.complain(node, "always cannot stand inside a structure", "put the effect after it")
        return node.value is True

    def arguments(
        self,
        parameters: Sequence[Parameter],
        name: str,
        given: Mapping[str, Node],
        node: Node,
        others: Iterable[str],
    ) -> tuple[int | str, ...] | None:
        allowed = [*(p.name for p in parameters), *others]
        for word, value in given.items():
            if word not in allowed:
                self.complain(value, f"{name} has no parameter {word}", suggest(word, allowed))
        values = [self.argument(p, name, given.get(p.name), node) for p in parameters]
        return None if None in values else tuple(value for value in values if value is not None)

    def argument(self, parameter: Parameter, name: str, value: Node | None, node: Node) -> int | str | None:
        if value is None:
            if parameter.default is None:
                self.complain(node, f"{name} needs the parameter {parameter.name}", describe_kind(parameter.kind))
            return parameter.default
        read = self.read(parameter.kind, value.value)
        if read is None:
            message = f"{name}: {parameter.name} cannot be {brief(value.value)}"
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

    def right(self, kind: Any, value: object) -> Hint:
        if isinstance(kind, Number):
            return describe_kind(kind)
        names = self.measures if isinstance(kind, AMeasure) else self.groups or ()
        return suggest(value, words(kind.words) if isinstance(kind, Choice) else names)


def parse_conditions(node: Node, when: When | None, problems: list[Problem]) -> tuple[Call, ...]:
    """Return the conditions of an ability that has its moment then; they may name any group."""
    return _calls(_ConditionParser(when, CONDITIONS, problems), node)


def parse_ability_effects(node: Node, when: When, changing: bool, problems: list[Problem]) -> tuple[Call, ...]:
    """Return the effects of an ability; ``changing``: it changes a value on its way."""
    return _calls(_AbilityParser(when, CHANGES if changing else ABILITY_EFFECTS, problems), node)


def _calls(parser: "_AbilityParser", node: Node) -> tuple[Call, ...]:
    return tuple(step for step in parser.power(node, 0) if isinstance(step, Call))


class _AbilityParser(_Parser):
    whole = "effects"
    example = "{draw: 2}"
    structures: Mapping[str, Structure] = {}
    extras: tuple[str, ...] = ()

    def __init__(self, when: When | None, known: Mapping[str, Effect], problems: list[Problem]) -> None:
        super().__init__(None, problems)
        self.when, self.known = when, known

    def effects(self) -> Mapping[str, Effect]:
        fitting = {
            name: effect for name, effect in self.known.items() if not effect.moments or self.when in effect.moments
        }
        return fitting if self.when is not None else self.known

    def unknown(self, name: str) -> Hint:
        if name in self.known:
            moments = ", ".join(moment.name.lower() for moment in self.known[name].moments)
            return f"it is for the moments {moments}"
        return suggest(name, self.effects())


class _ConditionParser(_AbilityParser):
    noun = "condition"
    whole = "condition"
    example = "{stakes_at_least: 2}"


class _AnteParser(_Parser):
    noun = "ante effect"
    whole = "ante"
    example = "{leader_pays: 2}"
    structures: Mapping[str, Structure] = {}
    extras: tuple[str, ...] = ()

    def effects(self) -> Mapping[str, Effect]:
        return all_ante_effects()

    def unknown(self, name: str) -> Hint:
        if name in public_effects() or name in STRUCTURES:
            return f"{name} is for powers; ante effects are {', '.join(self.effects())}"
        return suggest(name, self.effects())


def _form_of(name: str) -> str:
    structure = STRUCTURES[name]
    needed = [f"{p.name}: ..." for p in structure.parameters if p.default is None]
    lists = [f"{word}: [...]" for word in structure.lists]
    return f"write {name}: {{{', '.join([*needed, *lists])}}}"


def _number(kind: type[IntEnum], word: str) -> int | None:
    return int(kind[word.upper()]) if word in words(kind) else None

"""The numbers that the page can change: in powers, in ante effects, and in effects that a house rule adds to a group.

A whole number in a list of effects, written in YAML or left to its default, is an *amount*. Where the code has it is
found by trial: the list is compiled with another number, and the argument that differs is the one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.definitions.decks import Deck
from tda_sim.definitions.effects import AntePower, Power, Steps
from tda_sim.definitions.instructions import Instruction, compile_power
from tda_sim.definitions.powers import STRUCTURES
from tda_sim.definitions.sources import Node
from tda_sim.engine.layout import FIRST_OWN_GROUP
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS, Effect, Parameter
from tda_sim.engine.vocabulary import AGroup, AMeasure, Jump, Number

Path = tuple[int | str, ...]  # to a place in a list of effects, as YAML has it
Line = list[Any]  # of code: effect, always, and the arguments; see `lines_of`


@dataclass(frozen=True)
class Vocabulary:
    """How a list of effects is read, the effects that it may name, and the form of its labels."""

    steps: type[Steps]
    effects: Mapping[str, Effect]
    label: str


POWER = Vocabulary(Power, EFFECTS, "{}")
ANTE = Vocabulary(AntePower, ANTE_EFFECTS, "in the ante: {}")


def changeable(key: str, parts: Mapping[str, tuple[Node, Vocabulary]], deck: Deck) -> dict[str, Any]:
    """Return lists of effects, by name, as the page has them: their `yaml`, their `code`, and all `amounts`.

    Each amount names its list as `part`, and has a `key` by which addresses name it, after that of the family.
    """
    made: dict[str, Any] = {"yaml": {}, "code": {}, "amounts": []}
    for name, (node, vocabulary) in parts.items():
        written = node.plain() or []
        power = spelled_out(written, vocabulary.effects)
        made["yaml"][name] = power
        made["code"][name] = lines_of(_compiled(written, deck, vocabulary) or [], deck, vocabulary)
        made["amounts"] += [{"part": name} | one for one in amounts(written, power, deck, vocabulary)]
    for k, one in enumerate(made["amounts"]):
        one["key"] = f"{key.replace('/', '.')}.{one['part']}.{k}"
    return made


def lines_of(code: Sequence[Instruction], deck: Deck, vocabulary: Vocabulary) -> list[Line]:
    """Return the code of a power or of ante effects, line by line: number of the effect, always, and its arguments.

    An argument is a number, a group's name, or in a list the line to go on at.
    """
    effects = vocabulary.effects
    return [
        [effects[line.effect].code, int(line.always), *_arguments(line, effects[line.effect].parameters, deck)]
        for line in code
    ]


def _arguments(line: Instruction, parameters: Sequence[Parameter], deck: Deck) -> Iterator[Any]:
    for value, parameter in zip(line.arguments, parameters, strict=True):
        if isinstance(parameter.kind, Jump):
            yield [value]
        elif isinstance(parameter.kind, AGroup | AMeasure) and value >= FIRST_OWN_GROUP:
            yield deck.groups[value - FIRST_OWN_GROUP]
        else:
            yield value


def amounts(written: Any, power: Any, deck: Deck, vocabulary: Vocabulary) -> Iterator[dict[str, Any]]:
    """Yield the numbers of a power: their path in it, `label`, `value`, `least`, `most`, and where the code has them.

    ``written`` is the power as YAML has it, ``power`` has its defaults as well, whose amounts come last. Places are
    pairs of a line and an argument.
    """
    own = dict(_numbers(written, ()))
    numbers = dict(_numbers(power, ()))
    for path in [*(path for path in numbers if path in own), *(path for path in numbers if path not in own)]:
        yield from _amount(power, path, numbers[path], deck, vocabulary)


def _amount(power: Any, path: Path, value: int, deck: Deck, vocabulary: Vocabulary) -> Iterator[dict[str, Any]]:
    code, *others = (
        _compiled(_replaced(power, path, number), deck, vocabulary) for number in (value, value + 1, value - 1)
    )
    other = next(filter(None, others), None)
    if code is None or other is None or len(code) != len(other):
        return
    places = [
        (line, place)
        for line, (a, b) in enumerate(zip(code, other, strict=True))
        for place in range(len(a.arguments))
        if a.arguments[place] != b.arguments[place]
    ]
    kinds = [vocabulary.effects[code[line].effect].parameters[place].kind for line, place in places]
    if kinds and all(isinstance(kind, Number) for kind in kinds):
        yield {
            "path": path,
            "label": vocabulary.label.format(_label(path)),
            "value": value,
            "least": max(kind.low for kind in kinds if isinstance(kind, Number)),
            "most": min(kind.high for kind in kinds if isinstance(kind, Number)),
            "places": places,
        }


def spelled_out(power: Any, known: Mapping[str, Effect]) -> Any:
    """Return a power as YAML has it, with the amount of every effect that leaves it to its default.

    ``known`` are the effects that it may name.

    >>> power = ["pay_stakes", {"draw": {"who": "everyone"}}, {"steal": 2}, "lead_next_round"]
    >>> spelled_out(power, EFFECTS)
    [{'pay_stakes': 1}, {'draw': {'who': 'everyone', 'amount': 1}}, {'steal': 2}, 'lead_next_round']
    """
    return [_step(step, known) for step in power]


def _step(step: Any, known: Mapping[str, Effect]) -> Any:
    pair: tuple[str, Any] = (step, None) if isinstance(step, str) else next(iter(step.items()))
    name, given = pair
    if name in STRUCTURES:
        lists = STRUCTURES[name].lists
        return {name: {word: spelled_out(entry, known) if word in lists else entry for word, entry in given.items()}}
    parameters = known[name].parameters
    amount = next((each for each in parameters if isinstance(each.kind, Number) and each.default is not None), None)
    if amount is None or (given is not None and not isinstance(given, dict) and amount == parameters[0]):
        return step
    if given is None and amount == parameters[0]:
        return {name: amount.default}
    named = given if isinstance(given, dict) else {} if given is None else {parameters[0].name: given}
    return {name: named if amount.name in named else {**named, amount.name: amount.default}}


def _compiled(plain: Any, deck: Deck, vocabulary: Vocabulary) -> list[Instruction] | None:
    steps = vocabulary.steps.read(plain, deck.group_numbers)
    return None if steps is None else compile_power(steps, deck.group_numbers, 0)


def _numbers(plain: Any, path: Path) -> Iterator[tuple[Path, int]]:
    if isinstance(plain, int) and not isinstance(plain, bool):
        yield path, plain
    elif isinstance(plain, dict | list):
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from _numbers(value, (*path, key))


def _replaced(plain: Any, path: Path, value: int) -> Any:
    if not path:
        return value
    first, *rest = path
    inner = _replaced(plain[first], tuple(rest), value)
    if isinstance(plain, dict):
        return {**plain, first: inner}
    return [inner if place == first else each for place, each in enumerate(plain)]


def _label(path: Path) -> str:
    """Return what a number is, by the words above it: "steal", or "collect: amount"."""
    words = [str(part).replace("_", " ") for part in path if isinstance(part, str)]
    return ": ".join(dict.fromkeys(words[-2:]))

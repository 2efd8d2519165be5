"""Powers as the engine reads them: one instruction after another, with jumps in place of structures."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from tda_sim.definitions.powers import Call, Fork, Power
from tda_sim.engine.effects.registry import EFFECTS
from tda_sim.engine.effects.vocabulary import Jump

GO_ON = "go_to"  # the effect that jumps over the second list


class Carrier(Protocol):
    """What has a power."""

    @property
    def power(self) -> Power:
        """Its power."""


@dataclass(frozen=True)
class Instruction:
    """A line of compiled power: ``arguments`` are in the order of the effect's parameters."""

    effect: str
    arguments: tuple[int, ...]
    always: bool = False


@dataclass(frozen=True)
class Code:
    """The powers of all cards, one after another; ``spans`` has each card's first instruction and one past its last."""

    code: list[Instruction]
    spans: list[tuple[int, int]]


def compile_all(cards: Iterable[Carrier], groups: Mapping[str, int]) -> Code:
    """Return the code of all cards; equal powers, such as those of one colour, share theirs."""
    code: list[Instruction] = []
    places: dict[Power, tuple[int, int]] = {}
    spans = []
    for card in cards:
        if card.power not in places:
            start = len(code)
            code.extend(compile_power(card.power, groups, start))
            places[card.power] = (start, len(code))
        spans.append(places[card.power])
    return Code(code, spans)


def compile_power(power: Power, groups: Mapping[str, int], start: int) -> list[Instruction]:
    """Return a power's instructions, of which the first has the number ``start``; jumps go to such numbers."""
    code: list[Instruction] = []
    for step in power:
        code.extend(_compile(step, groups, start + len(code)))
    return code


def _compile(step: Call | Fork, groups: Mapping[str, int], start: int) -> list[Instruction]:
    if isinstance(step, Call):
        return [Instruction(step.effect, _numbers(step.arguments, groups), step.always)]
    first = compile_power(step.first, groups, start + 1)
    go_on = start + 1 + len(first)
    target = go_on + (1 if step.second else 0)
    second = compile_power(step.second, groups, target)
    jump_over = [Instruction(GO_ON, (target + len(second),))] if second else []
    test = Instruction(step.test.effect, _with_jump(step.test, groups, target))
    return [test, *first, *jump_over, *second]


def _numbers(arguments: Iterable[int | str], groups: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(groups[argument] if isinstance(argument, str) else argument for argument in arguments)


def _with_jump(test: Call, groups: Mapping[str, int], target: int) -> tuple[int, ...]:
    given: Iterator[int] = iter(_numbers(test.arguments, groups))
    return tuple(target if isinstance(p.kind, Jump) else next(given) for p in EFFECTS[test.effect].parameters)

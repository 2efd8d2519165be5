"""Powers as the engine reads them: one instruction after another, with jumps in place of structures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tda_sim.definitions.cards import Card
from tda_sim.definitions.effects import Step, Steps
from tda_sim.engine.vocabulary import Jump

GO_ON = "go_to"  # the effect that continues at another place
Span = tuple[int, int]  # the first instruction, and one past the last


@dataclass(frozen=True)
class Instruction:
    """A line of compiled power: ``arguments`` are in the order of the effect's parameters."""

    effect: str
    arguments: tuple[int, ...]
    always: bool = False


@dataclass(frozen=True)
class Code:
    """The powers of all cards, then their ante effects, and the place of each card's own."""

    powers: list[Instruction]
    ante: list[Instruction]
    power_spans: list[Span]
    ante_spans: list[Span]

    def __len__(self) -> int:
        return len(self.powers) + len(self.ante)


def compile_all(cards: Sequence[Card], groups: Mapping[str, int]) -> Code:
    """Return the code of all cards; equal powers, such as those of one colour, share theirs."""
    powers, power_spans = _compile_lists((card.power for card in cards), groups, 0)
    ante, ante_spans = _compile_lists((card.ante for card in cards), groups, len(powers))
    return Code(powers, ante, power_spans, ante_spans)


def _compile_lists(
    lists: Iterable[Steps], groups: Mapping[str, int], start: int
) -> tuple[list[Instruction], list[Span]]:
    code: list[Instruction] = []
    places: dict[Steps, Span] = {}
    spans = []
    for steps in lists:
        if steps not in places:
            first = start + len(code)
            code.extend(compile_power(steps, groups, first))
            places[steps] = (first, start + len(code))
        spans.append(places[steps])
    return code, spans


def compile_power(power: Steps, groups: Mapping[str, int], start: int) -> list[Instruction]:
    """Return a power's instructions, of which the first has the number ``start``; jumps go to such numbers."""
    code: list[Instruction] = []
    for step in power:
        code.extend(_compile(step, groups, start + len(code)))
    return code


def _compile(step: Step, groups: Mapping[str, int], start: int) -> list[Instruction]:
    if not step.lists:
        return [Instruction(step.effect, _numbers(step, groups), step.is_always)]
    return (_compile_loop if step.word.repeats else _compile_fork)(step, groups, start)


def _compile_fork(fork: Step, groups: Mapping[str, int], start: int) -> list[Instruction]:
    one, other = fork.lists
    first = compile_power(one, groups, start + 1)
    go_on = start + 1 + len(first)
    target = go_on + (1 if other else 0)
    second = compile_power(other, groups, target)
    jump_over = [Instruction(GO_ON, (target + len(second),))] if second else []
    return [_with_jump(fork, groups, target), *first, *jump_over, *second]


def _compile_loop(loop: Step, groups: Mapping[str, int], start: int) -> list[Instruction]:
    body = compile_power(loop.lists[0], groups, start + 1)
    end = start + 1 + len(body) + 1
    return [_with_jump(loop, groups, end), *body, Instruction(GO_ON, (start,))]


def _numbers(step: Step, groups: Mapping[str, int]) -> tuple[int, ...]:
    """Return the arguments of an effect with the number of each group in the place of its name."""
    return tuple(groups[each] if isinstance(each, str) else int(each) for each in step.arguments)


def _with_jump(test: Step, groups: Mapping[str, int], target: int) -> Instruction:
    given: Iterator[int] = iter(_numbers(test, groups))
    arguments = [target if isinstance(p.kind, Jump) else next(given) for p in test.word.effect.parameters]
    return Instruction(test.effect, tuple(arguments))

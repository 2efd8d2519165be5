"""Modifiers of strategies: mistakes and habits of people, written after a strategy's name.

``master:play=0.5:ante=1.2:boldness=-0.3:lapses=0.02:blind=triggers`` is `master` with noise, see `engine.modifiers`.
"""

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tda_sim.engine.modifiers import CERTAIN, PART
from tda_sim.engine.terms import Blind
from tda_sim.errors import Problem, UserError, suggest

BLIND = {each.name.lower(): each for each in Blind}
SIZES = {"play": (0.0, 1_000.0), "ante": (0.0, 1_000.0), "boldness": (-1_000.0, 1_000.0), "lapses": (0.0, 1.0)}
NAMES = (*SIZES, "blind")
MISTAKES = ("play", "ante", "lapses")
# What a strategy's file calls if the kit compares the worths of its options, in gold, or if it uses such worths.
COMPARING, VALUING = ("best_option",), ("plain_worth", "play_worth", "ante_worth", "triggered_worth")


@dataclass(frozen=True)
class Modifiers:
    """The modifiers of a strategy.

    Attributes:
        play: the size of Gumbel noise on the worth of each option, for all questions except the ante: in gold, or in
            the points of a score that the kit has no part in.
        ante: the same for the ante.
        boldness: what each point of an ante's strength is worth beside all else; below 0 for careful players.
        lapses: the chance of any legal option instead.
        blind: what is left out, in alphabetical order: "flights" of others, or own "triggers".
    """

    play: float = 0.0
    ante: float = 0.0
    boldness: float = 0.0
    lapses: float = 0.0
    blind: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return self != NO_MODIFIERS

    def write(self, row: Any) -> None:
        """Write them into a record of type ENTRANT."""
        row["modified"] = bool(self)
        row["play_noise"], row["ante_noise"] = round(self.play * PART), round(self.ante * PART)
        row["boldness"] = round(self.boldness * PART)
        row["lapses"] = round(self.lapses * CERTAIN)
        row["blind"] = sum(BLIND[name] for name in self.blind)


NO_MODIFIERS = Modifiers()


def is_modifier(setting: str) -> bool:
    """Return whether a setting such as ``play=0.5`` names a modifier."""
    return setting.partition("=")[0].strip() in NAMES


def read(settings: Sequence[str], strategy: str) -> Modifiers:
    """Return the modifiers that settings name. Raises UserError for values that make no sense."""
    values: dict[str, Any] = {}
    for setting in settings:
        name, _, text = (part.strip() for part in setting.partition("="))
        values[name] = _blindness(text, strategy) if name == "blind" else _size(name, text, strategy)
    return Modifiers(**values)


def _size(name: str, text: str, strategy: str) -> float:
    least, most = SIZES[name]
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise UserError.of(f"{strategy}: {name} must be from {least:,g} to {most:,g}, not {text or 'nothing'}")
    return number


def _blindness(text: str, strategy: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split("+")]
    for name in names:
        if name not in BLIND:
            message = (
                f"{strategy}: blind must be {' or '.join(sorted(BLIND))}, or both with a +, not {text or 'nothing'}"
            )
            raise UserError.of(message, hint=suggest(name, BLIND))
    return tuple(sorted(set(names)))


def fewest_mistakes(strategies: Sequence[str]) -> str | None:
    """Return the strategy that makes the fewest mistakes, if they are one strategy with more and with fewer of them.

    >>> fewest_mistakes(["master:play=1:ante=0.2", "master", "master:play=0.5"])
    'master'
    >>> fewest_mistakes(["master:play=1", "weighted"]), fewest_mistakes(["master:play=1", "master:ante=1"])
    (None, None)
    """
    graded = {name: _grade(name) for name in dict.fromkeys(strategies)}
    least = [min(sizes[k] for _, sizes in graded.values()) for k in range(len(MISTAKES))]
    alike = len({rest for rest, _ in graded.values()}) == 1
    best = [name for name, (_, sizes) in graded.items() if sizes == least]
    return best[0] if alike and len(graded) > 1 and len(best) == 1 else None


def _grade(strategy: str) -> tuple[str, list[float]]:
    """Return a strategy without its mistakes, and the size of each kind of mistakes."""
    parts = [part.partition("=") for part in strategy.replace(",", ":").split(":")]
    sizes = {name: float(size) for name, _, size in parts if name in MISTAKES}
    rest = ":".join("".join(part) for part in parts if part[0] not in MISTAKES)
    return rest, [sizes.get(name, 0.0) for name in MISTAKES]


# --- what a strategy can be modified by -------------------------------------------------------------------


def unfit(modifiers: Modifiers, form: str, source: str, game: str) -> str | None:
    """Return why a strategy cannot have these modifiers, if it cannot.

    Noise needs options that are compared by their worth, and blindness the kit's own worths. ``form``: of a strategy,
    see `agents.files`. ``game``: "cards" or "dice".
    """
    if form == "search" or form == "decide":
        return None if modifiers == Modifiers(lapses=modifiers.lapses) else "it can only have lapses"
    called = _called(source)
    compares = form == "score" or called & {*COMPARING}
    if not compares and modifiers != Modifiers(lapses=modifiers.lapses):
        return "it does not say what options are worth, so it can only have lapses"
    if game != "cards" and modifiers != Modifiers(play=modifiers.play, lapses=modifiers.lapses):
        return "in this game strategies can only have play and lapses"
    if modifiers.blind and not called & {*COMPARING, *VALUING}:
        return "it does not value options with the kit, which is what blind changes"
    return None


def parts_of(source: str) -> float:
    """Return the parts of `leaning` in a point of a strategy's scores: 1 if the kit values its options."""
    return 1.0 if _called(source) & {*COMPARING, *VALUING} else float(PART)


@cache  # a network's file is long, and every player of a level asks
def _called(source: str) -> set[str]:
    """Return the names, or last parts of names, of the functions that a file calls."""
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {ast.unparse(function).rpartition(".")[2] for function in calls}


def reserved(names: Sequence[str], path: str) -> list[Problem]:
    """Return the mistakes of parameters that have the name of a modifier."""
    return [
        Problem(f"a parameter cannot be called {name}: that is a modifier of every strategy", path)
        for name in names
        if name in NAMES
    ]

"""The parameters of strategies: those that a file declares, and values that the user or a file for an edition sets.

A strategy's file may declare ``PARAMETERS = {"playouts": 64, ...}``, names and usual values, which it finds in
``me.parameter`` in that order. It may also declare ``BOUNDS = {"playouts": (1, 1000)}``, if not all numbers make sense.
``lookahead:playouts=128`` is a strategy with other values, and ``weighted:mine.yaml`` takes them from a file. A folder
beside the strategy, with its name, has files for editions: `weighted/legendary.yaml` holds for the deck `legendary` and
for all decks with its rules. ``SETTINGS = {"strong": "playouts=64:fast=master"}`` gives settings a name, so that
``lookahead:strong`` has them.
"""

import ast
import functools
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tda_sim.definitions import sources
from tda_sim.engine.layout import GREATEST_PARAMETER, PARAMETERS
from tda_sim.errors import Problem, UserError, in_reading_order, suggest

DECLARED, LIMITS, NAMED = "PARAMETERS", "BOUNDS", "SETTINGS"
SUFFIX = ".yaml"

Values = dict[str, float]
Bounds = dict[str, tuple[float, float]]


def declared(tree: ast.Module, path: Path) -> Values:
    """Return the parameters that a strategy's file declares, without running it. Raises UserError for other values."""
    right = f'{DECLARED} = {{"name": number, ...}}'
    node, values = _written_out(tree, path, DECLARED, right)
    if node is None:
        return {}
    numbers = isinstance(values, dict) and all(isinstance(name, str) and _is_number(values[name]) for name in values)
    if not numbers:
        raise UserError.of(f"{DECLARED} must be names with their usual numbers", str(path), node.lineno, right)
    if len(values) > PARAMETERS:
        message = f"a strategy has at most {PARAMETERS} parameters, not {len(values)}"
        raise UserError.of(message, str(path), node.lineno)
    return {name: float(value) for name, value in values.items()}


def bounds(tree: ast.Module, path: Path, usual: Values) -> Bounds:
    """Return the least and the greatest value of parameters, as far as a strategy's file declares them."""
    right = f'{LIMITS} = {{"name": (least, greatest), ...}}'
    node, value = _written_out(tree, path, LIMITS, right)
    if node is None:
        return {}
    if not isinstance(value, dict) or not all(name in usual and _is_range(value[name]) for name in value):
        raise UserError.of(f"{LIMITS} must be names of parameters with two numbers each", str(path), node.lineno, right)
    return {name: (float(pair[0]), float(pair[1])) for name, pair in value.items()}


def named_settings(tree: ast.Module, path: Path) -> dict[str, str]:
    """Return the settings to which a strategy's file gives names."""
    right = f'{NAMED} = {{"name": "parameter=number:fast=strategy", ...}}'
    node, value = _written_out(tree, path, NAMED, right)
    if node is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(text, str) for pair in value.items() for text in pair):
        raise UserError.of(f"{NAMED} must be names with their settings", str(path), node.lineno, right)
    return value


def spelled_out(text: str, named: dict[str, str]) -> list[str]:
    """Return the single settings that follow a strategy's name; those with names of the strategy's are replaced."""
    return [single for setting in text.split(":") for single in named.get(setting.strip(), setting).split(":")]


def _written_out(tree: ast.Module, path: Path, name: str, right: str) -> tuple[ast.Assign | None, Any]:
    """Return what a file assigns to a name, without running it."""
    node = _assignment(tree, name)
    if node is None:
        return None, None
    try:
        return node, ast.literal_eval(node.value)
    except ValueError as error:
        message = f"{name} must be written out, so that it can be read without running the file"
        raise UserError.of(message, str(path), node.lineno, right) from error


def _assignment(tree: ast.Module, name: str) -> ast.Assign | None:
    """Return the statement that assigns to a name."""
    assignments = (node for node in tree.body if isinstance(node, ast.Assign))
    return next((node for node in assignments if any(ast.unparse(target) == name for target in node.targets)), None)


def _is_range(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_is_number, value)) and value[0] <= value[1]


def check_bounds(values: Values, limits: Bounds, strategy: str) -> None:
    """Raise UserError for parameters that are out of bounds."""
    messages = [out_of_bounds(name, value, limits) for name, value in values.items()]
    if any(messages):
        raise UserError([Problem(f"{strategy}: {message}") for message in messages if message])


def out_of_bounds(name: str, value: float, limits: Bounds) -> str | None:
    """Return what is wrong with a parameter's value, if anything is."""
    least, greatest = limits.get(name, (-GREATEST_PARAMETER, GREATEST_PARAMETER))
    return None if least <= value <= greatest else f"{name} must be from {least:g} to {greatest:g}, not {value:g}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


# --- the source to compile --------------------------------------------------------------------------------


@functools.cache
def written_in(source: str, values: tuple[tuple[str, float], ...], at_run_time: bool) -> str:
    """Return a strategy's file with the values set in place of those that it declares, line for line.

    A file that reads ``me.parameter`` and not ``PARAMETERS`` stays the same. With ``at_run_time`` it gets only the
    names of parameters, whose values come later.
    """
    tree = ast.parse(source)
    declared = _assignment(tree, DECLARED)
    if declared is None or not any(map(_is_use, ast.walk(tree))):
        return source
    names = tuple(name for name, _ in values)
    text = f'__import__("tda_sim.kit.weights").kit.weights.AtRunTime({names})' if at_run_time else repr(dict(values))
    return _replaced(source, declared.value, text)


@functools.cache
def are_only_valued(source: str) -> bool:
    """Return whether a file only passes its parameters to a `kit.valuation`.

    Then it can look them up as it plays, at the cost of a tenth of its speed. Others have to be compiled in.
    """
    nodes = list(ast.walk(ast.parse(source)))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    valued = [call for call in calls if ast.unparse(call.func).rpartition(".")[2] == "valuation"]
    return 0 < sum(map(_is_use, nodes)) == sum(_is_use(argument) for call in valued for argument in call.args)


def _is_use(node: ast.AST) -> bool:
    """Return whether a part of a file reads ``PARAMETERS``."""
    return isinstance(node, ast.Name) and node.id == DECLARED and isinstance(node.ctx, ast.Load)


def _replaced(source: str, node: ast.expr, text: str) -> str:
    """Return a source with an expression replaced by one of the same number of lines."""
    lines, first, last = source.encode().split(b"\n"), node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    between = f"({text}".encode() + b"\n" * (last - first) + b")"
    return b"\n".join([*lines[:first], before + between + after, *lines[last + 1 :]]).decode()


# --- settings of the user ---------------------------------------------------------------------------------


def settings(texts: Iterable[str], usual: Values, strategy: str, limits: Bounds, named: Iterable[str] = ()) -> Values:
    """Return the values that follow a strategy's name: ``name=number``, or files of them.

    ``named`` are other settings that there are, to hint at.
    """
    values: Values = {}
    for setting in texts:
        name, equals, number = setting.partition("=")
        if not equals:
            values |= read(_parameter_file(setting, strategy, usual, named), usual, limits)
            continue
        values |= {_known(name.strip(), usual, strategy): _as_number(number, name, strategy)}
    return values


def _known(name: str, usual: Values, strategy: str) -> str:
    if name in usual:
        return name
    hint = suggest(name, usual) if usual else f"{strategy} has no parameters"
    raise UserError.of(f"{strategy} has no parameter {name}", hint=hint)


def _as_number(text: str, name: str, strategy: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UserError.of(f"{strategy}: {name} must be a number, not {text or 'nothing'}")
    return number


def _parameter_file(setting: str, strategy: str, usual: Values, named: Iterable[str]) -> Path:
    path = Path(setting).expanduser()
    if not setting.endswith(SUFFIX):
        examples = [f"{next(iter(usual), 'name')}=1", *named]
        raise UserError.of(
            f"{strategy}: {setting or 'nothing'} is neither name=number nor a {SUFFIX} file",
            hint=f"as in {' or '.join(f'{strategy}:{each}' for each in examples)}"
            if usual
            else f"{strategy} has no parameters",
        )
    return path


def read(path: Path, usual: Values, limits: Bounds | None = None) -> Values:
    """Return the values in a YAML file of names and numbers. Raises UserError with file and line of each mistake."""
    node = sources.read_or_raise(path)
    if not isinstance(node.value, dict):
        raise UserError.of("a file of parameters holds names and numbers", str(path), 1, "name: number")
    problems: list[Problem] = []
    for name, entry in node.entries.items():
        if name not in usual:
            problems.append(entry.problem(f"there is no parameter {name}", suggest(name, usual)))
        elif not _is_number(entry.value):
            problems.append(entry.problem(f"{name} must be a number"))
        elif (message := out_of_bounds(name, float(str(entry.value)), limits or {})) is not None:
            problems.append(entry.problem(message))
    if problems:
        raise UserError(in_reading_order(problems))
    return {name: float(str(entry.value)) for name, entry in node.entries.items()}


# --- files for an edition ---------------------------------------------------------------------------------


def editions(strategy: Path) -> dict[str, Path]:
    """Return the files of parameters that come with a strategy, by the names of their decks or rule sets."""
    return {path.stem: path for path in sorted(strategy.with_suffix("").glob(f"*{SUFFIX}"))}


def edition_of(deck: str, rules: str, known_editions: Iterable[str]) -> str | None:
    """Return which of the known editions a deck belongs to: the one with its own name, or with its rules' name."""
    names = (deck, *re.split(r" \+ |, ", rules))
    return next((name for name in names if name in set(known_editions)), None)

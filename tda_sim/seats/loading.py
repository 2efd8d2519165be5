"""Compiling strategies: from a checked file to the number that the engine calls it by."""

import functools
import hashlib
import re
import sys
import traceback
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine import jit, kernel, playing_ahead
from tda_sim.engine.layout import ENTRANT
from tda_sim.errors import UserError
from tda_sim.seats.files import PLAYER, Strategy, written_with
from tda_sim.seats.plain_form import Caller, maker

# Appended to a file in the scoring form. Ties go to each of the tied options with the same chance.
_CHOOSE_BY_SCORE = '''

from tda_sim.engine.jit import scoring_function as _scoring_function
from tda_sim.engine.random import below as _below

_score = _scoring_function(score)


def choose(cards, table, me, question):
    """The option with the highest score."""
    chosen, tied, best = 0, 1, _score(cards, table, me, question, question.option[0])
    for k in range(1, question.n):
        value = _score(cards, table, me, question, question.option[k])
        if value > best:
            chosen, tied, best = k, 1, value
        elif value == best:
            tied += 1
            if _below(me.stream, tied) == 0:
                chosen = k
    return chosen
'''

_loaded: dict[tuple[str, str, str, int], int] = {}
_callers: dict[int, Caller] = {}  # by the number that the engine knows them by


def load(strategy: Strategy) -> int:
    """Compile a strategy, once in a process. Raises UserError, with file and line, if it does not compile."""
    key = (str(strategy.path), strategy.code, strategy.compiled_source, id(strategy.thing))
    if key not in _loaded:
        _loaded[key] = _prepare(strategy) if strategy.form == "decide" else _compile(strategy)
    return _loaded[key]


def _prepare(strategy: Strategy) -> int:
    """Make a strategy that stays plain Python ready to be called."""
    thing = strategy.thing
    if thing is None:
        module = _run(strategy, strategy.compiled_source, strategy.path)
        thing = getattr(module, PLAYER, None) or module.decide
    caller = Caller(maker(thing))
    _callers[caller.handle] = caller
    return caller.handle


def failure(strategy: Strategy) -> BaseException | None:
    """The latest exception of a strategy in plain Python, in this thread."""
    return _callers[load(strategy)].failure()


def entrants(strategies: Sequence[Strategy]) -> NDArray[Any]:
    """The strategies as the engine takes them: records of type ENTRANT, shape (len(strategies),)."""
    rows = np.zeros(len(strategies), ENTRANT)
    for row, strategy in zip(rows, strategies, strict=True):
        row["strategy"], row["parameter"] = load(strategy), strategy.parameter_row()
        if strategy.fast is not None:
            row["searches"], row["play_on"], row["look_away"] = 1, *_for_searches()
            row["fast"], row["fast_parameter"] = load(strategy.fast), strategy.fast.parameter_row()
    return rows


def sit_down(game: NDArray[Any], strategies: Sequence[Strategy]) -> None:
    """Seat strategies in a game, from seat 0 on."""
    record = game[0]
    record["entrant"][: len(strategies)] = entrants(strategies)
    record["hand"]["parameter"] = record["entrant"]["parameter"]


@functools.cache
def _for_searches() -> tuple[int, int]:
    """Handles of what searches call in the engine."""
    return jit.search_handle(kernel.play_on, keep=True), jit.search_handle(playing_ahead.look_away, keep=True)


def choose_function(strategy: Strategy) -> Any:
    """The strategy's function as plain Python; runs the file."""
    source = strategy.compiled_source + (_CHOOSE_BY_SCORE if strategy.form == "score" else "")
    module = _run(strategy, source, _copy(strategy, source) or strategy.path)
    return module.search if strategy.form == "search" else module.choose


def _run(strategy: Strategy, source: str, path: Path) -> Any:
    """Run a strategy's file; returns the module."""
    module = types.ModuleType(f"tda_sim_strategy_{strategy.path.stem}_{strategy.code[:12]}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise _mistake(strategy, path, error) from error
    return module


def _copy(strategy: Strategy, source: str) -> Path | None:
    """Write the code that is compiled into the cache folder: Numba keeps compiled code only for code in a file.

    The file's name holds a digest of its content and of what strategies are written with, so that what is kept can
    never be out of date.
    """
    folder = jit.cache_folder()
    if folder is None or not strategy.self_contained:
        return None
    digest = hashlib.sha256(source.encode() + written_with()).hexdigest()
    path = folder / "strategies" / f"{strategy.path.stem}_{digest[:16]}.py"
    try:
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_text(source, encoding="utf-8")
        return path
    except OSError:
        return None


def _compile(strategy: Strategy) -> int:
    function = choose_function(strategy)
    path = Path(function.__code__.co_filename)
    try:
        handle = jit.search_handle if strategy.form == "search" else jit.strategy_handle
        return handle(function, keep=strategy.self_contained)
    except (jit.CompileError, KeyError) as error:  # KeyError: a field that a record does not have
        raise _mistake(strategy, path, error) from error


def _mistake(strategy: Strategy, path: Path, error: Exception) -> UserError:
    """What is wrong with a strategy that does not run or compile, and where."""
    if isinstance(error, KeyError) and not _raised_in(path, error):
        field = str(error.args[0]) if error.args else ""
        line = next((n for n, text in enumerate(strategy.source.split("\n"), 1) if f".{field}" in text), strategy.line)
        message = f"this strategy does not compile: there is no field {field}"
    elif isinstance(error, jit.CompileError):
        text = str(error)
        lines = [int(line) for line in re.findall(rf'File "[^"]*{re.escape(path.name)}", line (\d+)', text)]
        line = lines[-1] if lines else strategy.line
        message = f"this strategy does not compile: {_gist(text)}"
    else:
        frames = _raised_in(path, error)
        line = (frames[-1].lineno if frames else None) or strategy.line
        message = f"this strategy does not load: {type(error).__name__}: {error}"
    return UserError.of(message, str(strategy.path), line)


def _raised_in(path: Path, error: Exception) -> list[traceback.FrameSummary]:
    """The frames of an error that belong to a file, outermost first."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]


def _gist(text: str) -> str:
    """The telling lines of Numba's long messages, without terminal colours."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()]
    noise = ("File ", "During", "Failed in", "[", "^", "Use of unsupported NumPy", "<source", "-")
    telling = [line for line in lines if line and not line.startswith(noise)]
    return " ".join(telling[:3])

"""Compiling strategies: from a checked file to the number that the engine calls it by."""

import ast
import contextlib
import functools
import hashlib
import inspect
import re
import sys
import traceback
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import last_words
from tda_sim.agents.files import PLAYER, Strategy, check_single, written_with
from tda_sim.agents.games import SORTS
from tda_sim.agents.modifiers import parts_of
from tda_sim.agents.plain_form import Caller, maker
from tda_sim.definitions import library
from tda_sim.engine import kernel, playing_ahead
from tda_sim.engine.compiler import cache, calls, jit
from tda_sim.engine.layout import ENTRANT
from tda_sim.engine.modifiers import CERTAIN
from tda_sim.errors import Hint, UserError, suggest

# Appended to a file in the scoring form. Ties go to each of the tied options with the same chance.
_CHOOSE_BY_SCORE = '''

from SCORING import scoring_function as _scoring_function
from tda_sim.engine.modifiers import leaning as _leaning
from tda_sim.engine.random import below as _below

_score = _scoring_function(score)


def choose(cards, table, me, question):
    """The option with the highest score."""
    chosen, tied, best = 0, 1, _score(cards, table, me, question, question.option[0]) + _leaning(question, 0) / PARTS
    for k in range(1, question.n):
        value = _score(cards, table, me, question, question.option[k]) + _leaning(question, k) / PARTS
        if value > best:
            chosen, tied, best = k, 1, value
        elif value == best:
            tied += 1
            if _below(me.stream, tied) == 0:
                chosen = k
    return chosen
'''

_Key = tuple[str, str, str, str, int]
_loaded: dict[_Key, int] = {}
_callers: dict[int, Caller] = {}  # by the number that the engine knows them by
_modules: dict[_Key, types.ModuleType] = {}  # what was run


def load(strategy: Strategy) -> int:
    """Compile a strategy, once in a process. Raises UserError, with file and line, if it does not compile."""
    check_single(strategy, "this")
    key = _key(strategy)
    if key not in _loaded:
        if strategy.thing is None and not library.is_shipped(SORTS[strategy.game].kind, strategy.path):
            last_words.note(strategy.path)
        _loaded[key] = _prepare(strategy) if strategy.form == "decide" else _compile(strategy)
    return _loaded[key]


def _key(strategy: Strategy) -> _Key:
    return strategy.game, str(strategy.path), strategy.code, strategy.compiled_source, id(strategy.thing)


def module_of(strategy: Strategy) -> types.ModuleType:
    """Return the module of a strategy; for a Python function or object, a module of the names that it uses."""
    if strategy.thing is None:
        load(strategy)
        return _modules[_key(strategy)]
    thing = strategy.thing
    kind = thing if inspect.isroutine(thing) or isinstance(thing, type) else type(thing)
    module = types.ModuleType(kind.__module__)
    module.__file__ = str(strategy.path)
    for function in [kind] if inspect.isroutine(kind) else vars(kind).values():
        if isinstance(function, types.FunctionType):
            used = inspect.getclosurevars(function)
            vars(module).update({**used.globals, **used.nonlocals})
    return module


def _prepare(strategy: Strategy) -> int:
    """Prepare a strategy that stays plain Python for calls."""
    thing = strategy.thing
    if thing is None:
        module = _run(strategy, strategy.compiled_source, strategy.path)
        thing = getattr(module, PLAYER, None) or module.decide
    caller = Caller(maker(thing), SORTS[strategy.game].records)
    _callers[caller.handle] = caller
    return caller.handle


def failure(strategy: Strategy) -> BaseException | None:
    """Return the latest exception of a strategy in plain Python, in this thread."""
    return _callers[load(strategy)].failure()


def entrants(strategies: Sequence[Strategy]) -> NDArray[Any]:
    """Return the strategies for the engine: records of type ENTRANT.

    Its first rows are the strategies in their order. The members of levels follow, see `pass_on`.
    """
    members = [strategy.members for strategy in strategies]
    everyone = [*strategies, *(member.strategy for each in members for member in each)]
    rows = np.zeros(len(everyone), ENTRANT)
    rows["number"][: len(strategies)] = np.arange(len(strategies))
    first = len(strategies)
    for row, each in zip(rows, members, strict=False):
        row["members"], row["first_member"] = len(each), first
        shares = np.cumsum([member.weight for member in each])
        own = rows[first : first + len(each)]
        own["member"], own["up_to"] = np.arange(len(each)), np.rint(shares / shares[-1:] * CERTAIN)
        first += len(each)
    pass_on(rows)
    for row, strategy in zip(rows, everyone, strict=True):
        if row["members"]:
            continue
        row["strategy"], row["parameter"] = load(strategy), strategy.parameter_row()
        strategy.modifiers.write(row)
        if strategy.fast is not None:
            row["searches"], row["play_on"], row["look_away"] = 1, *_for_searches()
            row["fast"], row["fast_parameter"] = load(strategy.fast), strategy.fast.parameter_row()
    return rows


def pass_on(rows: NDArray[Any]) -> None:
    """Give the members of levels the number and the abilities of their level."""
    for row in rows[rows["members"] > 0].copy():
        own = rows[row["first_member"] : row["first_member"] + row["members"]]
        own["number"], own["abilities"] = row["number"], row["abilities"]


def sit_down(game: NDArray[Any], strategies: Sequence[Strategy]) -> None:
    """Seat strategies in a game, from seat 0 on."""
    record = game[0]
    record["entrant"][: len(strategies)] = entrants(strategies)
    record["hand"]["parameter"] = record["entrant"]["parameter"]
    record["hand"]["blind"] = record["entrant"]["blind"]


@functools.cache
def _for_searches() -> tuple[int, int]:
    """Return the handles of the functions that searches call in the engine."""
    return calls.engine_handle(kernel.play_on, kernel.UNHEARD), calls.engine_handle(playing_ahead.look_away)


def choose_function(strategy: Strategy) -> Any:
    """Return the strategy's function as plain Python; runs the file."""
    by_score = _CHOOSE_BY_SCORE.replace("SCORING", SORTS[strategy.game].scoring)
    by_score = by_score.replace("PARTS", str(parts_of(strategy.source)))
    source = strategy.compiled_source + (by_score if strategy.form == "score" else "")
    module = _run(strategy, source, _copy(strategy, source) or strategy.path)
    return module.search if strategy.form == "search" else module.choose


def _run(strategy: Strategy, source: str, path: Path) -> Any:
    """Run a strategy's file, and return the module."""
    module = types.ModuleType(f"tda_sim_strategy_{strategy.path.stem}_{strategy.code[:12]}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
        _modules.setdefault(_key(strategy), module)
    except (Exception, SystemExit) as error:
        raise _mistake(strategy, path, error) from error
    return module


def _copy(strategy: Strategy, source: str) -> Path | None:
    """Write the code that is compiled into the cache folder: Numba keeps compiled code only for code in a file.

    The file's name has a digest of its content and of the kit, so that the cached code can never be out of date.
    """
    folder = jit.cache_folder()
    if folder is None or not strategy.self_contained:
        return None
    digest = hashlib.sha256(source.encode() + written_with(strategy.game)).hexdigest()
    stem = re.sub(r"\W", "_", strategy.path.stem)  # Numba mistakes braces in a name for a pattern
    path, content = folder / "strategies" / f"{stem}_{digest[:16]}.py", source.encode()
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            return path
        cache.damaged(path)
    return path if cache.write(path, content) else None


def _compile(strategy: Strategy) -> int:
    function = choose_function(strategy)
    path = Path(function.__code__.co_filename)
    try:
        if strategy.form == "search":
            return calls.search_handle(function, path != strategy.path)
        signature = SORTS[strategy.game].signature
        return calls.strategy_handle(function, path != strategy.path, signature)
    except (jit.CompileError, AttributeError) as error:  # the latter for names that a module lacks,
        cause = error.__cause__  # which in the scoring form are the cause of the former
        raise _mistake(strategy, path, cause if isinstance(cause, AttributeError) else error) from error


def _mistake(strategy: Strategy, path: Path, error: BaseException) -> UserError:
    """Return what is wrong with a strategy that does not run or compile, and where."""
    hint: Hint | None = None
    if isinstance(error, jit.CompileError):
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))  # without terminal colours
        message, line = f"this strategy does not compile: {_gist(text)}", _compiled_line(text, path)
    else:
        frames = _raised_in(path, error)
        message = f"this strategy does not load: {type(error).__name__}: {error}"
        line = frames[-1].lineno if frames else None
        if isinstance(error, AttributeError) and isinstance(error.obj, types.ModuleType):
            hint = suggest(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
    return UserError.of(message, str(strategy.path), _named_line(strategy, message) or line or strategy.line, hint)


def _named_line(strategy: Strategy, message: str) -> int | None:
    """Return the first line with an unknown name: for such mistakes the compiler gives no line of the file."""
    match = re.search(r"name '(\w+)' is not defined|has no attribute '(\w+)'", message)
    fields = {"id": match[1], "attr": match[2]} if match else {}
    nodes = ast.walk(ast.parse(strategy.compiled_source)) if match else ()
    names = (node for node in nodes if isinstance(node, ast.Name | ast.Attribute))
    lines = [node.lineno for node in names for key, name in fields.items() if name and getattr(node, key, None) == name]
    return min(lines, default=None)


def _compiled_line(text: str, path: Path) -> int | None:
    """Return the line of a file that one of Numba's messages concerns: the first one, of the innermost call."""
    name = re.escape(path.name)
    match = re.search(rf'During: .*{name} \((\d+)\)|File "[^"]*{name}", line (\d+)', text)
    return int(match[1] or match[2]) if match else None


def _raised_in(path: Path, error: BaseException) -> list[traceback.FrameSummary]:
    """Return the frames of an error that belong to a file, outermost first."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]


def _gist(text: str) -> str:
    """Return the useful lines of one of Numba's long messages: the error of a candidate, or else the first lines."""
    own = re.search(r"raised a specific error:\s+\w+: (.+)", text)
    if own:
        return own[1].strip()
    lines = [line.strip() for line in re.split(r"\n(?:During:|File )", text)[0].splitlines()]
    noise = ("Failed in", "[", "^", "Use of unsupported NumPy", "-")
    return " ".join([line for line in lines if line and not line.startswith(noise)][:3])

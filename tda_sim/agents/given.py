"""Strategies by name, by path, or as Python functions, classes and objects."""

import hashlib
import inspect
import threading
from pathlib import Path
from typing import Any

from tda_sim.agents import files
from tda_sim.agents.files import FORMS, Strategy
from tda_sim.agents.games import CARDS, SORTS
from tda_sim.errors import UserError

NO_FILE = Path("(no file)")

_PARSING = threading.Lock()  # Python 3.11 occasionally fails if two threads parse at once


def find(thing: Any, game: str = CARDS) -> Strategy:
    """Return the strategy of a name or a path (see `files.find`), or of a Python function, class or object.

    A `Strategy` is returned unchanged. Raises UserError if there is none, or it has mistakes.
    """
    if isinstance(thing, Strategy):
        if thing.game != game:
            raise UserError.of(f"strategy {thing.name} plays {SORTS[thing.game].title}, not {SORTS[game].title}")
        return thing
    if isinstance(thing, str | Path):
        return files.find(thing, game)
    decide = getattr(thing, "decide", thing)
    name = getattr(thing, "__name__", type(thing).__name__)
    if not callable(decide):
        raise UserError.of(f"{thing!r} is no strategy", hint="a name, a path, a function, or what has a method decide")
    _check_arguments(decide, isinstance(thing, type), name)
    source = _source(thing)
    return Strategy(
        name=name,
        path=_file(thing),
        text=_sentence(thing),
        code=hashlib.sha256((source + _surroundings(thing)).encode()).hexdigest(),
        form="decide",
        line=_line(decide),
        source=source,
        self_contained=False,
        thing=thing,
        game=game,
    )


def _check_arguments(decide: Any, unbound: bool, name: str) -> None:
    """Raise UserError unless a strategy takes four arguments, or those and `self` as a class's method."""
    try:
        signature = inspect.signature(decide)
    except (TypeError, ValueError):  # written in another language, so the call will show it
        return
    try:
        signature.bind(*FORMS["decide"], *["self"] * unbound)
    except TypeError:
        right = f"decide({', '.join(FORMS['decide'])})"
        raise UserError.of(f"strategy {name} takes other arguments: {signature}", hint=right) from None


def _kind(thing: Any) -> Any:
    """Return the function or class that has the source code."""
    return thing if inspect.isroutine(thing) or isinstance(thing, type) else type(thing)


def _source(thing: Any) -> str:
    try:
        with _PARSING:
            return inspect.getsource(_kind(thing))
    except (OSError, TypeError):  # typed at a prompt
        code = getattr(thing, "__code__", None)
        return repr((code.co_code, code.co_consts, code.co_names)) if code else repr(thing)


def _surroundings(thing: Any) -> str:
    """Return what else the answers depend on, as far as visible: closures, defaults, an object's attributes."""
    cells = [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    attributes = {} if isinstance(thing, type) or inspect.isroutine(thing) else getattr(thing, "__dict__", {})
    return repr((cells, getattr(thing, "__defaults__", None), attributes))


def _file(thing: Any) -> Path:
    try:
        return Path(inspect.getsourcefile(_kind(thing)) or NO_FILE)
    except TypeError:
        return NO_FILE


def _line(decide: Any) -> int:
    code = getattr(inspect.unwrap(decide), "__code__", None)
    return code.co_firstlineno if code else 1


def _sentence(thing: Any) -> str:
    text = inspect.getdoc(thing)
    return files.first_sentence(text) if text else "Plays as a Python program says."

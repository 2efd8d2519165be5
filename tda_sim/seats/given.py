"""Strategies by name, by path, or as Python functions, classes and objects."""

import hashlib
import inspect
import threading
from pathlib import Path
from typing import Any

from tda_sim.errors import UserError
from tda_sim.seats import files
from tda_sim.seats.files import FORMS, Strategy
from tda_sim.seats.games import CARDS, SORTS

NO_FILE = Path("(no file)")

_PARSING = threading.Lock()  # Python 3.11 occasionally fails if two threads parse at once


def find(named: Any, game: str = CARDS) -> Strategy:
    """Return the strategy of a name or a path (see `files.find`), or of a Python function, class or object.

    A `Strategy` is returned unchanged. Raises UserError if there is none, or it has mistakes.
    """
    if isinstance(named, Strategy):
        if named.game != game:
            raise UserError.of(f"strategy {named.name} plays {SORTS[named.game].title}, not {SORTS[game].title}")
        return named
    if isinstance(named, str | Path):
        return files.find(named, game)
    decide = getattr(named, "decide", named)
    name = getattr(named, "__name__", type(named).__name__)
    if not callable(decide):
        raise UserError.of(f"{named!r} is no strategy", hint="a name, a path, a function, or what has a method decide")
    _check_arguments(decide, isinstance(named, type), name)
    source = _source(named)
    return Strategy(
        name=name,
        path=_file(named),
        text=_sentence(named),
        code=hashlib.sha256((source + _surroundings(named)).encode()).hexdigest(),
        form="decide",
        line=_line(decide),
        source=source,
        self_contained=False,
        thing=named,
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


def _kind(named: Any) -> Any:
    """Return the function or class that has the source code."""
    return named if inspect.isroutine(named) or isinstance(named, type) else type(named)


def _source(named: Any) -> str:
    try:
        with _PARSING:
            return inspect.getsource(_kind(named))
    except (OSError, TypeError):  # typed at a prompt
        code = getattr(named, "__code__", None)
        return repr((code.co_code, code.co_consts, code.co_names)) if code else repr(named)


def _surroundings(named: Any) -> str:
    """Return what else the answers depend on, as far as visible: closures, defaults, an object's attributes."""
    cells = [cell.cell_contents for cell in getattr(named, "__closure__", None) or ()]
    attributes = {} if isinstance(named, type) or inspect.isroutine(named) else getattr(named, "__dict__", {})
    return repr((cells, getattr(named, "__defaults__", None), attributes))


def _file(named: Any) -> Path:
    try:
        return Path(inspect.getsourcefile(_kind(named)) or NO_FILE)
    except TypeError:
        return NO_FILE


def _line(decide: Any) -> int:
    code = getattr(inspect.unwrap(decide), "__code__", None)
    return code.co_firstlineno if code else 1


def _sentence(named: Any) -> str:
    text = inspect.getdoc(named)
    return files.first_sentence(text) if text else "Plays as a Python program says."

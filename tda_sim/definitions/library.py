"""Finding things by name or by path: the user's own folders first, then what the package ships.

A kind of thing lives in one folder of content (``decks``, ``strategies``, ...), in files of one suffix; a file's
name without the suffix is the thing's name. Dropping a file in is all it takes to add one. An analysis may also be a
folder, a Python package: then the folder's name is the thing's name, and its ``__init__.py`` is the file.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from tda_sim.characters import UNSEEN
from tda_sim.errors import Hint, UserError, suggest

PACKAGE = "__init__.py"


@dataclass(frozen=True)
class Kind:
    """A kind of content: what it is called, and where its files lie."""

    word: str
    folder: str
    below: str = ""
    suffix: str = ".yaml"
    packages: bool = False  # whether one of them may be a folder


KINDS = {
    "deck": Kind("deck", "decks"),
    "cards": Kind("card set", "decks", "cards"),
    "rules": Kind("rule set", "decks", "rules"),
    "abilities": Kind("list of abilities", "decks", "abilities"),
    "clock": Kind("clock", "decks", "clocks"),
    "house-rule": Kind("house rule", "decks", "house-rules"),
    "dice": Kind("dice game", "decks", "dice"),
    "dice-house-rule": Kind("house rule for dice games", "decks", "dice/house-rules"),
    "strategy": Kind("strategy", "strategies", suffix=".py"),
    "dice-strategy": Kind("strategy of the dice game", "strategies", "dice", suffix=".py"),
    "analysis": Kind("analysis", "analyses", suffix=".py", packages=True),
    "report": Kind("report", "reports"),
}
TWINS = {  # of the card game and of the dice game
    one: other
    for pair in (("deck", "dice"), ("house-rule", "dice-house-rule"), ("strategy", "dice-strategy"))
    for one, other in (pair, pair[::-1])
}


def find(kind: str, name: str | Path, beside: Path | None = None, skip: Path | None = None) -> Path:
    """Return the file of a thing.

    What contains a slash or ends in the kind's suffix is a path, relative to ``beside`` (the current folder if
    None) or to a folder of content. ``skip`` is left out of the search by name: so a user's ``original`` may extend
    the shipped one.
    """
    if UNSEEN.search(Path(name).name):  # it would stand in results, pages and pictures
        hint = "give the file another name"
        raise UserError.of(f"the name {name} has a character that is not seen", hint=hint)
    if is_path(kind, name):
        return _find_path(kind, name, beside or Path())
    known = available(kind, skip)
    if str(name) not in known:
        right: Hint = _twin(kind, name) or suggest(name, known)
        raise UserError.of(f"there is no {KINDS[kind].word} called {name}", hint=right)
    return known[str(name)]


def _twin(kind: str, name: str | Path) -> str | None:
    """Return what is said where a name stands for something of the other game; None if it does not."""
    other = TWINS.get(kind)
    if other is None or str(name) not in available(other):
        return None
    return f"{name} is a {KINDS[other].word}; known: {', '.join(available(kind))}"


def _find_path(kind: str, name: str | Path, beside: Path) -> Path:
    try:
        paths = [folder / Path(name).expanduser() for folder in [beside, *roots(kind)]]
        files = (path / PACKAGE if KINDS[kind].packages and path.is_dir() else path for path in paths)
        found = next((file for file in files if file.is_file()), None)
    except (OSError, RuntimeError) as error:  # a name too long, a folder closed to us, nobody's home
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError.of(f"{name} cannot be read: {reason}") from error
    if found is None:
        raise UserError.of(f"there is no file {paths[0]}")
    return found


def is_path(kind: str, name: str | Path) -> bool:
    """Return whether a reference is a path and not a name."""
    text = str(name)
    return isinstance(name, Path) or "/" in text or os.sep in text or text.endswith(KINDS[kind].suffix)


def available(kind: str, skip: Path | None = None) -> dict[str, Path]:
    """Return the files of all things of a kind by name, in alphabetical order."""
    names: dict[str, Path] = {}
    for folder in folders(kind):
        for path in _files(kind, folder):
            if not (skip is not None and path.resolve() == skip.resolve()):
                names.setdefault(name_of(path), path)
    return dict(sorted(names.items()))


def _files(kind: str, folder: Path) -> list[Path]:
    """Return the files of a folder that stand for something of a kind."""
    with _readable(folder), os.scandir(folder) as entries:
        paths = [Path(entry.path) for entry in entries if entry.name[0] not in "_."]
        if KINDS[kind].packages:
            paths = [path / PACKAGE if path.is_dir() else path for path in paths]
        return [path for path in paths if path.name.endswith(KINDS[kind].suffix) and path.is_file()]


def name_of(path: Path) -> str:
    """Return the name of the thing in a file.

    >>> name_of(Path("analyses/decks/__init__.py")), name_of(Path("analyses/comeback.py"))
    ('decks', 'comeback')
    """
    return path.parent.name if path.name == PACKAGE else path.stem


@contextlib.contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """Turn it into a UserError if a folder is closed to us."""
    try:
        yield
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror}"
        raise UserError.of(message, str(folder), hint="what it holds comes before what the package brings") from error


def folders(kind: str) -> list[Path]:
    """Return the folders where things of a kind may lie, the first one that has a name deciding."""
    return [folder for root in roots(kind) if _is_folder(folder := root / KINDS[kind].below)]


def _is_folder(path: Path) -> bool:
    with _readable(path):
        return path.is_dir()


def roots(kind: str) -> list[Path]:
    """Return the folders of content that hold such things, or folders of them: the user's own, then the shipped one."""
    where = KINDS[kind]
    own = [Path(where.folder)]
    variable = f"TDA_{where.folder.upper()}"
    if os.environ.get(variable):
        own.append(Path(os.environ[variable]).expanduser())
        if not own[-1].is_dir():
            raise UserError.of(f"{variable} names {own[-1]}, which is no folder", hint="correct it or unset it")
    return [*own, shipped(where.folder)]


def shipped(folder: str) -> Path:
    """Return the folder of content that came with the package."""
    try:
        return Path(str(resources.files(f"tda_sim.{folder}")))
    except ModuleNotFoundError:  # run from a checkout that is not installed: the folder lies beside the package
        return Path(__file__).resolve().parents[2] / folder


def is_shipped(kind: str, path: Path) -> bool:
    """Return whether the file of a thing came with the package."""
    return path.resolve().parent == (shipped(KINDS[kind].folder) / KINDS[kind].below).resolve()


def shown(path: Path) -> str:
    """Return how a path is shown: short where it lies below the current folder."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)

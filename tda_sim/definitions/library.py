"""Finds content by name or path: in the user's own folders first, then in the package.

Each kind of content has a folder (``decks``, ``strategies``, ...) and a suffix. A file's name without the suffix is the
name of the content. To add some, put a file into the folder. An analysis may also be a folder, a Python package: then
the folder's name is the name, and its ``__init__.py`` is the file.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from tda_sim.characters import UNSEEN
from tda_sim.errors import Hint, UserError, suggest
from tda_sim.store.outputs import check_unannounced

PACKAGE = "__init__.py"


@dataclass(frozen=True)
class Kind:
    """A kind of content: its name, and the place of its files."""

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
    "claims": Kind("file of sayings", "analyses", "claims"),
    "designs": Kind("file of goals", "analyses", "designs"),
}
SUFFIXES = {".yml", *(kind.suffix for kind in KINDS.values())}  # anything else after a dot belongs to the name
TWINS = {  # of the card game and of the dice game
    one: other
    for pair in (("deck", "dice"), ("house-rule", "dice-house-rule"), ("strategy", "dice-strategy"))
    for one, other in (pair, pair[::-1])
}


def find(
    kind: str, name: str | Path, beside: Path | None = None, skip: Path | None = None, also: Iterable[str] = ()
) -> Path:
    """Return the file of some content.

    A name with a slash or with the kind's suffix is a path, relative to ``beside`` (by default the current folder) or
    to a folder of content. The search by name leaves out ``skip``, so that a user's ``original`` may extend the shipped
    one. ``also``: names that an error lists beside those of files.
    """
    if UNSEEN.search(Path(name).name):  # it would appear in results, pages and pictures
        hint = "give the file another name"
        raise UserError.of(f"the name {name} has an invisible character", hint=hint)
    file = _find_path(kind, name, beside or Path()) if is_path(kind, name) else _find_name(kind, str(name), skip, also)
    check_unannounced(file)
    return file


def _find_name(kind: str, name: str, skip: Path | None, also: Iterable[str]) -> Path:
    known = available(kind, skip)
    if name not in known:
        right: Hint = _twin(kind, name) or suggest(name, [*also, *known])
        raise UserError.of(f"there is no {KINDS[kind].word} called {name}", hint=right)
    return known[name]


def _twin(kind: str, name: str | Path) -> str | None:
    """Return a hint if the name belongs to the other kind of game, or None."""
    other = TWINS.get(kind)
    if other is None or str(name) not in available(other):
        return None
    return f"{name} is a {KINDS[other].word}; known: {', '.join(available(kind))}"


def _find_path(kind: str, name: str | Path, beside: Path) -> Path:
    try:
        paths = [folder / Path(name).expanduser() for folder in [beside, *roots(kind)]]
        files = (path / PACKAGE if KINDS[kind].packages and path.is_dir() else path for path in paths)
        file = next((path for path in files if path.is_file()), None)
    except (OSError, RuntimeError) as error:  # a name too long, a protected folder, an unknown user's home
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError.of(f"cannot read {name}: {reason}") from error
    if file is None:
        raise UserError.of(f"there is no file {paths[0]}")
    return file


def is_path(kind: str, name: str | Path) -> bool:
    """Return whether a reference is a path and not a name."""
    text = str(name)
    return isinstance(name, Path) or "/" in text or os.sep in text or text.endswith(KINDS[kind].suffix)


def available(kind: str, skip: Path | None = None) -> dict[str, Path]:
    """Return all files of a kind by name, in alphabetical order."""
    names: dict[str, Path] = {}
    for folder in folders(kind):
        for path in _files(kind, folder):
            if not (skip is not None and path.resolve() == skip.resolve()):
                names.setdefault(name_of(path), path)
    return dict(sorted(names.items()))


def _files(kind: str, folder: Path) -> list[Path]:
    """Return the files of a kind in a folder."""
    with _readable(folder), os.scandir(folder) as entries:
        paths = [Path(entry.path) for entry in entries if entry.name[0] not in "_."]
        if KINDS[kind].packages:
            paths = [path / PACKAGE if path.is_dir() else path for path in paths]
        return [path for path in paths if path.name.endswith(KINDS[kind].suffix) and path.is_file()]


def name_of(reference: str | Path) -> str:
    """Return the name of some content, given by its name or its file.

    >>> name_of("original.mine"), name_of("decks/original.mine.yaml"), name_of("analyses/decks/__init__.py")
    ('original.mine', 'original.mine', 'decks')
    """
    path = Path(reference)
    return path.parent.name if path.name == PACKAGE else path.stem if path.suffix in SUFFIXES else path.name


@contextlib.contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """Turn the error for a protected folder into a UserError."""
    try:
        yield
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror}"
        raise UserError.of(message, str(folder), hint="its content would come before that of the package") from error


def folders(kind: str) -> list[Path]:
    """Return the folders for a kind of content. The first that has a name decides."""
    return [folder for root in roots(kind) if _is_folder(folder := root / KINDS[kind].below)]


def _is_folder(path: Path) -> bool:
    with _readable(path):
        return path.is_dir()


def roots(kind: str) -> list[Path]:
    """Return the top folders of content for a kind: the user's own, then the shipped one."""
    where = KINDS[kind]
    own = [Path(where.folder)]
    variable = f"TDA_{where.folder.upper()}"
    if os.environ.get(variable):
        own.append(Path(os.environ[variable]).expanduser())
        if not own[-1].is_dir():
            raise UserError.of(f"{variable} names {own[-1]}, which is not a folder", hint="correct it or unset it")
    return [*own, shipped(where.folder)]


def shipped(folder: str) -> Path:
    """Return a folder of content that came with the package."""
    try:
        return Path(str(resources.files(f"tda_sim.{folder}")))
    except ModuleNotFoundError:  # in a checkout that is not installed, the folder is beside the package
        return Path(__file__).resolve().parents[2] / folder


def is_shipped(kind: str, path: Path) -> bool:
    """Return whether a file of content came with the package."""
    return path.resolve().parent == (shipped(KINDS[kind].folder) / KINDS[kind].below).resolve()


def shown(path: Path) -> str:
    """Return a path as shown to the user: short if it is below the current folder."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def rows(kind: str, summary: Callable[[str], dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row per file of a kind that can be found by name, with its summary.

    ``problems`` says why one cannot be loaded; such a row has no summary.
    """
    return [
        {"name": name, "file": shown(path), "problems": [], **_summary_or_problems(name, summary)}
        for name, path in available(kind).items()
    ]


def _summary_or_problems(name: str, summary: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    try:
        return summary(name)
    except UserError as error:
        return {"problems": [str(problem) for problem in error.problems]}

"""Folders in which a command can continue: accepted or refused before anything in them changes.

A folder is new, or holds a manifest of its kind. Everything else in it belongs to somebody else and stays: nothing is
ever searched for and removed, and files are replaced only under the names that belong to a manifest.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from tda_sim.errors import Problem, UserError
from tda_sim.store.checksums import STRICT, digest_of, sealed, unsealed
from tda_sim.store.files import disk_errors, printable, unfinished, write_whole
from tda_sim.store.lock import LOCK, locked
from tda_sim.store.versions import joined, versions

T = TypeVar("T")
MOST_SHOWN = 10  # differences between two folders

_FORMAT: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
_GAME = ("deck", "decks", "rules")  # strategies have values for each edition
_CODE = {  # compared by digest: what to say, unless one of these names differs, too
    "deck_digest": ("the deck's cards have changed since", {*_GAME}),  # house rules change cards
    "rules_digest": ("the rules have changed since", {"rules"}),
    "strategy_digest": ("the strategy's code or its first values have changed since", {"strategy", *_GAME}),
    "strategy_digests": ("the code of the strategies has changed since", {"strategies", *_GAME}),
    "against_digests": ("the code of the field has changed since", {"against", *_GAME}),
    "engine": ("the engine has changed since", set[str]()),
}


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of folder: its manifest, and what the manifest may contain."""

    name: str  # such as "run"
    manifest: str  # the file's name
    format: int  # raised when older folders can no longer be read
    fields: TypeAdapter[T]
    mend: str = "move the folder away; the command that made it then makes it again"  # if that file is damaged

    def lies_in(self, path: Path) -> bool:
        """Whether a folder is of this kind."""
        return (path / self.manifest).is_file()

    def read(self, path: Path) -> T:
        """Return the content of a folder's manifest. Raises UserError if this version cannot read one."""
        file = path / self.manifest
        try:
            if not self.lies_in(path):
                hint = f"a {self.name}'s folder has a {self.manifest}"
                raise UserError.of(f"there is no {self.name} here", file=printable(path), hint=hint)
            return self._understood(file, file.read_bytes())
        except OSError as error:
            raise UserError.of(f"cannot read this: {error.strerror or error}", file=printable(file)) from error
        except ValidationError as error:
            reason = "; ".join(_reason(each) for each in error.errors()[:3])
        except ValueError as error:
            reason = str(error)
        hint = f"name another folder; or {self.mend}"
        raise UserError.of(f"not a manifest of a {self.name}: {reason}", file=printable(file), hint=hint)

    def _understood(self, file: Path, raw: bytes) -> T:
        written = _FORMAT.validate_json(raw).get("format")
        if type(written) is not int:
            raise ValueError("it has no format")
        if written != self.format:
            hint = "name another folder; that version can continue in this one"
            raise UserError.of(f"written by another version of tda_sim (format {written})", file=str(file), hint=hint)
        return unsealed(raw, self.fields)


def _reason(error: Mapping[str, Any]) -> str:
    return ": ".join([*[".".join(map(str, error["loc"]))] * bool(error["loc"]), str(error["msg"])])


@contextlib.contextmanager
def opened(path: Path, kind: Kind[T], check: Callable[[T], None], more: Sequence[str] = ()) -> Iterator[T | None]:
    """Open a folder for writing, and yield the content of its manifest, or None for a new folder.

    ``check`` gets that content and raises UserError if it does not fit. Before it has passed, nothing is created,
    changed or removed. ``more`` are names that a folder without a manifest may also hold.

    Raises UserError for a folder that holds something else, cannot be written, or is in use.
    """

    def there() -> T | None:
        if not kind.lies_in(path):
            check_empty(path, kind, more)
            return None
        stored = kind.read(path)
        check(stored)
        return stored

    with disk_errors(path):
        there()
        with _made(path, kind), locked(path):
            yield there()  # again, because another process may have been quicker


def check_empty(path: Path, kind: Kind[T], more: Sequence[str] = (), hint: str = "name another folder") -> None:
    """Raise UserError for a folder without a manifest that holds anything except for known leftovers."""
    if not path.exists():
        return
    if not path.is_dir():
        raise UserError.of("this is a file, not a folder", file=str(path), hint="name a folder for the results")
    ours = {LOCK, unfinished(path / kind.manifest).name, *more}  # leftovers of an attempt to write the first manifest
    if any(entry.name not in ours for entry in path.iterdir()):
        raise UserError.of(f"this folder does not hold a {kind.name}", file=str(path), hint=hint)


@contextlib.contextmanager
def _made(path: Path, kind: Kind[T]) -> Iterator[None]:
    """Make a folder. Remove it, and new folders above it, if it has no manifest in the end."""
    new = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not kind.lies_in(path):
            with contextlib.suppress(OSError):  # not empty: something else is in it now
                for folder in new:
                    folder.rmdir()
        raise


# --- folders of one configuration -------------------------------------------------------------------------


@dataclass(frozen=True)
class Described:
    """A manifest with a configuration and nothing else."""

    __pydantic_config__ = STRICT

    configuration: dict[str, Any]
    versions: dict[str, str]


DESCRIBED = TypeAdapter(Described)


@dataclass
class Folder:
    """A folder with such a manifest, open for writing."""

    path: Path
    kind: Kind[Described]
    configuration: dict[str, Any]
    versions: dict[str, str]

    @property
    def digest(self) -> str:
        """The digest to which files in the folder are sealed."""
        return digest_of(self.configuration)

    def go_on(self) -> None:
        """Note that the current versions play in this folder, and say so if they differ."""
        self.versions = joined(self.versions)
        content = {"format": self.kind.format, "configuration": self.configuration, "versions": self.versions}
        write_whole(self.path / self.kind.manifest, sealed(content))


@contextlib.contextmanager
def opened_for(path: Path, kind: Kind[Described], configuration: dict[str, Any]) -> Iterator[Folder]:
    """Open a folder for writing: a new one, or one with the same configuration. Raises UserError as `opened` does."""

    def check(there: Described) -> None:
        check_same(path, kind, differences(there.configuration, configuration))

    with opened(path, kind, check) as there:
        folder = Folder(path, kind, configuration, there.versions if there else versions())
        if there is None:
            folder.go_on()
        yield folder


# --- the same one? ----------------------------------------------------------------------------------------


def check_same(path: Path, kind: Kind[Any], changes: Sequence[str]) -> None:
    """Raise a UserError that lists the changes, if there are any between a folder and what the caller expects."""
    if not changes:
        return
    hint = f"name another folder, or make the same {kind.name}"
    texts = [f"this folder belongs to another {kind.name}", *changes[:MOST_SHOWN]]
    if len(changes) > MOST_SHOWN:
        texts.append(f"and {len(changes) - MOST_SHOWN} more")
    raise UserError([Problem(text, str(path), hint=None if i else hint) for i, text in enumerate(texts)])


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Return what differs between two configurations, in words."""
    changed = [name for name in here if there.get(name) != here[name]]
    texts = [
        f"{name}: {_shown(there.get(name))} there, {_shown(here[name])} here" for name in changed if name not in _CODE
    ]
    return texts + [text for name, (text, of) in _CODE.items() if name in changed and of.isdisjoint(changed)]


def _shown(value: object) -> str:
    return ",".join(map(str, value)) or "none" if isinstance(value, list) else str(value)

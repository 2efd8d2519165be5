"""The folder that keeps compiled code between runs, and the files in it.

The files are pickles, and a person who can write a pickle can make its reader run any code. So they are read only from
a folder that belongs to this user and that nobody else can write to. Every file begins with a digest of the rest, which
shows a damaged file before it is read. It is then written again.
"""

import contextlib
import functools
import hashlib
import os
import re
import stat
import sys
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tda_sim.errors import UserError

VARIABLE = "TDA_CACHE_DIR"  # the place of the folder, if the user sets one
SUFFIX = ".compiled"
_DIGEST = 32  # bytes


def say(text: str) -> None:
    """Show the user a message of one line."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


@functools.cache
def say_once(text: str) -> None:
    """Show the user a message of one line, once in a process."""
    say(text)


# --- the folder -------------------------------------------------------------------------------------------


def find_folder(name: str) -> Path | None:
    """Return the folder of this name among the user's caches, or else among temporary files; None if neither is safe.

    Raises UserError if the user has set a place that is not safe.
    """
    folder, refusals = usable_folder(name)
    if folder is not None:
        return folder
    if place := os.environ.get(VARIABLE):
        hint = f"{VARIABLE} names it: compiled code is kept there, so it must be a folder of yours alone"
        raise UserError.of(refusals[0].reason, file=place, hint=hint)
    reasons = "; ".join(f"{each.root}: {each.reason}" for each in refusals) or "there is no place"
    say_once(f"compiled code is not kept, so every command compiles it again: {reasons}")
    return None


@dataclass(frozen=True)
class Refused:
    """A place that is not safe, and the reason."""

    root: Path
    reason: str


def usable_folder(name: str) -> tuple[Path | None, list[Refused]]:
    """Return the folder of this name in the first safe place, and the places that are not."""
    refusals = []
    for root in _places():
        try:
            if not os.environ.get(VARIABLE):
                _close(root)
            return _own(root, name), refusals
        except OSError as error:
            refusals.append(Refused(root, _reason(error)))
    return None, refusals


def _places() -> Iterator[Path]:
    """Yield the place that the user has set, or else the usual places of caches."""
    if place := os.environ.get(VARIABLE):
        yield Path(place).absolute()
    else:
        yield from _usual_places()


def _usual_places() -> Iterator[Path]:
    home = Path(platformdirs.user_cache_dir("tda_sim"))
    if home.is_absolute():  # it is not if the user's home is unknown
        yield home
    with contextlib.suppress(OSError):  # there may be no folder for temporary files
        yield Path(tempfile.gettempdir()) / f"tda_sim-{_user()}"


def _own(root: Path, name: str) -> Path:
    """Return a folder in ``root``, created if it is missing. Raises OSError unless only this user can write to both."""
    folder = root / name
    for path in (root, folder):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if problem := _problem(path):
            raise PermissionError(problem)
    with tempfile.TemporaryFile(dir=folder):
        return folder


def _close(root: Path) -> None:
    """Make sure that nobody else can write to a folder of this user, as many systems allow a group."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISDIR(root.lstat().st_mode) and root.lstat().st_uid == _user():
            root.chmod(0o700)


def _problem(path: Path) -> str | None:
    """Return why others might be able to write to a folder; None if they cannot."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return "this is a symbolic link"
    if not hasattr(os, "getuid"):  # elsewhere a user's caches and temporary files are the user's own
        return None
    if status.st_uid != _user():
        return "this folder belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "other users can write to this folder (chmod go-w)"
    for parent in path.resolve().parents:
        mode = parent.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"other users can put another folder in its place: {parent} is open to everybody"
    return None


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


# --- its files --------------------------------------------------------------------------------------------


def file_name(what: str, *key: object) -> str:
    """Return the name of the file for something that depends only on ``key``."""
    digest = hashlib.sha256("\n".join(map(str, key)).encode()).hexdigest()
    legible = re.sub(r"[^-.\w]", "_", what)[:80]
    return f"{legible}-{digest[:24]}{SUFFIX}"


def load(path: Path) -> bytes | None:
    """Return the content of a file, or None if it is missing or damaged. Removes a damaged file."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, body = content[:_DIGEST], content[_DIGEST:]
    if hashlib.sha256(body).digest() == digest:
        return body
    damaged(path)
    return None


def damaged(path: Path) -> None:
    """Remove a file that is of no use, and inform the user."""
    say(f"a file of compiled code is damaged, so it is written again: {path}")
    with contextlib.suppress(OSError):
        path.unlink()


def save(path: Path, content: bytes) -> None:
    """Keep something in a file. If that fails, inform the user and go on."""
    write(path, hashlib.sha256(content).digest() + content)


def write(path: Path, content: bytes) -> bool:
    """Write a file completely or not at all, and return whether it was written."""
    beside = path.with_name(f".{uuid.uuid4().hex}")
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        say_once(f"compiled code is not kept, so every command compiles it again: {path.parent}: {_reason(error)}")
        return False
    return True

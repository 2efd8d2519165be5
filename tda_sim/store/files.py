"""Whole files: written beside their place and moved into it, so that they are either whole or absent."""

import contextlib
import errno
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tda_sim.characters import visible
from tda_sim.errors import UserError

MOST_FOLDERS = 250  # of a path: Python makes folders by recursion
SHARE = 0.02  # the largest share of the time for saving


def unfinished(path: Path, writer: str = "") -> Path:
    """Return the path of a file until it is whole: beside its place, under a unique name."""
    mark = hashlib.sha256(os.fsencode(path.name) + writer.encode()).hexdigest()[:16]
    return path.with_name(f".tda_sim-{mark}")


def write_whole(path: Path, content: bytes, synced: bool = True, writer: str = "") -> None:
    """Write a file that replaces an older one in a single step.

    ``synced`` puts it on the disk before it replaces the older one, so that not even a power failure leaves half of it.
    ``writer`` identifies writers who may write the same file at the same time.
    """
    beside = unfinished(path, writer)
    try:
        with beside.open("wb") as file:
            file.write(content)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)  # makes room for the manifest where the disk is full
        raise


def read_given(path: Path, most: int, file: str | None = None, hint: str | None = None) -> bytes:
    """Return the content of a file that the user names, of ``most`` bytes.

    ``file`` is its name in messages, ``hint`` what would be right. Raises UserError if it cannot be read, is larger, or
    is no file: a device may have no end, and a pipe no beginning.
    """
    file = file or printable(path)
    try:
        if not path.is_file():
            raise UserError.of("this is not a file" if path.exists() else "there is no such file", file, hint=hint)
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except OSError as error:
        raise UserError.of(f"cannot read the file: {error.strerror or error}", file, hint=hint) from error
    if len(content) > most:
        size = f"{most // 10**6} MB" if most >= 10**6 else f"{most // 1000} kB"
        raise UserError.of("the file is too large", file, hint=f"at most {size}")
    return content


def write_document(path: Path, content: str | bytes, hint: str | None = None) -> None:
    """Write a file for the user, with its folder. Raises UserError, with the ``hint``, if that is impossible.

    All characters of a text become visible: see `characters.visible`.
    """
    check_name(path)
    data = visible(content).encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        place = path.resolve()  # a link stays one
        if place.exists() and not (place.is_file() and os.access(place, os.W_OK)):
            place.write_bytes(data)  # a device or a pipe cannot be replaced
        else:
            write_whole(place, data, writer=str(os.getpid()))
    except OSError as error:
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=str(path), hint=hint) from error


class Pace:
    """Saves at most once in ``every`` seconds, and no more often than `SHARE` allows."""

    def __init__(self, save: Callable[[], None], every: float = 0.0) -> None:
        self._save, self._every, self._next = save, every, 0.0

    def save(self) -> None:
        """Save if it is time."""
        began = time.monotonic()
        if began >= self._next:
            self._save()
            now = time.monotonic()
            self._next = now + max(self._every, (now - began) / SHARE)


# --- what can go wrong ------------------------------------------------------------------------------------


@contextlib.contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk into one clear message; ``path`` is the folder in use."""
    check_name(path)
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "make room and run this again; finished games are kept"
        elif error.errno == errno.ENOENT and error.filename is not None and not path.exists():
            hint = "the folder was removed or renamed while in use; put it back, or run this again"
        else:
            hint = "name a folder you can write to"
        where = printable(Path(os.fsdecode(error.filename or path)))
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=where, hint=hint) from error


def check_name(path: Path) -> None:
    """Raise UserError for a name that is not text, which libraries cannot open, or that lies too deep to be made."""
    if printable(path) != str(path):
        raise UserError.of("this name is not valid UTF-8", file=printable(path), hint="name another file or folder")
    if len(path.parts) > MOST_FOLDERS:
        message = f"this is a path of {len(path.parts):,} folders"
        raise UserError.of(message, file=str(path), hint=f"name one of at most {MOST_FOLDERS}")


def printable(path: Path) -> str:
    """Return a path in a form that can be printed anywhere."""
    return str(path).encode(errors="backslashreplace").decode()

"""Whole files: written beside their place and moved into it, so that they are there as a whole or not at all."""

import contextlib
import errno
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from tda_sim.errors import UserError

SHARE = 0.05  # of the time may go into saving, at most


def unfinished(path: Path, writer: str = "") -> Path:
    """Return where a file lies until it is whole: beside its place, under a name that nothing else has."""
    mark = hashlib.sha256(os.fsencode(path.name) + writer.encode()).hexdigest()[:16]
    return path.with_name(f".tda_sim-{mark}")


def write_whole(path: Path, content: bytes, synced: bool = True, writer: str = "") -> None:
    """Write a file that replaces what is there in one step.

    ``synced``: it is on the disk before it is in its place, so that not even a power failure leaves half of it.
    ``writer`` tells those apart who may write the same file at the same time.
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
    if synced:
        sync_folder(path.parent)


def write_document(path: Path, content: str | bytes) -> None:
    """Write a file of the user's, with its folder; raise UserError where that cannot be."""
    check_name(path)
    written = content.encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        place = path.resolve()  # a link stays one
        if place.exists() and not place.is_file():
            place.write_bytes(written)  # a device or a pipe, which takes what comes
        elif place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        else:
            write_whole(place, written, writer=str(os.getpid()))
    except OSError as error:
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=str(path)) from error


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can tell."""
    with contextlib.suppress(OSError):  # Windows cannot, nor can some network disks
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Pace:
    """When to save: not more often than every so many seconds, nor than `SHARE` allows."""

    def __init__(self, every: float = 0.0) -> None:
        self._every, self._next = every, 0.0

    @property
    def due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() >= self._next

    @contextlib.contextmanager
    def saving(self) -> Iterator[None]:
        """Save within this."""
        began = time.monotonic()
        yield
        now = time.monotonic()
        self._next = now + max(self._every, (now - began) / SHARE)


# --- what can go wrong ------------------------------------------------------------------------------------


@contextlib.contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn what a disk may refuse into one clear message; ``path`` is the folder that is worked in."""
    check_name(path)
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "make room and run this again; what is finished is kept"
        elif error.errno == errno.ENOENT and not path.exists():
            hint = "somebody has removed or renamed the folder while it was in use; put it back, or run this again"
        else:
            hint = "name a folder you can write to"
        where = printable(Path(os.fsdecode(error.filename or path)))
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=where, hint=hint) from error


def check_name(path: Path) -> None:
    """Raise UserError for a name that is no text: the libraries that read Parquet cannot open it."""
    if printable(path) != str(path):
        raise UserError.of("this name is not valid UTF-8", file=printable(path), hint="name another file or folder")


def printable(path: Path) -> str:
    """Return a path as it can be printed anywhere."""
    return str(path).encode(errors="backslashreplace").decode()


def size(count: float) -> str:
    """Return a number of bytes in words.

    >>> size(0), size(17_300), size(2_450_000_000), size(1.5e15)
    ('0 kB', '17 kB', '2.5 GB', '1,500.0 TB')
    """
    for unit, bytes_each in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= bytes_each:
            return f"{count / bytes_each:,.1f} {unit}"
    return f"{count / 1e3:.0f} kB"

"""What a command writes for the user: never over a file that it reads, nor over one of a kind that it does not write.

A command announces its outputs before it reads anything; whoever reads a file of the user asks here first. So decks
that others extend count, too, and links that lead to the same file.
"""

import os
import stat
from pathlib import Path

from tda_sim.errors import UserError
from tda_sim.store.files import check_name, printable

PAGE, PACK = b"<!doctype html", b"PK"  # how pages and packed files begin
READ = (".yaml", ".yml", ".py", ".json", ".npz", ".parquet")  # endings of content, recorded games and results

_announced: set[tuple[int, int]] = set()  # devices and inodes of files that the command replaces


def announce(path: Path, begins: bytes = b"") -> None:
    """Note a file that the command is going to write.

    Raises UserError for a name that content, games or results have, and for a file of another kind: one that is not
    empty and begins in another way.
    """
    check_name(path)
    if {path.suffix.lower(), Path(os.path.realpath(path)).suffix.lower()}.intersection(READ):
        hint = f"give it another ending than {', '.join(READ)}"
        raise UserError.of("content, games and results have such names", str(path), hint=hint)
    place = _place(path)
    if place is not None:
        _check_beginning(path, begins)
        _announced.add(place)


def forget() -> None:
    """Forget what was announced: another command begins."""
    _announced.clear()


def check_unannounced(path: Path) -> None:
    """Raise UserError for a file that the command is about to read, but would also replace."""
    if _announced and _place(path) in _announced:
        message = "the command reads this file, so it does not write over it"
        raise UserError.of(message, printable(path), hint="name another file to write")


def _place(path: Path) -> tuple[int, int] | None:
    """Return where a file lies; None if there is none, or it is not an ordinary one."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def _check_beginning(path: Path, begins: bytes) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(100)
    except OSError:  # then writing fails, too
        return
    if start and not start.lstrip().lower().startswith(begins.lower()):
        raise UserError.of("there is a file of another kind here", str(path), hint="name another file, or remove it")

"""One process at a time: a folder's lock, which the system takes back from a process that dies."""

import contextlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

from tda_sim.errors import UserError

LOCK = ".tda_sim.lock"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a folder's lock; raise UserError, with the process that does, where another one holds it."""
    from filelock import FileLock, Timeout

    name = path / LOCK
    lock = FileLock(name, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        message = f"another process{_holder(name)} is writing here"
        raise UserError.of(message, file=str(path), hint="wait for it, or name another folder") from None
    try:
        if isinstance(lock, FileLock):  # where a disk knows no locks it has become another kind, with a mark of its own
            _sign(name)
        yield
    finally:
        if os.name != "nt":  # there an open file cannot be removed: filelock does it
            with contextlib.suppress(OSError):
                name.unlink(missing_ok=True)
        lock.release()


def _sign(name: Path) -> None:
    """Write down who holds the lock, but for the first byte, which nobody else can read on Windows."""
    with name.open("rb+", buffering=0) as file:
        file.seek(1)
        file.write(f"{os.getpid()} on {platform.node()}\n".encode())


def _holder(name: Path) -> str:
    try:
        with name.open("rb", buffering=0) as file:
            file.seek(1 if os.name == "nt" else 0)
            told = file.read(200).decode(errors="replace").strip("\0\n")
    except OSError:
        return ""
    return f" ({told.splitlines()[0]})" if told else ""

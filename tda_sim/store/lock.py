"""One process at a time: a folder's lock, which the system releases when a process dies."""

import contextlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

from tda_sim.errors import UserError

LOCK = ".tda_sim.lock"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a folder's lock. Raises UserError, with the process number, if another process holds it."""
    from filelock import FileLock, Timeout

    name = path / LOCK
    lock = FileLock(name, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        message = f"another process{_holder(name)} is writing here"
        raise UserError.of(message, file=str(path), hint="wait for it, or name another folder") from None
    try:
        if not _is_signed(name):
            _sign(name)
        yield
    finally:
        if os.name != "nt":  # an open file cannot be removed there; filelock does it
            with contextlib.suppress(OSError):
                name.unlink(missing_ok=True)
        lock.release()


def _is_signed(name: Path) -> bool:
    """Return whether filelock has written who holds the lock, as it does on disks that know no locks."""
    if os.name == "nt":  # nobody can read the first byte there, and all disks know locks
        return False
    with name.open("rb", buffering=0) as file:
        return file.read(1) not in (b"", b"\0")


def _sign(name: Path) -> None:
    """Write who holds the lock, after the first byte, which nobody else can read on Windows."""
    with name.open("rb+", buffering=0) as file:
        file.seek(1)
        file.write(f"{os.getpid()} on {platform.node()}\n".encode())


def _holder(name: Path) -> str:
    try:
        with name.open("rb", buffering=0) as file:
            file.seek(1 if os.name == "nt" else 0)
            text = file.read(200).decode(errors="replace").strip("\0\n")
    except OSError:
        return ""
    return f" ({text.splitlines()[0]})" if text else ""

"""Child processes that end with the process that started them, however that ends: even by `kill -9`.

Between the two stands a guard, a tiny process that holds one end of a pipe. Nobody but the parent holds the other end,
and the system closes it with the parent. Then the guard kills the child, from outside: a strategy that never answers
keeps all threads of its process waiting. This file is also the guard's program.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import IO, Any, NoReturn, TypeAlias

Child: TypeAlias = subprocess.Popen[Any]
Done: TypeAlias = subprocess.CompletedProcess[Any]
PIPE, NOWHERE = subprocess.PIPE, subprocess.DEVNULL  # where output may go

REPORT = 10.0  # seconds for a child's report
_KEPT = 1 << 16  # bytes that are passed on at once
_NO_CTRL_C: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows; elsewhere a new session does it


@contextlib.contextmanager
def child(command: Sequence[str], **settings: Any) -> Iterator[Child]:
    """Yield a process, and end it with all that it started. ``settings`` are those of `subprocess.Popen`.

    Its number is that of the guard, which ends as the child does. The child reads what is written to ``stdin``, a few
    lines; when that is closed, it is killed.
    """
    guarded = [sys.executable, "-I", "-S", __file__, *command]
    with subprocess.Popen(
        guarded, stdin=subprocess.PIPE, start_new_session=True, creationflags=_NO_CTRL_C, **settings
    ) as process:
        lifeline: Any = process.stdin
        try:
            yield process
        finally:
            with contextlib.suppress(OSError):
                lifeline.close()
            _signal_group(process.pid, "SIGKILL")  # also what it started and left behind


def run(command: Sequence[str], check: bool = False, **settings: Any) -> Done:
    """Run a command to its end, as `subprocess.run` does, which would leave it behind if it is interrupted."""
    with child(command, **settings) as process:
        process.stdin = None  # or it would be closed
        output, errors = process.communicate()
    done = Done(command, process.returncode, output, errors)
    if check:
        done.check_returncode()
    return done


def abort(process: Child) -> None:
    """Have a child end with SIGABRT, at which Python can report its position, if the system has such signals."""
    if os.name == "posix":
        _signal_group(process.pid, "SIGABRT")
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(REPORT)


def _signal_group(group: int, name: str) -> None:
    """Send a signal to a guard, its child and what that started, where there are such signals."""
    if os.name == "posix":
        with contextlib.suppress(OSError):  # all have ended
            os.killpg(group, getattr(signal, name))


# --- the guard --------------------------------------------------------------------------------------------


def _guard(command: list[str]) -> NoReturn:
    """Run a command, and end as it does; kill it at the end of standard input."""
    signal.signal(signal.SIGABRT, lambda *_: None)  # only the child's business
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    assert process.stdin is not None
    threading.Thread(target=_watch, args=(process, process.stdin), daemon=True).start()
    code = process.wait()
    if code < 0:
        with contextlib.suppress(OSError):  # there are signals whose effect cannot change
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit((code + 2**31) % 2**32 - 2**31)  # Windows has codes beyond


def _watch(process: Child, stdin: IO[bytes]) -> None:
    """Pass standard input on; at its end kill the process and what it started."""
    while said := os.read(0, _KEPT):
        with contextlib.suppress(OSError):  # it has ended
            stdin.write(said)
            stdin.flush()
    _signal_group(0, "SIGKILL")
    process.kill()


if __name__ == "__main__":
    _guard(sys.argv[1:])

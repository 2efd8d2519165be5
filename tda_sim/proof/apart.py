"""A strategy tried in a process of its own, which it may block or end: then it is named, with what it has done."""

import contextlib
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import IO, Any

from tda_sim.proof.verdict import FAILED, Trial, Verdict
from tda_sim.seats.files import Strategy

PATIENCE = 300.0  # seconds without progress: far more than compiling takes, or any answer
CLAIM = "it leaves the process alone that it plays in"
_ENDED: Any = None  # follows the last line

Data = dict[str, Any]


def verdicts_apart(strategy: Strategy, arguments: tuple[Any, ...], patience: float) -> list[Trial]:
    """The verdicts of `check.verdicts` with these arguments, and one more if the process did not come to its end."""
    found: list[Trial] = []
    trial = "compiles"
    with tempfile.TemporaryFile() as log, _started(arguments, log) as process:
        for line in _lines(process, patience):
            found += [line["verdict"]] if "verdict" in line else []
            trial = line.get("trial", trial)
            if "done" in line:
                return found
        ended = process.poll()
        _stop(process, signal.SIGABRT if ended is None and os.name == "posix" else None)
        log.seek(0)
        written = log.read().decode(errors="replace")
    what = f"it takes more than {patience:g} s for an answer" if ended is None else _end(ended, written)
    error = f"{strategy.path}:{_line(written, strategy)}: {what}, in the trial {trial!r}"
    verdict = Verdict("apart", CLAIM, FAILED, "it does not", {}, [{"error": error}])
    return [*found, verdict.as_data()]


@contextlib.contextmanager
def _started(arguments: tuple[Any, ...], log: IO[bytes]) -> Iterator[subprocess.Popen[str]]:
    """The process, which is ended with all that it has started."""
    command = [sys.executable, "-m", "tda_sim.proof", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True) as process:
        try:
            yield process
        finally:
            _stop(process)


def _lines(process: subprocess.Popen[str], patience: float) -> Iterator[Data]:
    """What the process writes, until it ends or nothing comes for so many seconds."""
    lines: queue.Queue[Any] = queue.Queue()

    def read() -> None:
        for text in process.stdout or ():
            lines.put(json.loads(text))
        lines.put(_ENDED)

    threading.Thread(target=read, daemon=True).start()
    with contextlib.suppress(queue.Empty):
        while (line := lines.get(timeout=patience)) is not _ENDED:
            yield line
        process.wait()


def _stop(process: subprocess.Popen[str], first: int | None = None) -> None:
    """End the process and its children; ``first`` is a signal that lets it say where it is."""
    if first is not None:
        process.send_signal(first)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _end(code: int, written: str) -> str:
    """How a process has ended that should have gone on."""
    if code < 0:
        return f"it crashes the process ({signal.strsignal(-code) or f'signal {-code}'})"
    last = written.strip().rpartition("\n")[2]
    return f"it ends the process (exit code {code}{': ' * bool(last)}{last})"


def _line(log: str, strategy: Strategy) -> int:
    """The innermost line of a strategy's file that the process was at, as far as it can be told."""
    name = re.escape(strategy.path.name)
    found = re.search(rf'File "[^"]*{name}", line (\d+)', log)
    return int(found[1]) if found else strategy.line

"""Tries a strategy in a separate process. If it blocks or ends the process, the verdict says so."""

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
CLAIM = "it neither blocks nor ends its process"
_ENDED: Any = None  # follows the last line

Data = dict[str, Any]


def verdicts_apart(strategy: Strategy, arguments: tuple[Any, ...], patience: float) -> list[Trial]:
    """Return the verdicts of `check.verdicts` with these arguments, and one more if the process did not finish."""
    trials: list[Trial] = []
    trial = "compiles"
    with tempfile.TemporaryFile() as log, _started(arguments, log) as process:
        for line in _lines(process, patience):
            trials += [line["verdict"]] if "verdict" in line else []
            trial = line.get("trial", trial)
            if "done" in line:
                return trials
        ended = process.poll()
        _stop(process, signal.SIGABRT if ended is None and os.name == "posix" else None)
        log.seek(0)
        output = log.read().decode(errors="replace")
    what = f"it takes more than {patience:g} s to answer" if ended is None else _end(ended, output)
    error = f"{strategy.path}:{_line(output, strategy)}: {what}, in the trial {trial!r}"
    verdict = Verdict("apart", CLAIM, FAILED, "it does not", {}, [{"error": error}])
    return [*trials, verdict.as_data()]


@contextlib.contextmanager
def _started(arguments: tuple[Any, ...], log: IO[bytes]) -> Iterator[subprocess.Popen[str]]:
    """Yield the process, and end it with all its children."""
    command = [sys.executable, "-m", "tda_sim.proof", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True) as process:
        try:
            yield process
        finally:
            _stop(process)


def _lines(process: subprocess.Popen[str], patience: float) -> Iterator[Data]:
    """Yield the lines that the process writes, until it ends or is silent for ``patience`` seconds."""
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
    """End the process and its children; ``first`` is a signal that makes it report its position."""
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
    """Return how a process ended unexpectedly."""
    if code < 0:
        return f"it crashes the process ({signal.strsignal(-code) or f'signal {-code}'})"
    last = written.strip().rpartition("\n")[2]
    return f"it ends the process (exit code {code}{': ' * bool(last)}{last})"


def _line(log: str, strategy: Strategy) -> int:
    """Return the innermost line of a strategy's file that was running, or its first line."""
    name = re.escape(strategy.path.name)
    match = re.search(rf'File "[^"]*{name}", line (\d+)', log)
    return int(match[1]) if match else strategy.line

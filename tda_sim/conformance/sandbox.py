"""Tries a strategy in a separate process. If it blocks or ends the process, the verdict says so."""

import json
import queue
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any

from tda_sim import children
from tda_sim.agents.files import Strategy
from tda_sim.conformance.trial import FAILED, Told, Verdict

PATIENCE = 300.0  # seconds without progress: far more than compiling takes, or any answer
UNEASY = 10.0  # seconds without progress before a message says so
CLAIM = "it neither blocks nor ends its process"
_ENDED: Any = None  # follows the last line

Data = dict[str, Any]
Say = Callable[[str], None]


def verdicts_apart(strategy: Strategy, arguments: tuple[Any, ...], patience: float, say: Say) -> list[Told]:
    """Return the verdicts of `check.verdicts` with these arguments, and one more if the process did not finish.

    ``say`` is given a line for the user when there is no progress.
    """
    trials: list[Told] = []
    trial = "compiles"
    line: Data = {}
    command = [sys.executable, "-m", "tda_sim.conformance", *map(str, arguments)]
    with (
        tempfile.TemporaryFile() as log,
        children.child(command, stdout=children.PIPE, stderr=log, text=True) as process,
    ):
        for line in _lines(process, patience):
            trials += [line["verdict"]] if "verdict" in line else []
            trial = line.get("trial", trial)
            if "done" in line:
                return trials
            if line.get("silent") == UNEASY:
                say(_waiting(strategy, trial, patience))
        ended = None if "silent" in line else process.wait()
        if ended is None:
            children.abort(process)
        log.seek(0)
        output = log.read().decode(errors="replace")
    what = f"it takes more than {patience:g} s to answer" if ended is None else _end(ended, output)
    error = f"{strategy.path}:{_line(output, strategy)}: {what}, in the trial {trial!r}"
    verdict = Verdict("apart", CLAIM, FAILED, "it does not", {}, [{"error": error}])
    return [*trials, verdict.as_data()]


def _waiting(strategy: Strategy, trial: str, patience: float) -> str:
    name, seconds = strategy.path.name, f"{patience:g} s (--patience)"
    return f"{name}: no progress for {UNEASY:g} s in the trial {trial!r}; the check gives up after {seconds}"


def _lines(process: children.Child, patience: float) -> Iterator[Data]:
    """Yield the lines that the process writes, until it ends or is silent for ``patience`` seconds."""
    lines: queue.Queue[Any] = queue.Queue()

    def read() -> None:
        for text in process.stdout or ():
            lines.put(json.loads(text))
        lines.put(_ENDED)

    threading.Thread(target=read, daemon=True).start()
    yield from heard(lambda seconds: lines.get(timeout=seconds), patience)


def heard(listen: Callable[[float], Any], patience: float) -> Iterator[Data]:
    """Yield what ``listen(seconds)`` returns, and ``silent``, a number of seconds, where it raises `queue.Empty`.

    The last is silence of ``patience`` seconds, or what came before `_ENDED`.
    """
    silent = 0.0
    while silent < patience:
        seconds = min(UNEASY, patience - silent)
        try:
            line = listen(seconds)
        except queue.Empty:
            silent += seconds
            line = {"silent": silent}
        else:
            silent = 0.0
        if line is _ENDED:
            return
        yield line


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

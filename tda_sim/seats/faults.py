"""What a strategy did wrong in the middle of a game."""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.engine.terms import Fault, Question
from tda_sim.errors import UserError
from tda_sim.seats.files import Strategy
from tda_sim.seats.loading import failure


def explain_fault(game: np.ndarray, strategies: Sequence[Strategy]) -> UserError:
    """The error of the strategy that halted ``game``; ``strategies`` are those in seats 0, 1, ..."""
    record = game[0]
    seat = int(record["asked_seat"])
    strategy = strategies[seat]
    where = f"in game {record['tally']['game']}, seat {seat}, asked for {_question(record['question'])}"
    if record["fault"] == Fault.RAISED:
        found = _kept(strategy) if strategy.form == "decide" else _autopsy(game, strategy)
        line, what = found.get("line", strategy.line), found.get("error", "an exception")
        return UserError.of(f"{what}, raised by strategy {strategy.name} {where}", str(strategy.path), line)
    n = int(record["question"]["n"])
    message = f"strategy {strategy.name} answered {record['bad_answer']} {where}"
    return UserError.of(message, str(strategy.path), strategy.line, f"return the index of an option, 0 to {n - 1}")


def _question(question: Any) -> str:
    kind = Question(int(question["kind"])).name.lower().replace("_", " ")
    return f"'{kind}' with {question['n']} options"


def _kept(strategy: Strategy) -> dict[str, Any]:
    """What is known of the latest exception of a strategy in plain Python; raises what is no mistake of its own."""
    error = failure(strategy)
    if error is None:
        return {}
    if not isinstance(error, Exception):  # Ctrl-C, for one
        raise error
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if _is_in(frame.filename, strategy)]
    return {"error": f"{type(error).__name__}: {error}", "line": lines[-1] if lines else strategy.line}


def _is_in(file: str, strategy: Strategy) -> bool:
    return Path(file) == strategy.path


def _autopsy(game: np.ndarray, strategy: Strategy) -> dict[str, Any]:
    """Ask the same question once more without the compiler, which tells line and message of an exception.

    In a process of its own, because the compiler is switched off when the engine is imported.
    """
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.npy"
        np.save(record, game)
        arguments = [str(record), str(strategy.path), json.dumps(strategy.values)]
        command = [sys.executable, "-m", "tda_sim.seats.autopsy", *arguments]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    try:
        found: dict[str, Any] = json.loads(run.stdout)
    except ValueError:
        return {}
    return found

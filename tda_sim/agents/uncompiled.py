"""Asking a strategy without the compiler: plain Python checks every index and number, and shows where it fails.

The compiler can be switched off only before the engine is imported, so another process runs `main`.
"""

import os
import pickle
import sys
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tda_sim import children
from tda_sim.agents.files import Strategy
from tda_sim.agents.loading import choose_function, entrants
from tda_sim.engine.choose import answer_of_search
from tda_sim.engine.compiler import calls, plain

_RUN = "import sys; from tda_sim.agents.uncompiled import main; main(*sys.argv[1:])"


@dataclass(frozen=True)
class Reply:
    """A strategy's answer, its private part afterwards, and the exception that it raised, with the line."""

    index: int
    me: Any
    error: str | None = None
    line: int | None = None


Asked = tuple[Strategy, tuple[Any, ...]]  # a strategy, and a question to it


def replies(questions: Sequence[Asked]) -> list[Reply]:
    """Put questions to strategies, and return their replies; an empty list if that fails.

    A question has the engine's arguments: arrays of one record each, of cards, table, private part and question. For a
    strategy that searches it is a game, whose question ``asking`` is for ``asked_seat``.
    """
    with tempfile.TemporaryDirectory() as folder:
        question_file, reply_file = Path(folder) / "asked", Path(folder) / "answered"
        question_file.write_bytes(pickle.dumps(list(questions)))
        command = [sys.executable, "-c", _RUN, str(question_file), str(reply_file)]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        children.run(command, stdout=children.NOWHERE, stderr=children.NOWHERE, env=environment)
        answers: list[Reply] = pickle.loads(reply_file.read_bytes()) if reply_file.exists() else []
    return answers


# --- in the other process ---------------------------------------------------------------------------------


def main(question_file: str, reply_file: str) -> None:
    """Answer the questions in one file, and write the replies into another."""
    questions: list[Asked] = pickle.loads(Path(question_file).read_bytes())
    strategies = {strategy.digest: strategy for strategy, _ in questions}  # each is loaded once
    functions = {digest: choose_function(strategy) for digest, strategy in strategies.items()}
    answers = []
    for strategy, question in questions:
        ask = _ask_in_game if strategy.form == "search" else _ask
        answers.append(ask(strategy, functions[strategy.digest], *question))
    Path(reply_file).write_bytes(pickle.dumps(answers))


def _ask(_: Strategy, function: Any, *records: Any) -> Reply:
    noted, ask = _Noted(function), cast(Any, calls.call_strategy)
    index = ask(calls.strategy_handle(noted), *map(plain.view, records))
    return noted.reply(index, records[2])


def _ask_in_game(strategy: Strategy, function: Any, game: Any) -> Reply:
    noted, seat = _Noted(function), int(game[0]["asked_seat"])
    game["entrant"][0, seat] = entrants([strategy])[0]
    game["entrant"]["strategy"][0, seat] = calls.search_handle(noted)
    index = answer_of_search(plain.view(game), seat)
    return noted.reply(index, game["hand"][:, seat])


class _Noted:
    """A function that keeps its exception."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._error: Exception | None = None

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self._function(*arguments)
        except Exception as error:
            self._error = error
            raise

    def reply(self, index: int, me: Any) -> Reply:
        error, file = self._error, self._function.__code__.co_filename
        if error is None:
            return Reply(index, me.copy())
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        return Reply(index, me.copy(), f"{type(error).__name__}: {error}", lines[-1] if lines else None)

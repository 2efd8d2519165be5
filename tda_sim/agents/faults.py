"""Mistakes of strategies in the middle of a game."""

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.agents.files import Strategy
from tda_sim.agents.games import DICE
from tda_sim.agents.loading import failure
from tda_sim.agents.uncompiled import replies
from tda_sim.dice import kernel as dice
from tda_sim.dice.terms import Question as DiceQuestion
from tda_sim.dice.terms import Stop as DiceStop
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_ANSWERS
from tda_sim.engine.terms import Fault, Question, Stop
from tda_sim.errors import UserError


def explain_fault(game: np.ndarray, strategies: Sequence[Strategy]) -> UserError:
    """Return the error of the strategy that halted ``game``; ``strategies`` are those in seats 0, 1, ..."""
    record = game[0]
    if record["fault"] == Fault.OUTGROWN:
        message = f"up to game {record['tally']['game']} so much gold was moved that its sums outgrow 64 bits"
        return UserError.of(message, hint="play with less gold, or in smaller chunks")
    seat = int(record["asked_seat"])
    strategy = strategies[seat]
    where = f"in game {record['tally']['game']}, seat {seat}, asked for {_question(record['question'], strategy)}"
    if record["fault"] == Fault.RAISED:
        details = _kept(strategy) if strategy.form == "decide" else _autopsy(_watched(game, strategy), strategy)
        line, what = details.get("line", strategy.line), details.get("error", "an exception")
        return UserError.of(f"{what}, raised by strategy {strategy.name} {where}", str(strategy.path), line)
    return _bad_answer(record, strategy, where)


def _bad_answer(record: Any, strategy: Strategy, where: str) -> UserError:
    n = int(record["question"]["n"])
    message = f"strategy {strategy.name} answered {record['bad_answer']} {where}"
    return UserError.of(message, str(strategy.path), strategy.line, f"return the index of an option, 0 to {n - 1}")


def _question(question: Any, strategy: Strategy) -> str:
    kinds = DiceQuestion if strategy.game == DICE else Question
    kind = kinds(int(question["kind"])).name.lower().replace("_", " ")
    return f"'{kind}' with {question['n']} options"


def _kept(strategy: Strategy) -> dict[str, Any]:
    """Return what is known of the latest exception of a strategy in plain Python. Raises errors of other code."""
    error = failure(strategy)
    if error is None:
        return {}
    if isinstance(error, KeyboardInterrupt):
        raise error
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if _is_in(frame.filename, strategy)]
    return {"error": f"{type(error).__name__}: {error}", "line": lines[-1] if lines else strategy.line}


def _is_in(file: str, strategy: Strategy) -> bool:
    return Path(file) == strategy.path


def _watched(game: np.ndarray, strategy: Strategy) -> np.ndarray:
    """Return a game halted by an exception, with the strategy's private part as it was before the question.

    A game that was not watched is played again up to there.
    """
    if game[0]["watched"]:
        return game
    again = game.copy()
    record = again[0]
    record["watched"] = 1
    number, players = int(record["tally"]["game"]), int(record["table"]["players"])
    if strategy.game == DICE:
        dice.start_dice(again, number, record["dice"]["seed"], players)
        dice.advance_dice(again, int(DiceStop.GAME))
    else:
        kernel.start(again, number, record["shuffling"]["seed"], players)
        kernel.advance(again, int(Stop.GAME))
    return again if record["fault"] == Fault.RAISED and record["asked_seat"] == game[0]["asked_seat"] else game


def _autopsy(game: np.ndarray, strategy: Strategy) -> dict[str, Any]:
    """Ask the same question again without the compiler, to get the line and the message of an exception."""
    if strategy.form == "search":
        question: tuple[np.ndarray, ...] = (_as_asked(game),)
    else:
        question = tuple(game[name].reshape(1) for name in ("cards", "asked_table", "asked_hand", "question"))
    answers = replies([(strategy, question)])
    if not answers or answers[0].error is None:
        return {}
    return {"error": answers[0].error, "line": answers[0].line or strategy.line}


def _as_asked(game: np.ndarray) -> np.ndarray:
    """Return a halted game as it was before the question, as far as the seat could see."""
    position = game.copy()
    record, seat = position[0], int(game[0]["asked_seat"])
    record["table"], record["asking"] = record["asked_table"][0], record["question"]
    record["hand"][seat] = record["asked_hand"][0]
    record["n_said"] -= record["n_said"] < MAX_ANSWERS  # without the wrong answer
    return position

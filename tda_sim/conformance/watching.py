"""Games watched event by event."""

from typing import Any

import numpy as np

from tda_sim import agents
from tda_sim.engine import kernel
from tda_sim.engine.layout import CHANCE
from tda_sim.engine.terms import Event, Halt, Phase, Stop
from tda_sim.one_game.driver import next_stop
from tda_sim.one_game.replay import seated_game
from tda_sim.runs.play import Work


def watched(work: Work, number: int) -> Any:
    """Return all events of a game of a run. Raises UserError if a strategy makes a mistake."""
    game, log = _played(work, number)
    if game[0]["halt"] == Halt.FAULT:
        raise agents.explain_fault(game, work.seated(number))
    return log


def at_fault(work: Work, number: int) -> Any:
    """Return the record of a game at the question on which a strategy fails; None if it does not fail."""
    game, _ = _played(work, number)
    return game if game[0]["halt"] == Halt.FAULT else None


def _played(work: Work, number: int) -> tuple[Any, Any]:
    """Return the record at the end of a game, or at a fault, and all events up to there."""
    game, logs = seated_game(work, number), []
    while game[0]["table"]["phase"] != Phase.OVER and game[0]["halt"] != Halt.FAULT:
        kernel.advance(game, int(next_stop(game, Stop.GAME)))
        logs.append(game[0]["log"][: game[0]["n_log"]].copy())
        game[0]["n_log"] = 0
    return game, np.concatenate(logs)


def questions(log: Any, own: list[int]) -> Any:
    """Return the rows of a log at which one of these seats gets a question."""
    asked = (log["kind"] == Event.QUESTION) & (log["seat"] != CHANCE) & np.isin(log["seat"], own)
    return np.flatnonzero(asked)

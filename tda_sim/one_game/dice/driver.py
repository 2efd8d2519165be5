"""Driven seats and dice in the dice game."""

from typing import Any

import numpy as np

from tda_sim.definitions.dice import DiceTables
from tda_sim.dice import kernel
from tda_sim.dice.terms import Phase, Question, Stop
from tda_sim.one_game.driver import Driver, Record


def _copy(game: Record, to: Record) -> None:
    game[...] = to


class DiceDriver(Driver):
    """A `Driver` for the dice game, which can continue from every stop."""

    advance = staticmethod(kernel.advance_dice)
    go_back = staticmethod(_copy)
    over_at, end, questions, resumable = Phase.OVER, Stop.GAME, Question, frozenset(Stop)
    has_room = True

    def next_stop(self, goal: Any) -> Any:
        """Return the first stop on the way to ``goal``."""
        return Stop.STEP if goal == Stop.GAME else goal


def new_game(tables: DiceTables, players: int, seed: int, number: int = 0) -> Record:
    """Return a game before its first roll, watched."""
    game = kernel.new_dice_game(tables.cards, tables.rules)
    game["watched"] = 1
    kernel.start_dice(game, number, np.uint64(seed), players)
    return game

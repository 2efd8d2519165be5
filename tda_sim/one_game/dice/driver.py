"""Driven seats and dice in the dice game."""

from typing import Any

import numpy as np

from tda_sim.definitions.dice import DiceTables
from tda_sim.dice import kernel
from tda_sim.dice.terms import Phase, Question
from tda_sim.one_game.driver import Asked, Driver, Record, open_question

COMPILED = kernel.advance_dice.__name__  # the kernel whose compilation takes long


class DiceDriver(Driver):
    """A `Driver` for the dice game, which can continue from every stop."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self.now[0]["table"]["phase"]) == Phase.OVER

    @property
    def has_room(self) -> bool:
        """Whether there is room for another dragon: always."""
        return True

    def next_stop(self, goal: Any) -> Any:
        """Return the first stop on the way to ``goal``: itself."""
        return goal

    def _go_back(self, game: Record, to: Record) -> None:
        game[...] = to

    def _advance(self, game: Record, stop: Any) -> None:
        kernel.advance_dice(game, int(stop))

    def _open_question(self, game: Record) -> Asked:
        return open_question(game, Question)

    def _rests_at(self, stop: Any) -> bool:
        return True


def new_game(tables: DiceTables, players: int, seed: int, number: int = 0) -> Record:
    """Return a game before its first roll, watched."""
    game = kernel.new_dice_game(tables.cards, tables.rules)
    game["watched"] = 1
    kernel.start_dice(game, number, np.uint64(seed), players)
    return game

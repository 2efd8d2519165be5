"""Plays candidates on threads, and counts what they win. It can be stopped between two slices of games."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents
from tda_sim.engine import kernel, layout
from tda_sim.runs.play import SLICE, Stop
from tda_sim.runs.threads import Pool, result
from tda_sim.tuning.plan import Layout, TuningPlan

SLOW = ("search", "decide")  # forms of strategies that play ahead, or are not compiled:
SLOW_SLICE = 5  # games between two steps of the progress bar, for those


class Stopped(Exception):  # noqa: N818  an end, not an error
    """The user asked to stop."""


@dataclass(frozen=True)
class Task:
    """Games of one candidate in one layout."""

    values: NDArray[np.float64]  # of the searched parameters
    layout: Layout
    seed: np.uint64
    first: int
    games: int


@dataclass
class Arena:
    """Threads that play. A task's outcome depends only on the task."""

    plan: TuningPlan
    pool: Pool
    played: Callable[[int], None]  # called with the number of games just played
    stop: Stop = field(default_factory=Stop)

    def __post_init__(self) -> None:
        self._entrants = agents.entrants((replace(self.plan.strategy, at_run_time=True), *self.plan.field))
        slow = any(strategy.form in SLOW for strategy in (self.plan.strategy, *self.plan.field))
        self._slice = SLOW_SLICE if slow else SLICE
        self._own = threading.local()

    def play(self, tasks: Sequence[Task]) -> list[int]:
        """Return what the candidates win in each task, in ``1 / WIN_UNIT`` games. Raises Stopped or UserError."""
        outcomes = [self.pool.submit(self._play, task) for task in tasks]
        try:
            return [result(outcome) for outcome in outcomes]
        except BaseException:
            self.stop.set()
            raise

    def _play(self, task: Task) -> int:
        entrants, won = self._entrants.copy(), 0
        entrants[0]["parameter"] = self.plan.row(task.values)
        for done in range(0, task.games, self._slice):
            if self.stop.is_set():
                raise Stopped
            n = min(self._slice, task.games - done)
            won += self._play_slice(entrants, task, task.first + done, n)
            self.played(n)
        return won

    def _play_slice(self, entrants: NDArray[Any], task: Task, first: int, n: int) -> int:
        game, tallies, sums = self._game(), np.zeros(n, layout.TALLY), self._own.sums
        sums[:] = 0  # nobody reads them
        rows = task.layout.seatings
        unasked = kernel.no_draws(), kernel.no_gambits(), kernel.no_uses()
        played = kernel.play_games(game, entrants, rows, task.seed, first, n, tallies, sums, *unasked, self.stop.flag)
        if played != n:
            if self.stop.is_set():
                raise Stopped
            everyone = (self.plan.strategy, *self.plan.field)
            seated = rows[(first + played) % len(rows), : self.plan.config.players]
            raise agents.explain_fault(game, [everyone[entrant] for entrant in seated])
        return won_by_candidates(tallies, self.plan.config.players)

    def _game(self) -> NDArray[Any]:
        """This thread's own record of a game."""
        if not hasattr(self._own, "game"):
            self._own.game = kernel.new_game(self.plan.tables.cards, self.plan.tables.rules)
            self._own.game[0]["table"]["players"] = self.plan.config.players
            shape = (len(self._entrants), layout.N_CONTACTS, layout.MAX_CARDS, len(layout.SUMS))
            self._own.sums = np.zeros(shape, np.int64)
        game: NDArray[Any] = self._own.game
        return game


def won_by_candidates(tallies: NDArray[Any], players: int) -> int:
    """Return what entrant 0 won in finished games, in units of ``1 / WIN_UNIT`` games. A tie is shared."""
    seat = tallies["entrant"][:, :players] == 0
    wins = (tallies["winners"][:, None] >> np.arange(players)) & 1 == 1
    return int(((seat & wins).sum(axis=1) * (layout.WIN_UNIT // np.maximum(tallies["n_winners"], 1))).sum())

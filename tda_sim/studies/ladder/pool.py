"""Many cells at a time: threads play blocks, the main thread counts them."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.errors import UserError
from tda_sim.runs.play import Stop, Work, load_strategies
from tda_sim.runs.progress import Reporter
from tda_sim.runs.signals import stopped_by_signals
from tda_sim.runs.threads import LOOK, Hands
from tda_sim.studies.ladder.cells import Cell, play_block

QUEUE = 2  # blocks handed out per thread: none is to wait for the main thread

Outcome = NDArray[np.int64] | UserError | None


@dataclass
class Pool:
    """What it takes to play cells, and what is to be done with their blocks."""

    plan: Callable[[Cell], Work]
    keep: Callable[[Cell], None]
    reporter: Reporter
    stop: Stop = field(default_factory=Stop)

    def play(self, cells: Sequence[Cell], workers: int) -> None:
        """Play all cells until they have reached their goals.

        Raises KeyboardInterrupt where the user stops that early, and the UserError of a strategy that fails; the
        blocks before are kept.
        """
        self._open = [cell for cell in cells if not cell.done]
        self._works: dict[int, tuple[Work, NDArray[Any]]] = {}
        self._under_way: dict[Future[Outcome], tuple[Cell, int]] = {}
        self._failure: UserError | None = None
        with stopped_by_signals(self.stop.set, self.reporter.say) as signals, Hands(workers) as hands:
            try:
                while self._hand_out(hands):
                    for future in wait(self._under_way, LOOK, FIRST_COMPLETED).done:
                        self._take(*self._under_way.pop(future), future.result())
                    self.reporter.expect(expected_games(cells))
            finally:
                self.stop.set()  # whatever happened here, no thread is to play on
        if self._failure is not None:
            raise self._failure
        if signals:
            raise KeyboardInterrupt

    def _hand_out(self, hands: Hands) -> bool:
        """Hand out blocks; return whether any are under way."""
        while len(self._under_way) < QUEUE * hands.number and not self.stop.is_set():
            found = next(((cell, block) for cell in self._open if (block := cell.next_block()) is not None), None)
            if found is None:
                break
            cell, block = found
            if id(cell) not in self._works:
                work = self.plan(cell)
                self._works[id(cell)] = work, load_strategies(work)
            self._under_way[hands.submit(self._play, *self._works[id(cell)], block, cell.goal.block)] = found
        return bool(self._under_way)

    def _play(self, work: Work, seated: NDArray[Any], block: int, size: int) -> Outcome:
        if self.stop.is_set():
            return None
        try:
            return play_block(work, seated, block, size, self.stop, self.reporter.add)
        except UserError as error:
            self.stop.set()
            return error

    def _take(self, cell: Cell, block: int, outcome: Outcome) -> None:
        if isinstance(outcome, UserError):
            self._failure = self._failure or outcome
        elif outcome is not None and cell.add(block, (int(outcome[0]), int(outcome[1]))):
            self.keep(cell)
        if cell.done and cell in self._open:
            self._open.remove(cell)
            self._works.pop(id(cell), None)


def expected_games(cells: Sequence[Cell]) -> int:
    """Return how many games all cells will have, as far as can be told by now."""
    return sum(cell.goal.block * max(cell.used, cell.expected) for cell in cells)

"""Trial: asked again, a strategy gives the same answer, also in games of other chunks and on other threads."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tda_sim.conformance.positions import Answer, Decision, option_text, place
from tda_sim.conformance.trial import Trial
from tda_sim.errors import UserError
from tda_sim.runs.play import Table, Work, load_strategies

GAMES = {"choose": 400, "score": 400, "decide": 20, "search": 2}


class Deterministic(Trial):
    """Asks twice, and plays games twice."""

    name, claim = "repeats", "the same position and random numbers give the same answer"
    told = "differences in"

    def __init__(self, work: Work, games: int) -> None:
        super().__init__()
        self.work, self.games = work, games

    def instead(self, decision: Decision, first: Answer) -> Iterator[str]:
        """Yield the second answer, if it differs."""
        second = decision.answer()
        if not first.agrees(second):
            yield f"asked again: {option_text(decision, second)}"

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Play the games, and return what was tried."""
        others = self._games()
        instead = {"instead": "a different game when played again"}
        self.violations += [place(self.work, number) | instead for number in others]
        said = f"{self.tried:,} decisions asked twice, {self.games:,} games played twice: in one go, and by two workers"
        return said, {"decisions": self.tried, "games": self.games, "games_that_differ": len(others)}, []

    def _games(self) -> list[int]:
        """Return the games that differ when two threads play them, the second half first."""
        half = self.games // 2
        try:
            once = _play(self.work, 0, self.games)
            with ThreadPoolExecutor(2) as threads:
                last = threads.submit(_play, self.work, half, self.games - half)
                first = threads.submit(_play, self.work, 0, half)
            again = np.concatenate([first.result(), last.result()])
        except UserError:
            return []  # `answers` reports it
        return [
            k for k in range(self.games) if any(not np.array_equal(once[k][f], again[k][f]) for f in once.dtype.names)
        ]


def _play(work: Work, first: int, n: int) -> Any:
    batch = Table(work, load_strategies(work)).play(0, first, n)
    assert batch is not None
    return batch.tallies

"""Trial: asked again, a strategy gives the same answer, also in games of other chunks and on other threads."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tda_sim.errors import UserError
from tda_sim.proof.positions import Decision, option_text, place
from tda_sim.proof.verdict import FAILED, PASSED, Verdict
from tda_sim.runs.play import Table, Work, load_strategies

CLAIM = "the same position and random numbers give the same answer"


class Repeating:
    """Asks twice, and plays games twice."""

    def __init__(self, work: Work, games: int) -> None:
        self.work, self.games = work, games
        self.asked = 0
        self.violations: list[dict[str, Any]] = []

    def look(self, decision: Decision) -> None:
        """Ask about a decision twice."""
        self.asked += 1
        first, second = decision.answer(), decision.answer()
        if not first.agrees(second):
            instead = f"asked again: {option_text(decision, second)}"
            self.violations.append({**decision.in_words(first), "instead": instead})

    def verdict(self) -> Verdict:
        """Return the verdict."""
        others = self._games()
        self.violations += [
            {**place(self.work, number), "instead": "a different game when played again"} for number in others
        ]
        summary = (
            f"{self.asked:,} decisions asked twice, {self.games:,} games played twice: in one go, and by two workers"
        )
        if self.violations:
            summary = f"{len(self.violations):,} differences in {summary}"
        figures = {"decisions": self.asked, "games": self.games, "games_that_differ": len(others)}
        return Verdict("repeats", CLAIM, FAILED if self.violations else PASSED, summary, figures, self.violations)

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

"""Measures candidates on games of their own seed, in blocks, and compares them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.layout import WIN_UNIT
from tda_sim.stats.differences import ratio_difference
from tda_sim.stats.intervals import Estimate, block_mean
from tda_sim.tuning.arena import Task
from tda_sim.tuning.plan import Layout, TuningPlan, seed_of

BLOCKS = 100  # per measurement and layout: enough for Student's interval


def generation_tasks(plan: TuningPlan, number: int, candidates: Sequence[NDArray[np.float64]]) -> list[Task]:
    """Return the games of a generation: the same for all candidates, divided among the layouts."""
    seed = seed_of(plan.config, f"generation {number}")
    return [
        Task(values, layout, seed, 0, games)
        for values in candidates
        for layout, games in zip(plan.layouts, shares(plan.config.games, len(plan.layouts)), strict=True)
        if games > 0
    ]


def measuring_tasks(plan: TuningPlan, purpose: str, values: NDArray[np.float64], games: int) -> list[Task]:
    """Return the measurement of a candidate: blocks of games for a purpose, layout by layout."""
    seed, tasks = seed_of(plan.config, purpose), []
    for layout, n in zip(plan.layouts, shares(games, len(plan.layouts)), strict=True):
        sizes = shares(n, BLOCKS)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        tasks += [Task(values, layout, seed, int(first), size) for first, size in zip(starts, sizes, strict=False)]
    return tasks


def shares(total: int, parts: int) -> list[int]:
    """Return a number divided into parts that are as equal as possible, larger ones first."""
    return [total // parts + (part < total % parts) for part in range(parts)]


class Measured:
    """A candidate's wins in the blocks of a measurement."""

    def __init__(self, plan: TuningPlan, won: Sequence[int], games: int) -> None:
        self._layouts: tuple[Layout, ...] = plan.layouts
        self._players = plan.config.players
        self.won = np.asarray(won, float).reshape(len(plan.layouts), BLOCKS) / WIN_UNIT
        self.games = np.array([shares(n, BLOCKS) for n in shares(games, len(plan.layouts))])

    @property
    def rate(self) -> float:
        """Games won per game played, over all layouts."""
        return float(self.won.sum() / self.games.sum())

    def share(self, k: int) -> Estimate:
        """Return the share of games that candidates win in a layout."""
        return block_mean(self.won[k], self.games[k])

    def gain_on_field(self, k: int) -> Estimate:
        """Return the share of games that candidates win in a layout, minus their fair share."""
        fair = self._layouts[k].candidates / self._players
        return ratio_difference(self.won[k], self.games[k], fair * self.games[k], self.games[k])

    def gain_on(self, other: "Measured", k: int) -> Estimate:
        """Return the share of games won, minus another candidate's, in the same games of a layout."""
        return ratio_difference(self.won[k], self.games[k], other.won[k], self.games[k])

    def gain_on_all(self, other: "Measured") -> Estimate:
        """Return the share of games won, minus another candidate's, over all layouts."""
        games = self.games.sum(axis=0)
        return ratio_difference(self.won.sum(axis=0), games, other.won.sum(axis=0), games)

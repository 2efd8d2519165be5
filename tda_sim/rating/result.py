"""What a ladder comes to: a record of everything that is known of its strategies."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.rating.cells import BLOCK, SLOW_BLOCK
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.misfit import Misfit

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """What a ladder was asked for."""

    deck: str
    rules: str
    players: int
    seed: int
    width: float
    max_games: int
    max_slow_games: int  # where somebody plays ahead


@dataclass(frozen=True)
class Payoff:
    """Win shares of one seat of the row's strategy against others of the column's, (S, S); par on the diagonal."""

    estimate: Array
    low: Array
    high: Array
    games: NDArray[np.int64]


@dataclass(frozen=True)
class Rating:
    """Strengths of Luce's model as differences from `Ladder.zero`, (S,); see `tda_sim.stats.luce`."""

    estimate: Array
    low: Array
    high: Array


@dataclass(frozen=True)
class Ladder:
    """Strategies, the strongest first, and what is known of them."""

    names: tuple[str, ...]
    setting: Setting
    payoff: Payoff
    rating: Rating
    zero: str | None  # whose rating is 0; None: the mean's
    rank: NDArray[np.int64]  # the best place that a strategy may hold, given who is told apart
    worst_rank: NDArray[np.int64]  # and the worst
    beats: NDArray[np.bool_]  # (S, S): clearly above par against the others, and holding them clearly below it
    cycles: tuple[tuple[str, ...], ...]  # each beats the next, and the last the first
    model: Array  # win shares (S, S) that the ratings would give
    unclear: NDArray[np.bool_]  # (S, S): cells that the ratings miss clearly
    misfit: Misfit
    seeds: dict[tuple[str, str], int]  # of each cell, by challenger and others
    out: Path | None = None  # where the games are kept
    level: float = LEVEL

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        return {
            **asdict(self.setting),
            "out": None if self.out is None else str(self.out),
            "level": self.level,
            "block": BLOCK,
            "slow_block": SLOW_BLOCK,
            "zero": self.zero,
            "strategies": [self._row(k) for k in range(len(self.names))],
            "payoff": {name: getattr(self.payoff, name).tolist() for name in ("estimate", "low", "high", "games")},
            "cells": [self._cell(*pair) for pair in sorted(self.seeds)],
            "cycles": [list(cycle) for cycle in self.cycles],
            "misfit": {
                name: getattr(self.misfit, name) for name in ("chi_squared", "freedom", "p_value", "size", "noise")
            },
        }

    def _row(self, k: int) -> dict[str, Any]:
        return {
            "name": self.names[k],
            "rank": int(self.rank[k]),
            "worst_rank": int(self.worst_rank[k]),
            "rating": float(self.rating.estimate[k]),
            "low": float(self.rating.low[k]),
            "high": float(self.rating.high[k]),
            "beats": [self.names[other] for other in np.flatnonzero(self.beats[k])],
        }

    def _cell(self, challenger: str, others: str) -> dict[str, Any]:
        at = self.names.index(challenger), self.names.index(others)
        return {
            "challenger": challenger,
            "others": others,
            "seed": self.seeds[challenger, others],
            "games": int(self.payoff.games[at]),
            "win_share": float(self.payoff.estimate[at]),
            "low": float(self.payoff.low[at]),
            "high": float(self.payoff.high[at]),
            "model": float(self.model[at]),
            "clear_misfit": bool(self.unclear[at]),
        }

"""What a ladder comes to: a record of everything that is known of its strategies."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.measures.standing import Standing
from tda_sim.studies.ladder.cells import BLOCK, SLOW_BLOCK


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
class Ladder(Standing):
    """How strategies stand to each other, what was asked for, and where the games are kept."""

    setting: Setting = field(kw_only=True)
    out: Path | None = None

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

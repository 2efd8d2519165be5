"""The result of a ladder: everything that is known about its strategies."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.measures.standing import Gap, Standing, mean_gap, rung_gaps
from tda_sim.stats.intervals import Estimate
from tda_sim.studies.ladder.pairings import cell_seed


@dataclass(frozen=True)
class LadderSetting:
    """The settings of a ladder."""

    deck: str
    rules: str
    players: int
    seed: int
    width: float
    max_games: int
    max_slow_games: int  # where somebody plays ahead


@dataclass(frozen=True)
class Pairing:
    """One strategy at a table of another: its win rate, what the ratings predict, and whether that is clearly off."""

    challenger: str
    others: str
    seed: int
    games: int
    win_share: float
    low: float
    high: float
    model: float
    clear_misfit: bool

    @property
    def share(self) -> Estimate:
        """The win rate with its interval."""
        return Estimate(self.win_share, self.low, self.high, self.games)

    @property
    def missed(self) -> float:
        """How far the ratings miss the win rate."""
        return abs(self.win_share - self.model)


@dataclass(frozen=True)
class Ranked:
    """A strategy on the ladder; ``rating`` in points of Elo, ``misfit`` and ``noise`` in parts of a game."""

    name: str
    rank: int
    worst_rank: int
    rating: float
    low: float
    high: float
    misfit: float
    noise: float
    games: int
    beats: list[str]
    beaten_by: list[str]


@dataclass(frozen=True)
class Ladder(Standing):
    """How strategies rank, the settings, and where the games are."""

    setting: LadderSetting = field(kw_only=True)
    out: Path | None = None

    @property
    def meetings(self) -> list[Pairing]:
        """The result of every table."""
        return [self._pairing(*pair) for pair in self.pairs]

    @property
    def strategies(self) -> list[Ranked]:
        """Strategies, the highest rating first."""
        return [self._ranked(k) for k in range(len(self.names))]

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """How much more each rung wins than the rung below it."""
        return rung_gaps(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types, direct results first; shares in parts of a game, ratings in Elo points."""
        gaps = self.gaps
        return {
            **asdict(self.setting),
            "out": None if self.out is None else str(self.out),
            "level": self.level,
            "cells": [asdict(meeting) for meeting in self.meetings],
            "names": list(self.names),
            "payoff": {name: value.tolist() for name, value in vars(self.payoff).items()},
            "cycles": [list(cycle) for cycle in self.cycles],
            "rungs": [{"stronger": gap.stronger, "weaker": gap.weaker} | asdict(gap.gain) for gap in gaps],
            "mean_rung": asdict(mean_gap(gaps)),
            "strategies": [asdict(strategy) for strategy in self.strategies],
            "misfit": {
                name: getattr(self.misfit, name) for name in ("chi_squared", "freedom", "p_value", "size", "noise")
            },
        }

    def _pairing(self, challenger: str, others: str) -> Pairing:
        at = self.names.index(challenger), self.names.index(others)
        share = self.payoff.at(*at)
        return Pairing(
            challenger=challenger,
            others=others,
            seed=cell_seed(self.setting.seed, challenger, others),
            games=share.n,
            win_share=share.estimate,
            low=share.low,
            high=share.high,
            model=float(self.model[at]),
            clear_misfit=bool(self.unclear[at]),
        )

    def _ranked(self, k: int) -> Ranked:
        rating, games = self.rating, self.payoff.games
        beats, beaten_by = (
            [self.names[other] for other in np.flatnonzero(marks)] for marks in (self.beats[k], self.beats[:, k])
        )
        return Ranked(
            name=self.names[k],
            rank=int(self.rank[k]),
            worst_rank=int(self.worst_rank[k]),
            rating=float(rating.estimate[k]),
            low=float(rating.low[k]),
            high=float(rating.high[k]),
            misfit=float(rating.off[k]),
            noise=float(rating.noise[k]),
            games=int(games[k].sum() + (games[:, k].sum() if self.players > 2 else 0)),
            beats=beats,
            beaten_by=beaten_by,
        )

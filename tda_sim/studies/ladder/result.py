"""The result of a ladder: everything that is known about its strategies."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.definitions.titles import strategy_title
from tda_sim.measures.standing import Gap, Standing, mean_gap, rung_gaps
from tda_sim.measures.study import WHERE, labelled
from tda_sim.studies.ladder.pairings import cell_seed

RATING = "rating"


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
class Ladder(Standing):
    """How strategies rank, the settings, and where the games are."""

    setting: LadderSetting = field(kw_only=True)
    out: Path | None = None

    @cached_property
    def meetings(self) -> list[dict[str, Any]]:
        """The result of every table: the win rate of one strategy against others, and what the ratings predict."""
        return [self._meeting(*pair) for pair in self.pairs]

    def _meeting(self, challenger: str, others: str) -> dict[str, Any]:
        at = self.names.index(challenger), self.names.index(others)
        share = self.payoff.at(*at)
        return {
            "challenger": challenger,
            "others": others,
            "seed": cell_seed(self.setting.seed, challenger, others),
            "games": share.n,
            "win_share": share.estimate,
            "low": share.low,
            "high": share.high,
            "model": float(self.model[at]),
            "clear_misfit": bool(self.unclear[at]),
        }

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The ranking as the tables that rankings are read from: ``cells``, ``list`` and ``values``, the ratings.

        Ratings are in points of Elo, the highest first; `misfit` and `noise` in parts of a game.
        """
        games = self.payoff.games
        values: dict[str, Any] = {
            "subject": self.names,
            "measure": RATING,
            "unit": "Elo",
            "estimate": self.rating.estimate,
            "low": self.rating.low,
            "high": self.rating.high,
            "n": games.sum(axis=1) + (games.sum(axis=0) if self.players > 2 else 0),
            "best": self.rank,
            "worst": self.worst_rank,
            "misfit": self.rating.off,
            "noise": self.rating.noise,
            "beats": [self._named(marks) for marks in self.beats],
            "beaten_by": [self._named(marks) for marks in self.beats.T],
        }
        names = {"subject": self.names, "title": list(map(strategy_title, self.names))}
        frames: dict[str, dict[str, Any]] = {"cells": {"games": [int(games.sum())]}, "list": names, "values": values}
        setting = self.setting
        here = {"deck": setting.deck, "variant": setting.rules, "players": setting.players, "table": ""}
        schema = {"beats": pl.List(pl.String), "beaten_by": pl.List(pl.String)}
        return {name: labelled(pl.DataFrame(each, schema_overrides=schema), here) for name, each in frames.items()}

    def _named(self, marks: NDArray[np.bool_]) -> list[str]:
        return [self.names[other] for other in np.flatnonzero(marks)]

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
            "cells": self.meetings,
            "names": list(self.names),
            "payoff": {name: value.tolist() for name, value in vars(self.payoff).items()},
            "cycles": [list(cycle) for cycle in self.cycles],
            "rungs": [{"stronger": gap.stronger, "weaker": gap.weaker} | asdict(gap.gain) for gap in gaps],
            "mean_rung": asdict(mean_gap(gaps)),
            "strategies": self.tables["values"].drop(*WHERE, "measure", "unit").to_dicts(),
            "misfit": {
                name: getattr(self.misfit, name) for name in ("chi_squared", "freedom", "p_value", "size", "noise")
            },
        }

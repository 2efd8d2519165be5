"""The result of a ladder: everything that is known about its strategies."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.definitions.titles import strategy_title
from tda_sim.measures.ranking import ESTIMATES, Tables, gathered, placed
from tda_sim.measures.standing import WIN_SHARE, Gap, Standing, mean_gap, rung_gaps
from tda_sim.measures.study import WHERE
from tda_sim.studies.ladder.pairings import cell_seed

RATING, MODEL = "rating", "win_share_by_ratings"
ENDS = ("estimate", "low", "high")
NUMBERS = ("subject", "reference", "measure", *ENDS, "n")


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
    def tables(self) -> Tables:
        """The ranking as answers read it: ``cells``, ``list`` and ``estimates``.

        Groups of estimates: ``values``, the ratings in points of Elo, the highest first; ``win_rates`` of one strategy
        against tables of the `reference`, and what ratings predict (`MODEL`); ``rungs``, what a seat wins more than one
        of the next strategy. Win rates, `misfit` and `noise` are in parts of a game.
        """
        setting = self.setting
        here = {"deck": setting.deck, "variant": setting.rules, "players": setting.players, "table": ""}
        found = {
            "cells": pl.DataFrame({"games": [int(self.payoff.games.sum())]}),
            "list": self._list(),
            **self._groups(),
        }
        return gathered([pl.DataFrame(here)], lambda world: placed(found.items(), world.row(0, named=True), main=True))

    def _list(self) -> pl.DataFrame:
        columns = {
            "subject": self.names,
            "title": list(map(strategy_title, self.names)),
            "misfit": self.rating.off,
            "noise": self.rating.noise,
            "beats": [self._named(marks) for marks in self.beats],
            "beaten_by": [self._named(marks) for marks in self.beats.T],
        }
        return pl.DataFrame(columns, schema_overrides={"beats": pl.List(pl.String), "beaten_by": pl.List(pl.String)})

    def _groups(self) -> dict[str, pl.DataFrame]:
        games = self.payoff.games
        ratings = {
            "subject": self.names,
            "measure": RATING,
            "unit": "Elo",
            "estimate": self.rating.estimate,
            "low": self.rating.low,
            "high": self.rating.high,
            "n": games.sum(axis=1) + (games.sum(axis=0) if self.players > 2 else 0),
            "best": self.rank,
            "worst": self.worst_rank,
        }
        met = [{"subject": row["challenger"], "reference": row["others"]} | row for row in self.meetings]
        won = [row | {"measure": WIN_SHARE, "estimate": row["win_share"], "n": row["games"]} for row in met]
        expected = [
            {"subject": row["subject"], "reference": row["reference"], "measure": MODEL, "estimate": row["model"]}
            for row in met
        ]
        steps = [
            {"subject": gap.stronger, "reference": gap.weaker, "measure": "gain"} | asdict(gap.gain)
            for gap in self.gaps
        ]
        return {
            "values": pl.DataFrame(ratings),
            "win_rates": pl.DataFrame([*won, *expected]).select(NUMBERS),
            "rungs": pl.DataFrame(steps),
        }

    def _named(self, marks: NDArray[np.bool_]) -> list[str]:
        return [self.names[other] for other in np.flatnonzero(marks)]

    @property
    def ratings(self) -> pl.DataFrame:
        """A row for each strategy, the highest rating first: its rating and ranks, misfit, and whom it beats."""
        values = self.tables[ESTIMATES].filter(group="values").select("subject", *ENDS, "n", "best", "worst")
        return values.join(self.tables["list"].drop(*WHERE, "title"), on="subject", maintain_order="left")

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
            "strategies": self.ratings.to_dicts(),
            "misfit": {
                name: getattr(self.misfit, name) for name in ("chi_squared", "freedom", "p_value", "size", "noise")
            },
        }

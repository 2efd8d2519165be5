"""A training's folder: ``learning.json`` has the settings, and ``round-N.json`` what a round has learned so far.

A round's file is sealed to the settings and to the end of the round before. It says where the round stands between two
chunks of games, never within one. A file that is damaged, or comes from another training or round, is not taken up: the
round is learned again, to the same end.

``round-N.py`` is the network of a finished round as a strategy. It follows from ``round-N.json``: it is only written,
and nothing that lies in its place is ever run.
"""

import base64
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field, TypeAdapter

from tda_sim.agents.files import Strategy, of_text
from tda_sim.kit import network
from tda_sim.kit.likeness import Profiles
from tda_sim.stats.intervals import Estimate
from tda_sim.store.checksums import STRICT, digest, sealed, unsealed
from tda_sim.store.files import write_whole
from tda_sim.store.folders import DESCRIBED, Folder, Kind
from tda_sim.store.versions import say
from tda_sim.training.training import Learner
from tda_sim.training.writing import strategy_file

KIND = Kind("training", "learning.json", 3, DESCRIBED)
BITS = 8  # of a weight, as it is written: as strong as 16, and a quarter as long


@dataclass(frozen=True)
class Point:
    """A point of the learning curve.

    ``taken`` is the value of the network's choices minus the mean of all options, in gold per decision, in games that
    it has not learned from, at each table; ``played`` is that value for the strategy that played.
    """

    round: int
    games: int
    taken: tuple[float, ...]
    played: tuple[float, ...]


@dataclass(frozen=True)
class Alone:
    """The win rate of a round's network, alone at a table of another strategy."""

    round: int
    table: int
    against: str
    share: Estimate


@dataclass(frozen=True)
class Stage:
    """How far a round has come. A stage never changes: a signal comes after one, or after the next."""

    learner: Learner
    kept: dict[str, list[float]]  # the value of keeping each card of each deck, in gold
    done: int = 0  # chunks that it has learned from
    curve: tuple[Point, ...] = ()
    alone: tuple[Alone, ...] = ()  # once the round is finished


@dataclass(frozen=True)
class _Written:
    """A stage in its file."""

    __pydantic_config__ = STRICT

    learner: str  # its arrays in a row
    steps: Annotated[int, Field(ge=0)]
    kept: dict[str, list[Annotated[float, Field(allow_inf_nan=False)]]]
    done: Annotated[int, Field(ge=0)]
    curve: tuple[Point, ...]
    alone: tuple[Alone, ...]


_WRITTEN = TypeAdapter(_Written)


@dataclass(frozen=True)
class Training:
    """A training's folder, open for writing."""

    folder: Folder
    abilities: bool  # whether the network answers questions of abilities, too
    profiles: Mapping[str, Profiles]  # of each deck, and of all together,
    cards: Mapping[str, int]  # and how many cards each has
    tables: int
    chunks: int  # of a round

    def read(self, number: int, before: Stage | None) -> Stage | None:
        """Return how far a round has come, if it has begun. ``before`` is the end of the round before it."""
        file = self.file(number, ".json")
        if not file.exists():
            return None
        try:
            return self._fitting(unsealed(file.read_bytes(), _WRITTEN, self._seal(number, before)))
        except ValueError:
            say(f"{file} is damaged, or not of this training: round {number + 1} is learned again")
            return None

    def save(self, number: int, before: Stage | None, stage: Stage) -> None:
        """Write how far a round has come."""
        learner = base64.b64encode(stage.learner.to_bytes()).decode()
        content = {**asdict(stage), "learner": learner, "steps": stage.learner.steps}
        self.folder.go_on()
        write_whole(self.file(number, ".json"), sealed(content, self._seal(number, before)))

    def write(self, number: int, stage: Stage, story: str) -> Strategy:
        """Write a round's network as a strategy, and return that strategy."""
        file, learner = self.file(number, ".py"), stage.learner
        profiles = np.array([*self.profiles.values()])
        weights = network.written(learner.inputs, learner.units, profiles, self.abilities, BITS, limited=True)
        text = strategy_file(story, weights)
        there = file.read_bytes() if file.exists() else None
        if there not in (None, text.encode()):
            say(f"{file} has been changed since it was written: it is written again")
        if there != text.encode():
            write_whole(file, text.encode())
        return of_text(file, text)

    def file(self, number: int, suffix: str) -> Path:
        """Return a file of a round, counted from 0."""
        return self.folder.path / f"round-{number + 1}{suffix}"

    def _seal(self, number: int, before: Stage | None) -> str:
        """Return what a round's file is sealed to."""
        begun_with = b"" if before is None else before.learner.to_bytes()
        return digest(begun_with, f"{self.folder.digest} {number}")

    def _fitting(self, written: _Written) -> Stage:
        """Return a stage after reading. Raises ValueError if it does not fit this training."""
        learner = Learner.of_bytes(base64.b64decode(written.learner), written.steps)
        stage = Stage(learner, written.kept, written.done, written.curve, written.alone)
        fits = (
            len(learner.sets) == len(self.profiles)
            and {deck: len(values) for deck, values in stage.kept.items()} == self.cards
            and stage.done <= self.chunks
            and (not stage.alone or stage.done == self.chunks)
            and all(len(point.taken) == len(point.played) == self.tables for point in stage.curve)
            and all(0 <= rate.table < self.tables for rate in stage.alone)
        )
        if not fits:
            raise ValueError("this is not a round of this training")
        return stage

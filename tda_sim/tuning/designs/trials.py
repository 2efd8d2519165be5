"""Plays points of a space in memory, and keeps what they showed.

A trial is a point with some games. All trials of a generation play the same shuffles, and each generation others. What
a trial shows depends on the trial alone, so a search that is asked again goes on where it was: what it has shown stands
in ``trials.jsonl``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field, TypeAdapter

from tda_sim.measures.clock import Clock
from tda_sim.measures.goals import COMFORT, Goal, levels_of
from tda_sim.runs.play import Stop, Work
from tda_sim.runs.threads import Pool, result
from tda_sim.store.checksums import STRICT, sealed_line, unsealed_lines
from tda_sim.store.files import write_whole
from tda_sim.studies.cells import Cell, Setting
from tda_sim.studies.cells import Table as Seated
from tda_sim.studies.in_memory import InMemory, PlayedCell, play_cell
from tda_sim.tuning.arena import Stopped
from tda_sim.tuning.designs.space import Point, Space

APART = 1 << 32  # games between those of two generations
EFFORT = 0.02  # what changing all of one number costs, as a loss: less than what any goal is about
WORKS = 128  # points whose decks are kept ready: each takes about a megabyte
SURE = 1.64  # standard errors by which a number lies in a range that it certainly meets: 95 %
PARTS_APART = 4  # parts that differ between two decks of a search: two in, two out


class Spent(Exception):  # noqa: N818  an end, not an error
    """The games of a search are all played."""


@dataclass(frozen=True)
class Shown:
    """What a trial showed: for each goal and number of players the number, and its standard error."""

    __pydantic_config__ = STRICT

    generation: Annotated[int, Field(ge=0)]
    point: list[Annotated[int, Field(ge=0)]]
    games: Annotated[int, Field(ge=1)]
    numbers: list[list[float]]
    errors: list[list[float]]


_SHOWN = TypeAdapter(Shown)


@dataclass(frozen=True)
class Known:
    """What all trials of a point showed together: numbers (P, G) and errors, of P numbers of players and G goals."""

    numbers: np.ndarray
    errors: np.ndarray
    games: int


@dataclass
class Trials:
    """Plays trials on threads, as long as there are games left.

    Attributes:
        goals: for each number of players.
        seated: the tables at which a point is played, by number of players.
        table: the name of the one at which all play one strategy.
        most: games in all.
        believe: what is believed of the points that were played, where that is not what they showed themselves.
    """

    space: Space
    goals: Mapping[int, Sequence[Goal]]
    seated: Mapping[int, Sequence[Seated]]
    table: str
    seed: int
    most: int
    clock: Clock
    pool: Pool
    note: Callable[[int], object] = lambda games: None
    told: Callable[["Trials"], object] = lambda trials: None
    believe: Callable[["Trials"], Mapping[Point, Known]] = lambda trials: trials.known
    file: Path | None = None
    digest: str = ""
    stop: Stop = field(default_factory=Stop)
    spent: int = 0
    generation: int = 0

    def __post_init__(self) -> None:
        self.known: dict[Point, Known] = {}
        self.believed: Mapping[Point, Known] = self.known
        self._shown: dict[tuple[int, Point, int], Shown] = {}
        self._planned = lru_cache(WORKS)(self._plan)
        if self.file is not None and self.file.exists():
            lines, _ = unsealed_lines(self.file, _SHOWN, self.digest)
            self._shown = {(each.generation, tuple(each.point), each.games): each for each in lines}

    @property
    def per_game(self) -> int:
        """How many tables play for each game of a trial."""
        return sum(len(tables) for tables in self.seated.values())

    # --- playing ---

    def play(self, points: Sequence[Point], games: int) -> None:
        """Play so many games of each point, at each table: a generation.

        Raises Stopped, UserError, or Spent where there are not enough games left for all.
        """
        points = list(dict.fromkeys(points))
        cost = games * self.per_game
        asked, points = len(points), points[: (self.most - self.spent) // cost]
        futures = {point: self._begun(point, games) for point in points}
        for point, begun in futures.items():
            key = self.generation, point, games
            if key in self._shown:
                self.note(cost)
            else:
                self._shown[key] = self._measured(point, games, [result(each) for each in begun])
            self._learn(point, self._shown[key])
        self.spent += cost * len(points)
        self.generation += 1
        if points:
            self._save()
            self.believed = self.believe(self)
            self.told(self)
        if len(points) < asked:
            raise Spent

    def _begun(self, point: Point, games: int) -> list[Future[PlayedCell]]:
        if (self.generation, point, games) in self._shown:
            return []
        where = [(players, place) for players, tables in self.seated.items() for place in range(len(tables))]
        return [self.pool.submit(self._play, point, players, place, games) for players, place in where]

    def _play(self, point: Point, players: int, place: int, games: int) -> PlayedCell:
        cell, work = self._planned(point, players, place)
        played = play_cell(cell, work, self.generation * APART, games, self.stop, self.note)
        if played is None:
            raise Stopped
        return played

    def _plan(self, point: Point, players: int, place: int) -> tuple[Cell, Work]:
        cell = Cell(Setting(self.space.loaded(point), "design"), players, self.seated[players][place], self.seed, 1)
        return cell, cell.work()

    def _measured(self, point: Point, games: int, played: Sequence[PlayedCell]) -> Shown:
        numbers, errors = [], []
        for players, goals in self.goals.items():
            cells = {each.cell.name: each for each in played if each.cell.players == players}
            study = InMemory(cells, self.clock)
            rows = study.cells.to_dicts()
            names = self.space.names(point)
            levels = levels_of(study, rows, [goal.about_card(names) for goal in goals], self.table)
            numbers.append([each.estimate for each in levels if each is not None])
            errors.append([each.error for each in levels if each is not None])
        return Shown(self.generation, list(point), games, numbers, errors)

    def _learn(self, point: Point, shown: Shown) -> None:
        new = Known(np.array(shown.numbers), np.array(shown.errors), shown.games)
        if (old := self.known.get(point)) is not None:
            games = old.games + new.games
            numbers = (old.games * old.numbers + new.games * new.numbers) / games
            errors = np.hypot(old.games * old.errors, new.games * new.errors) / games
            new = Known(numbers, errors, games)
        self.known[point] = new

    def _save(self) -> None:
        if self.file is not None:
            write_whole(self.file, b"".join(sealed_line(asdict(each), self.digest) for each in self._shown.values()))

    # --- what it shows ---

    def loss(self, points: Sequence[Point], numbers: np.ndarray) -> np.ndarray:
        """Return what a search makes small, of numbers (N, P, G): misses of goals, and a little for what changes."""
        missed = sum(
            goal.loss(numbers[:, p, g]) for p, goals in enumerate(self.goals.values()) for g, goal in enumerate(goals)
        )
        return np.asarray(missed / len(self.goals) + EFFORT * self.space.effort(points))

    def ranked(self, points: Iterable[Point] | None = None) -> list[Point]:
        """Return points, or all that were played, by what is believed of them, the best first.

        Those that certainly meet all goals come first; among them, those that do more of what is wanted without a
        range, with fewer changes, and not at the edge of a range: there, a goal costs as much as a change. All others
        go by their loss.
        """
        points = [*(self.known if points is None else points)]
        numbers, missed = self._numbers(points), ~self._certain(points)
        free, edge = np.zeros(len(points)), np.zeros(len(points))
        for p, goals in enumerate(self.goals.values()):
            for g, goal in enumerate(goals):
                free += 0.0 if goal.is_whole else goal.loss(numbers[:, p, g])
                edge += goal.miss(numbers[:, p, g], COMFORT) / COMFORT
        loss, effort = self.loss(points, numbers), EFFORT * (self.space.effort(points) + edge)
        first, then = np.where(missed, (loss, effort), (free + effort, loss))
        keys = {point: (missed[k], first[k], then[k], point) for k, point in enumerate(points)}
        return sorted(points, key=keys.__getitem__)

    def meets(self, point: Point) -> bool:
        """Whether a point certainly meets all goals that have a range, by what is believed of it."""
        return bool(self._certain([point])[0])

    def _numbers(self, points: Sequence[Point]) -> np.ndarray:
        return np.stack([self.believed[point].numbers for point in points])

    def _certain(self, points: Sequence[Point]) -> np.ndarray:
        numbers, off = self._numbers(points), SURE * np.stack([self.believed[point].errors for point in points])
        missed = [
            goal.miss(numbers[:, p, g] + way * off[:, p, g])
            for p, goals in enumerate(self.goals.values())
            for g, goal in enumerate(goals)
            for way in (-1, 1)
        ]
        return np.asarray(np.sum(missed, axis=0) == 0)

    def best(self, number: int = 1, apart: bool = False) -> list[Point]:
        """Return the best points so far; ``apart``: only such as differ from better ones in more than values."""
        ranked = self.ranked()
        if not apart:
            return ranked[:number]
        chosen: list[Point] = []
        for point in ranked:
            if len(chosen) < number and all(self.space.distance(point, other) >= self.apart for other in chosen):
                chosen.append(point)
        return chosen

    @property
    def apart(self) -> int:
        """How far designs are apart at least: see `Space.distance`."""
        return PARTS_APART if self.space.lots else 1

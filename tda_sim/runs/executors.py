"""An executor plays the chunks of a run. This one consists of local threads; `runs.cluster` has another."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from numpy.typing import NDArray

from tda_sim.errors import UserError
from tda_sim.runs.compiling import beside, say_compiling
from tda_sim.runs.manifest import Part
from tda_sim.runs.plan import chunk_games
from tda_sim.runs.play import Stop, Table, Work, load_strategies
from tda_sim.runs.progress import Reporter
from tda_sim.runs.storage import RunFolder, sheets
from tda_sim.runs.threads import Pool, as_finished, aside

AHEAD = 2  # chunks handed out per thread, so that none waits for the main thread

Outcome = Part | Exception | None  # of a chunk: its part in the folder, an error, or None if a stop was requested


@dataclass(frozen=True)
class Team:
    """What all players of a run's chunks share."""

    work: Work
    run: RunFolder
    reporter: Reporter
    stop: Stop  # if set, chunks under way are given up if possible, and no more begin
    only: Container[int] | None = None  # the chunks to play, if not all

    def missing(self) -> Iterator[int]:
        """Yield the missing chunks, until a stop is requested."""
        for chunk in self.run.manifest.missing():
            if self.stop.is_set():
                return
            if self.only is None or chunk in self.only:
                yield chunk

    def games(self, chunk: int) -> tuple[int, int]:
        """Return a chunk's first game and its number of games."""
        manifest = self.run.manifest
        return chunk * manifest.chunk, chunk_games(chunk, manifest.games, manifest.chunk)


class Executor(Protocol):
    """Plays chunks."""

    workers: int  # chunks played at the same time

    def play(self, chunks: Iterable[int]) -> Iterator[Outcome]:
        """Play chunks, write them into the run's folder and yield their outcomes as they finish.

        Errors are yielded and not raised, so that other chunks under way are kept.
        """


class Threads:
    """An executor of local threads."""

    def __init__(self, team: Team, workers: int, entrants: NDArray[Any]) -> None:
        self.workers = workers
        self._team = team
        self._entrants = entrants

    def play(self, chunks: Iterable[int]) -> Iterator[Outcome]:
        """See `Executor`."""
        with Pool(self.workers) as pool:
            yield from as_finished(partial(pool.submit, self._play), chunks, lambda: AHEAD * pool.number)

    def _play(self, chunk: int) -> Outcome:
        team = self._team
        if team.stop.is_set():
            return None
        try:
            batch = Table(team.work, self._entrants, team.stop).play(chunk, *team.games(chunk), team.reporter.add)
            return None if batch is None else team.run.write(sheets(batch))
        except (UserError, OSError) as error:
            team.stop.set()
            return error


def on_threads(team: Team, workers: int) -> Threads:
    """Return an executor of local threads, with everything compiled that they will play."""
    return Threads(team, workers, warm_up(team.work, team.reporter))


def warm_up(work: Work, reporter: Reporter) -> NDArray[Any]:
    """Compile what is not compiled yet, so that the clock measures only playing. Returns the engine's strategies."""
    say_compiling(reporter, work.compiled)
    return aside(_load_and_try, work)


def _load_and_try(work: Work) -> NDArray[Any]:
    with beside(work.game, work.compiled):
        entrants = load_strategies(work)
    Table(work, entrants).play(0, 0, 1)
    return entrants

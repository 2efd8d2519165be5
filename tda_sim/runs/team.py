"""Who plays the chunks of a run: a crew. This one is threads of this process; `runs.cluster` has the other one."""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from numpy.typing import NDArray

from tda_sim.engine import jit
from tda_sim.errors import UserError
from tda_sim.runs.manifest import Part
from tda_sim.runs.plan import chunk_games
from tda_sim.runs.play import Stop, Table, Work, load_strategies
from tda_sim.runs.progress import Reporter
from tda_sim.runs.storage import RunFolder, sheets
from tda_sim.runs.threads import Hands, as_finished, aside

AHEAD = 2  # chunks handed out per thread: none is to wait for the main thread

COMPILING = "compiling the engine (once per installation, about half a minute) ..."

Outcome = Part | Exception | None  # of a chunk: what is in the folder; or what went wrong; None: given up, as told


@dataclass(frozen=True)
class Team:
    """What all who play a run share."""

    work: Work
    run: RunFolder
    reporter: Reporter
    stop: Stop  # set: chunks under way are given up, where that is possible, and no more are begun

    def missing(self) -> Iterator[int]:
        """Yield the chunks that are still to be played, until all are to stop."""
        for chunk in self.run.manifest.missing():
            if self.stop.is_set():
                return
            yield chunk

    def games(self, chunk: int) -> tuple[int, int]:
        """Return a chunk's first game, and how many games it has."""
        manifest = self.run.manifest
        return chunk * manifest.chunk, chunk_games(chunk, manifest.games, manifest.chunk)


class Crew(Protocol):
    """Plays chunks."""

    workers: int  # how many chunks are played at a time

    def play(self, chunks: Iterable[int]) -> Iterator[Outcome]:
        """Play chunks, write them into the run's folder and yield what became of them, as they are finished.

        Errors are handed back, not raised: the other chunks under way are to be kept.
        """


class Threads:
    """A crew of threads of this process."""

    def __init__(self, team: Team, workers: int, entrants: NDArray[Any]) -> None:
        self.workers = workers
        self._team = team
        self._entrants = entrants

    def play(self, chunks: Iterable[int]) -> Iterator[Outcome]:
        """See `Crew`."""
        with Hands(self.workers) as hands:
            yield from as_finished(partial(hands.submit, self._play), chunks, lambda: AHEAD * hands.number)

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
    """Return a crew of threads of this process, with everything compiled that they will play."""
    return Threads(team, workers, warm_up(team.work, team.reporter))


def warm_up(work: Work, reporter: Reporter) -> NDArray[Any]:
    """Compile what is not compiled yet, so that the clock measures playing; return the strategies for the engine."""
    if not jit.is_cached(work.compiled):
        reporter.say(COMPILING)
    return aside(_load_and_try, work)


def _load_and_try(work: Work) -> NDArray[Any]:
    entrants = load_strategies(work)
    Table(work, entrants).play(0, 0, 1)
    return entrants


def processors() -> int:
    """Return how many processors this process may use, also where a container allows it less than there are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # without shared memory joblib starts no processes, which we ask of nobody
        from joblib.externals.loky import cpu_count
    return int(cpu_count())

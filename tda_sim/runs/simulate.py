"""Many games: `simulate` plays what is missing of a run, chunk by chunk, and returns its results."""

import atexit
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from joblib import Parallel, delayed
from numpy.typing import NDArray

from tda_sim.definitions.decks import Reference, Rules
from tda_sim.engine import jit
from tda_sim.errors import UserError
from tda_sim.runs.manifest import MANIFEST, Manifest, Part, read
from tda_sim.runs.plan import check_numbers, chunk_games, usual_chunk
from tda_sim.runs.play import Table, Work, load_strategies, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.results import Results, load_results
from tda_sim.runs.storage import RunFolder, disk_errors, open_run

COMPILING = "compiling the engine (once per installation, about half a minute) ..."


class InterruptedRunError(KeyboardInterrupt):
    """The user stopped a run; its text says what is kept."""


def simulate(
    deck: Reference = "original",
    players: int = 4,
    games: int = 100_000,
    strategies: Any = "balanced",
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    fixed_seats: bool = False,
    rules: Rules | None = None,
    chunk: int | None = None,
    progress: bool | None = None,
    forced: str | None = None,
    trails: int = 0,
) -> Results:
    """Play games and return their results.

    Game number g of a run depends on the deck, the rules, the strategies, the seed and g, and on nothing else:
    not on the number of workers, nor on how the games are cut into chunks.

    Args:
        deck: a deck's name, the path of its file, or a mapping in the form of such a file.
        players: 2 to 6.
        games: how many games the run is to have in all.
        strategies: one name or path for all seats, or one for each player (a list, or separated by commas). In
            place of a name there may be a Python function ``decide(cards, table, me, question)``, or a class or an
            object with such a method; a fresh object plays in each seat of each game. Unless ``fixed_seats`` is
            set, all orders of them take turns from game to game.
        seed: 0 to 2**64 - 1.
        workers: threads; as many as there are processors if None.
        out: the run's folder. If it holds a part of this very run, the run goes on from there. If None, the
            results lie in a temporary folder, which goes when Python ends.
        fixed_seats: the first strategy sits in seat 0 in every game, and so on.
        rules: a rule set in place of the deck's own, or a house rule (a name, a path or a mapping); or a list of
            them, which take effect one after another.
        chunk: games that are played and stored together; a run that goes on keeps its own.
        progress: show a progress bar; if None, only on a terminal.
        forced: a card that in every game a random seat is dealt, in place of a random card of its opening hand.
        trails: the first so many games get rows in the table ``gambits``.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    check_numbers(players, games, seed, workers, chunk)
    work = plan_work(deck, rules, players, strategies, seed, fixed_seats, forced, trails)
    if out is None:
        return play_run(work, _temporary_folder(), games, workers, chunk, progress, kept=False)
    return play_run(work, Path(out), games, workers, chunk, progress)


def _temporary_folder() -> Path:
    """Return a new folder that goes when Python ends: lazy tables may be read long after a `Results` has gone."""
    with disk_errors(Path(tempfile.gettempdir())):
        folder = tempfile.mkdtemp(prefix="tda_sim-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def usual_folder(work: Work, games: int) -> Path:
    """Return where the command puts a run that it is not told a folder for: each run has its own."""
    config = work.config
    return Path("results") / f"{config.deck}-{config.players}p-{games}-{config.digest()[:8]}"


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_run(
    work: Work,
    path: Path,
    games: int,
    workers: int | None = None,
    chunk: int | None = None,
    progress: bool | Reporter | None = None,
    kept: bool = True,
) -> Results:
    """Play what is missing of a run and return its results; see `simulate`.

    ``progress`` may be a reporter, which stays open. ``kept``: the folder is there to stay.
    """
    workers = processors() if workers is None else workers
    with disk_errors(path):
        size = chunk or (read(path).chunk if (path / MANIFEST).exists() else usual_chunk(games))
    wanted = Manifest(work.config, games, size, work.words, work.definition)
    with open_run(path, wanted) as run, _reporter(progress) as reporter:
        stopped = not run.manifest.complete and _play_run(work, run, reporter, workers)
    if stopped:
        raise InterruptedRunError(_what_is_kept(run, kept))
    return load_results(path)


def _reporter(progress: bool | Reporter | None) -> AbstractContextManager[Reporter]:
    return nullcontext(progress) if isinstance(progress, Reporter) else Reporter(progress)


def _play_run(work: Work, run: RunFolder, reporter: Reporter, workers: int) -> bool:
    entrants = warm_up(work, reporter)
    run.start_clock(workers)
    reporter.start(run.manifest.games, run.manifest.games_done)
    return _play_missing(Team(work, entrants, run, reporter, threading.Event()), workers)


def warm_up(work: Work, reporter: Reporter) -> NDArray[Any]:
    """Compile what is not compiled yet, so that the clock measures playing; return the strategies for the engine."""
    if not jit.is_cached("play_games"):
        reporter.say(COMPILING)
    entrants = load_strategies(work)
    Table(work, entrants).play(0, 0, 1, lambda games: True)
    return entrants


def _what_is_kept(run: RunFolder, kept: bool) -> str:
    if not kept:
        return "stopped; nothing is kept, as no folder was named"
    done, games = run.manifest.games_done, run.manifest.games
    return f"stopped: {done:,} of {games:,} games are finished, in {run.path}. The same command goes on from there."


# --- many chunks ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Team:
    """What the threads of a run share."""

    work: Work
    entrants: NDArray[Any]
    run: RunFolder
    reporter: Reporter
    stop: threading.Event

    def go_on(self, games: int) -> bool:
        """Note games that have been played; return whether to play on."""
        self.reporter.add(games)
        return not self.stop.is_set()


def _play_missing(team: Team, workers: int) -> bool:
    """Play all chunks that are missing; return whether the user stopped that early."""
    failure: Exception | None = None
    with stopped_by_signals(team.stop) as signals:
        parallel = Parallel(n_jobs=workers, backend="threading", return_as="generator_unordered")
        for outcome in parallel(delayed(_play_chunk)(team, chunk) for chunk in _until_stopped(team)):
            if isinstance(outcome, Part):
                team.run.add(outcome)
            elif outcome is not None:
                failure = failure or outcome
                team.stop.set()
    if failure is not None:
        raise failure
    return bool(signals)


def _until_stopped(team: Team) -> Iterator[int]:
    for chunk in team.run.manifest.missing():
        if team.stop.is_set():
            return
        yield chunk


def _play_chunk(team: Team, chunk: int) -> Part | Exception | None:
    """Play and write one chunk. An error is handed back, not raised: the other threads' chunks are to be kept."""
    manifest = team.run.manifest
    if team.stop.is_set():
        return None
    n = chunk_games(chunk, manifest.games, manifest.chunk)
    try:
        batch = Table(team.work, team.entrants).play(chunk, chunk * manifest.chunk, n, team.go_on)
        return None if batch is None else team.run.write(batch)
    except (UserError, OSError) as error:
        team.stop.set()
        return error


@contextmanager
def stopped_by_signals(stop: threading.Event) -> Iterator[list[int]]:
    """Let Ctrl-C set ``stop`` (a second one acts as usual); hands out a list that the signals are put into."""
    caught: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only the main thread may handle signals
        yield caught
        return

    def handle(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        stop.set()
        restore()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    try:
        yield caught
    finally:
        restore()

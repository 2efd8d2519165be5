"""Many games: `simulate` plays the missing games of a run, chunk by chunk, and returns its results."""

import atexit
import contextlib
import shutil
import tempfile
from collections.abc import Sequence, Set
from itertools import islice
from pathlib import Path
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions import Played
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import InterruptedRunError
from tda_sim.runs.executors import Executor, Team, on_threads
from tda_sim.runs.manifest import RUN, Manifest, Part
from tda_sim.runs.plan import usual_chunk
from tda_sim.runs.play import Stop, Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.results import Results, load_results
from tda_sim.runs.signals import stopped_by_signals
from tda_sim.runs.storage import RunFolder, open_run
from tda_sim.runs.threads import processors
from tda_sim.runs.watch import Scheduler
from tda_sim.store.files import disk_errors


def simulate(
    deck: Reference | Played = "original",
    players: int = 4,
    games: int = 100_000,
    strategies: Any = None,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    fixed_seats: bool = False,
    rules: Rules | None = None,
    chunk: int | None = None,
    progress: bool | None = None,
    forced: str | None = None,
    trails: int = 0,
    cluster: Scheduler | str | None = None,
    abilities: str | Sequence[str] | None = None,
) -> Results:
    """Play games and return their results.

    Game number g of a run depends only on the deck, the rules, the strategies, the seed and g. The number of workers
    and the size of chunks do not matter.

    Args:
        deck: a deck's name, the path of its file, or a mapping in the form of such a file.
        players: 2 to 6.
        games: games of the run, in all.
        strategies: one name or path for all seats, or one for each player (a list, or separated by commas). Instead
            of a name, you can give a Python function ``decide(cards, table, me, question)``, or a class or an object
            with such a method; a fresh object plays in each seat of each game. Unless ``fixed_seats`` is set, all
            orders of the strategies take turns from game to game. By default ``regular`` players, ``weighted`` with
            abilities, and ``balanced`` ones of the dice game.
        seed: 0 to 2**64 - 1.
        workers: threads; by default one per processor.
        out: the run's folder. If it holds part of this run, the run continues. If None, the results are in a
            temporary folder, which is removed when Python ends.
        fixed_seats: the first strategy sits in seat 0 in every game, and so on.
        rules: a rule set that replaces the deck's own, or a house rule (a name, a path or a mapping); or a list of
            them, applied in order.
        chunk: games that are played and stored together; a run that continues keeps its own number.
        progress: show a progress bar; if None, only on a terminal and in a notebook.
        forced: a card that a random seat is dealt in every game, replacing a random card of its opening hand.
        trails: this many games, the first ones, get rows in the table ``gambits``.
        cluster: the address of a Dask scheduler, such as ``tcp://10.0.0.5:8786``, whose workers play instead of
            local threads; or a `tda_sim.runs.watch.Scheduler`, which also sets how long to wait while nobody works.
            See docs/cluster.md.
        abilities: who has which abilities of the rules' list. ``random:2`` or ``draft:2`` deals two to each player,
            ``bundles`` deals each a bundle of the list. Or a text for each place of the line-up (a list, or
            separated by semicolons), or one for all: abilities and bundles separated by commas, or ``none``. They
            move from seat to seat with the strategies. If None, as the deck says: usually nobody has any.

    Raises:
        UserError: for mistakes that the caller can correct.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    check_numbers(players=players, games=games, seed=seed, workers=workers, chunk=chunk)
    work = plan_work(deck, rules, players, strategies, seed, fixed_seats, forced, trails, abilities)
    folder = temporary_folder() if out is None else Path(out)
    return play_run(work, folder, games, workers, chunk, progress, kept=out is not None, cluster=cluster)


def temporary_folder() -> Path:
    """Return a new folder that exists until Python ends: lazy tables may be read long after `Results` is gone."""
    with disk_errors(Path("temporary files")):
        folder = tempfile.mkdtemp(prefix="tda_sim-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def usual_folder(work: Work, games: int) -> Path:
    """Return the folder of a run if the user names none. Each run has its own."""
    config = work.config
    return Path("results") / f"{config.deck}-{config.players}p-{games}-{config.digest()[:8]}"


def play_run(
    work: Work,
    path: Path,
    games: int,
    workers: int | None = None,
    chunk: int | None = None,
    progress: bool | Reporter | None = None,
    kept: bool = True,
    cluster: Scheduler | str | None = None,
    only: Set[int] | None = None,
) -> Results:
    """Play the missing games of a run and return its results; see `simulate`.

    ``progress`` may be a reporter, which stays open. ``kept`` if the folder is not temporary. ``only`` these chunks are
    played, if given.
    """
    with disk_errors(path):
        size = chunk or (RUN.read(path).chunk if RUN.lies_in(path) else usual_chunk(games))
    wanted = Manifest(work.config, games, size, work.words, work.definition, own=work.own)
    with open_run(path, wanted, only) as run, _reporter(progress) as reporter:
        try:
            team = Team(work, run, reporter, Stop(), only)
            stopped = any(True for _ in team.missing()) and _play_missing(team, workers, cluster)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        done = f"{run.manifest.games_done:,} of {run.manifest.games:,} games are finished"
        raise InterruptedRunError.keeping(run.path if kept else None, done)
    return load_results(path)


def _reporter(progress: bool | Reporter | None) -> contextlib.AbstractContextManager[Reporter]:
    return contextlib.nullcontext(progress) if isinstance(progress, Reporter) else Reporter(progress)


# --- many chunks ------------------------------------------------------------------------------------------


def _play_missing(team: Team, workers: int | None, cluster: Scheduler | str | None) -> bool:
    """Play all missing chunks, and note what is finished. Returns whether the user stopped early."""
    failure: Exception | None = None
    with _executor(team, workers, cluster) as executor, stopped_by_signals(team.stop.set, team.reporter.say) as signals:
        team.run.start_clock(executor.workers)
        team.reporter.start(team.run.manifest.games, team.run.manifest.games_done)
        try:
            for outcome in executor.play(team.missing()):
                problem = _kept_up(team.run) if isinstance(outcome, Part) else outcome
                if problem is not None:
                    failure = failure or problem
                    team.stop.set()
        finally:
            team.stop.set()  # whatever happened here, nobody should play on
    if failure is not None:
        raise failure
    return bool(signals)


def _executor(
    team: Team, workers: int | None, cluster: Scheduler | str | None
) -> contextlib.AbstractContextManager[Executor]:
    if cluster is not None:
        from tda_sim.runs.cluster import on_cluster  # few runs use a cluster, and its modules are slow to import

        return on_cluster(team, cluster)
    return contextlib.nullcontext(on_threads(team, _usual_workers(team) if workers is None else workers))


def _usual_workers(team: Team) -> int:
    """Return the default number of threads. Counting processors takes as long as a chunk."""
    more_than_one = len(list(islice(team.missing(), 2))) > 1
    return processors() if more_than_one else 1


def _kept_up(run: RunFolder) -> OSError | None:
    """Update a run's manifest. Returns an error of the disk, so that chunks under way can be kept."""
    try:
        run.keep_up()
    except OSError as error:
        return error
    return None

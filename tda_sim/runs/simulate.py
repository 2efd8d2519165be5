"""Many games: `simulate` plays what is missing of a run, chunk by chunk, and returns its results."""

import atexit
import contextlib
import shutil
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions import Played
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import InterruptedRunError
from tda_sim.runs.manifest import RUN, Manifest, Part
from tda_sim.runs.plan import usual_chunk
from tda_sim.runs.play import Stop, Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.results import Results, load_results
from tda_sim.runs.signals import stopped_by_signals
from tda_sim.runs.storage import RunFolder, open_run
from tda_sim.runs.team import Crew, Team, on_threads, processors
from tda_sim.runs.watch import Scheduler
from tda_sim.store.files import disk_errors


def simulate(
    deck: Reference | Played = "original",
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
    cluster: Scheduler | str | None = None,
    abilities: str | Sequence[str] | None = None,
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
        workers: threads here; as many as there are processors if None.
        out: the run's folder. If it holds a part of this very run, the run goes on from there. If None, the
            results lie in a temporary folder, which goes when Python ends.
        fixed_seats: the first strategy sits in seat 0 in every game, and so on.
        rules: a rule set in place of the deck's own, or a house rule (a name, a path or a mapping); or a list of
            them, which take effect one after another.
        chunk: games that are played and stored together; a run that goes on keeps its own.
        progress: show a progress bar; if None, only on a terminal.
        forced: a card that in every game a random seat is dealt, in place of a random card of its opening hand.
        trails: the first so many games get rows in the table ``gambits``.
        cluster: the address of a Dask scheduler, such as ``tcp://10.0.0.5:8786``, whose workers play in place of
            threads here; or a `tda_sim.runs.watch.Scheduler`, which also says how long to wait while nobody works
            there. See docs/cluster.md.
        abilities: who has which abilities of the list that the rules name: ``random:2`` or ``draft:2`` deals two to
            each, ``bundles`` one of the list's bundles to each; or a text for each place of the line-up (a list, or
            separated by semicolons), or one for all: abilities and bundles separated by commas, or ``none``. They go
            from seat to seat with the strategies. If None, as the deck says, which usually is that nobody has any.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    check_numbers(players=players, games=games, seed=seed, workers=workers, chunk=chunk)
    work = plan_work(deck, rules, players, strategies, seed, fixed_seats, forced, trails, abilities)
    folder = temporary_folder() if out is None else Path(out)
    return play_run(work, folder, games, workers, chunk, progress, kept=out is not None, cluster=cluster)


def temporary_folder() -> Path:
    """Return a new folder that goes when Python ends: lazy tables may be read long after a `Results` has gone."""
    with disk_errors(Path("temporary files")):
        folder = tempfile.mkdtemp(prefix="tda_sim-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def usual_folder(work: Work, games: int) -> Path:
    """Return where the command puts a run that it is not told a folder for: each run has its own."""
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
) -> Results:
    """Play what is missing of a run and return its results; see `simulate`.

    ``progress`` may be a reporter, which stays open. ``kept``: the folder is there to stay.
    """
    with disk_errors(path):
        size = chunk or (RUN.read(path).chunk if RUN.lies_in(path) else usual_chunk(games))
    wanted = Manifest(work.config, games, size, work.words, work.definition, own=work.own)
    with open_run(path, wanted) as run, _reporter(progress) as reporter:
        try:
            team = Team(work, run, reporter, Stop())
            stopped = not run.manifest.complete and _play_missing(team, workers, cluster)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        raise InterruptedRunError(_what_is_kept(run, kept))
    return load_results(path)


def _reporter(progress: bool | Reporter | None) -> contextlib.AbstractContextManager[Reporter]:
    return contextlib.nullcontext(progress) if isinstance(progress, Reporter) else Reporter(progress)


def _what_is_kept(run: RunFolder, kept: bool) -> str:
    if not kept:
        return "stopped; nothing is kept, as no folder was named"
    done, games = run.manifest.games_done, run.manifest.games
    return f"stopped: {done:,} of {games:,} games are finished, in {run.path}. The same command goes on from there."


# --- many chunks ------------------------------------------------------------------------------------------


def _play_missing(team: Team, workers: int | None, cluster: Scheduler | str | None) -> bool:
    """Play all chunks that are missing, and note what is finished; return whether the user stopped that early."""
    failure: Exception | None = None
    with _crew(team, workers, cluster) as crew, stopped_by_signals(team.stop.set, team.reporter.say) as signals:
        team.run.start_clock(crew.workers)
        team.reporter.start(team.run.manifest.games, team.run.manifest.games_done)
        try:
            for outcome in crew.play(team.missing()):
                problem = _kept_up(team.run) if isinstance(outcome, Part) else outcome
                if problem is not None:
                    failure = failure or problem
                    team.stop.set()
        finally:
            team.stop.set()  # whatever happened here, nobody is to play on
    if failure is not None:
        raise failure
    return bool(signals)


def _crew(team: Team, workers: int | None, cluster: Scheduler | str | None) -> contextlib.AbstractContextManager[Crew]:
    if cluster is not None:
        from tda_sim.runs.cluster import on_cluster  # few runs have a cluster, and all would wait for its modules

        return on_cluster(team, cluster)
    return contextlib.nullcontext(on_threads(team, _usual_workers(team) if workers is None else workers))


def _usual_workers(team: Team) -> int:
    """Return how many threads play, unless the user says otherwise: counting processors takes as long as a chunk."""
    more_than_one = len(list(islice(team.missing(), 2))) > 1
    return processors() if more_than_one else 1


def _kept_up(run: RunFolder) -> OSError | None:
    """Bring a run's manifest up to date; return what the disk has refused, so that chunks under way can be kept."""
    try:
        run.keep_up()
    except OSError as error:
        return error
    return None

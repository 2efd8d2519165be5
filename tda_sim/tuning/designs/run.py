"""Runs a search in its folder: with progress, and so that it can be stopped and go on."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError
from threadpoolctl import threadpool_limits

from tda_sim.errors import InterruptedRunError, Problem, UserError
from tda_sim.measures.clock import Clock
from tda_sim.measures.goals import Goal, in_the_way
from tda_sim.runs.compiling import say_compiling
from tda_sim.runs.progress import Reporter
from tda_sim.runs.signals import stopped_by_signals
from tda_sim.runs.threads import Pool, aside, processors
from tda_sim.store.files import write_document
from tda_sim.store.folders import DESCRIBED, Kind, opened_for
from tda_sim.studies.cells import Table
from tda_sim.tuning.arena import Stopped
from tda_sim.tuning.designs.elites import elites
from tda_sim.tuning.designs.search import TOGETHER, search
from tda_sim.tuning.designs.space import Point, Space
from tda_sim.tuning.designs.trials import Known, Trials

TRIALS, MAP = "trials.jsonl", "map.jsonl"
MAP_GAMES = 4_000  # of each point of a map
ANOTHER = 1 << 61  # bits by which the seed of a map differs from that of its search
MEASURED = 50, 500  # games of points that are played to see how long they take
KIND = Kind("search for a design", "search.json", 1, DESCRIBED)


@dataclass(frozen=True)
class Searched:
    """What a search found: the finalists, the best first, what each showed, and the games that it took.

    ``way``: the goals without each of which all others could be met, where all of them together were not.
    """

    points: tuple[Point, ...]
    known: Mapping[Point, Known]
    games: int
    way: tuple[Goal, ...]
    apart: int  # how far designs are apart at least, see `Space.distance`
    map: Mapping[Point, Known] = field(default_factory=dict)  # the points of a map, and what fresh games of them showed


def run_search(
    space: Space,
    goals: Mapping[int, Sequence[Goal]],
    seated: Mapping[int, Sequence[Table]],
    table: str,
    *,
    seed: int,
    games: int,
    clock: Clock,
    asked: Mapping[str, Any],
    method: str = "model",
    axes: tuple[int, int] | None = None,
    out: Path | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Searched:
    """Finish a search, and return what it found, which depends on its settings alone.

    ``asked``: its settings as a file has them; the folder ``out`` keeps one search. ``axes``: the places of two goals
    of which there is to be a map, see `elites`. Raises UserError for mistakes, and InterruptedRunError (a
    KeyboardInterrupt) when stopped: what is finished is kept.
    """
    # a sum's last bits may depend on how many threads add it up
    with Reporter(progress) as reporter, Pool(workers or processors()) as pool, threadpool_limits(1):
        say_compiling(reporter)

        def run(file: Path | None, digest: str) -> Searched:
            trials = Trials(space, goals, seated, table, seed, games, clock, pool, file=file, digest=digest)
            trials.note, trials.told = reporter.add, _told(reporter)
            reporter.start(games, 0)
            try:
                with stopped_by_signals(trials.stop.set, reporter.say):
                    points = aside(search, trials, method)
                    mapped = aside(_mapped, trials, axes) if axes else {}
            except (Stopped, KeyboardInterrupt):
                done = f"{trials.spent:,} of {games:,} games of the search are played"
                raise InterruptedRunError.keeping(out, done) from None
            return Searched(tuple(points), trials.believed, trials.spent, _way(trials), trials.apart, mapped)

        if out is None:
            return run(None, "")
        with opened_for(out, KIND, dict(asked)) as folder:
            return run(out / TRIALS, folder.digest)


def _mapped(trials: Trials, axes: tuple[int, int]) -> dict[Point, Known]:
    """Return the points of a map, and what games of them showed that the search has not seen."""
    kept, file = elites(trials, axes), trials.file and trials.file.with_name(MAP)
    fresh = Trials(
        trials.space,
        trials.goals,
        trials.seated,
        trials.table,
        trials.seed ^ ANOTHER,
        sys.maxsize,
        trials.clock,
        trials.pool,
        file=file,
        digest=trials.digest,
        stop=trials.stop,
    )
    fresh.play(kept, MAP_GAMES)
    return fresh.known


def games_in(
    minutes: float,
    space: Space,
    goals: Mapping[int, Sequence[Goal]],
    seated: Mapping[int, Sequence[Table]],
    table: str,
    *,
    clock: Clock,
    told: Path,
    workers: int | None = None,
    progress: bool | None = None,
) -> int:
    """Return about how many games of a search take so many minutes here, as a few points show.

    ``told``: the file that keeps the number, so that a search that was stopped goes on with it. Raises UserError where
    it is damaged.
    """
    if told.exists():
        try:
            return TypeAdapter(int).validate_json(told.read_bytes())
        except ValidationError:
            message = "the file has no number of games"
            raise UserError([Problem(message, str(told), hint="delete it to have them measured")]) from None
    with Reporter(progress) as reporter, Pool(workers or processors()) as pool:
        reporter.say(f"measuring how many games take {minutes:g} minutes")
        trials = Trials(space, goals, seated, table, 0, sys.maxsize, clock, pool)
        generator = np.random.default_rng(0)
        for games in MEASURED:  # the first ones also load what the later ones need
            start, before = perf_counter(), trials.spent
            trials.play([space.drawn(generator) for _ in range(TOGETHER)], games)
        per_minute = 60 * (trials.spent - before) / (perf_counter() - start)
        games = int(float(f"{minutes * per_minute:.2g}"))
        reporter.say(f"{minutes:g} minutes: about {games:,} games")
    write_document(told, f"{games}\n")
    return games


def _told(reporter: Reporter) -> Callable[[Trials], None]:
    def told(trials: Trials) -> None:
        """Say what is best so far, and what is still in the way."""
        (best,) = trials.best()
        missed = [
            f"{goal.name} {number:.3g}"
            for goals, numbers in zip(trials.goals.values(), trials.believed[best].numbers, strict=True)
            for goal, number in zip(goals, numbers, strict=True)
            if goal.miss(number) > 0
        ]
        reporter.describe(f"still missed: {', '.join(missed)}" if missed else "all goals met; fewer changes?")

    return told


def _way(trials: Trials) -> tuple[Goal, ...]:
    """Return the goals that stand in the way of all others."""
    found: dict[str, Goal] = {}
    for k, goals in enumerate(trials.goals.values()):
        tried = [
            dict(zip((goal.name for goal in goals), np.asarray(known.numbers[k]).tolist(), strict=True))
            for known in trials.believed.values()
        ]
        found |= {goal.name: goal for goal in in_the_way(goals, tried)}
    return tuple(found.values())

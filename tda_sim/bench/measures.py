"""The measurements, one function each: from repetitions to a part of the report."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tda_sim.bench import children, yardstick
from tda_sim.bench.counters import Counters
from tda_sim.bench.results import CASES, Memory, Speed, Start, Threads, Writing, Yardstick
from tda_sim.bench.sampling import Played, Say, interleave, median_counts, median_ratio
from tda_sim.runs.columns import Batch
from tda_sim.runs.manifest import Manifest
from tda_sim.runs.plan import usual_chunk
from tda_sim.runs.play import Table, load_strategies, plan_work
from tda_sim.runs.simulate import simulate
from tda_sim.runs.storage import open_run, sheets

DECK = "original"
USUAL = "4 players, balanced"  # the case for comparison with
C_PROGRAM = "the yardstick"


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    repetitions: int
    seconds: float  # of one sample of the engine's speed
    run_games: int  # of one sample of a whole run
    memory_games: tuple[int, int]


FULL = Sizes(repetitions=3, seconds=0.5, run_games=20_000, memory_games=(10_000, 100_000))
QUICK = Sizes(repetitions=2, seconds=0.2, run_games=10_000, memory_games=(5_000, 50_000))


def table_for(players: int, strategy: str, deck: str = DECK) -> Table:
    """Return a table for playing on one core, compiled and ready."""
    work = plan_work(deck, None, players, strategy, seed=1, fixed_seats=False)
    return Table(work, load_strategies(work))


def play(table: Table, games: int, counters: Counters | None = None) -> tuple[Batch, Played]:
    """Play the first games of a run, and read the clock and the processor's counters."""
    if counters is not None:
        counters.start()
    started = time.perf_counter()
    batch = table.play(0, 0, games, lambda played: True)
    seconds = time.perf_counter() - started
    counts = None if counters is None else counters.counts()
    assert batch is not None
    return batch, Played(games, int(batch.tallies["decisions"].sum()), seconds, counts)


def sampler(table: Table, seconds: float, counters: Counters | None) -> Callable[[], Played]:
    """Return a case that plays the games of about this many seconds, each time from the start."""
    games = 2
    play(table, games)  # compiles
    for share in (0.01, 0.1, 1.0):  # strategies that play ahead are a thousand times slower
        _, trial = play(table, games)
        games = max(games, int(trial.games / trial.seconds * seconds * share))
    return lambda: play(table, games, counters)[1]


# --- the engine's speed, and the yardstick's, in turns ----------------------------------------------------


def speed(sizes: Sizes, say: Say, counters: Counters | None) -> tuple[tuple[Speed, ...], Yardstick]:
    """Measure decisions and games per second on one core, with the yardstick among the cases."""
    pairs = [(players, strategy) for strategy, players in CASES]
    cases = {_case(*pair): sampler(table_for(*pair), sizes.seconds, counters) for pair in pairs}
    with TemporaryDirectory() as folder:
        program = yardstick.build(Path(folder))
        if program is not None:
            games = int(80_000 * sizes.seconds)  # takes about as long as the other cases
            cases[C_PROGRAM] = partial(yardstick.play, program, games)
        samples = interleave(cases, sizes.repetitions, say)
    table = tuple(_speed(*pair, samples[_case(*pair)]) for pair in pairs)
    return table, _against(samples[USUAL], samples.get(C_PROGRAM))


def _case(players: int, strategy: str) -> str:
    return f"{players} players, {strategy}"


def _speed(players: int, strategy: str, samples: list[Played]) -> Speed:
    games, decisions = samples[0].games, samples[0].decisions
    rate = median(sample.rate for sample in samples)
    return Speed(players, strategy, rate * games / decisions, rate, decisions / games, median_counts(samples))


def _against(samples: list[Played], c_samples: list[Played] | None) -> Yardstick:
    ours = [sample.nanoseconds for sample in samples]
    if c_samples is None:
        return Yardstick(median(ours), None, None)
    theirs = [sample.nanoseconds for sample in c_samples]
    return Yardstick(median(ours), median(theirs), median_ratio(ours, theirs))


# --- whole runs -------------------------------------------------------------------------------------------


def threads(sizes: Sizes, say: Say) -> Threads:
    """Measure a run on one thread, and the same run on two, with writing."""

    def run(workers: int) -> float:
        with TemporaryDirectory() as folder:
            results = simulate(DECK, games=sizes.run_games, workers=workers, out=folder, progress=False)
            decisions = int(results.games.select("decisions").sum().collect().item())
            return decisions / results.timing["seconds"]

    cases = {"one thread": partial(run, 1), "two threads": partial(run, 2)}
    samples = interleave(cases, sizes.repetitions, say)
    one, two = samples["one thread"], samples["two threads"]
    return Threads(sizes.run_games, median(one), median(two), median_ratio(two, one))


def writing(sizes: Sizes, say: Say) -> Writing:
    """Measure chunks of the size that runs of a million games have: the time to play one, and to write it."""
    table = table_for(4, "balanced")
    chunk = usual_chunk(10 * sizes.run_games)
    work = table.work
    manifest = Manifest(work.config, chunk, chunk, work.words, work.definition)
    rows, added = [], []
    with TemporaryDirectory() as folder, open_run(Path(folder), manifest) as run:
        for repetition in range(sizes.repetitions):
            say(f"writing ({repetition + 1} of {sizes.repetitions})")
            batch, played = play(table, chunk)
            started = time.perf_counter()
            part = run.write(sheets(batch))
            seconds = time.perf_counter() - started
            rows.append((part.games + part.seats + part.cards) / seconds)
            added.append(seconds / played.seconds)
    return Writing(median(rows), median(added))


# --- fresh processes --------------------------------------------------------------------------------------


def start(sizes: Sizes, say: Say) -> Start:
    """Measure a run of one game in fresh processes: the first has no compiled rules, the others do."""
    with TemporaryDirectory() as folder:
        say("cold start: everything is compiled")
        cold = children.run(1, Path(folder) / "cold", cache=Path(folder) / "cache")
        warm = []
        for repetition in range(sizes.repetitions):
            say(f"warm start ({repetition + 1} of {sizes.repetitions})")
            warm.append(children.run(1, Path(folder) / f"warm-{repetition}", cache=Path(folder) / "cache"))
    return Start(cold.cpu_seconds, cold.seconds, median(child.seconds for child in warm))


def memory(sizes: Sizes, say: Say) -> tuple[Memory, ...]:
    """Measure the peak memory of two runs, one ten times as long as the other."""
    peaks = []
    with TemporaryDirectory() as folder:
        for games in sizes.memory_games:
            say(f"memory of {games:,} games")
            child = children.run(games, Path(folder) / str(games))
            peaks.append(Memory(games, child.peak_bytes / 1e6))
    return tuple(peaks)

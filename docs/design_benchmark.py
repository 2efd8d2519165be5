"""Compare four ways to search on twelve problems of design: ``python docs/design_benchmark.py [--seeds N]``.

All methods have the same games. `docs/design-benchmark.jsonl` has a line for each search, so whoever starts this again,
perhaps with more seeds, goes on from there; `docs/design-benchmark.md` gets its tables.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from typing import Any

from joblib import Memory
from markdown_tables import table
from rich.progress import MofNCompleteColumn, Progress

from tda_sim.bench.markdown import replace_section
from tda_sim.questions.design_tasks import Task, names, task
from tda_sim.runs.threads import Pool
from tda_sim.stats.intervals import normal_quantile
from tda_sim.terminal import Terminal
from tda_sim.tuning.designs.search import METHODS, search
from tda_sim.tuning.designs.space import Point
from tda_sim.tuning.designs.trials import Trials

HERE = Path(__file__).parent
LINES, PAGE = HERE / "design-benchmark.jsonl", HERE / "design-benchmark.md"
GAMES = 16_000  # of a search, at each of its tables
TRUTH = {"thief": 60_000}  # games that say what a design does, of which no search has seen any; worths take many,
USUAL_TRUTH = 12_000
TRUTH_SEED = 1 << 62  # with this seed
SEEDS = 20
TITLES = {"model": "model", "cma": "CMA-ES", "coordinates": "one at a time", "chance": "by chance"}

Line = dict[str, Any]


MEMORY = Memory(Path(tempfile.gettempdir()) / "design-benchmark", verbose=0)  # all processes ask for the same points

# --- one search -------------------------------------------------------------------------------------------


@cache
def known(name: str) -> Task:
    """Return a task, read once in each process."""
    return task(name)


@MEMORY.cache  # type: ignore[untyped-decorator]
def truth(name: str, point: Point) -> tuple[float, ...]:
    """Return what a point does, by games that no search has seen."""
    games = TRUTH.get(name, USUAL_TRUTH)
    with Pool(1) as pool:
        trials = known(name).trials(games, TRUTH_SEED, pool)
        trials.play([point], games)
    return tuple(trials.known[point].numbers[0].tolist())


def misses(name: str, numbers: Sequence[float]) -> float:
    """Return by how much numbers miss the goals of a task, in their scales, in all."""
    return sum(float(goal.miss(number)) for goal, number in zip(known(name).goals, numbers, strict=True))


def searched(name: str, method: str, seed: int) -> Line:
    """Search once: from which game on the best design so far meets the goals, and whether the last one does."""
    course: list[tuple[int, Point]] = []

    def told(trials: Trials) -> None:
        course.append((trials.spent, trials.best()[0]))

    with Pool(1) as pool:
        trials = known(name).trials(GAMES, seed, pool)
        trials.told = told
        last = search(trials, method)[0]
    believed = trials.believed[last].numbers[0].tolist()
    since = None
    for spent, point in reversed([*course, (trials.spent, last)]):
        if misses(name, truth(name, point)) > 0:
            break
        since = spent
    optimism = misses(name, truth(name, last)) - misses(name, believed)
    return {
        "task": name,
        "method": method,
        "seed": seed,
        "met_from": since,
        "spent": trials.spent,
        "optimism": optimism,
    }


# --- all of them ------------------------------------------------------------------------------------------


def read() -> list[Line]:
    """Return the searches that are finished."""
    text = LINES.read_text(encoding="utf-8") if LINES.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def write(lines: list[Line]) -> None:
    """Write all searches, in order."""
    ranked = sorted(lines, key=lambda line: (line["task"], line["method"], line["seed"]))
    LINES.write_text("".join(json.dumps(line) + "\n" for line in ranked), encoding="utf-8")


def play(seeds: int, workers: int) -> None:
    """Play the searches that are missing."""
    lines = read()
    there = {(line["task"], line["method"], line["seed"]) for line in lines}
    every = [(name, method, seed) for seed in range(1, seeds + 1) for name in names() for method in METHODS]
    missing = [each for each in every if each not in there]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of each process: there are as many as processors
    with (
        Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=Terminal(stderr=True)) as bar,
        ProcessPoolExecutor(workers, get_context("spawn")) as pool,
    ):
        shown = bar.add_task("searches", total=len(missing))
        try:
            for future in as_completed([pool.submit(searched, *each) for each in missing]):
                lines.append(future.result())
                write(lines)
                bar.advance(shown)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# --- the page ---------------------------------------------------------------------------------------------


def page(every: list[Line]) -> str:
    """Return the tables: how often each method meets the goals of each task, from which game on, and its optimism.

    Of seeds with which all tasks were searched by all methods.
    """
    done = Counter(line["seed"] for line in every)
    lines = [line for line in every if done[line["seed"]] == len(names()) * len(METHODS)]
    rows = []
    for name in names():
        there = [line for line in lines if line["task"] == name]
        if there:
            rows.append(
                [known(name).title, f"{known(name).spec.space.size:,}", *(_cell(there, method) for method in METHODS)]
            )
    heads = ["task", "designs", *(TITLES[method] for method in METHODS)]
    seeds = len({line["seed"] for line in lines})
    said = (
        f"{seeds} seeds each; {GAMES:,} games of a search at each table. The share of searches whose proposal meets all"
        f" goals, in {USUAL_TRUTH:,} games that none has seen ({TRUTH['thief']:,} for the worth of the Thief); and the"
        " median of the games from which on the best design so far meets them. Searches that end without count as more"
        " than all."
    )
    all_tasks = [["all tasks", "", *(_cell(lines, method) for method in METHODS)]]
    optimism = [[TITLES[method], *_optimism(lines, method)] for method in METHODS]
    return "\n".join(
        [
            said,
            "",
            *table(heads, [*rows, *all_tasks]),
            "",
            "Optimism: by how much more a proposal misses its goals than the search believed, in half ranges.",
            "",
            *table(["method", "mean", "95 % interval"], optimism),
        ]
    )


def _cell(lines: list[Line], method: str) -> str:
    there = [line for line in lines if line["method"] == method]
    if not there:
        return "-"
    games = median(line["met_from"] if line["met_from"] is not None else float("inf") for line in there)
    met = round(100 * mean(line["met_from"] is not None for line in there))
    return f"{met} %, {f'{games:,.0f}' if games < float('inf') else 'never'}"


def _optimism(lines: list[Line], method: str) -> list[str]:
    values = [line["optimism"] for line in lines if line["method"] == method]
    error = (sum((value - mean(values)) ** 2 for value in values) / max(1, len(values) - 1) / len(values)) ** 0.5
    reach = normal_quantile(0.95) * error
    numbers = (mean(values), mean(values) - reach, mean(values) + reach)
    middle, low, high = (f"{round(number, 2) + 0.0:.2f}" for number in numbers)  # -0.00 is 0.00
    return [middle, f"{low} to {high}"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of each task and method")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    try:
        play(given.seeds, given.workers)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from here")
    replace_section(PAGE, "figures", page(read()))

"""Simulate how often every interval that an answer prints holds: ``python tests/validity/validity.py``.

Each experiment is an answer that is asked again and again of games whose truth is known: see `experiments`. What is
finished is kept in ``results/validity``, so that whoever starts this again, with as many replications or more, goes on
from there. In the end ``docs/validity.jsonl`` has a line for each estimator, and docs/statistics.md its table.
"""

import argparse
import hashlib
import json
import os
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("measures", "analyses"))]
for threads in ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # replications run side by side, one on each processor

from experiments import EXPERIMENTS, REPLICATIONS, as_lines  # noqa: E402  beside this file
from page import read_proofs, write_page, write_proofs  # noqa: E402
from proof import Proof, Score, Truths, proofs  # noqa: E402
from rich.progress import MofNCompleteColumn, Progress  # noqa: E402

from tda_sim.terminal import Terminal  # noqa: E402

KEPT = ROOT / "results" / "validity"
SOURCES = (
    "tda_sim/stats",
    "tda_sim/measures",
    "tda_sim/studies",
    "tda_sim/tuning",
    "tda_sim/training",
    "tda_sim/review",
    "analyses",
    "tests/validity",
)


# --- what is kept ------------------------------------------------------------------------------------------


def sources() -> str:
    """A digest of all that makes an interval."""
    found = hashlib.sha256()
    for path in sorted(file for folder in SOURCES for file in (ROOT / folder).rglob("*.py")):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


class Kept:
    """The replications of an experiment that are finished."""

    def __init__(self, name: str, digest: str) -> None:
        self.name = name
        self.truth = KEPT / f"{name}-{digest}.truth"
        self._lines = KEPT / f"{name}-{digest}.jsonl"

    def read(self) -> dict[int, dict[str, Score]]:
        """The scores by the replication's number; a line that was cut off does not count."""
        text = self._lines.read_text(encoding="utf-8") if self._lines.exists() else ""
        lines = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
        return {line["number"]: {name: Score(**each) for name, each in line["scores"].items()} for line in lines}

    def add(self, number: int, scores: dict[str, Any]) -> None:
        """Keep a replication."""
        with self._lines.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"number": number, "scores": scores}) + "\n")


# --- playing -----------------------------------------------------------------------------------------------


def find_truth(name: str, path: Path) -> None:
    """Play what the truth of an experiment is found by, and keep it."""
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(EXPERIMENTS[name].truths()))
    part.rename(path)


@cache
def truth(path: Path) -> Truths | None:
    """The truth of an experiment, as it was kept: our own file."""
    found: Truths | None = pickle.loads(path.read_bytes())
    return found


def replicate(name: str, number: int, path: Path) -> dict[str, Any]:
    """Play a replication and score it."""
    return as_lines(EXPERIMENTS[name].replicate(number, truth(path)))


def replications_of(name: str, asked: int | None) -> int:
    """How many replications of an experiment there are: as many as asked for, or as usual."""
    return asked or REPLICATIONS[EXPERIMENTS[name].made_up]


def play(kept: list[Kept], replications: int | None, workers: int, bar: Progress) -> None:
    """Play what is missing: first the truths, then the replications of all experiments in turn."""
    there = {each.name: each.read() for each in kept}
    missing = [
        (number, each)
        for each in kept
        for number in range(1, replications_of(each.name, replications) + 1)
        if number not in there[each.name]
    ]
    task = bar.add_task("replications", total=len(missing))
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        try:
            unknown = [pool.submit(find_truth, each.name, each.truth) for each in kept if not each.truth.exists()]
            for future in bar.track(unknown, description="truths"):
                future.result()
            playing = {
                pool.submit(replicate, each.name, number, each.truth): (number, each) for number, each in missing
            }
            for future in as_completed(playing):
                number, experiment = playing[future]
                experiment.add(number, future.result())
                bar.advance(task)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def found(kept: list[Kept], replications: int | None) -> list[Proof]:
    """What the replications prove."""
    every = []
    for each in kept:
        experiment, scored = EXPERIMENTS[each.name], each.read()
        first = [scored[number] for number in range(1, replications_of(each.name, replications) + 1)]
        every += proofs(experiment.world, experiment.games, first)
    return every


def main(arguments: argparse.Namespace) -> None:
    """Play what is missing, and write what it proves."""
    digest = sources()
    kept = [Kept(name, digest) for name in EXPERIMENTS if not arguments.only or name in arguments.only.split(",")]
    KEPT.mkdir(parents=True, exist_ok=True)
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=Terminal(stderr=True)) as bar:
        play(kept, arguments.replications, arguments.workers, bar)
    every = [replace(each, sources=digest) for each in found(kept, arguments.replications)]
    if arguments.only:
        anew = {(each.world, each.estimator.answer) for each in every}
        every += [each for each in read_proofs() if (each.world, each.estimator.answer) not in anew]
    write_proofs(every)
    write_page()
    for each in every:
        if each.verdict != "holds":
            print(f"{each.verdict}: {each.estimator} ({each.world}): {each.summary}")
    print(f"{len(every)} estimators: see docs/statistics.md")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    usual = f"of each experiment; by default {REPLICATIONS[True]:,} where all is made up, else {REPLICATIONS[False]}"
    parser.add_argument("--replications", type=int, help=usual)
    parser.add_argument("--only", default="", metavar="NAMES", help=f"only some of {', '.join(EXPERIMENTS)}")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main(parse())
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from here")

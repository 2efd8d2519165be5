"""What a precision costs in games and minutes, estimated from a short pilot, for one cell and for a difference."""

import tempfile
import time
from dataclasses import replace
from math import ceil, isfinite
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.bounds import check_numbers
from tda_sim.errors import InterruptedRunError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import Measured, difference_of, measured
from tda_sim.measures.metrics import Metric
from tda_sim.measures.pairs import references
from tda_sim.measures.study import asked_metrics
from tda_sim.runs.play import Table, Work, load_strategies
from tda_sim.runs.threads import aside, processors
from tda_sim.stats.equivalence import games_needed
from tda_sim.store.files import disk_errors
from tda_sim.studies.cells import Cell
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.playing import run_study
from tda_sim.studies.results import StudyResults

PILOT = 2_000  # games of each cell, or fewer if these would take much longer than
SECONDS = 5.0  # per cell
FEWEST = 40  # the fewest games of a pilot
BLOCKS = 40
CHUNKS_EACH = 4  # per thread, in a cell's pilot
GUESS = 4  # games that give a first guess of a cell's speed

Data = dict[str, Any]


def plan_costs(
    plan: StudyPlan,
    metrics: list[str] | None = None,
    within: float | None = None,
    pilot: int = PILOT,
    workers: int | None = None,
    progress: bool | None = None,
) -> Data:
    """Play a short pilot, which is not saved, and return what precisions cost.

    ``within`` is half the width that intervals should have. If None, it is that of the study's own precision, or half
    of the smallest difference that matters: wider intervals allow few verdicts. Cells with a forced card, or a card
    without power, are assumed to cost as much as the cell of the deck as printed.

    Keys: ``study``; ``cells`` (``cell``, ``games`` as planned, None if a pilot is to decide, ``games_per_second``,
    ``minutes``); ``minutes`` in all, None if not known; ``alone`` (``metric``, ``cell``, ``estimate``, ``low``,
    ``high``, ``n``, ``within``, ``games``, ``minutes``); ``differences`` (the keys of ``alone``, and ``reference``,
    ``correlation`` and ``gain``; here ``games`` are those of each of the two cells, and ``minutes`` those of both).
    """
    check_numbers(within=within, pilot=pilot, workers=workers)
    with disk_errors(Path("temporary files")), tempfile.TemporaryDirectory(prefix="tda_sim-") as folder:
        try:
            results = run_study(_pilot(plan, pilot, workers), Path(folder) / "pilot", workers, progress)
        except KeyboardInterrupt:
            raise InterruptedRunError("stopped; a pilot is not saved") from None
        asked = asked_metrics(metrics, results)
        widths = {metric.name: within or _usual_width(plan, metric, results) for metric in asked}
        speeds = {cell: results.games_per_second(cell) for cell in results.cells["cell"]}
        alone = [_alone(results, cell, metric, widths, speeds) for metric in asked for cell in speeds]
        both = references(results.cells)
        between = [_between(results, *pair, metric, widths, speeds) for metric in asked for pair in both]
    cells = [_planned(cell, speeds) for cell in plan.cells]
    minutes = [row["minutes"] for row in cells]
    return {
        "study": plan.title,
        "cells": cells,
        "minutes": None if None in minutes else sum(minutes),
        "alone": alone,
        "differences": between,
    }


# --- the pilot --------------------------------------------------------------------------------------------


def _pilot(plan: StudyPlan, games: int, workers: int | None) -> StudyPlan:
    """Return the study of the cells without twins and forced cards, each with few games."""
    plain = [cell for cell in plan.cells if not (cell.setting.twin or cell.forced)]
    cells = [replace(cell, trails=0, to_precision=False) for cell in plain]
    works, threads = [cell.work() for cell in cells], workers or processors()
    numbers = [aside(_affordable, work, games, threads) for work in works]
    return replace(
        plan,
        cells=tuple(replace(cell, games=number) for cell, number in zip(cells, numbers, strict=True)),
        works=tuple(works),
        precision=None,
        chunk=max(1, max(numbers) // (CHUNKS_EACH * threads)),
    )


def _affordable(work: Work, games: int, threads: int) -> int:
    table = Table(work, load_strategies(work))
    table.play(0, 0, 1)  # compiles whatever is not compiled yet
    began = time.perf_counter()
    table.play(0, 0, GUESS)
    speed = threads * GUESS / (time.perf_counter() - began)
    return min(games, max(FEWEST, int(speed * SECONDS)))


def _usual_width(plan: StudyPlan, metric: Metric, results: StudyResults) -> float:
    """Return the precision that the study asks for, or half of the difference that matters in its first cell."""
    precision = plan.precision
    if precision and precision.metric == metric.name:
        return precision.within
    return metric.smallest.of(_measured(results, results.cells["cell"][0], metric).estimate) / 2


def _measured(results: StudyResults, cell: str, metric: Metric) -> Measured:
    return measured(_sums(results, cell, _games(results, cell)), metric)


# --- costs from the pilot ---------------------------------------------------------------------------------


def _planned(cell: Cell, speeds: dict[str, float]) -> Data:
    like = replace(cell, forced=None, setting=replace(cell.setting, twin=None)).name
    games = None if cell.to_precision else cell.games
    minutes = None if games is None else games / speeds[like] / 60
    return {"cell": cell.name, "games": games, "games_per_second": round(speeds[like], 1), "minutes": minutes}


def _sums(results: StudyResults, cell: str, games: int) -> pl.DataFrame:
    """Return the sums of a cell's first ``games`` games, in few blocks."""
    size = max(1, games // BLOCKS)
    sums: pl.DataFrame = block_sums(results, cell, size)
    return sums.head(games // size)


def _games(results: StudyResults, *cells: str) -> int:
    return int(results.cells.filter(pl.col("cell").is_in(cells))["games"].min())  # type: ignore[arg-type]


def _alone(
    results: StudyResults, cell: str, metric: Metric, widths: dict[str, float], speeds: dict[str, float]
) -> Data:
    row = _measured(results, cell, metric).row()
    cost = _cost(row, widths[metric.name], 1 / speeds[cell])
    return {"metric": metric.name, "unit": metric.unit, "cell": cell, **row, **cost}


def _between(
    results: StudyResults, cell: str, other: str, metric: Metric, widths: dict[str, float], speeds: dict[str, float]
) -> Data:
    games = _games(results, cell, other)
    a, b = (measured(_sums(results, name, games), metric) for name in (other, cell))
    difference = difference_of(a, b, metric.smallest.of(a.estimate))
    row = {name: difference[name] for name in ("estimate", "low", "high", "n", "correlation")}
    row["gain"] = difference["variance_ratio"]
    cost = _cost(row, widths[metric.name], 1 / speeds[cell] + 1 / speeds[other])
    return {"metric": metric.name, "unit": metric.unit, "cell": cell, "reference": other, **row, **cost}


def _cost(row: Data, within: float, seconds: float) -> Data:
    """Return the games that an interval of that width takes, and the minutes, at ``seconds`` per game."""
    if row["low"] is None:
        return {"within": within, "games": None, "minutes": None}
    games = games_needed((row["high"] - row["low"]) / 2, row["n"], within)
    if not isfinite(games):
        return {"within": within, "games": None, "minutes": None}
    return {"within": within, "games": max(1, ceil(games)), "minutes": games * seconds / 60}

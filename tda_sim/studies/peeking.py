"""Looking at a study that is still being played, with intervals that hold at all looks at once."""

from math import nan
from typing import Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import difference_of, ends, measured
from tda_sim.measures.metrics import Metric
from tda_sim.measures.pairs import references
from tda_sim.measures.study import asked_metrics
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.sequences import confidence_sequence
from tda_sim.studies.results import StudyResults

Data = dict[str, Any]


def peek(results: StudyResults, metrics: list[str] | None = None, level: float = LEVEL) -> Data:
    """Return what is known by now of the metrics that are asked for, or of the study's question.

    Only games count that come before the first one that is missing. The intervals are confidence sequences: with
    probability ``level`` each of them contains the truth whenever, and however often, one looks. They are wider than
    those for a number of games fixed beforehand. Where all games are alike, as where something has never happened, the
    bound is that of so many games: it can be wrong at some look only if nothing was seen until the first look at which
    it could be.

    Keys: ``study``, ``out``, ``complete``, ``level``; ``cells`` (``metric``, ``cell``, ``estimate``, ``low``,
    ``high``, ``n``, the games, and ``wanted``, None if a pilot is to decide); ``waiting``, the number of cells without
    games; ``differences`` (as ``cells``, with ``reference``, for cells of the same shuffles). Ends of intervals are
    None where blocks are too few.
    """
    begun = results.cells.filter(pl.col("games") > 0)
    if begun.is_empty():
        raise UserError.of("no games are there yet", str(results.path), hint="look again when a chunk is finished")
    asked = asked_metrics(metrics, results)
    sums = {cell: block_sums(results, cell, results.chunk) for cell in begun["cell"]}
    between = [pair for pair in references(results.cells) if sums.keys() >= set(pair)]
    return {
        "study": results.title,
        "out": str(results.path),
        "complete": results.complete,
        "level": level,
        "waiting": results.cells.height - begun.height,
        "cells": [
            {**_row(metric, cell), **_alone(table, metric, level), "wanted": results.wanted(cell)}
            for metric in asked
            for cell, table in sums.items()
        ],
        "differences": [
            {**_row(metric, cell), "reference": other, **_difference(sums[cell], sums[other], metric, level)}
            for metric in asked
            for cell, other in between
        ],
    }


def _row(metric: Metric, cell: str) -> Data:
    return {"metric": metric.name, "unit": metric.unit, "cell": cell}


def _alone(sums: pl.DataFrame, metric: Metric, level: float) -> Data:
    totals, sizes = metric.scale * sums[metric.top].to_numpy(), sums[metric.bottom].to_numpy()
    low, high = (each[-1] for each in confidence_sequence(totals, sizes, level))
    value = totals.sum() / sizes.sum() if sizes.sum() else float("nan")
    if low == high:
        low, high = measured(sums, metric).ends(level)
    return {**ends(value, low, high), "n": int(sums["games"].sum())}


def _difference(sums: pl.DataFrame, others: pl.DataFrame, metric: Metric, level: float) -> Data:
    """Return the difference over the blocks that both cells have: of the blocks' pseudo-values (see `measured`)."""
    blocks = min(sums.height, others.height)
    first, second = (measured(table[:blocks], metric) for table in (sums, others))
    own, other = first.found, second.found
    value = float(own.estimate - other.estimate)
    low, high = (
        each[-1] for each in confidence_sequence(value + own.influence - other.influence, [1.0] * blocks, level)
    )
    if low == high:
        found = difference_of(second, first, metric.smallest.of(second.estimate), level)
        low, high = (nan if end is None else end for end in (found.low, found.high))
    return {**ends(value, low, high), "n": int(min(table["games"][:blocks].sum() for table in (sums, others)))}

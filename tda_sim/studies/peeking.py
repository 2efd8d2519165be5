"""A look at a study that is still being played, with intervals that hold at all looks together."""

from math import nan
from typing import Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import both_sums, difference_of, measured
from tda_sim.measures.contrast import about
from tda_sim.measures.metrics import Metric
from tda_sim.measures.pairs import references
from tda_sim.measures.study import asked_metrics
from tda_sim.measures.table import DIFFERENCES, LEVELS, WORLD, Row, estimates, label, where_of
from tda_sim.stats.confidence_sequences import confidence_sequence
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.results import StudyResults

Data = dict[str, Any]


def peek(results: StudyResults, metrics: list[str] | None = None, level: float = LEVEL) -> Data:
    """Return the current estimates of some metrics, or of the study's question.

    Only games before the first missing one count. The intervals are confidence sequences: with probability ``level``,
    each of them contains the truth at all times, however often you look. They are wider than intervals for a number of
    games fixed beforehand. If all games are alike, for instance because something never happened, the bound is that of
    the number of games: it can be wrong at some look only if nothing happened before the first look at which it could
    be wrong.

    Keys: ``study``, ``out``, ``complete``, ``level`` and ``tables``. Of these, ``cells`` has the world of each cell,
    the ``games`` so far and how many are ``wanted``, None until a pilot decides; ``estimates`` is a table of estimates
    (`measures.table`): each metric in each cell that has games, and its difference from the cell that it is compared
    with. A card without its power, or one that is dealt to somebody in every game, counts as a rule. Ends of intervals
    are missing if there are too few blocks.
    """
    begun = results.cells.filter(pl.col("games") > 0)
    if begun.is_empty():
        raise UserError.of("there are no games yet", str(results.path), hint="look again when a chunk is finished")
    chosen = asked_metrics(metrics, results)
    where = {cell["cell"]: _where(cell) for cell in results.cells.to_dicts()}
    sums = {cell: block_sums(results, cell, results.chunk) for cell in begun["cell"]}
    between = [pair for pair in references(results.cells) if sums.keys() >= set(pair)]
    levels = [
        {**where[cell], **about(metric), "kind": LEVELS, **_alone(table, metric, level)}
        for metric in chosen
        for cell, table in sums.items()
    ]
    differences = [
        {**where[cell], **about(metric), "kind": DIFFERENCES, "reference": _label(where[other]), "paired": True}
        | _difference(sums[cell], sums[other], metric, level)
        for metric in chosen
        for cell, other in between
    ]
    progress = [
        {**{name: where[cell][name] for name in WORLD}, "games": games, "wanted": results.wanted(cell)}
        for cell, games in results.cells.select("cell", "games").iter_rows()
    ]
    return {
        "study": results.title,
        "out": str(results.path),
        "complete": results.complete,
        "level": level,
        "tables": {"cells": progress, "estimates": estimates([*levels, *differences])},
    }


def _where(cell: Row) -> Data:
    """Return the columns of a cell's world, in which its special cards are part of the rules."""
    cards = (f"{cell[name]} {says}" for name, says in (("twin", "without power"), ("forced", "forced")) if cell[name])
    return where_of(cell) | {"rule": " + ".join(filter(None, [cell["variant"], *cards]))}


def _label(where: Data) -> str:
    return label(where["deck"], where["rule"])


def _alone(sums: pl.DataFrame, metric: Metric, level: float) -> Data:
    top, sizes = both_sums(sums, metric)
    totals = metric.scale * top
    low, high = (each[-1] for each in confidence_sequence(totals, sizes, level))
    if low == high:
        low, high = measured(sums, metric).ends(level)
    value = totals.sum() / sizes.sum() if sizes.sum() else nan
    return {"estimate": value, "low": low, "high": high, "n": int(sums["games"].sum())}


def _difference(sums: pl.DataFrame, others: pl.DataFrame, metric: Metric, level: float) -> Data:
    """Return the difference over the blocks that both cells have, from their pseudo-values (see `measured`)."""
    blocks = min(sums.height, others.height)
    first, second = (measured(table[:blocks], metric) for table in (sums, others))
    own, other = first.influences, second.influences
    value = float(own.estimate - other.estimate)
    low, high = (
        each[-1] for each in confidence_sequence(value + own.influence - other.influence, [1.0] * blocks, level)
    )
    if low == high:
        difference = difference_of(second, first, metric.smallest.of(second.estimate), level)
        low, high = difference["low"], difference["high"]
    return {"estimate": value, "low": low, "high": high, "n": min(first.games, second.games)}

"""Decks side by side: how long, how close, how expensive, how fair, how much skill, and what differs.

Everything is measured at tables where all seats play one strategy. The first such table is the main one. The others
show how far a number depends on who plays, and whether a difference holds for other able players. Skill, and which
strategies win where, come from line-ups in which able strategies meet. Decks are compared with the first one. Among
many differences, some would stand out by chance. So a verdict other than "unclear" has to hold by itself and among all
others of its kind (Benjamini and Hochberg, at 1 - level). Only the primary question, which a study names beforehand,
stands by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums, strategy_sums
from tda_sim.measures.chances import has_trails
from tda_sim.measures.compare import Difference, Measured, difference_of, measured
from tda_sim.measures.curves import gold_rows, survival_rows
from tda_sim.measures.drama import Drama, drama
from tda_sim.measures.fairness import GAMBIT, gambit_sums, turn_rows
from tda_sim.measures.levels import with_levels
from tda_sim.measures.metric_changes import skill_of
from tda_sim.measures.metrics import (
    DRAMA_METRICS,
    EVERY,
    METRICS,
    PERCENT,
    SKILL,
    TURNS,
    Metric,
    with_smallest,
)
from tda_sim.measures.pairs import line_ups_of, whole_tables
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import LineUp, Shares, change_rows, share_rows, win_shares
from tda_sim.measures.study import LINE_UPS, MIXED, Study, primary
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.stats.intervals import LEVEL, quantile

from .across import across_tables
from .settling import last_steps

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUANTILES = (0.05, 0.5, 0.95, 0.99)
BY_ROW = ("fairness", "lengths", "survival", "gold", "curves", "reliability", "models")  # tables of rows per cell
THRIVING = 2.0  # points of win rate: the smallest difference between decks that matters for a strategy

Frames = dict[str, pl.DataFrame]
Cell = Mapping[str, Any]


@dataclass
class Measures:
    """The measurements of one cell."""

    cell: Cell
    values: dict[str, Measured] = field(default_factory=dict)  # by metric
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by table
    line_up: LineUp | None = None  # where able strategies meet
    shares: Shares | None = None  # of all line-ups together


def analyse(study: Study, level: float = LEVEL) -> Frames:
    """Return the tables of a comparison of decks; a deck with a house rule counts as another deck, "deck + rule".

    Every row has `deck`, `players` and, except for the last two tables, `table`; `main` marks the main table, and what
    is measured over all line-ups (`measures.study.LINE_UPS`).

    - ``measures``: every metric of every cell, with `group`, `title`, `unit`, and the difference that `matters`;
      `estimate_least` to `estimate_most` is the range over tables of able strategies (`measures.levels`);
    - ``differences``: of every metric from that of the first deck, with `verdict`, `margin`, `paired`, `correlation`,
      `gain`, `games_needed` and `primary`; at tables that are not main ones, verdicts stand by themselves;
    - ``across``: whether differences hold at the tables of all able strategies (`across.across_tables`);
    - ``settling``: of every metric, the difference between the two strongest tables of a deck at which all play alike,
      the stronger one as `table` and the weaker one as `weaker`: a number has settled where the verdict is "same";
    - ``line_ups``: the tables at which able strategies meet, and the largest share of the result they could explain;
    - ``fairness``: what each place in the turn order wins, of games and of gambits (`measures.fairness`);
    - ``lengths``: quantiles of the number of gambits;
    - ``survival``, ``gold``, ``curves``: how games go at the main table: how many are still going, what seats own after
      each gambit, and the chances of the favourite and of the eventual winner (`measures.curves`);
    - ``reliability``, ``models``: how good the chances behind drama are (`measures.chances`);
    - ``strategies``, ``changes``: win rates over all line-ups, and how they differ (`measures.skill`).

    Raises UserError for a study without games to compare.
    """
    metrics = {metric.name: metric for metric in with_smallest(EVERY.values(), study.smallest)}
    alone = [_measure(study, cell, metrics, level) for cell in _usual_cells(study)]
    every = [*alone, *_meetings(study, alone)]
    differences = _differences(every, metrics, primary(study), level)
    tables = {name: _together(every, name) for name in BY_ROW}
    return {
        "measures": _measure_table(every, metrics, level),
        "differences": differences,
        "across": across_tables(differences, level) if differences.height else pl.DataFrame(),
        "settling": _settling(alone, metrics, level),
        **tables,
        "line_ups": _line_ups(alone),
        **_mixed_tables(every, level),
    }


def figures(tables: Frames) -> "dict[str, Figure]":
    """Return the figures of a comparison, by name, if there are data for them.

    ``decks``: a panel for each of the main metrics; ``thrive`` and ``strategies``: win rates by deck, as points with
    intervals and as a heat map; ``survival``, ``gold`` and ``drama``: how games go.
    """
    from . import going, panels, thriving  # rarely needed, and slow to import

    drawn: dict[str, Figure] = {"decks": panels.draw(tables["measures"], tables["differences"])}
    if tables["strategies"].height:
        drawn["thrive"] = thriving.draw_points(tables["strategies"], tables["changes"])
        drawn["strategies"] = thriving.draw_heat(tables["strategies"])
    curves = {"survival": "survival", "gold": "gold", "drama": "curves"}
    rows = {name: tables[table] for name, table in curves.items() if tables[table].height}
    return drawn | {name: going.DRAWN[name](table) for name, table in rows.items()}


# --- cells ------------------------------------------------------------------------------------------------


def _usual_cells(study: Study) -> list[dict[str, Any]]:
    """Return the cells to compare, with their `label` and whether they are `main`."""
    usual = whole_tables(study).filter(pl.col("games") > 0)
    if usual.is_empty():
        raise UserError.of("there are no games to compare decks by", hint="run the study first")
    first = usual.group_by("players", "kind", maintain_order=True).agg(pl.col("table").first().alias("first"))
    variant = pl.when(pl.col("variant") != "").then(" + " + pl.col("variant")).otherwise(pl.lit(""))
    label = pl.concat_str("deck", variant)
    return (
        usual.join(first, on=["players", "kind"], maintain_order="left")
        .with_columns(label=label, main=pl.col("table") == pl.col("first"))
        .to_dicts()
    )


def _measure(study: Study, cell: Cell, metrics: Mapping[str, Metric], level: float) -> Measures:
    """Measure a cell: who wins, where able strategies meet; everything else, where all seats play alike."""
    measures = Measures(cell)
    if cell["kind"] == MIXED:
        if cell["able"]:
            sums = strategy_sums(study, cell["cell"])
            measures.line_up = LineUp(sums, cell["games"], cell["strategies"][0])
        return measures
    sums = block_sums(study, cell["cell"])
    measures.values |= {name: measured(sums, metrics[name]) for name in METRICS}
    measures.rows["fairness"] = turn_rows(sums, cell["players"], level=level)
    gambits = gambit_sums(study, cell["cell"])
    if gambits.height:
        measures.rows["fairness"] += turn_rows(gambits, cell["players"], GAMBIT, level)
    _add_lengths(measures, study, level)
    if has_trails(study, cell["cell"]):
        _add_drama(measures, drama(study, cell["cell"], level), metrics)
        if cell["main"]:
            measures.rows["gold"] = gold_rows(study, cell["cell"], cell["players"], level)
    return measures


def _meetings(study: Study, every: Sequence[Measures]) -> Iterator[Measures]:
    """Yield the measurements of line-ups: for each deck over the usual ones together, and over others one by one."""
    cells = pl.DataFrame([each.cell for each in every], infer_schema_length=None)
    for (deck, players), own in cells.group_by("label", "players", maintain_order=True):
        there = [
            each for each in every if (each.cell["label"], each.cell["players"]) == (deck, players) and each.line_up
        ]
        usual = line_ups_of(own)
        together = [each for each in there if each.cell["table"] in usual]
        apart = [[each] for each in there if each.cell["table"] not in usual]
        for met in [together, *apart] if together else apart:
            line_ups = [each.line_up for each in met if each.line_up is not None]
            name = met[0].cell["table"] if len(met) == 1 else LINE_UPS
            cell = {**met[0].cell, "table": name, "main": met is together}
            yield Measures(cell, values=skill_of(line_ups), shares=win_shares(line_ups))


def _line_ups(every: Sequence[Measures]) -> pl.DataFrame:
    rows = [
        _place(each.cell) | {"cap": PERCENT * each.line_up.cap, "n": each.cell["games"]}
        for each in every
        if each.line_up
    ]
    return table_of(rows)


def _add_drama(measures: Measures, result: Drama, metrics: Mapping[str, Metric]) -> None:
    measures.values |= {name: measured(result.sums, metrics[name]) for name in DRAMA_METRICS}
    measures.rows["reliability"] = result.reliability.to_dicts()
    measures.rows["models"] = [result.scores]
    if measures.cell["main"]:
        measures.rows["curves"] = result.curves


def _add_lengths(measures: Measures, study: Study, level: float) -> None:
    counts = study.read(measures.cell["cell"], "games").group_by("gambits").agg(pl.len()).sort("gambits")
    values, times = (each.to_numpy() for each in counts.collect(engine="streaming"))
    measures.rows["lengths"] = [{"q": q} | asdict(quantile(values, times, q, level)) for q in QUANTILES]
    if measures.cell["main"]:
        measures.rows["survival"] = survival_rows(values, times, level)


# --- tables -----------------------------------------------------------------------------------------------


def _place(cell: Cell) -> dict[str, Any]:
    """Return the columns that identify a row's cell."""
    return {
        "deck": cell["label"],
        "players": cell["players"],
        "table": cell["table"],
        "kind": cell["kind"],
        "able": cell["able"],
        "strength": cell["strength"],
        "main": cell["main"],
    }


def _together(every: list[Measures], table: str) -> pl.DataFrame:
    rows = [_place(each.cell) | row for each in every for row in each.rows.get(table, [])]
    return table_of(rows)


def _measure_table(every: list[Measures], metrics: Mapping[str, Metric], level: float) -> pl.DataFrame:
    rows = [
        _place(each.cell)
        | _about(metrics[name])
        | _possible(value.row(level), metrics[name])
        | {"matters": str(metrics[name].smallest)}
        for each in every
        for name, value in each.values.items()
    ]
    return with_levels(table_of(rows), ["estimate"])


def _possible(row: dict[str, Any], metric: Metric) -> dict[str, Any]:
    """Return a row whose interval stops at zero if the metric cannot be negative."""
    as_it_is = metric.group in (TURNS, SKILL) or row["low"] is None or row["low"] >= 0
    return row if as_it_is else row | {"low": 0.0}


def _about(metric: Metric) -> dict[str, Any]:
    return {"metric": metric.name, "group": metric.group, "title": metric.title, "unit": metric.unit}


def _differences(every: list[Measures], metrics: Mapping[str, Metric], primary: str, level: float) -> pl.DataFrame:
    """Return all differences from the first deck; verdicts at main tables are joint for each number of players."""
    rows = [
        _place(other.cell)
        | _about(metrics[name])
        | {"primary": name == primary and other.cell["main"]}
        | asdict(_difference(first.values[name], other.values[name], metrics[name], level))
        for first, other in _pairs(every)
        for name in _common(first, other)
    ]
    for players in {row["players"] for row in rows}:
        family = [row for row in rows if row["players"] == players and row["main"]]
        for row, verdict in zip(family, joint_verdicts(family, level), strict=True):
            row.update(verdict)
    return table_of(rows)


def _settling(alone: Sequence[Measures], metrics: Mapping[str, Metric], level: float) -> pl.DataFrame:
    rows = []
    for step in last_steps([each.cell for each in alone]):
        weaker, stronger = alone[step.weaker], alone[step.stronger]
        rows += [
            _place(stronger.cell)
            | {"weaker": weaker.cell["table"]}
            | _about(metrics[name])
            | asdict(_difference(weaker.values[name], stronger.values[name], metrics[name], level))
            for name in _common(weaker, stronger)
        ]
    return table_of(rows)


def _difference(first: Measured, other: Measured, metric: Metric, level: float) -> Difference:
    return difference_of(first, other, metric.smallest.of(first.estimate), level)


def _common(first: Measures, other: Measures) -> list[str]:
    """Return the metrics of both, except those that are zero in both or have no number."""
    both = [name for name in first.values if name in other.values]
    pairs = {name: (first.values[name].estimate, other.values[name].estimate) for name in both}
    return [name for name, pair in pairs.items() if all(np.isfinite(pair)) and any(pair)]


def _pairs(every: list[Measures]) -> list[tuple[Measures, Measures]]:
    """Return pairs of the first deck's cell and another deck's cell at the same table."""
    label = every[0].cell["label"]
    firsts = {_key(each.cell): each for each in every if each.cell["label"] == label}
    others = [each for each in every if each.cell["label"] != label]
    return [(firsts[_key(each.cell)], each) for each in others if _key(each.cell) in firsts]


def _key(cell: Cell) -> tuple[int, str]:
    return cell["players"], cell["table"]


def _mixed_tables(every: list[Measures], level: float) -> Frames:
    """Return win rates and how they differ, for each number of players."""
    mixed = [each for each in every if each.shares is not None and each.cell["main"]]
    strategies, changes = [], []
    for players in dict.fromkeys(each.cell["players"] for each in mixed):
        shares = {each.cell["label"]: each.shares for each in mixed if each.cell["players"] == players and each.shares}
        strategies.append(share_rows(shares, level).insert_column(1, pl.lit(players, pl.Int64).alias("players")))
        if len(shares) > 1:
            gains = change_rows(shares, THRIVING, level)
            changes.append(gains.insert_column(1, pl.lit(players, pl.Int64).alias("players")))
    return {
        name: pl.concat(rows) if rows else pl.DataFrame()
        for name, rows in (("strategies", strategies), ("changes", changes))
    }

"""What a house rule changes at a table, metric by metric, on the same shuffles."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

import polars as pl

from tda_sim.measures.cell_sums import CellSums
from tda_sim.measures.compare import Measured, difference_of, measured
from tda_sim.measures.fairness import GAMBIT, turn_metrics
from tda_sim.measures.metrics import DRAMA_METRICS, LEAD, METRICS, SKILL_SHARE, Metric, with_smallest
from tda_sim.measures.pairs import Pair
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import Study
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.stats.intervals import LEVEL

GOLD = "gold"  # the unit that a change of the gold at the start stretches


def metric_changes(
    study: Study, pair: Pair, known: Mapping[str, CellSums], level: float = LEVEL
) -> list[dict[str, Any]]:
    """Return one row per metric: its value as printed and under the rule, and the difference between them.

    ``known``: `cell_sums.sums_of` the pair's cells. ``estimate, low, high, n`` are those of the difference,
    ``printed`` and ``changed`` the values, each with its own ``_low`` and ``_high``; for the other columns see
    `compare.Difference`. Intervals and verdicts hold one by one: see `judged`. ``scale`` is what a coin under the rule
    counts for in metrics of gold: less than one where everybody starts with more (see `coin`). Where several games are
    played in a row, drama, the lead and comebacks are left out: they are told from the gold of the current game.
    """
    printed, changed = known[pair.printed], known[pair.changed]
    margins, scale = study.smallest, coin(study, pair)
    series = printed.series or changed.series
    wanted = [metric for metric in METRICS.values() if not (series and metric.group == LEAD)]
    metrics = with_smallest([*wanted, *turn_metrics(pair.players)], margins)
    rows = changes(pair, printed.games, changed.games, metrics, scale, level)
    if printed.gambits.height and changed.gambits.height:
        rows += changes(pair, printed.gambits, changed.gambits, turn_metrics(pair.players, GAMBIT), scale, level)
    if printed.recorded is not None and changed.recorded is not None:
        dramas = with_smallest(DRAMA_METRICS.values(), margins)
        rows += changes(pair, printed.recorded, changed.recorded, dramas, scale, level)
    if printed.skill is not None and changed.skill is not None:
        (skill,) = with_smallest([SKILL_SHARE], margins)
        rows.append(change(skill, printed.skill, changed.skill, pair, scale, level))
    return rows


def changes(
    pair: Pair,
    printed: pl.DataFrame,
    changed: pl.DataFrame,
    metrics: Iterable[Metric],
    scale: float = 1.0,
    level: float = LEVEL,
) -> list[dict[str, Any]]:
    """Return the rows of `metric_changes` from two tables of block sums, each with its own verdict."""
    return [
        change(metric, measured(printed, metric), measured(changed, metric), pair, scale, level) for metric in metrics
    ]


def change(
    metric: Metric, before: Measured, after: Measured, pair: Pair, scale: float = 1.0, level: float = LEVEL
) -> dict[str, Any]:
    """Return a row of `metric_changes` from a number as printed and under the rule."""
    factor = scale if metric.unit == GOLD else 1.0
    found = difference_of(before, scaled(after, factor), metric.smallest.of(before.estimate), level, pair.paired)
    about = {"group": metric.group, "metric": metric.name, "title": metric.title, "unit": metric.unit, "scale": factor}
    return pair.keys | about | _value("printed", before, level) | _value("changed", after, level) | asdict(found)


def scaled(value: Measured, factor: float) -> Measured:
    """Return a measured number in other units."""
    found = value.found
    parts = {name: factor * getattr(found, name) for name in ("estimate", "influence", "unbiased")}
    counted = value.counted and replace(value.counted, unit=factor * value.counted.unit)
    return replace(value, found=replace(found, **parts), counted=counted)


def _value(name: str, value: Measured, level: float) -> dict[str, float | None]:
    row = value.row(level)
    return {name: row["estimate"], f"{name}_low": row["low"], f"{name}_high": row["high"]}


def judged(rows: Iterable[Mapping[str, Any]], first: str, level: float = LEVEL) -> pl.DataFrame:
    """Return the rows of one table's metrics with verdicts that regard all of them, but for those without a number.

    The verdict on the metric ``first``, which was asked about beforehand, is its own; for the others see
    `verdicts.joint_verdicts`.
    """
    found = [dict(row) | {"primary": row["metric"] == first} for row in rows if row["estimate"] is not None]
    verdicts = joint_verdicts(found, level)
    told = [row | verdict for row, verdict in zip(found, verdicts, strict=True)]
    return table_of(told)


def coin(study: Study, pair: Pair) -> float:
    """Return what a coin under the rule is worth in coins of the printed game: gold at the start over gold there.

    Gold means less where everybody has more of it, so amounts of gold are compared as parts of the gold at the start.
    """
    return start_gold(study, pair.printed) / start_gold(study, pair.changed)


def start_gold(study: Study, cell: str) -> float:
    """Return the gold in each hoard at the start of a cell's games."""
    return float(study.printed.filter(pl.col("cell") == cell)["start_gold"][0])

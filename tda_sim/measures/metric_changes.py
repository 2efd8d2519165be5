"""What a house rule changes at a table, metric by metric, on the same shuffles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import polars as pl

from tda_sim.measures.cell_sums import CellSums
from tda_sim.measures.compare import Measured, difference_of, measured
from tda_sim.measures.fairness import GAMBIT, turn_metrics
from tda_sim.measures.metrics import DRAMA_METRICS, LEAD, METRICS, RUNG_GAP, SKILL_SHARE, Metric, with_smallest
from tda_sim.measures.pairs import Pair
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import LineUp, rung_gap, skill_share
from tda_sim.measures.study import LINE_UPS, MIXED, Study
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.stats.intervals import LEVEL

GOLD = "gold"  # the unit that is rescaled where starting gold differs


def metric_changes(
    study: Study, pair: Pair, sums: Mapping[str, CellSums], level: float = LEVEL
) -> list[dict[str, Any]]:
    """Return one row per metric: its value as printed and under the rule, and the difference between them.

    ``sums``: `cell_sums.sums_of` the pair's cells. ``estimate, low, high, n`` are those of the difference,
    ``printed`` and ``changed`` the values, each with its own ``_low`` and ``_high``; for the other columns see
    `compare.Difference`. Each interval and verdict stands by itself: see `judged`. ``scale`` is what a coin under the
    rule counts for in metrics of gold: less than one where everybody starts with more (see `coin`). Where several games
    are played in a row, drama, the lead and comebacks are left out, as they depend on the gold of the current game.
    """
    printed, changed = sums[pair.printed], sums[pair.changed]
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
    is_line_up = pair.kind == MIXED and pair.able
    return rows + skill_changes(study, [pair], sums, [SKILL_SHARE], level) if is_line_up else rows


def skill_changes(
    study: Study,
    pairs: Sequence[Pair],
    sums: Mapping[str, CellSums],
    metrics: Iterable[Metric] = (SKILL_SHARE, RUNG_GAP),
    level: float = LEVEL,
) -> list[dict[str, Any]]:
    """Return a row of `metric_changes` for each measure of skill, over the line-ups of one rule's pairs."""
    before, after = (skill_of(line_ups) for line_ups in line_ups_at(pairs, sums))
    pair = pairs[0] if len(pairs) == 1 else replace(pairs[0], table=LINE_UPS)
    wanted = with_smallest(metrics, study.smallest)
    return [change(each, before[each.name], after[each.name], pair, 1.0, level) for each in wanted]


def line_ups_at(pairs: Sequence[Pair], sums: Mapping[str, CellSums]) -> tuple[list[LineUp], list[LineUp]]:
    """Return the line-ups of pairs, as printed and under the rule."""
    each = [(sums[pair.printed].line_up, sums[pair.changed].line_up) for pair in pairs]
    both = [(printed, changed) for printed, changed in each if printed is not None and changed is not None]
    return [printed for printed, _ in both], [changed for _, changed in both]


def skill_of(line_ups: Sequence[LineUp]) -> dict[str, Measured]:
    """Return the measures of skill over line-ups; the lead is that of the first strategy of the first line-up."""
    return {SKILL_SHARE.name: skill_share(line_ups), RUNG_GAP.name: rung_gap(line_ups, line_ups[0].first)}


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
    difference = difference_of(before, scaled(after, factor), metric.smallest.of(before.estimate), level, pair.paired)
    about = {"group": metric.group, "metric": metric.name, "title": metric.title, "unit": metric.unit, "scale": factor}
    return pair.keys | about | _value("printed", before, level) | _value("changed", after, level) | asdict(difference)


def scaled(value: Measured, factor: float) -> Measured:
    """Return a measured number in other units."""
    numbers = value.influences
    parts = {name: factor * getattr(numbers, name) for name in ("estimate", "influence", "unbiased")}
    counted = value.counted and replace(value.counted, unit=factor * value.counted.unit)
    return replace(value, influences=replace(numbers, **parts), counted=counted)


def _value(name: str, value: Measured, level: float) -> dict[str, float | None]:
    row = value.row(level)
    return {name: row["estimate"], f"{name}_low": row["low"], f"{name}_high": row["high"]}


def judged(rows: Iterable[Mapping[str, Any]], first: str, level: float = LEVEL) -> pl.DataFrame:
    """Return the rows of one table's metrics with verdicts that allow for all of them; rows without a number drop out.

    The verdict on the metric ``first``, which the study asked about beforehand, stands by itself; for the others see
    `verdicts.joint_verdicts`.
    """
    numbers = [dict(row) | {"primary": row["metric"] == first} for row in rows if row["estimate"] is not None]
    verdicts = joint_verdicts(numbers, level)
    return table_of(row | verdict for row, verdict in zip(numbers, verdicts, strict=True))


def coin(study: Study, pair: Pair) -> float:
    """Return what a coin under the rule is worth in coins of the printed game: the ratio of starting gold.

    Gold is worth less where everybody has more of it, so amounts of gold are compared as parts of the starting gold.
    """
    return start_gold(study, pair.printed) / start_gold(study, pair.changed)


def start_gold(study: Study, cell: str) -> float:
    """Return the gold in each hoard at the start of a cell's games."""
    return float(study.printed.filter(pl.col("cell") == cell)["start_gold"][0])

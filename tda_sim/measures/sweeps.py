"""How a game changes as one or two of its parameters vary: curves, changes along them, and where they cross targets.

Every point of a sweep plays the same shuffles, so much of the luck cancels out of the differences between points.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite, nan
from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.blocks import block_size, block_sums, strategy_sums
from tda_sim.measures.compare import PARTS, Measured, difference_of, measured
from tda_sim.measures.metrics import CURVE, METRICS, SKILL_SHARE, Metric, with_smallest
from tda_sim.measures.pairs import line_ups_of, whole_tables
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import LineUp, skill_share
from tda_sim.measures.study import LINE_UPS, MIXED, SAME, Study
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.stats.crossing import crossings
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences

Value = int | float | bool | str | None
Values = tuple[Value, ...]
Row = dict[str, Any]


@dataclass(frozen=True)
class Axis:
    """A parameter that varies: its ``name``, ``title``, ``values`` in order, and its value as ``printed``.

    ``phrase`` has {} in place of a value: "{} gold each".
    """

    name: str
    title: str
    values: Values
    printed: Value
    phrase: str

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers, so that curves can be drawn along it."""
        return all(is_number(value) for value in self.values)


@dataclass(frozen=True)
class Sweep:
    """The points of a sweep: for one or two axes, the values at each point, and the variant that has them.

    The variant of the deck as printed is empty; that point always exists, even where its values are not on the axes.
    """

    axes: tuple[Axis, ...]
    points: Mapping[str, Values]

    @property
    def printed(self) -> Values:
        """The printed values."""
        return self.points[""]

    @property
    def runs(self) -> bool:
        """Whether its first axis has numbers, so that there are curves along it."""
        return self.axes[0].is_numeric

    @property
    def has_printed(self) -> bool:
        """Whether the printed values are on the axes, or, for a single axis of numbers, can be placed beside them."""
        beside = len(self.axes) == 1 and self.axes[0].is_numeric and is_number(self.printed[0])
        return beside or all(value in axis.values for axis, value in zip(self.axes, self.printed, strict=True))

    @property
    def reference(self) -> str:
        """The variant that others are compared with: the first on a single axis of numbers, or else the printed one."""
        return self.order()[0] if len(self.axes) == 1 and self.axes[0].is_numeric else ""

    def order(self) -> list[str]:
        """Return the variants in the order of the axes, with the printed one where its values are, or else last."""
        return sorted(self.points, key=lambda variant: [*map(_rank, self.axes, self.points[variant])])


def is_number(value: Value) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def text_of(value: Value) -> str:
    """Return a value as written in YAML.

    >>> text_of(True), text_of(None), text_of(12), text_of("running")
    ('true', 'null', '12', 'running')
    """
    return value if isinstance(value, str) else json.dumps(value)


def _rank(axis: Axis, value: Value) -> tuple[bool, float]:
    if axis.is_numeric:
        return (not is_number(value), float(value) if is_number(value) else 0.0)  # type: ignore[arg-type]
    return (value not in axis.values, axis.values.index(value) if value in axis.values else 0.0)


@dataclass(frozen=True)
class Curve:
    """A metric along a sweep at one table: the measured numbers, by variant."""

    table: str
    main: bool
    metric: Metric
    values: Mapping[str, Measured]


def analyse(
    study: Study, sweep: Sweep, targets: Sequence[tuple[str, float]] = (), level: float = LEVEL
) -> dict[str, pl.DataFrame]:
    """Return the tables of a sweep, by name.

    - ``points``: each metric at each point (`variant`, with its values in `first` and `second`) and table, with
      individual intervals, and `n` games; `main` marks those at the first table, and skill over the line-ups;
    - ``changes``: at the main table, each point minus the `Sweep.reference`: estimate, low, high, `margin`, and a
      `verdict` that allows for all of them (see `verdicts.joint_verdicts`);
    - ``crossings``: where a metric crosses a target (`metric`, `target`) along the first axis, see `stats.crossing`;
      `at` is the value on the second axis. ``low`` or ``high`` is missing where the interval leaves the sweep, and
      ``estimate`` where the curve may cross, although the estimates do not.

    ``targets``: metrics and their target values. Raises UserError where games or columns are missing.
    """
    wanted = {name for name, _ in targets}
    metrics = [name for name, each in METRICS.items() if CURVE in each.shown or name in wanted]
    curves = [*_curves(study, sweep, metrics), *_skill(study)]
    return {
        "points": table_of(row for curve in curves for row in _points(sweep, curve, level)),
        "changes": table_of(_changes(sweep, [curve for curve in curves if curve.main], level)),
        "crossings": _crossings(sweep, curves, targets, level),
    }


def _curves(study: Study, sweep: Sweep, names: Sequence[str]) -> list[Curve]:
    """Return metrics at every table where all seats play one strategy, the main one first."""
    cells = whole_tables(study).filter(pl.col("kind") == SAME, pl.col("games") > 0)
    size, metrics = block_size(study), with_smallest((METRICS[name] for name in names), study.smallest)
    curves = []
    for place, table in enumerate(cells["table"].unique(maintain_order=True)):
        there = dict(cells.filter(table=table).select("variant", "cell").iter_rows())
        sums = {variant: block_sums(study, there[variant], size) for variant in sweep.order() if variant in there}
        for metric in metrics:
            values = {variant: measured(each, metric) for variant, each in sums.items()}
            curves.append(Curve(table, place == 0, metric, values))
    return curves


def _skill(study: Study) -> list[Curve]:
    """Return how much of the result strategies explain where able ones meet; empty if there is no such table."""
    cells = whole_tables(study).filter(pl.col("kind") == MIXED)
    tables, size = line_ups_of(cells), block_size(study)
    values = {}
    for (variant,), there in cells.filter(pl.col("table").is_in(tables)).group_by("variant", maintain_order=True):
        line_ups = [
            LineUp(strategy_sums(study, row["cell"], size), int(row["games"]), row["strategies"][0])
            for row in there.iter_rows(named=True)
        ]
        values[str(variant)] = skill_share(line_ups)
    (metric,) = with_smallest([SKILL_SHARE], study.smallest)
    return [Curve(LINE_UPS if len(tables) > 1 else tables[0], True, metric, values)] if tables else []


def _points(sweep: Sweep, curve: Curve, level: float) -> Iterable[Row]:
    for variant in sweep.order():
        if variant in curve.values:
            yield _keys(sweep, curve, variant) | curve.values[variant].row(level)


def _keys(sweep: Sweep, curve: Curve, variant: str) -> Row:
    metric, values = curve.metric, sweep.points[variant]
    columns = zip(("first", "second"), sweep.axes, values, strict=False)
    keys = {"table": curve.table, "main": curve.main, "variant": variant}
    keys |= {name: _in_column(axis, value) for name, axis, value in columns}
    return keys | {"group": metric.group, "metric": metric.name, "title": metric.title, "unit": metric.unit}


def _in_column(axis: Axis, value: Value) -> Value:
    """Return a value in the type of its column: a number for an axis of numbers, otherwise text."""
    return (value if is_number(value) else None) if axis.is_numeric else text_of(value)


def _changes(sweep: Sweep, curves: Sequence[Curve], level: float) -> list[Row]:
    """Return how every point differs from the reference."""
    rows = []
    for curve in curves:
        before = curve.values[sweep.reference]
        margin = curve.metric.smallest.of(before.estimate)
        for variant in sweep.order():
            if variant != sweep.reference and variant in curve.values:
                change = difference_of(before, curve.values[variant], margin, level)
                keys = _keys(sweep, curve, variant) | {"reference": sweep.reference}
                rows.append(keys | asdict(change) | {"primary": False})
    numbers = [row for row in rows if row["estimate"] is not None]
    return [row | verdict for row, verdict in zip(numbers, joint_verdicts(numbers, level), strict=True)]


# --- crossings --------------------------------------------------------------------------------------------


def _crossings(
    sweep: Sweep, curves: Sequence[Curve], targets: Sequence[tuple[str, float]], level: float
) -> pl.DataFrame:
    rows = [
        row
        for name, target in targets
        for curve in curves
        if curve.metric.name == name
        for row in _crossings_of(sweep, curve, target, level)
    ]
    types = {"table": pl.String, "main": pl.Boolean, "metric": pl.String, "title": pl.String, "unit": pl.String}
    types |= {"target": pl.Float64, "at": pl.String, "rank": pl.Int64}
    types |= dict.fromkeys(("estimate", "low", "high"), pl.Float64) | {"n": pl.Int64}
    return pl.DataFrame(rows, schema=types)


def _crossings_of(sweep: Sweep, curve: Curve, target: float, level: float) -> Iterable[Row]:
    """Yield where a curve crosses its target, for each value of the second axis."""
    metric = curve.metric
    about = {"table": curve.table, "main": curve.main, "metric": metric.name, "title": metric.title}
    for at, variants in rows_of(sweep).items():
        there = [variant for variant in variants if variant in curve.values]
        places = [_place(sweep.points[variant][0]) for variant in there]
        joined = _joined([curve.values[variant] for variant in there], level)
        games = min((curve.values[variant].games for variant in there), default=0)
        for rank, each in enumerate(crossings(places, joined, target, level) if joined else (), 1):
            ends = {name: value if isfinite(value) else None for name, value in asdict(each).items()}
            yield about | {"unit": metric.unit, "target": target, "at": at, "rank": rank} | ends | {"n": games}


def rows_of(sweep: Sweep) -> dict[str, list[str]]:
    """Return the variants along the first axis, for each value of the second as text; with one axis, all of them."""
    order = [variant for variant in sweep.order() if is_number(sweep.points[variant][0])]
    if len(sweep.axes) == 1:
        return {"": order}
    second = sweep.axes[1].values
    return {text_of(value): [variant for variant in order if _is_at(sweep, variant, value)] for value in second}


def _place(value: Value) -> float:
    """Return the place of a value on an axis of numbers."""
    return float(value) if is_number(value) else nan  # type: ignore[arg-type]


def _is_at(sweep: Sweep, variant: str, value: Value) -> bool:
    """Whether a point has a value on the second axis; the printed one has to be on both axes."""
    return sweep.points[variant][1] == value and (variant != "" or sweep.has_printed)


def _joined(values: Sequence[Measured], level: float) -> Influences | None:
    """Return numbers of the same blocks as one; None where blocks differ, or where a number is missing.

    If the interval of a number comes from a count, its influences are stretched until they give the same width.
    """
    if not values or any(not np.array_equal(each.blocks, values[0].blocks) for each in values):
        return None
    stretched = [_stretched(each, level) for each in values]
    return Influences(*(np.stack([getattr(each, name) for each in stretched], axis=-1) for name in PARTS))


def _stretched(value: Measured, level: float) -> Influences:
    low, high = value.ends(level)
    if not value.is_rare or value.error == 0:
        return value.influences
    plain = replace(value, counted=None).ends(level)
    by = max(value.estimate - low, high - value.estimate) / (plain[1] - value.estimate)
    return replace(value.influences, influence=value.influences.influence * max(1.0, by))

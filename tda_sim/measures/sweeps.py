"""How a game changes as one or two of its parameters vary: curves, changes along them, and where they cross targets.

Every point of a sweep plays the same shuffles, so much of the luck cancels out of the differences between points.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import nan
from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.blocks import block_sums
from tda_sim.measures.compare import PARTS, Measured
from tda_sim.measures.contrast import (
    Metrics,
    Pairing,
    World,
    about,
    contrasts,
    judged,
    levels,
    values,
)
from tda_sim.measures.metrics import CURVE, METRICS, SKILL_METRICS, Metric, with_smallest
from tda_sim.measures.pairs import pooled, skill_pools, whole_tables
from tda_sim.measures.robustness import across_tables
from tda_sim.measures.skill import line_up_of, skill_of
from tda_sim.measures.study import SAME, Study
from tda_sim.measures.table import CROSSINGS, estimates, together, where_of
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.inverse_prediction import crossings
from tda_sim.stats.jackknife import Influences

Value = int | float | bool | str | None
Values = tuple[Value, ...]
Targets = Sequence[tuple[str, float]]

AXES = ("first", "second")  # columns of values


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


def analyse(study: Study, sweep: Sweep, targets: Targets = (), level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the tables of a sweep, by name.

    - ``estimates``: a table of estimates (`measures.table`), whose `rule` is the variant at a point. Levels of each
      metric at each point and table, with individual intervals; `main` marks those at the first table, and skill in
      the first pool of line-ups. Each point minus the `Sweep.reference`, with a `verdict` that allows for all of them
      at a table; and over all tables, whether that holds. And where metrics cross ``targets`` along the first axis: see
      `crossed`;
    - ``points``: the values at each point, in `first` and `second`.

    ``targets``: metrics and their target values. Raises UserError where games or columns are missing.
    """
    wanted = {name for name, _ in targets}
    metrics = {each.name: each for each in with_smallest([*METRICS.values(), *SKILL_METRICS.values()], study.smallest)}
    shown = [metrics[name] for name, each in METRICS.items() if CURVE in each.shown or name in wanted]
    worlds = [*_alone(study, sweep, shown), *_meeting(study)]
    family = pl.when("main").then(pl.lit("main")).otherwise("table")
    changes = judged(contrasts(_changes(sweep, worlds), metrics, level), family, level=level)
    across = across_tables(changes, level)
    found = [levels(worlds, metrics, level), changes, across, crossed(sweep, worlds, metrics, targets, level)]
    return {"estimates": together(found), "points": _points(sweep)}


def _points(sweep: Sweep) -> pl.DataFrame:
    """Return the values at each point; numbers on an axis of numbers, text on others."""
    columns: dict[str, list[Value]] = {"rule": [*sweep.order()]}
    for place, (name, axis) in enumerate(zip(AXES, sweep.axes, strict=False)):
        columns[name] = [_in_column(axis, sweep.points[rule][place]) for rule in sweep.order()]
    return pl.DataFrame(columns, strict=False)


def _in_column(axis: Axis, value: Value) -> Value:
    """Return a value in the type of its column: a number for an axis of numbers, otherwise text."""
    return (value if is_number(value) else None) if axis.is_numeric else text_of(value)


def _alone(study: Study, sweep: Sweep, metrics: Sequence[Metric]) -> Iterator[World]:
    """Yield metrics at every table where all seats play one strategy, the main one first; points in order."""
    cells = whole_tables(study).filter(pl.col("kind") == SAME, pl.col("games") > 0)
    for place, table in enumerate(cells["table"].unique(maintain_order=True)):
        there = {cell["variant"]: cell for cell in cells.filter(table=table).to_dicts()}
        for variant in sweep.order():
            if cell := there.get(variant):
                yield World(where_of(cell, place == 0), values(block_sums(study, cell["cell"]), metrics))


def _meeting(study: Study) -> Iterator[World]:
    """Yield how often the best player wins in each pool of line-ups, the main one first; points as they are played."""
    cells = whole_tables(study)
    for pool in (pools := skill_pools(cells)):
        for there in cells.filter(pl.col("table").is_in(pool)).partition_by("variant", maintain_order=True):
            rows = there.to_dicts()
            where = where_of(rows[0], main=pool == pools[0]) | {"table": pooled(pool)}
            yield World(where, skill_of([line_up_of(study, row) for row in rows]))


def _changes(sweep: Sweep, worlds: Sequence[World]) -> Iterator[Pairing]:
    """Yield every point beside the reference, table by table, and in each pool of line-ups."""
    at = {(world.where["table"], world.where["rule"]): world for world in worlds}
    for table in dict.fromkeys(table for table, _ in at):
        for rule in sweep.order():
            if rule != sweep.reference and (table, rule) in at and (table, sweep.reference) in at:
                yield Pairing(at[table, sweep.reference], at[table, rule])


# --- crossings --------------------------------------------------------------------------------------------


def crossed(
    sweep: Sweep, worlds: Sequence[World], metrics: Metrics, targets: Targets, level: float = LEVEL
) -> pl.DataFrame:
    """Return where metrics cross targets along the first axis, in its order: see `stats.inverse_prediction`.

    ``subject`` is the value on the second axis. ``low`` or ``high`` is missing where the interval leaves the sweep, and
    ``estimate`` where the curve may cross, although the estimates do not.
    """
    tables: dict[str, dict[str, World]] = {}
    for world in worlds:
        tables.setdefault(world.where["table"], {})[world.where["rule"]] = world
    return estimates(
        {**about(metrics[name]), **row, "target": target}
        for name, target in targets
        for there in tables.values()
        for row in _crossings(
            sweep, {rule: each for rule, each in there.items() if name in each.values}, name, target, level
        )
    )


def _crossings(
    sweep: Sweep, there: Mapping[str, World], name: str, target: float, level: float
) -> Iterator[dict[str, Any]]:
    """Yield where a curve crosses its target, for each value of the second axis."""
    for at, variants in rows_of(sweep).items():
        row = [variant for variant in variants if variant in there and name in there[variant].values]
        places = [_place(sweep.points[variant][0]) for variant in row]
        measured = [there[variant].values[name] for variant in row]
        joined = _joined(measured, level)
        for each in crossings(places, joined, target, level) if joined else ():
            n = min(value.games for value in measured)
            yield {**there[row[0]].where, "rule": "", "subject": at, "kind": CROSSINGS, **asdict(each), "n": n}


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

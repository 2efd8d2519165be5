"""What is known of a sweep: every measure at every point, as rows of the table of estimates."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from tda_sim.answers.contrasts import Entry, Known, by
from tda_sim.definitions.titles import UNDER
from tda_sim.measures.metrics import EVERY, GLANCE, Metric, Words, shown_in
from tda_sim.measures.sweeps import Axis, Sweep, Targets, Value, is_number, text_of
from tda_sim.measures.table import CROSSINGS, DIFFERENCES, LEVELS
from tda_sim.wording.numbers import Show, decimals


@dataclass(frozen=True)
class Course:
    """A metric along a sweep at one table: its levels and its differences from the reference, by point in order."""

    levels: Mapping[str, Entry]
    changes: Mapping[str, Entry]

    @property
    def first(self) -> Entry:
        """Any of its levels."""
        return next(iter(self.levels.values()))

    @property
    def metric(self) -> Metric:
        """What is measured."""
        return EVERY[self.first.measure]

    @property
    def words(self) -> Words:
        """What it is called in sentences."""
        return self.metric.words

    @property
    def short(self) -> str:
        """Its title where there is little room."""
        return self.metric.short or self.metric.title

    @property
    def show(self) -> Show:
        """How its numbers are shown beside each other."""
        return decimals((row.estimate for row in self.levels.values()), least=1)

    @property
    def margin(self) -> float:
        """The smallest difference that matters."""
        return next((float(row.margin) for row in self.changes.values()), 0.0)

    @property
    def games_needed(self) -> int:
        """Games at each point that would settle all that cannot be judged yet; 0 if none would."""
        return max((row.games_needed or 0 for row in self.changes.values()), default=0)

    @property
    def verdict(self) -> str:
        """Whether it changes anywhere by more than matters: more, less, same, unclear; "both" where it does both."""
        verdicts = {row.verdict for row in self.changes.values()}
        if {"more", "less"} <= verdicts:
            return "both"
        return next((word for word in ("more", "less", "unclear") if word in verdicts), "same")

    @property
    def farthest(self) -> Entry | None:
        """The point that differs most from the reference."""
        return max(self.changes.values(), key=lambda row: row.estimate.size, default=None)

    @property
    def weight(self) -> float:
        """How many smallest differences that matter the largest change amounts to."""
        return self.farthest.weight if self.farthest else 0.0

    def value(self, point: str) -> float | None:
        """Return the number at a point."""
        return self.levels[point].estimate.value

    def words_at(self, point: str) -> str:
        """Return the number at a point with its unit: "45.2 minutes", "4.1 %"."""
        return f"{self.show(self.value(point))} {self.words.again}"


@dataclass(frozen=True)
class Swept(Known):
    """All that is known of a sweep; ``tables``: those of `measures.sweeps.analyse`."""

    sweep: Sweep
    targets: Targets = ()

    @property
    def wanted(self) -> list[str]:
        """The metrics to look at first: the usual ones, and those that have targets."""
        return list(dict.fromkeys([*(each.name for each in shown_in(GLANCE)), *(name for name, _ in self.targets)]))

    @property
    def is_curve(self) -> bool:
        """Whether there is one axis, of numbers."""
        return len(self.sweep.axes) == 1 and self.sweep.runs

    @cached_property
    def order(self) -> list[str]:
        """The points of an axis in their order; the printed one if it has a place there."""
        return [point for point in self.sweep.order() if point or self.sweep.has_printed]

    @cached_property
    def courses(self) -> dict[str, Course]:
        """The metrics that the answer is about, by name."""
        return self.courses_at(pl.col("main"))

    def courses_at(self, where: pl.Expr) -> dict[str, Course]:
        """Return the metrics at a table, by name, without those that nothing is known of."""
        changes = by(lambda row: row.measure, self.rows(DIFFERENCES, where))
        courses = {}
        for name, rows in by(lambda row: row.measure, self.rows(LEVELS, where)).items():
            if any(row.estimate.value for row in rows):
                levels, differences = ({row.rule: row for row in part} for part in (rows, changes.get(name, [])))
                courses[name] = Course(
                    {rule: levels[rule] for rule in self.sweep.order() if rule in levels}, differences
                )
        return courses

    def crossings(self, measure: str, target: float, table: str = "") -> list[Entry]:
        """Return where a metric crosses a target at a table, or where the answer is about."""
        where = pl.col("table") == table if table else pl.col("main")
        return self.rows(CROSSINGS, where, measure=measure, target=target)

    def place(self, point: str) -> str:
        """Return the values at a point as a sentence says them: "37 gold each"."""
        pairs = zip(self.sweep.axes, self.sweep.points[point], strict=True)
        return " and ".join(value_text(axis, value) for axis, value in pairs)

    def label(self, point: str) -> str:
        """Return the values at a point where their titles stand above: "37", "3, 8"."""
        values = ", ".join(map(text_of, self.sweep.points[point]))
        return values if point else f"{values} ({'as it is' if self.is_ruled else 'printed'})"

    @property
    def is_ruled(self) -> bool:
        """Whether the deck is played under house rules at all points."""
        return UNDER in self.played.deck

    @property
    def as_it_is(self) -> str:
        """What sentences say of the game without any change."""
        return "without the change" if self.is_ruled else "as printed"

    @property
    def game_as_it_is(self) -> str:
        """What sentences call the game without any change."""
        return "the game without the change" if self.is_ruled else "the printed game"

    def data(self) -> dict[str, Any]:
        """Return all of it in JSON's types."""
        axes = [
            {"name": axis.name, "title": axis.title, "values": list(axis.values), "printed": axis.printed}
            for axis in self.sweep.axes
        ]
        targets = [{"metric": name, "target": target} for name, target in self.targets]
        return super().data() | {"parameters": axes, "targets": targets}


def value_text(axis: Axis, value: Value) -> str:
    """Return a value as a sentence says it: "37 gold each", "1 round"."""
    if value == 1 and is_number(value):
        return re.sub(r"^1 ((?:\w+ )?\w+?)s\b", r"1 \1", axis.phrase.format(1))  # 1 round, not 1 rounds
    if is_number(value):
        return axis.phrase.format(f"{value:,.4g}" if isinstance(value, float) else f"{value:,}")
    return axis.phrase.format(text_of(value))

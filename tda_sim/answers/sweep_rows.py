"""What `tda sweep` knows: who played how many games, and every measure at every point, as objects with fields."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from tda_sim.answers.house_rules_rows import games_by_table, study_facts
from tda_sim.answers.tables import plain_rows
from tda_sim.documents.numbers import Estimate, Show, decimals
from tda_sim.measures.metrics import EVERY, GLANCE, Words, shown_in
from tda_sim.measures.sweeps import Axis, Sweep, Value, is_number, text_of
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

Row = dict[str, Any]


@dataclass(frozen=True)
class Played:
    """What was played, at which tables, in whose hands."""

    study: str
    out: str
    deck: str
    players: int
    tables: list[str]  # of one strategy each, the main one first
    games: int  # at the main table, at each point
    slow_games: dict[str, int]  # at tables that have fewer
    seed: int
    own: list[str]  # strategies that do not come with the project
    game: str
    level: float = LEVEL

    @classmethod
    def of(cls, results: StudyResults, seed: int) -> "Played":
        """Return what the cells of a study say."""
        games = games_by_table(results)
        return cls(tables=[*games], seed=seed, **study_facts(results, games))


@dataclass(frozen=True)
class Measure:
    """A metric along a sweep at one table: an estimate at each point, and what each differs by from the reference."""

    metric: str
    title: str
    unit: str
    group: str
    points: Mapping[str, Estimate]  # by variant, in the order of the sweep
    changes: Mapping[str, Estimate]
    margin: float
    games_needed: int | None  # where a point cannot be judged yet

    @property
    def short(self) -> str:
        """Its title where there is little room."""
        return EVERY[self.metric].short or self.title

    @property
    def words(self) -> Words:
        """What it is called in sentences."""
        return EVERY[self.metric].words

    @property
    def show(self) -> Show:
        """How its numbers are shown beside each other."""
        return decimals(self.points.values(), least=1)

    @property
    def verdict(self) -> str:
        """Whether it changes anywhere by more than matters: more, less, same, unclear; "both" where it does both."""
        verdicts = {each.verdict for each in self.changes.values()}
        if {"more", "less"} <= verdicts:
            return "both"
        return next((word for word in ("more", "less", "unclear") if word in verdicts), "same")

    @property
    def farthest(self) -> tuple[str, Estimate] | None:
        """The point that differs most from the reference, and by how much."""
        known = [(variant, each) for variant, each in self.changes.items() if each.value is not None]
        return max(known, key=lambda pair: pair[1].size, default=None)

    @property
    def weight(self) -> float:
        """How many smallest differences that matter the largest change amounts to."""
        return (self.farthest[1].size if self.farthest else 0.0) / (self.margin or 1.0)

    def words_at(self, variant: str) -> str:
        """Return the number at a point with its unit: "45.2 minutes", "4.1 %"."""
        return f"{self.show(self.points[variant].value)} {self.words.again}"


@dataclass(frozen=True)
class Crossed:
    """Where a metric crosses a target, perhaps at one value of the second axis; ``estimate`` is the place."""

    metric: str
    target: float
    table: str
    at: str
    estimate: Estimate


@dataclass(frozen=True)
class Swept:
    """All that is known of a sweep; ``tables``: those of `measures.sweeps.analyse`."""

    played: Played
    sweep: Sweep
    targets: tuple[tuple[str, float], ...]
    tables: Mapping[str, pl.DataFrame]

    @property
    def main(self) -> str:
        """The table that the answer is about."""
        return self.played.tables[0]

    @property
    def wanted(self) -> list[str]:
        """The metrics to look at first: the usual ones, and those that have targets."""
        return list(dict.fromkeys([*(each.name for each in shown_in(GLANCE)), *(name for name, _ in self.targets)]))

    def measures(self, table: str = "") -> list[Measure]:
        """Return the metrics at a table, or those that the answer is about; without those that nothing is known of."""
        where = pl.col("main") if not table else pl.col("table") == table
        points, changes = (self.tables[name] for name in ("points", "changes"))
        measures = []
        for part in points.filter(where).partition_by("metric", maintain_order=True):
            first = part.row(0, named=True)
            own = changes.filter(metric=first["metric"], table=first["table"]).to_dicts() if changes.height else []
            measure = Measure(
                metric=first["metric"],
                title=first["title"],
                unit=first["unit"],
                group=first["group"],
                points={row["variant"]: Estimate.of(row) for row in part.iter_rows(named=True)},
                changes={row["variant"]: Estimate.of(row) for row in own},
                margin=own[0]["margin"] if own else 0.0,
                games_needed=max((row["games_needed"] or 0 for row in own), default=0) or None,
            )
            if any(each.value for each in measure.points.values()):
                measures.append(measure)
        return measures

    def crossings(self, metric: str, target: float, table: str = "") -> list[Crossed]:
        """Return where a metric crosses a target at a table, or where the answer is about."""
        rows = self.tables["crossings"].filter(pl.col("metric") == metric, pl.col("target") == target)
        rows = rows.filter(pl.col("main") if not table else pl.col("table") == table)
        return [
            Crossed(row["metric"], row["target"], row["table"], row["at"], Estimate.of(row)) for row in rows.to_dicts()
        ]

    def place(self, variant: str) -> str:
        """Return the values at a point as a sentence says them: "37 gold each"."""
        pairs = zip(self.sweep.axes, self.sweep.points[variant], strict=True)
        return " and ".join(value_text(axis, value) for axis, value in pairs)

    def label(self, variant: str) -> str:
        """Return the values at a point where their titles stand above: "37", "3, 8"."""
        values = ", ".join(map(text_of, self.sweep.points[variant]))
        return f"{values} (printed)" if not variant else values

    def data(self) -> Row:
        """Return all of it in JSON's types."""
        axes = [
            {"name": axis.name, "title": axis.title, "values": list(axis.values), "printed": axis.printed}
            for axis in self.sweep.axes
        ]
        targets = [{"metric": name, "target": target} for name, target in self.targets]
        tables = {name: plain_rows(frame) for name, frame in self.tables.items()}
        return {**asdict(self.played), "parameters": axes, "targets": targets, "tables": tables}


def value_text(axis: Axis, value: Value) -> str:
    """Return a value as a sentence says it: "37 gold each", "1 round"."""
    if value == 1 and is_number(value):
        return re.sub(r"^1 ((?:\w+ )?\w+?)s\b", r"1 \1", axis.phrase.format(1))  # 1 round, not 1 rounds
    if is_number(value):
        return axis.phrase.format(f"{value:,.4g}" if isinstance(value, float) else f"{value:,}")
    return axis.phrase.format(text_of(value))

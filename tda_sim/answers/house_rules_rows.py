"""House rules as typed rows, read from the tables of `analyses.house_rules`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

import polars as pl

from tda_sim.answers.tables import plain_rows
from tda_sim.documents.numbers import read
from tda_sim.measures.came_up import Why
from tda_sim.measures.difference import CHANGED, CardChange, MetricChange, StrategyChange
from tda_sim.measures.metrics import GLANCE, PRIMARY, shown_in
from tda_sim.measures.study import SAME
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults
from tda_sim.studies.house_rule import RuleWords

T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """The verdict on a question about a rule: see `analyses.house_rules.questions`."""

    question: str
    verdict: str


@dataclass(frozen=True)
class Conclusion:
    """Whether a change of a metric holds where others play, and what it is where somebody cannot play."""

    metric: str
    title: str
    verdict: str
    sentence: str
    check: str | None


@dataclass(frozen=True)
class Order:
    """Two strategies, and which is clearly ahead, as printed and under the rule; None if neither is."""

    one: str
    two: str
    ahead_printed: str | None
    ahead_changed: str | None
    reversed: bool


@dataclass(frozen=True)
class Silence:
    """A table at which a rule changes nothing, and why: ``why`` is the name of a `Why`, in small letters."""

    deck: str
    rule: str
    table: str
    why: str
    sentence: str

    @property
    def reason(self) -> Why:
        """The reason."""
        return Why[self.why.upper()]


@dataclass(frozen=True)
class Note:
    """A remark on what could not be compared, or only with care."""

    rule: str
    note: str


def games_by_table(results: StudyResults) -> dict[str, int]:
    """Return the games at each table where every seat plays one strategy; the main table comes first."""
    cells = results.cells.filter(pl.col("kind") == SAME)
    return dict(cells.group_by("table", maintain_order=True).agg(pl.col("games").min()).iter_rows())


def study_facts(results: StudyResults, games: Mapping[str, int]) -> dict[str, Any]:
    """Return what the cells of a study on one deck say about it; ``games``: by table."""
    first = results.cells.row(0, named=True)
    return {
        "study": results.title,
        "out": str(results.path),
        "deck": first["deck"],
        "players": first["players"],
        "games": first["games"],
        "slow_games": {table: count for table, count in games.items() if count < first["games"]},
        "own": sorted(results.own),
        "game": results.game,
    }


@dataclass(frozen=True)
class Played:
    """What was played to test rules, and which strategies played it."""

    study: str
    out: str
    deck: str
    players: int
    strategies: list[str]  # each plays every seat of a table of its own, the main one first
    games: int  # at the main table
    slow_games: dict[str, int]  # at tables with fewer
    seed: int
    level: float
    rules: dict[str, str]  # the text of each
    titles: dict[str, str]  # of each
    own: list[str]  # the user's strategies, even under a shipped name
    game: str  # cards or dice

    @classmethod
    def of(cls, results: StudyResults, rules: Mapping[str, RuleWords], seed: int, level: float = LEVEL) -> "Played":
        """Return the plan of a study, read from its cells."""
        games = games_by_table(results)
        texts = {name: words.text for name, words in rules.items()}
        titles = {name: words.title for name, words in rules.items()}
        facts = study_facts(results, games)
        return cls(strategies=[*games], seed=seed, level=level, rules=texts, titles=titles, **facts)


@dataclass(frozen=True)
class Rule:
    """The results on one rule; ``main``: the table that the verdicts are about."""

    played: Played
    name: str
    title: str
    text: str
    main: str
    answers: list[Answer]
    changes: list[MetricChange]  # the length, the clear ones by size, the main ones, the rest
    tables: list[str]  # at which rule and deck were compared
    cards: list[CardChange]
    strategies: list[StrategyChange]
    orders: list[Order]
    conclusions: list[Conclusion]
    silent: list[Silence]
    notes: list[Note]

    @property
    def length(self) -> MetricChange | None:
        """The change of the length of games."""
        return self.change(PRIMARY)

    @property
    def quiet(self) -> Silence | None:
        """Why it changes nothing at the main table; None where it changes something."""
        return next((row for row in self.silent if row.table == self.main), None)

    @property
    def clear(self) -> list[MetricChange]:
        """The changes that are large enough to matter, beyond doubt."""
        return [each for each in self.changes if each.estimate.verdict in CHANGED]

    def change(self, metric: str) -> MetricChange | None:
        """Return the change of a metric; None where it was not measured."""
        return next((each for each in self.changes if each.metric == metric), None)


@dataclass(frozen=True)
class Rules:
    """The results on rules; ``tables``: those of `analyses.house_rules`, ``cards``: titles by name."""

    played: Played
    tables: Mapping[str, pl.DataFrame]
    cards: Mapping[str, str] = field(default_factory=dict)

    def rows(self, kind: type[T], table: str, rule: str) -> list[T]:
        """Return the rows of a table that are about a rule."""
        frame = self.tables[table]
        return [] if frame.is_empty() else read(kind, frame.filter(rule=rule).iter_rows(named=True))

    def each(self) -> list[Rule]:
        """Return the results, rule by rule."""
        return [self._rule(name) for name in self.tables["answers"]["rule"].unique(maintain_order=True)]

    def _rule(self, name: str) -> Rule:
        changes = self.rows(MetricChange, "metrics", name)
        return Rule(
            self.played,
            name,
            self.played.titles[name],
            self.played.rules[name],
            main=str(self.tables["answers"].filter(rule=name)["table"][0]),
            answers=self.rows(Answer, "answers", name),
            changes=sorted((each for each in changes if each.main), key=_place),
            tables=list(dict.fromkeys(each.table for each in changes)),
            cards=self.rows(CardChange, "cards", name),
            strategies=self.rows(StrategyChange, "strategies", name),
            orders=self.rows(Order, "orders", name),
            conclusions=self.rows(Conclusion, "conclusions", name),
            silent=self.rows(Silence, "quiet", name),
            notes=self.rows(Note, "notes", name),
        )

    def data(self) -> dict[str, Any]:
        """Return all of it in JSON's types."""
        return asdict(self.played) | {"tables": {name: plain_rows(frame) for name, frame in self.tables.items()}}


def _place(each: MetricChange) -> tuple[bool, float, int]:
    """Return where a change stands in the list."""
    weight = each.weight if each.estimate.verdict in CHANGED else 0.0
    first = [metric.name for metric in shown_in(GLANCE)]
    return each.metric != PRIMARY, -weight, first.index(each.metric) if each.metric in first else len(first)

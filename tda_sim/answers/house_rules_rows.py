"""What is known of house rules, typed: all that `tda house-rule` tells is read here."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import polars as pl

from tda_sim.analyses.house_rules.verdicts import Answer, Conclusion
from tda_sim.answers.tables import plain_rows
from tda_sim.documents.numbers import read
from tda_sim.measures.came_up import Why
from tda_sim.measures.difference import CHANGED, CardChange, MetricChange, StrategyChange
from tda_sim.measures.metrics import PRIMARY, SKILL_SHARE
from tda_sim.measures.study import SAME
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

T = TypeVar("T")

MAIN_METRICS = (
    *(PRIMARY, "rounds", "minutes", "stakes", "leader_gambit", "leader_game"),
    *(SKILL_SHARE.name, "drama", "comebacks"),
)


@dataclass(frozen=True)
class Silence:
    """A table at which a rule changes nothing, and why: ``why`` is the name of a `Why`, in small letters."""

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
    """What could not be compared, or only with care."""

    rule: str
    note: str


@dataclass(frozen=True)
class Played:
    """What was played to find out about rules."""

    study: str
    out: str
    deck: str
    players: int
    strategies: list[str]  # at a table of their own, the main one first
    games: int  # at the main table
    slow_games: dict[str, int]  # at tables that have fewer
    seed: int
    level: float
    rules: dict[str, str]  # what each of them says
    own: list[str]  # strategies that are not the shipped ones, whatever they are called
    game: str  # that they play

    @classmethod
    def of(cls, results: StudyResults, rules: Mapping[str, str], seed: int, level: float = LEVEL) -> "Played":
        """Return what the cells of a study say."""
        first = results.cells.row(0, named=True)
        cells = results.cells.filter(pl.col("kind") == SAME)
        games = dict(cells.group_by("table", maintain_order=True).agg(pl.col("games").min()).iter_rows())
        return cls(
            study=results.title,
            out=str(results.path),
            deck=first["deck"],
            players=first["players"],
            strategies=list(games),
            games=first["games"],
            slow_games={table: count for table, count in games.items() if count < first["games"]},
            seed=seed,
            level=level,
            rules=dict(rules),
            own=sorted(results.own),
            game=results.game,
        )


@dataclass(frozen=True)
class Rule:
    """All that is known of one rule; ``main``: the table that verdicts are about."""

    played: Played
    name: str
    sentence: str
    main: str
    answers: list[Answer]
    changes: list[MetricChange]  # the length first, then what has changed most, the main ones, the rest
    tables: list[str]  # at which it was compared
    cards: list[CardChange]
    strategies: list[StrategyChange]
    conclusions: list[Conclusion]
    silent: list[Silence]
    notes: list[Note]

    @property
    def text(self) -> str:
        """What it says."""
        return self.played.rules.get(self.name, "")

    @property
    def length(self) -> MetricChange | None:
        """What becomes of the length of games."""
        return self.change(PRIMARY)

    @property
    def quiet(self) -> Silence | None:
        """Why it changes nothing at the main table, if it does not."""
        return next((row for row in self.silent if row.table == self.main), None)

    def change(self, metric: str) -> MetricChange | None:
        """Return what it changes in a metric."""
        return next((each for each in self.changes if each.metric == metric), None)

    def verdict(self, question: str) -> str:
        """Return the verdict on a question; nothing where it was not asked."""
        return next((answer.verdict for answer in self.answers if answer.question == question), "")


@dataclass(frozen=True)
class Rules:
    """What was found about rules; ``tables``: those of `analyses.house_rules`."""

    played: Played
    tables: Mapping[str, pl.DataFrame]

    def rows(self, kind: type[T], table: str, rule: str) -> list[T]:
        """Return the rows of a table that are about a rule."""
        frame = self.tables[table]
        return [] if frame.is_empty() else read(kind, frame.filter(rule=rule).iter_rows(named=True))

    def each(self) -> list[Rule]:
        """Return all that is known, rule by rule."""
        return [self._rule(*row) for row in self.tables["overview"].select("rule", "sentence").iter_rows()]

    def _rule(self, name: str, sentence: str) -> Rule:
        changes = self.rows(MetricChange, "metrics", name)
        return Rule(
            self.played,
            name,
            sentence,
            main=str(self.tables["answers"].filter(rule=name)["table"][0]),
            answers=self.rows(Answer, "answers", name),
            changes=sorted((each for each in changes if each.main), key=_place),
            tables=list(dict.fromkeys(each.table for each in changes)),
            cards=self.rows(CardChange, "cards", name),
            strategies=self.rows(StrategyChange, "strategies", name),
            conclusions=self.rows(Conclusion, "conclusions", name),
            silent=self.rows(Silence, "quiet", name),
            notes=self.rows(Note, "notes", name),
        )

    def data(self) -> dict[str, Any]:
        """Return all of it in JSON's types."""
        return asdict(self.played) | {"tables": {name: plain_rows(frame) for name, frame in self.tables.items()}}


def _place(each: MetricChange) -> tuple[bool, float, int]:
    """Return where a metric stands."""
    weight = each.weight if each.found.verdict in CHANGED else 0.0
    main = MAIN_METRICS.index(each.metric) if each.metric in MAIN_METRICS else len(MAIN_METRICS)
    return each.metric != PRIMARY, -weight, main

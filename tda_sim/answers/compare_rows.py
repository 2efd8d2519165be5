"""A comparison of decks as typed rows, read from the tables of `analyses.decks`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, TypeVar

import polars as pl

from tda_sim.answers.headlines import CLEAR
from tda_sim.answers.tables import plain_rows
from tda_sim.answers.titles import deck_title, rule_title
from tda_sim.documents.numbers import Estimate, Show, decimals, read
from tda_sim.measures.study import SAME
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

T = TypeVar("T")


@dataclass(frozen=True)
class Measure:
    """A metric of a deck at a table, or its difference from the baseline, which has a margin and a verdict."""

    deck: str
    table: str
    kind: str
    main: bool
    able: bool
    metric: str
    title: str
    unit: str
    group: str
    estimate: Estimate
    margin: float | None = None
    primary: bool = False
    games_needed: int | None = None
    strength: float | None = None  # of the players; 1 is an even match for the strategy that others are rated against
    matters: str = ""  # the smallest difference that matters, with its unit
    estimate_least: float | None = None  # over the tables of able strategies
    estimate_most: float | None = None

    @property
    def is_clear(self) -> bool:
        """Whether a difference is large enough to matter, beyond doubt."""
        return self.estimate.verdict in CLEAR

    @property
    def weight(self) -> float:
        """The size of a difference, in units of the smallest that matters."""
        return self.estimate.size / (self.margin or 1.0)

    def reach(self, show: Show) -> str:
        """Return its range over able players: "(8.3 to 12.4)"; empty where there is only one table of them."""
        if self.estimate_least is None or self.estimate_most is None:
            return ""
        return f"({' to '.join(map(show, (self.estimate_least, self.estimate_most)))})"


@dataclass(frozen=True)
class Holding:
    """Whether a difference holds at other tables; ``against`` and ``check`` name those where it does not."""

    deck: str
    metric: str
    holds: bool | None
    against: str
    check: str


@dataclass(frozen=True)
class Quantile:
    """The number of gambits after which a share of the games is over, at a table."""

    deck: str
    table: str
    q: float
    estimate: Estimate


@dataclass(frozen=True)
class Place:
    """The win rate of a place in the turn order, of games or of gambits."""

    deck: str
    table: str
    main: bool
    what: str
    title: str
    estimate: Estimate


@dataclass(frozen=True)
class Share:
    """A strategy's win rate per seat where able ones meet, or its difference from the baseline."""

    deck: str
    strategy: str
    estimate: Estimate


@dataclass(frozen=True)
class LineUp:
    """A table at which able strategies meet, and the most that strategy could explain there, in percent."""

    deck: str
    table: str
    cap: float


@dataclass(frozen=True)
class Model:
    """How accurate the estimated chances behind drama are, at a table."""

    off: float
    explained: float
    games: int


@dataclass(frozen=True)
class Played:
    """What was played for a comparison, and which strategies played it."""

    study: str
    out: str
    decks: list[str]
    players: int
    strategies: list[str]  # each plays every seat of a table of its own
    checks: list[str]  # of these, the ones that cannot play well
    main_table: str
    games: int  # at the main table
    slow_games: dict[str, int]  # at tables with fewer
    complete: bool
    seed: int
    level: float
    own: list[str]  # the user's strategies, even under a shipped name
    game: str  # cards or dice

    @classmethod
    def of(cls, results: StudyResults, decks: list[str], seed: int, level: float = LEVEL) -> "Played":
        """Return the plan of a study, read from its cells."""
        cells = results.cells.filter(pl.col("kind") == SAME)
        games = dict(cells.group_by("table", maintain_order=True).agg(pl.col("games").min()).iter_rows())
        main = str(cells["table"][0])
        return cls(
            study=results.title,
            out=str(results.path),
            decks=decks,
            players=int(cells["players"][0]),
            strategies=list(games),
            checks=cells.filter(~pl.col("able"))["table"].unique(maintain_order=True).to_list(),
            main_table=main,
            games=games[main],
            slow_games={table: count for table, count in games.items() if count < games[main]},
            complete=results.complete,
            seed=seed,
            level=level,
            own=sorted(results.own),
            game=results.game,
        )


@dataclass(frozen=True)
class Comparison:
    """The measures of decks and their differences from a baseline; ``tables``: those of `analyses.decks`."""

    played: Played
    tables: Mapping[str, pl.DataFrame]

    def rows(self, kind: type[T], table: str) -> list[T]:
        """Return the rows of a table."""
        return read(kind, self.tables[table].iter_rows(named=True))

    @property
    def first(self) -> str:
        """The baseline: the deck that the others are compared with."""
        return self.played.decks[0]

    @property
    def others(self) -> list[str]:
        """All decks but the baseline."""
        return self.played.decks[1:]

    def title(self, deck: str) -> str:
        """Return the title of a deck, with that of its house rule, if it has one."""
        return label_title(deck)

    @property
    def main_table(self) -> str:
        """The table that the verdicts are about."""
        return self.played.main_table

    @property
    def other_tables(self) -> list[str]:
        """The other tables at which every seat plays the same strategy."""
        return [table for table in self.played.strategies if table != self.main_table]

    @property
    def able_tables(self) -> list[str]:
        """The other tables of strategies that can play well."""
        return [table for table in self.other_tables if table not in self.played.checks]

    @cached_property
    def measures(self) -> list[Measure]:
        """All metrics at all tables."""
        return self.rows(Measure, "measures")

    @cached_property
    def differences(self) -> list[Measure]:
        """All differences from the baseline, at all tables."""
        return self.rows(Measure, "differences")

    @cached_property
    def verdicts(self) -> list[Measure]:
        """The differences at the main table, and of skill over all line-ups."""
        return [row for row in self.differences if row.main]

    @cached_property
    def across(self) -> list[Holding]:
        """How each difference fares at other tables."""
        return self.rows(Holding, "across")

    @cached_property
    def broken(self) -> list[Holding]:
        """The differences that fail at the table of another able strategy."""
        return [row for row in self.across if row.holds is False]

    def at(self, rows: Iterable[Measure], table: str) -> list[Measure]:
        """Return the rows of a table; measures over all line-ups belong to the main one."""
        return [row for row in rows if row.table == table or (row.main and table == self.main_table)]

    def value(self, deck: str, metric: str) -> Measure:
        """Return a measure at the main table, or over all line-ups."""
        return next(row for row in self.measures if row.main and row.deck == deck and row.metric == metric)

    def data(self, words: Iterable[str]) -> dict[str, Any]:
        """Return all of it in JSON's types, with the sentences of the answer as ``words``."""
        tables = {name: plain_rows(frame) for name, frame in self.tables.items()}
        return asdict(self.played) | {"tables": tables, "words": list(words)}


def label_title(label: str) -> str:
    """Return the title of a deck, or of a deck under house rules, given as "deck + rule+rule".

    >>> label_title("legendary"), label_title("legendary + four-rounds")
    ('Legendary Edition', 'Legendary Edition + Four rounds')
    """
    deck, _, variant = label.partition(" + ")
    return " + ".join([deck_title(deck), *(map(rule_title, variant.split("+")) if variant else [])])


def by(key: Callable[[T], Any], rows: Iterable[T]) -> dict[Any, list[T]]:
    """Return rows in groups that share a key, in their order."""
    groups = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(groups)


def shown_alike(rows: Iterable[Measure]) -> Show:
    """Return how to write measures that stand beside each other: with the same number of decimals."""
    return decimals(row.estimate for row in rows)

"""A comparison of decks as typed rows: all that `tda compare` tells is read here."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, TypeVar

import polars as pl

from tda_sim.answers.tables import plain_rows
from tda_sim.documents.numbers import Estimate, Show, decimals, read
from tda_sim.documents.words import Quantity
from tda_sim.measures.study import SAME
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

T = TypeVar("T")


@dataclass(frozen=True)
class Measure:
    """A metric of a deck at a table, or its difference to the first deck, which has a margin and a verdict."""

    deck: str
    table: str
    kind: str
    main: bool
    able: bool
    metric: str
    title: str
    unit: str
    group: str
    found: Estimate
    margin: float | None = None
    primary: bool = False
    games_needed: int | None = None
    strength: float | None = None  # of who plays, where 1 is as strong as who plays in most answers
    matters: str = ""  # the smallest difference that matters, as it is written
    estimate_least: float | None = None  # where all play one able strategy
    estimate_most: float | None = None

    @property
    def subject(self) -> str:
        """The title for a sentence."""
        return f"{self.title} {self.unit}" if self.unit.startswith("in ") else self.title

    def amount(self, show: Show, bare: Iterable[str] = ("%", "gold", "points")) -> str:
        """Return it with its unit, if that is one of a few."""
        return str(Quantity(self.found.value or 0.0, self.unit if self.unit in bare else "", show))

    def reach(self, show: Show) -> str:
        """Return its range over able players: "(8.3 to 12.4)"; nothing where there is a single table of them."""
        if self.estimate_least is None or self.estimate_most is None:
            return ""
        return f"({' to '.join(map(show, (self.estimate_least, self.estimate_most)))})"


@dataclass(frozen=True)
class Holding:
    """Whether a difference holds where others play: ``against`` and ``check`` name the tables where it does not."""

    deck: str
    metric: str
    holds: bool | None
    against: str
    check: str


@dataclass(frozen=True)
class Quantile:
    """After how many gambits a part of the games is over, at a table."""

    deck: str
    table: str
    q: float
    found: Estimate


@dataclass(frozen=True)
class Place:
    """What a place in the turn order wins, of games or of gambits."""

    deck: str
    table: str
    main: bool
    what: str
    title: str
    found: Estimate


@dataclass(frozen=True)
class Share:
    """What a strategy wins per seat where able ones meet, or how that differs from the first deck."""

    deck: str
    strategy: str
    found: Estimate


@dataclass(frozen=True)
class LineUp:
    """A table at which able strategies meet, and what share of the result they could explain there, in percent."""

    deck: str
    table: str
    cap: float


@dataclass(frozen=True)
class Model:
    """How good the chances are that drama is told by, at a table."""

    off: float
    explained: float
    games: int


@dataclass(frozen=True)
class Played:
    """What was played for a comparison, and by whom."""

    study: str
    out: str
    decks: list[str]
    players: int
    strategies: list[str]  # at a table of their own
    checks: list[str]  # of these, those that cannot play
    main_table: str
    games: int  # at the main table
    slow_games: dict[str, int]  # at tables that have fewer
    complete: bool
    seed: int
    level: float
    own: list[str]  # strategies that are not the shipped ones, whatever they are called
    game: str  # that they play

    @classmethod
    def of(cls, results: StudyResults, decks: list[str], seed: int, level: float = LEVEL) -> "Played":
        """Return what the cells of a study say."""
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
    """What was compared, and all measures and differences of it; ``tables``: those of `analyses.decks`."""

    played: Played
    tables: Mapping[str, pl.DataFrame]

    def rows(self, kind: type[T], table: str) -> list[T]:
        """Return the rows of a table."""
        return read(kind, self.tables[table].iter_rows(named=True))

    @property
    def first(self) -> str:
        """The deck that the others are compared with."""
        return self.played.decks[0]

    @property
    def main_table(self) -> str:
        """The table that verdicts are about."""
        return self.played.main_table

    @property
    def other_tables(self) -> list[str]:
        """All other tables at which everybody plays alike."""
        return [table for table in self.played.strategies if table != self.main_table]

    @property
    def able_tables(self) -> list[str]:
        """Those of them at which everybody can play."""
        return [table for table in self.other_tables if table not in self.played.checks]

    @cached_property
    def measures(self) -> list[Measure]:
        """All metrics at all tables."""
        return self.rows(Measure, "measures")

    @cached_property
    def differences(self) -> list[Measure]:
        """All differences to the first deck, at all tables."""
        return self.rows(Measure, "differences")

    @cached_property
    def verdicts(self) -> list[Measure]:
        """The differences at the main table, and of skill over all line-ups."""
        return [row for row in self.differences if row.main]

    @cached_property
    def across(self) -> list[Holding]:
        """What is known of each difference at other tables."""
        return self.rows(Holding, "across")

    @cached_property
    def broken(self) -> list[Holding]:
        """What does not hold where all able strategies play."""
        return [row for row in self.across if row.holds is False]

    def at(self, rows: Iterable[Measure], table: str) -> list[Measure]:
        """Return the rows of a table; what is known over all line-ups belongs to the main one."""
        return [row for row in rows if row.table == table or (row.main and table == self.main_table)]

    def value(self, deck: str, metric: str) -> Measure:
        """Return a measure at the main table, or over all line-ups."""
        return next(row for row in self.measures if row.main and row.deck == deck and row.metric == metric)

    def data(self, words: Iterable[str]) -> dict[str, Any]:
        """Return all of it in JSON's types, with what it says in ``words``."""
        tables = {name: plain_rows(frame) for name, frame in self.tables.items()}
        return asdict(self.played) | {"tables": tables, "words": list(words)}


def by(key: Callable[[T], Any], rows: Iterable[T]) -> dict[Any, list[T]]:
    """Return rows by what they have in common, in their order."""
    found = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return dict(found)


def shown_alike(rows: Iterable[Measure]) -> Show:
    """Return how measures that stand beside each other are shown."""
    return decimals(row.found for row in rows)

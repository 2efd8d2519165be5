"""What answers know: who played what, and the rows of the table of estimates as people read them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Self, TypeVar

import polars as pl

from tda_sim.measures.clock import reach
from tda_sim.measures.margins import Margin, Written
from tda_sim.measures.metrics import EVERY, Metric, Words, one_of
from tda_sim.measures.study import SAME
from tda_sim.measures.table import ACROSS, COMPARED, SAME_THING, label, marked, plain_rows, with_levels
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults
from tda_sim.wording.numbers import Estimate, Show, bracketed, decimals, signed, suited
from tda_sim.wording.words import Quantity, with_unit

T = TypeVar("T")

UP, DOWN = ("more", "less")  # verdicts: a difference that matters
CLEAR = (UP, DOWN)
BESIDE = (
    "estimate",
    "low",
    "high",
    "n",
    "least",
    "most",
    "start_gold",
)  # columns of levels that stand beside their difference
GOLD = "gold"  # the unit of amounts that also stand as shares of the starting gold
ACROSS_TABLES = ("holds", "at_tables", "refuted_by")


@dataclass(frozen=True)
class Entry:
    """A row of a table, whose columns are its attributes, and how people read it.

    A difference has beside it the levels ``before`` and ``after``, and whether it holds across tables; a level has the
    verdict on its difference from the reference as ``mark``.
    """

    row: Mapping[str, Any]

    def __getattr__(self, column: str) -> Any:
        if column.startswith("__") or column not in self.row:
            raise AttributeError(column)
        return self.row[column]

    @property
    def estimate(self) -> Estimate:
        """The number; for a level with the verdict on its difference."""
        return Estimate.of(self.row, self.row.get("mark") or self.verdict)

    @property
    def verdict(self) -> str:
        """The verdict, empty where there is none."""
        return self.row.get("verdict") or ""

    @property
    def alone(self) -> Estimate:
        """The number with an interval that holds by itself, where its own holds jointly."""
        return Estimate(self.estimate.value, self.alone_low, self.alone_high, self.estimate.n)

    @property
    def before(self) -> Estimate:
        """The level in the world of reference."""
        return self._beside("before")

    @property
    def after(self) -> Estimate:
        """The level in its own world."""
        return self._beside("after")

    def _beside(self, side: str) -> Estimate:
        value, low, high, n = (self.row.get(f"{side}_{name}") for name in ("estimate", "low", "high", "n"))
        return Estimate(value, low, high, n)

    @property
    def is_clear(self) -> bool:
        """Whether it is large enough to matter, beyond doubt."""
        return self.verdict in CLEAR

    @property
    def shares(self) -> tuple[float, float] | None:
        """Both levels of gold as shares of what each player has at the start; None where that is the same in both."""
        first, second = (self.row.get(f"{side}_start_gold") for side in ("before", "after"))
        before, after = self.before.value, self.after.value
        if self.row.get("unit") != GOLD or first == second or not (first and second) or before is None or after is None:
            return None
        return before / first, after / second

    @property
    def weight(self) -> float:
        """The difference as a multiple of the smallest that matters."""
        return self.estimate.size / (self.margin or 1.0)

    @property
    def ratio(self) -> float | None:
        """The level after, as a multiple of the one before."""
        return ratio_of(self.before.value, self.after.value)

    @property
    def label(self) -> str:
        """Its deck, with its rules."""
        return label(self.deck, self.rule)

    @property
    def metric(self) -> Metric:
        """The metric that it measures."""
        return EVERY[self.measure]

    @property
    def words(self) -> Words:
        """What sentences call its metric."""
        return self.metric.words

    @property
    def head(self) -> str:
        """Its title with its unit, below the heading of its group."""
        return with_unit(self.title, self.unit, self.group)

    @property
    def points(self) -> str:
        """The unit of a difference."""
        return "points" if self.unit == "%" else str(self.unit)

    @property
    def show(self) -> Show:
        """The format of its numbers, with as many decimals as its interval justifies."""
        return suited(self.estimate)

    @property
    def show_levels(self) -> Show:
        """The format of its two levels beside each other."""
        return decimals([self.before, self.after])

    @property
    def difference(self) -> str:
        """The difference with its interval: "+1.1 (1.0 to 1.2)"."""
        return f"{signed(self.show)(self.estimate.value)} {bracketed(self.estimate, self.show)}"

    @property
    def matters(self) -> str:
        """The smallest difference that matters."""
        return str(Quantity(self.margin or 0.0, self.points, "{:.3g}".format, one_of(self.points)))


@dataclass(frozen=True, kw_only=True)
class Played:
    """What was played, and which strategies played it."""

    study: str
    out: str
    deck: str
    decks: list[str]  # the reference first, each perhaps with house rules after a +
    players: int
    strategies: list[str]  # each plays every seat of a table of its own, the main one first
    checks: list[str]  # of these, the ones that cannot play well
    games: int  # at the main table
    slow_games: dict[str, int]  # at tables with fewer
    stops_early: bool  # whether other tables stop as soon as no verdict hangs on them
    complete: bool
    seed: int
    level: float
    smallest: Mapping[str, Written]  # differences that matter, where they are not the usual ones
    own: list[str]  # the user's strategies, even under a shipped name
    game: str  # cards or dice
    paces: tuple[float, float]  # how much faster and slower people plausibly play, as multiples of the clock's minutes

    @classmethod
    def of(cls, results: StudyResults, seed: int, decks: Iterable[str] = (), level: float = LEVEL) -> Self:
        """Return the plan of a study, read from its cells."""
        cells = results.cells.filter(pl.col("kind") == SAME)
        games = dict(cells.group_by("table", maintain_order=True).agg(pl.col("games").min()).iter_rows())
        most = next(iter(games.values()))
        return cls(
            study=results.title,
            out=str(results.path),
            deck=str(cells["deck"][0]),
            decks=[*decks] or cells["deck"].unique(maintain_order=True).to_list(),
            players=int(cells["players"][0]),
            strategies=list(games),
            checks=cells.filter(~pl.col("able"))["table"].unique(maintain_order=True).to_list(),
            games=most,
            slow_games={table: count for table, count in games.items() if count < most},
            stops_early=bool((cells["looks"] > 1).any()),
            complete=results.complete,
            seed=seed,
            level=level,
            smallest=dict(results.smallest),
            own=sorted(results.own),
            game=results.game,
            paces=reach(results.clock),
        )

    @property
    def main(self) -> str:
        """The table that the answer is about."""
        return self.strategies[0]

    @property
    def others(self) -> list[str]:
        """The other tables of one strategy each."""
        return self.strategies[1:]

    @property
    def able(self) -> list[str]:
        """Those of strategies that can play well."""
        return [table for table in self.others if table not in self.checks]

    def matters(self, measure: str) -> str:
        """Return the smallest difference of a metric that matters, as it is written: "5 %", "0.5"."""
        return str(Margin.read(self.smallest[measure]) if measure in self.smallest else EVERY[measure].smallest)


@dataclass(frozen=True)
class Known:
    """What an answer knows: ``tables`` by name, of which ``estimates`` is a table of estimates."""

    played: Played
    tables: Mapping[str, pl.DataFrame]

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The estimates with what else is known of the same thing: see `Entry`."""
        every = self.tables["estimates"]
        across = every.filter(kind=ACROSS).select(*SAME_THING, *ACROSS_TABLES)
        compared = with_levels(every.filter(pl.col("kind").is_in(COMPARED)).drop(ACROSS_TABLES), every, BESIDE)
        compared = compared.join(across, on=SAME_THING, how="left", nulls_equal=True, maintain_order="left")
        compared = _with_range(compared)
        rest = every.filter(~pl.col("kind").is_in([*COMPARED, ACROSS])).drop("refuted_by")
        rest = marked(rest.drop("holds"), compared, mark="verdict", refuted_by="refuted_by", holds="holds")
        return pl.concat([rest, compared], how="diagonal")

    def rows(self, kind: str, *where: pl.Expr | str, **equal: Any) -> list[Entry]:
        """Return the estimates of a kind, as far as they fit conditions."""
        return list(map(Entry, self.frame.filter(*where, kind=kind, **equal).iter_rows(named=True)))

    def of(self, table: str, **equal: Any) -> list[Entry]:
        """Return the rows of another table, as far as they fit conditions."""
        frame = self.tables[table]
        return [] if frame.is_empty() else list(map(Entry, frame.filter(**equal).iter_rows(named=True)))

    def data(self) -> dict[str, Any]:
        """Return all of it in JSON's types."""
        return asdict(self.played) | {"tables": {name: plain_rows(frame) for name, frame in self.tables.items()}}


def _with_range(compared: pl.DataFrame) -> pl.DataFrame:
    """Return differences with the least and the greatest ratio of after to before, over tables of one able strategy."""
    before, after = pl.col("before_estimate"), pl.col("after_estimate")
    there = pl.col("able") & (pl.col("seats") == SAME) & (before > 0) & (after > 0)
    ratio = (after / before).filter(there)
    ends = {"ratio_least": ratio.min(), "ratio_most": ratio.max()}
    return compared.with_columns(**{name: end.over(SAME_THING) for name, end in ends.items()})


def able_and_others(row: Entry) -> tuple[dict[str, str], dict[str, str]]:
    """Return the verdict at each table of able strategies, and at the others; all count if nobody is able."""
    able = {each["table"]: each["verdict"] for each in row.at_tables if each["able"]}
    rest = {each["table"]: each["verdict"] for each in row.at_tables if not each["able"]}
    return (able, rest) if able else (rest, able)


def by(key: Callable[[T], Any], rows: Iterable[T]) -> dict[Any, list[T]]:
    """Return rows in groups that share a key, in their order."""
    groups = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(groups)


def shown_alike(rows: Iterable[Entry]) -> Show:
    """Return how to write numbers that stand beside each other: with the same number of decimals."""
    return decimals(row.estimate for row in rows)


def ratio_of(before: float | None, after: float | None) -> float | None:
    """Return the ratio of two values; None where either is unknown or not positive."""
    return after / before if before and after and before > 0 and after > 0 else None

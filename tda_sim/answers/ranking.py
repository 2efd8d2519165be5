"""Things in order of worth, at one table: cards, abilities, dragons. Answers about them read frames here only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from tda_sim.measures.ability_sums import BLANK
from tda_sim.measures.ranking import DEPENDS
from tda_sim.wording.numbers import NOTHING, Estimate, rank

Tables = Mapping[str, pl.DataFrame]
Estimates = dict[str, Estimate]

KEY = ("deck", "variant", "players", "table")


@dataclass(frozen=True)
class Row:
    """A row of a table, whose columns are its attributes; a column that its table has not is None."""

    row: Mapping[str, Any]

    def __getattr__(self, column: str) -> Any:
        if column.startswith("__"):
            raise AttributeError(column)
        return self.row.get(column)

    @property
    def estimate(self) -> Estimate:
        """The number, with its verdict if that is a sign."""
        return Estimate.of(self.row)

    @property
    def alone(self) -> Estimate:
        """The number with an interval that holds by itself."""
        return Estimate(self.estimate.value, self.alone_low, self.alone_high, self.estimate.n)


UNKNOWN = Row({})


@dataclass
class Thing:
    """A card, an ability or a dragon, with everything measured about it at one table.

    Attributes:
        order: the measure that sorts the list.
        printed: what the list of things knows of it.
        numbers: its rows by table and measure.
        flags: warnings about it.
        agreeing: at how many tables its value has the sign of its mean over all tables: "6 of 7".
    """

    name: str
    title: str
    order: str
    printed: Mapping[str, Any]
    numbers: dict[tuple[str, str], Row] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    agreeing: str = NOTHING

    def of(self, measure: str, table: str = "values") -> Estimate | None:
        """Return one of its numbers; None if it was not measured."""
        row = self.numbers.get((table, measure))
        return None if row is None else row.estimate

    def alone(self, measure: str) -> Estimate | None:
        """Return one of its values with an interval that holds by itself."""
        row = self.numbers.get(("values", measure))
        return None if row is None else row.alone

    @property
    def row(self) -> Row:
        """The row of the value that sorts the list, with the places that it may hold."""
        return self.numbers.get(("values", self.order), UNKNOWN)

    @property
    def main(self) -> Estimate:
        """The value that sorts the list."""
        return self.row.estimate

    @property
    def tier(self) -> str:
        """S to D, of `ranking.TIERS`; a dash without a value."""
        return self.row.tier or NOTHING

    @property
    def places(self) -> str:
        """The places that it may hold: "3" or "3-5"."""
        return rank(self.row.best, self.row.worst)


class Ranking:
    """The things of one deck at one table, best first.

    Attributes:
        order: the measure that sorts them.
        player, games: who plays at the table, and how many games.
        here: the deck, variant, number of players and table, and what else tells its rows.
    """

    measured: tuple[str, ...] = ("values",)  # the tables that have numbers for each thing

    def __init__(self, tables: Tables, order: str, cell: int = 0, **where: object) -> None:
        row = tables["cells"].row(cell, named=True)
        self.tables, self.order = tables, order
        self.games, self.player = int(row["games"]), str(row["table"])
        self.here: dict[str, object] = {name: row[name] for name in KEY} | where
        self.listed = {each["subject"]: each for each in self.at("list").iter_rows(named=True)}

    def at(self, name: str, **other: object) -> pl.DataFrame:
        """Return the rows of a table for this deck and table; no rows if there is no such table.

        ``other``: other values of columns, where ``...`` stands for any value.
        """
        frame = self.tables.get(name, pl.DataFrame())
        where = {key: value for key, value in (self.here | other).items() if value is not ... and key in frame.columns}
        return frame.filter(*(pl.col(key).eq_missing(pl.lit(value)) for key, value in where.items()))

    def all(self, name: str, **other: object) -> list[Row]:
        """Return the rows of `at` one by one."""
        return list(map(Row, self.at(name, **other).iter_rows(named=True)))

    def by(self, name: str, first: str = "subject", then: str = "measure") -> dict[str, Estimates]:
        """Return the numbers of a table by two of its columns."""
        found: dict[str, Estimates] = {}
        for row in self.all(name):
            found.setdefault(getattr(row, first), {})[getattr(row, then)] = row.estimate
        return found

    def title(self, name: str) -> str:
        """Return the title of a thing."""
        return str(self.listed[name]["title"])

    @cached_property
    def rows(self) -> list[Thing]:
        """All things, the most valuable first; those without a value come last."""
        things = {
            name: Thing(name, self.title(name), self.order, row)
            for name, row in self.listed.items()
            if row.get("kind") != BLANK
        }
        for table in self.measured:
            for row in self.all(table):
                things[row.subject].numbers[table, row.measure] = row
        for row in self.robust:
            if row.agree is not None and row.n:
                things[row.subject].agreeing = f"{round(row.agree * row.n)} of {row.n}"
        for row in self.all("flags"):
            things[row.subject].flags.append(row.flag)
        return sorted(things.values(), key=lambda thing: -descending(thing.main))

    @property
    def ranked(self) -> list[Thing]:
        """The things with an interval, best first."""
        return [thing for thing in self.rows if thing.main.has_interval]

    @cached_property
    def by_name(self) -> dict[str, Thing]:
        """All things by their names."""
        return {thing.name: thing for thing in self.rows}

    # --- elsewhere, and again -----------------------------------------------------------------------------

    @property
    def again(self) -> list[Row]:
        """The chances that the list keeps its order in new games."""
        return self.all("again")

    def agreements(self, measure: str) -> list[Row]:
        """Return the rank correlations between all tables."""
        return self.all("agreement", table=..., measure=measure)

    @cached_property
    def robust(self) -> list[Row]:
        """How far the values depend on who plays."""
        return self.all("robust", table=None, measure=self.compared)

    @property
    def compared(self) -> str:
        """The measure that is compared between tables."""
        return self.order

    @property
    def turning(self) -> list[str]:
        """The titles of things whose value depends on who plays."""
        return [self.title(row.subject) for row in self.robust if row.holds == DEPENDS]


def descending(estimate: Estimate) -> float:
    """Return a sort key; unknown values come last in descending order."""
    return float("-inf") if estimate.value is None else estimate.value

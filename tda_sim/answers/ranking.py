"""Things in order of worth, at one table: cards, abilities, dragons. Answers about them read frames here only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from statistics import median
from typing import Any

import polars as pl

from tda_sim.answers.contrasts import Entry
from tda_sim.measures.ability_sums import BLANK
from tda_sim.measures.ranking import ESTIMATES
from tda_sim.measures.robustness import NOT
from tda_sim.measures.table import ACROSS, AGAIN, AGREEMENTS, SCHEMA, VALUES, WORLD
from tda_sim.measures.tiers import ABLE, ABOVE, BAD, GOOD, marks
from tda_sim.wording.numbers import NOTHING, Estimate, rank

Tables = Mapping[str, pl.DataFrame]
Estimates = dict[str, Estimate]

WIDE = 2.0  # times as wide as at the main table: intervals at a table with too few games for verdicts
KEY = ("deck", "variant", "players", "table")
UNKNOWN = Entry(dict.fromkeys(SCHEMA))


@dataclass
class Thing:
    """A card, an ability or a dragon, with everything measured about it at one table.

    Attributes:
        order: the measure that sorts the list.
        printed: what the list of things knows of it.
        numbers: its values by group and measure.
        flags: warnings about it.
        marks: what follows its tier, see `tiers.marks`.
        agreeing: at how many tables its value has the sign of its mean over all tables: "6 of 7".
    """

    name: str
    title: str
    order: str
    printed: Mapping[str, Any]
    numbers: dict[tuple[str, str], Entry] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    marks: str = ""
    agreeing: str = NOTHING

    def of(self, measure: str, group: str = "values") -> Estimate | None:
        """Return one of its numbers; None if it was not measured."""
        row = self.numbers.get((group, measure))
        return None if row is None else row.estimate

    def alone(self, measure: str) -> Estimate | None:
        """Return one of its values with an interval that holds by itself."""
        row = self.numbers.get(("values", measure))
        return None if row is None else row.alone

    @property
    def row(self) -> Entry:
        """The row of the value that sorts the list, with the places that it may hold."""
        return self.numbers.get(("values", self.order), UNKNOWN)

    @property
    def main(self) -> Estimate:
        """The value that sorts the list."""
        return self.row.estimate

    @property
    def tier(self) -> str:
        """S to D, of `tiers.TIERS`; a dash without a value."""
        return self.row.tier or NOTHING

    @property
    def tier_side(self) -> int:
        """1 if its tier is above the average, -1 if it is below, else 0."""
        return (self.tier in GOOD) - (self.tier in BAD)

    @property
    def places(self) -> str:
        """The places that it may hold: "3" or "3-5"."""
        return rank(self.row.best, self.row.worst)


class Ranking:
    """The things of one deck at one table, best first.

    Attributes:
        order: the measure that sorts them.
        player, games: who plays at the table, and how many games.
        here: the deck, rules, number of players and table.
        where: what else tells its values.
    """

    measured: tuple[str, ...] = ("values",)  # the groups that have numbers for each thing
    other = ""  # a second value, which may lie on the other side of the average
    point = 1.0  # what a point of win rate is in the unit of the values

    def __init__(self, tables: Tables, order: str, cell: int = 0, **where: Any) -> None:
        row = tables["cells"].row(cell, named=True)
        self.tables, self.order, self.where = tables, order, where
        self.games, self.player = int(row["games"]), str(row["table"])
        self.here: dict[str, Any] = {name: row[name] for name in KEY}
        self.listed = {each["subject"]: each for each in self.facts("list")}

    def facts(self, name: str) -> list[dict[str, Any]]:
        """Return the rows of a table of facts at this table; none if there is no such table."""
        frame = self.tables.get(name)
        return [] if frame is None else frame.filter(**self.here).rows(named=True)

    def estimates(self, kind: str = VALUES, **equal: Any) -> list[Entry]:
        """Return the estimates of a kind at this table, as far as they fit conditions; ``...`` stands for any value."""
        where = dict(zip(WORLD, self.here.values(), strict=True)) | {"kind": kind} | equal
        known = {name: value for name, value in where.items() if value is not ...}
        return list(map(Entry, self.tables[ESTIMATES].filter(**known).iter_rows(named=True)))

    def by(self, group: str, first: str = "subject", then: str = "measure") -> dict[str, Estimates]:
        """Return the numbers of a group by two of its columns."""
        found: dict[str, Estimates] = {}
        for row in self.estimates(group=group):
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
        for group in self.measured:
            for row in self.estimates(group=group, **self.where):
                things[row.subject].numbers[group, row.measure] = row
        for row in self.robust:
            if row.agree is not None and row.n:
                things[row.subject].agreeing = f"{round(row.agree * row.n)} of {row.n}"
        for flag in self.facts("flags"):
            things[flag["subject"]].flags.append(flag["flag"])
        for name in things.keys() & self.marks:
            things[name].marks = self.marks[name]
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

    @cached_property
    def at_tables(self) -> dict[str, dict[str, Entry]]:
        """The values that sort the list, by table and name: here, then where all play one able strategy."""
        found: dict[str, dict[str, Entry]] = {self.player: {}}
        for row in self._values.filter((pl.col("table") == self.player) | ABLE, measure=self.order).rows(named=True):
            if row["low"] is not None:
                found.setdefault(row["table"], {})[row["subject"]] = Entry(row)
        return found

    @cached_property
    def lacking(self) -> list[str]:
        """The tables, of those with able players, that have too few games for verdicts of their own."""
        widths = {
            table: median([row.high - row.low for row in rows.values()] or [inf])
            for table, rows in self.at_tables.items()
        }
        return [table for table, width in widths.items() if width > WIDE * widths[self.player]]

    @cached_property
    def judging(self) -> dict[str, dict[str, Entry]]:
        """`at_tables`, as far as they have enough games."""
        return {table: rows for table, rows in self.at_tables.items() if table not in self.lacking}

    def side(self, row: Entry) -> int:
        """Return 1 for a value certainly above zero by a difference that matters, -1 for one below it, else 0."""
        return row.estimate.sign(ABOVE * self.point)

    @cached_property
    def marks(self) -> dict[str, str]:
        """The marks of tiers, by name: see `tiers.marks`."""
        return marks(self._values, self.player, self.tiered, self.other, self.point)

    @property
    def tiered(self) -> str:
        """The measure that tiers go by: its average is zero."""
        return self.order

    @property
    def _values(self) -> pl.DataFrame:
        """All values of the list, at all tables."""
        where = dict(zip(WORLD, self.here.values(), strict=True)) | {"group": "values"} | self.where
        return self.tables[ESTIMATES].filter(**{name: each for name, each in where.items() if name != "table"})

    @property
    def again(self) -> list[Entry]:
        """The chances that the list keeps its order in new games."""
        return self.estimates(AGAIN)

    def agreements(self, measure: str) -> list[Entry]:
        """Return the rank correlations between all tables."""
        return self.estimates(AGREEMENTS, table=..., group="agreement", measure=measure)

    @cached_property
    def robust(self) -> list[Entry]:
        """How far the values depend on who plays."""
        return self.estimates(ACROSS, table="", measure=self.compared)

    @property
    def compared(self) -> str:
        """The measure that is compared between tables."""
        return self.order

    @property
    def turning(self) -> list[str]:
        """The names of things that are certainly worth more than usual with some able players, and less with others."""
        return [row.subject for row in self.robust if row.holds == NOT]


def descending(estimate: Estimate) -> float:
    """Return a sort key; unknown values come last in descending order."""
    return float("-inf") if estimate.value is None else estimate.value

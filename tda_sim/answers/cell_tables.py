"""What an analysis tells of one deck at one table, as typed rows: polars rows are read here, and nowhere else."""

from dataclasses import dataclass
from typing import TypeVar

import polars as pl

from tda_sim.documents.numbers import Estimate, read

T = TypeVar("T")

Tables = dict[str, pl.DataFrame]
Estimates = dict[str, Estimate]

KEY = ("deck", "variant", "players", "table")


@dataclass(frozen=True)
class Agreement:
    """The rank correlation of two tables; ``corrected``: for noise."""

    value: str
    table: str
    other: str
    estimate: Estimate
    corrected: float | None = None


class CellTables:
    """The tables of an analysis, with access to the rows of one cell's deck and table, the first one's by default."""

    def __init__(self, tables: Tables, cell: int = 0) -> None:
        row = tables["cells"].row(cell, named=True)
        self.tables, self.games, self.player = tables, int(row["games"]), str(row["table"])
        self.here: dict[str, object] = {name: row[name] for name in KEY}

    def at(self, name: str, **other: object) -> pl.DataFrame:
        """Return the rows of a table for this deck and table; no rows if there is no such table.

        ``other``: other values of the key columns, where ``...`` stands for any value.
        """
        if name not in self.tables:
            return pl.DataFrame()
        where = {key: value for key, value in (self.here | other).items() if value is not ...}
        same = [pl.col(key).eq_missing(pl.lit(value)) for key, value in where.items()]
        return self.tables[name].filter(*same)

    def rows_of(self, kind: type[T], name: str, **other: object) -> list[T]:
        """Return rows as objects of a dataclass; see `at` for which rows."""
        return read(kind, self.at(name, **other).iter_rows(named=True))

    def named(
        self, name: str, subject: str, key: str, verdict: str | None = "", **where: object
    ) -> dict[str, Estimates]:
        """Return estimates by the columns ``subject`` and ``key``; ``verdict``: see `Estimate.of`."""
        estimates: dict[str, Estimates] = {}
        for row in self.at(name, **where).iter_rows(named=True):
            estimates.setdefault(row[subject], {})[row[key]] = Estimate.of(row, verdict)
        return estimates

    def agreements(self, value: str) -> list[Agreement]:
        """Return the rank correlations between all tables, for one value."""
        return self.rows_of(Agreement, "agreement", table=..., value=value)


def descending(estimate: Estimate) -> float:
    """Return a sort key; unknown values come last in descending order."""
    return float("-inf") if estimate.value is None else estimate.value

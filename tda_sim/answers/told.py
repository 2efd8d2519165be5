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
    """The rank correlation of two tables; ``corrected``: but for noise."""

    value: str
    table: str
    other: str
    found: Estimate
    corrected: float | None = None


class Told:
    """What the tables of an analysis tell of one cell's table and deck, the first one's, and of others where asked."""

    def __init__(self, tables: Tables, cell: int = 0) -> None:
        row = tables["cells"].row(cell, named=True)
        self.tables, self.games, self.player = tables, int(row["games"]), str(row["table"])
        self.here: dict[str, object] = {name: row[name] for name in KEY}

    def at(self, name: str, **other: object) -> pl.DataFrame:
        """Return the rows of a table that belong here; none where there is no such table.

        ``other``: elsewhere than here, where ``...`` stands for anywhere.
        """
        if name not in self.tables:
            return pl.DataFrame()
        where = {key: value for key, value in (self.here | other).items() if value is not ...}
        same = [pl.col(key).eq_missing(pl.lit(value)) for key, value in where.items()]
        return self.tables[name].filter(*same)

    def rows_of(self, kind: type[T], name: str, **other: object) -> list[T]:
        """Return the rows of a table that belong here, as objects: see `at`."""
        return read(kind, self.at(name, **other).iter_rows(named=True))

    def named(
        self, name: str, subject: str, key: str, verdict: str | None = "", **where: object
    ) -> dict[str, Estimates]:
        """Return the estimates of a table by what they are about, and by their key; ``verdict``: see `Estimate.of`."""
        found: dict[str, Estimates] = {}
        for row in self.at(name, **where).iter_rows(named=True):
            found.setdefault(row[subject], {})[row[key]] = Estimate.of(row, verdict)
        return found

    def agreements(self, value: str) -> list[Agreement]:
        """Return the rank correlations of all tables by a value."""
        return self.rows_of(Agreement, "agreement", table=..., value=value)


def descending(found: Estimate) -> float:
    """Return what to sort by; what is not known comes last."""
    return float("-inf") if found.value is None else found.value

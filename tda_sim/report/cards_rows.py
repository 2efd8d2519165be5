"""A deck's cards, a row each: what the printed table and the one for documents are made of."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import polars as pl

Tables = dict[str, pl.DataFrame]
Row = dict[str, Any]

KEY = ("deck", "variant", "players", "table")
MAIN = "draw_2"
MARKS = {"unplayed": "p", "unused": "u", "harmful": "h", "ante": "a"}  # in the narrow table
WORDS = {"unplayed": "not played", "unused": "power unused", "harmful": "power harmful", "ante": "ante"}


@dataclass
class CardRow:
    """A card with all that was found out about it at one table; numbers are rows with estimate, low and high."""

    card: str
    title: str
    has_power: bool = True
    values: dict[str, Row] = field(default_factory=dict)
    rates: dict[str, Row] = field(default_factory=dict)
    naive: dict[str, Row] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    robust: Row | None = None

    @property
    def places(self) -> str:
        """The places that the card may hold by its draw value."""
        best, worst = self.values[MAIN]["best"], self.values[MAIN]["worst"]
        return "-" if best is None else str(best) if best == worst else f"{best}-{worst}"

    @property
    def draw(self) -> float:
        """The draw value; the least number where there is none."""
        estimate = self.values[MAIN]["estimate"]
        return float("-inf") if estimate is None else float(estimate)


def card_rows(tables: Tables) -> list[CardRow]:
    """Return the cards of the first table of the first deck, by falling draw value."""
    here = first_cell(tables)
    rows = {row["card"]: CardRow(row["card"], row["title"], row["has_power"]) for row in at(tables, "cards", here)}
    for name, key in (("values", "value"), ("rates", "rate"), ("naive", "figure")):
        for row in at(tables, name, here):
            getattr(rows[row["card"]], name)[row[key]] = row
    for row in at(tables, "flags", here):
        rows[row["card"]].flags.append(row["flag"])
    for row in at(tables, "robust", here | {"table": None}):
        if row["value"] == MAIN:
            rows[row["card"]].robust = row
    return sorted(rows.values(), key=lambda row: -row.draw)


def first_cell(tables: Tables) -> Row:
    """Return deck, variant, players and table of the main table: the first one."""
    row = tables["cells"].row(0, named=True)
    return {name: row[name] for name in KEY}


def at(tables: Tables, name: str, here: Row) -> Iterable[Row]:
    """Return the rows of a table that belong to a cell; none where there is no such table."""
    if name not in tables:
        return []
    same = [pl.col(key).is_null() if value is None else pl.col(key) == value for key, value in here.items()]
    return tables[name].filter(*same).iter_rows(named=True)


def titles(tables: Tables) -> dict[str, str]:
    """Return the printed titles of the cards."""
    return {row["card"]: row["title"] for row in at(tables, "cards", first_cell(tables))}


# --- numbers ----------------------------------------------------------------------------------------------


def plus_minus(row: Row | None, digits: int = 2) -> str:
    """Return an estimate with half of its interval: +1.23 ±0.12; a dash where there is none."""
    if row is None or row["estimate"] is None:
        return "-"
    half = f" ±{(row['high'] - row['low']) / 2:.{digits}f}" if row["low"] is not None else ""
    return f"{row['estimate']:+.{digits}f}{half}"


def interval(row: Row, digits: int = 2) -> str:
    """Return an estimate with its interval: +1.23 [+1.11, +1.35]."""
    ends = f" [{row['low']:+.{digits}f}, {row['high']:+.{digits}f}]" if row["low"] is not None else ""
    return f"{row['estimate']:+.{digits}f}{ends}"


def rate(row: CardRow, name: str) -> str:
    """Return a rate of a card in whole percent; a dash where there is none, as for a power that it does not have."""
    return "-" if name == "used" and not row.has_power else percent(row.rates.get(name))


def percent(row: Row | None) -> str:
    """Return a rate in whole percent, without the sign; a dash where there is none."""
    return "-" if row is None or row["estimate"] is None else f"{row['estimate']:.0f}"


def surely(row: Row | None, beyond: float = 0.0) -> int:
    """Return 1 for a number whose interval lies above ``beyond``, -1 for one below its negative, otherwise 0."""
    if row is None or row["low"] is None:
        return 0
    return 1 if row["low"] > beyond else -1 if row["high"] < -beyond else 0

"""A deck's cards, a typed row each: polars rows are read here, and nowhere else in the answers about cards."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from tda_sim.documents.numbers import NOTHING, Estimate, rank

Tables = dict[str, pl.DataFrame]
Estimates = dict[str, Estimate]

KEY = ("deck", "variant", "players", "table")
MAIN = "draw_2"


@dataclass
class Card:
    """A card with all that was found out about it at one table."""

    name: str
    title: str
    has_power: bool
    values: Estimates = field(default_factory=dict)
    rates: Estimates = field(default_factory=dict)
    naive: Estimates = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    best: int | None = None  # the places that it may hold by its draw value
    worst: int | None = None
    agreeing: str = NOTHING  # at how many of the tables the draw value has the sign of its mean

    @property
    def places(self) -> str:
        """The places that it may hold by its draw value."""
        return rank(self.best, self.worst)

    @property
    def draw(self) -> Estimate:
        """The draw value."""
        return self.values[MAIN]


class Cards:
    """The cards of the first table of the first deck, by falling draw value, and what else is told of them."""

    def __init__(self, tables: Tables) -> None:
        row = tables["cells"].row(0, named=True)
        self.tables, self.games, self.player = tables, int(row["games"]), str(row["table"])
        self.here = {name: row[name] for name in KEY}
        self.titles = {row["card"]: str(row["title"]) for row in self.at("cards")}
        self.checks = {row["check"]: Estimate.of(row) for row in self.at("checks")}

    def at(self, name: str, **other: Any) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table that belong here; none where there is no such table.

        ``other``: elsewhere than here, where ``...`` stands for anywhere.
        """
        if name in self.tables:
            where = {key: value for key, value in (self.here | other).items() if value is not ...}
            same = [pl.col(key).eq_missing(pl.lit(value)) for key, value in where.items()]
            yield from self.tables[name].filter(*same).iter_rows(named=True)

    def named(self, name: str, subject: str, key: str) -> dict[str, Estimates]:
        """Return the estimates of a table by what they are about, and by their key."""
        found: dict[str, Estimates] = {}
        for row in self.at(name):
            found.setdefault(row[subject], {})[row[key]] = Estimate.of(row, "")
        return found

    @cached_property
    def rows(self) -> list[Card]:
        """The cards, by falling draw value; at the end those without."""
        cards = {row["card"]: Card(row["card"], row["title"], row.get("has_power", True)) for row in self.at("cards")}
        for name, key in (("values", "value"), ("rates", "rate"), ("naive", "figure")):
            for card, found in self.named(name, "card", key).items():
                setattr(cards[card], name, found)
        for row in self.at("values", value=MAIN):
            cards[row["card"]].best, cards[row["card"]].worst = row["best"], row["worst"]
        for row in self.at("flags"):
            cards[row["card"]].flags.append(row["flag"])
        for row in self.at("robust", table=None, value=MAIN):
            if row["sign_agreement"] is not None:
                cards[row["card"]].agreeing = f"{round(row['sign_agreement'] * row['n'])} of {row['n']}"
        return sorted(cards.values(), key=lambda card: -descending(card.draw))


def descending(found: Estimate) -> float:
    """Return what to sort by; what is not known comes last."""
    return float("-inf") if found.value is None else found.value

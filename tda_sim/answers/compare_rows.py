"""A comparison of decks as typed rows: what `tda compare --json` prints is read here."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from tda_sim.documents.numbers import Estimate, Show, decimals, read
from tda_sim.documents.words import Quantity

T = TypeVar("T")


@dataclass(frozen=True)
class Measure:
    """A metric of a deck at a table, or its difference to the first deck, which has a margin and a verdict."""

    deck: str
    table: str
    main: bool
    metric: str
    title: str
    unit: str
    group: str
    found: Estimate
    margin: float | None = None
    primary: bool = False
    games_needed: int | None = None
    matters: str = ""  # the smallest difference that matters, as it is written

    @property
    def subject(self) -> str:
        """The title for a sentence."""
        return f"{self.title} {self.unit}" if self.unit.startswith("in ") else self.title

    def amount(self, show: Show, bare: Iterable[str] = ("%", "gold", "points")) -> str:
        """Return it with its unit, if that is one of a few."""
        return str(Quantity(self.found.value or 0.0, self.unit if self.unit in bare else "", show))


class Comparison:
    """What was compared, and all measures and differences of it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data, self.tables = data, data["tables"]
        self.first: str = data["decks"][0]
        self.main_table: str = data["main_table"]
        self.other_tables = [table for table in data["strategies"] if table != self.main_table]
        self.measures = read(Measure, self.tables["measures"])
        self.differences = read(Measure, self.tables["differences"])

    @cached_property
    def verdicts(self) -> list[Measure]:
        """The differences at the main table, and of skill at the mixed one."""
        return [row for row in self.differences if row.main]

    @cached_property
    def broken(self) -> list[dict[str, Any]]:
        """What does not hold at all tables: deck, metric, and the tables against it."""
        return [row for row in self.tables["across"] if row["holds"] is False]

    def at(self, rows: Iterable[Measure], table: str) -> list[Measure]:
        """Return the rows of a table; what is known of the mixed table only belongs to the main one."""
        return [row for row in rows if row.table == table or (row.main and table == self.main_table)]

    def value(self, deck: str, metric: str) -> Measure:
        """Return a measure at the main table, or at the mixed one."""
        return next(row for row in self.measures if row.main and row.deck == deck and row.metric == metric)


def by(key: Callable[[T], Any], rows: Iterable[T]) -> dict[Any, list[T]]:
    """Return rows by what they have in common, in their order."""
    found = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return dict(found)


def shown_alike(rows: Iterable[Measure]) -> Show:
    """Return how measures that stand beside each other are shown."""
    return decimals(row.found for row in rows)

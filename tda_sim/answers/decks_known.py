"""What is known of decks beside each other: rows of the table of estimates."""

from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from tda_sim.answers.contrasts import Entry, Known, by
from tda_sim.answers.titles import deck_title, rule_title
from tda_sim.measures.table import DIFFERENCES, SCHEMA, labels


@dataclass(frozen=True)
class Comparison(Known):
    """What is known of decks and their differences from the first one."""

    @property
    def first(self) -> str:
        """The deck that the others are compared with."""
        return self.played.decks[0]

    @property
    def others(self) -> list[str]:
        """All decks but the first."""
        return self.played.decks[1:]

    @cached_property
    def verdicts(self) -> list[Entry]:
        """The differences at the main table, and of skill where unlike players meet."""
        return self.rows(DIFFERENCES, "main", subject="")

    @property
    def by_metric(self) -> dict[str, list[Entry]]:
        """The same, by metric."""
        return by(lambda row: row.measure, self.verdicts)

    @cached_property
    def at_equal_gold(self) -> "list[Comparison]":
        """The decks that start with other gold than the first one, beside the first one with as much."""
        equal = self.tables.get("equal_gold", pl.DataFrame(schema=SCHEMA))
        twins = (
            equal.filter(kind=DIFFERENCES, reference=self.first)
            .select(labels())
            .to_series()
            .unique(maintain_order=True)
        )
        return [self._beside(twin, equal) for twin in twins]

    def _beside(self, twin: str, equal: pl.DataFrame) -> "Comparison":
        decks = equal.filter(kind=DIFFERENCES, reference=twin).select(labels()).to_series().unique(maintain_order=True)
        there = labels().is_in([twin, *decks]) & (pl.col("reference").is_null() | (pl.col("reference") != self.first))
        return Comparison(replace(self.played, decks=[twin, *decks]), {"estimates": equal.filter(there)})

    def of_gold(self, twin: str) -> list[Entry]:
        """Return how the first deck differs from itself when everybody starts with other gold."""
        known = Comparison(self.played, {"estimates": self.tables["equal_gold"]})
        return known.rows(DIFFERENCES, "main", labels() == twin, reference=self.first, subject="")

    @cached_property
    def broken(self) -> list[Entry]:
        """Those whose verdicts the table of another able strategy contradicts."""
        return [row for row in self.verdicts if self.against(row)]

    def against(self, row: Entry) -> list[str]:
        """Return the tables of able strategies that contradict a verdict."""
        return [table for table in row.refuted_by or () if table not in self.played.checks]


def label_title(label: str) -> str:
    """Return the title of a deck, or of a deck under house rules, given as "deck + rule+rule".

    >>> label_title("legendary"), label_title("legendary + four-rounds")
    ('Legendary Edition', 'Legendary Edition + Four rounds')
    """
    deck, _, rules = label.partition(" + ")
    return " + ".join([deck_title(deck), *(map(rule_title, rules.split("+")) if rules else [])])

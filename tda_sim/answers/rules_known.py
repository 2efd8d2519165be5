"""What is known of house rules, rule by rule: rows of the table of estimates."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from tda_sim.answers.contrasts import Entry, Known
from tda_sim.measures.card_changes import NAME
from tda_sim.measures.metrics import GLANCE, PRIMARY, shown_in
from tda_sim.measures.rule_questions import QUESTIONS
from tda_sim.measures.skill import WIN_SHARE
from tda_sim.measures.table import DIFFERENCES, LEVELS
from tda_sim.studies.house_rule import RuleWords


@dataclass(frozen=True)
class Rules(Known):
    """What is known of house rules; ``words``: what people read of them, ``cards``: titles by name."""

    words: Mapping[str, RuleWords]
    cards: Mapping[str, str] = field(default_factory=dict)

    def each(self) -> "list[Rule]":
        """Return the results, rule by rule."""
        return [Rule(self, name) for name in self.tables["answers"]["rule"].unique(maintain_order=True)]

    def data(self) -> dict[str, Any]:
        """Return all of it in JSON's types, with the rules' titles and texts."""
        titles = {name: words.title for name, words in self.words.items()}
        return super().data() | {"rules": {name: words.text for name, words in self.words.items()}, "titles": titles}


@dataclass(frozen=True)
class Rule:
    """The results on one rule."""

    known: Rules
    name: str

    @property
    def title(self) -> str:
        """Its title."""
        return self.known.words[self.name].title

    @property
    def text(self) -> str:
        """What it says."""
        return self.known.words[self.name].text

    @cached_property
    def answers(self) -> list[Entry]:
        """The verdict on each question."""
        return self.known.of("answers", rule=self.name)

    @property
    def main(self) -> str:
        """The table that the verdicts are about."""
        return str(self.answers[0].table)

    @property
    def deck(self) -> str:
        """The deck that it is laid over."""
        return str(self.answers[0].deck)

    @property
    def tables(self) -> list[str]:
        """The tables of one strategy each at which rule and deck were compared."""
        there = {row.table for row in self.known.rows(DIFFERENCES, rule=self.name)}
        return [table for table in self.known.played.strategies if table in there]

    @cached_property
    def changes(self) -> list[Entry]:
        """The changes of measures at the main table: the length, the clear ones by size, the main ones, the rest."""
        return sorted(self.known.rows(DIFFERENCES, "main", rule=self.name, subject=""), key=_place)

    @cached_property
    def strategies(self) -> list[Entry]:
        """The changes of win rates where able strategies meet."""
        return self.known.rows(DIFFERENCES, rule=self.name, measure=WIN_SHARE["measure"])

    @cached_property
    def cards(self) -> list[Entry]:
        """The changes of cards' values, then the cards that are only in one of the decks, which have no change."""
        rows = self.known.rows(DIFFERENCES, rule=self.name, measure=NAME)
        alone = ~pl.col("subject").is_in([row.subject for row in rows])
        gone, new = (
            [_alone(row, side) for row in self.known.rows(LEVELS, alone, rule=rule, measure=NAME)]
            for rule, side in (("", "before"), (self.name, "after"))
        )
        return [*rows, *gone, *new]

    @property
    def orders(self) -> list[Entry]:
        """Pairs of strategies, and which is clearly ahead, as printed and under the rule; None if neither is."""
        return self.known.of("orders", rule=self.name)

    @cached_property
    def silent(self) -> list[Entry]:
        """The tables at which it changes nothing, and why."""
        return self.known.of("quiet", rule=self.name)

    @property
    def notes(self) -> list[Entry]:
        """Remarks on what could not be compared, or only with care."""
        return self.known.of("notes", rule=self.name)

    @property
    def quiet(self) -> Entry | None:
        """Why it changes nothing at the main table; None where it changes something."""
        return next((row for row in self.silent if row.table == self.main), None)

    @property
    def length(self) -> Entry | None:
        """The change of the length of games."""
        return self.change(PRIMARY)

    @property
    def clear(self) -> list[Entry]:
        """The changes that are large enough to matter, beyond doubt."""
        return [row for row in self.changes if row.is_clear]

    def change(self, measure: str) -> Entry | None:
        """Return the change of a measure; None where it was not measured."""
        return next((row for row in self.changes if row.measure == measure), None)

    def on(self, question: str) -> list[Entry]:
        """Return the changes of measures that answer a question."""
        return [row for row in self.changes if row.group in QUESTIONS[question]]


def _alone(row: Entry, side: str) -> Entry:
    """Return a level as a difference without the other side."""
    return Entry({**row.row, "estimate": None, "mark": None, f"{side}_estimate": row.row["estimate"]})


def _place(row: Entry) -> tuple[bool, float, int]:
    """Return where a change stands in the list."""
    first = [metric.name for metric in shown_in(GLANCE)]
    place = first.index(row.measure) if row.measure in first else len(first)
    return row.measure != PRIMARY, -row.weight if row.is_clear else 0.0, place

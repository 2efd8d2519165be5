"""Tiers S to D as the block that opens the answer about cards, or dragons."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from tda_sim.documents import model as doc
from tda_sim.measures.card_tiers import TIERS

RULE = (
    "In each tier, the best {thing} comes first. S and A are better than the average {thing}, C and D worse, with 95 %"
    " confidence for all {thing}s at once. S holds the {thing}s tied for best, D those tied for worst; either stays"
    " empty if one of them may be average."
)
NUMBERED = re.compile(r"(.+) (\d+)")


class Tiered(Protocol):
    """Whatever has a title and a tier."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def tier(self) -> str:
        """One of `card_tiers.TIERS`, or a dash."""


class _Row(NamedTuple):
    letter: str
    titles: list[str]


def tiers(things: Sequence[Tiered], thing: str) -> doc.Table:
    """Return a line for each tier with its members, the best first as they are given; ``thing``: "card" or "dragon"."""
    members = {letter: [each.title for each in things if each.tier == letter] for letter in TIERS}
    rows = [_Row(*item) for item in members.items()] if any(members.values()) else []
    columns = [
        doc.text("tier", lambda row: f"{row.letter}  {TIERS[row.letter]}"),
        doc.text(f"{thing}s", lambda row: f"{len(row.titles)}: {shorthand(row.titles)}" if row.titles else "none"),
    ]
    return doc.table("Tiers", rows, columns, RULE.format(thing=thing))


def shorthand(titles: Sequence[str]) -> str:
    """Return titles in their order; neighbours that differ only in a number at the end share their name.

    >>> shorthand(["Gold Dragon 13", "Gold Dragon 11", "Tiamat", "Gold Dragon 9"])
    'Gold Dragon 13, 11; Tiamat; Gold Dragon 9'
    """
    parts = [NUMBERED.fullmatch(title) for title in titles]
    named = [(part[1], part[2]) if part else (title, "") for part, title in zip(parts, titles, strict=True)]
    runs = [(name, [number for _, number in run]) for name, run in groupby(named, key=lambda each: each[0])]
    return "; ".join(f"{name} {', '.join(numbers)}".rstrip() for name, numbers in runs)

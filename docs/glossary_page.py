"""The glossary: what the project's terms mean, and which phrases they replace."""

from pathlib import Path
from typing import Any, TypedDict

import yaml
from markdown_tables import table

FILE = Path(__file__).with_name("glossary.yaml")
HEAD = """# Glossary

Generated from `docs/glossary.yaml`. Terms that you meet in answers, with their counterparts at
[17lands](https://www.17lands.com/), which publishes the same kind of figures for Magic drafts. How metrics are
computed: [metrics.md](metrics.md). How card values are measured: [card-values.md](card-values.md).

"""
RETIRED = """## Retired phrases

For those who write here: a test rejects the phrases on the right in everything that people read.

"""


class Term(TypedDict, total=False):
    """A term, its meaning, its counterpart at 17lands, and the phrases that it replaces."""

    term: str
    meaning: str
    seventeenlands: str
    retired: list[str]


class Phrase(TypedDict):
    """Phrases to avoid, and what to write instead."""

    write: str
    retired: list[str]


def terms() -> dict[str, list[Term]]:
    """Return all terms, by the heading that they stand under."""
    groups: dict[str, list[Term]] = _read()["terms"]
    return groups


def phrases() -> list[Phrase]:
    """Return what to write instead of which phrases, those of terms first."""
    general: list[Phrase] = _read()["phrases"]
    named = [
        Phrase(write=term["term"], retired=term["retired"])
        for group in terms().values()
        for term in group
        if "retired" in term
    ]
    return [*named, *general]


def glossary() -> str:
    """Return the page."""
    parts = [f"## {heading}\n\n" + "\n".join(_table(group)) + "\n" for heading, group in terms().items()]
    rows = [(phrase["write"], "; ".join(phrase["retired"])) for phrase in phrases()]
    return HEAD + "\n".join([*parts, RETIRED + "\n".join(table(("write", "instead of"), rows)) + "\n"])


def _table(group: list[Term]) -> list[str]:
    """Return a group's table, with a column for 17lands if it has counterparts there."""
    compared = any("seventeenlands" in term for term in group)
    head = ["term", "meaning", *["at 17lands"] * compared]
    rows = [(f"**{term['term']}**", term["meaning"], *[term.get("seventeenlands", "")] * compared) for term in group]
    return table(head, rows)


def _read() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return content

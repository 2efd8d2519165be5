"""What a house rule changes, in words: a sentence for each question, from the tables of `house_rules`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from tda_sim.documents.numbers import short
from tda_sim.measures.difference import Difference
from tda_sim.measures.holding import PLAIN_WORDS, WORDS
from tda_sim.measures.metrics import (
    DRAMA,
    ENDS,
    EVENTS,
    GOLD,
    LEAD,
    LENGTH,
    PRIMARY,
    SKILL,
    SKILL_SHARE,
    STRUCTURE,
    TURNS,
)

Row = Mapping[str, Any]

CHANGED = ("more", "less")
MOST = 3  # changes that a sentence names
MOST_GAMES = 100_000_000  # beyond that many nobody is told to play on


@dataclass(frozen=True)
class Question:
    """A question about a rule, and the groups of metrics that answer it; the metric ``first`` is always spoken of."""

    name: str
    title: str
    groups: tuple[str, ...]
    first: str | None = None


QUESTIONS = (
    Question("length", "Length", (LENGTH,), PRIMARY),
    Question("structure", "Structure", (STRUCTURE,)),
    Question("fairness", "Fairness", (TURNS,)),
    Question("skill", "Skill", (SKILL,), SKILL_SHARE.name),
    Question("drama", "Drama", (DRAMA, LEAD)),
    Question("stakes", "Stakes", (GOLD,)),
    Question("events", "Events", (EVENTS,)),
    Question("ends", "Ends", (ENDS,)),
)


def answers(changes: pl.DataFrame) -> list[dict[str, Any]]:
    """Return `question`, `title`, `verdict`, `sentence` and `metrics` (the names spoken of) for each question.

    ``changes``: the rows of one rule, a metric each. The verdict is "changed", "same" or "unclear".
    """
    found = []
    for question in QUESTIONS:
        rows = list(changes.filter(pl.col("group").is_in(list(question.groups))).iter_rows(named=True))
        if rows:
            found.append({"question": question.name, "title": question.title} | _answer(question, rows))
    return found


def _answer(question: Question, rows: Sequence[Row]) -> dict[str, Any]:
    changed = by_weight(row for row in rows if row["verdict"] in CHANGED)
    unclear = by_weight(row for row in rows if row["verdict"] == "unclear")
    first = [row for row in rows if row["metric"] == question.first]
    named = [*first, *(row for row in changed if row not in first)][:MOST]
    parts = [phrase(row, alone=row in first) for row in named]
    more = len([row for row in changed if row not in named])
    parts += [f"{more} more"] if more else []
    parts += _unclear(unclear) if unclear and not first else []
    verdict = "changed" if changed else "unclear" if unclear else "same"
    metrics = [row["metric"] for row in named if row["verdict"] != "unclear"]
    sentence = "; ".join(parts) or "no difference that matters"
    return {"verdict": verdict, "sentence": sentence, "metrics": metrics}


def _unclear(rows: Sequence[Row]) -> list[str]:
    """Say which metrics cannot be told yet."""
    titles = [row["title"] for row in rows]
    told = ", ".join(titles[:MOST]) + (f" and {len(titles) - MOST} more" if len(titles) > MOST else "")
    return [f"cannot tell yet: {told}{needs(rows)}"]


def by_weight(rows: Iterable[Row]) -> list[Row]:
    """Return rows by how many smallest differences that matter they amount to, most first."""
    return sorted(rows, key=lambda row: -abs(row["estimate"]) / row["margin"])


def needs(rows: Sequence[Row]) -> str:
    """Say how many games would tell; for several rows, how many would do for those that need most."""
    games = [row["games_needed"] for row in rows if row["games_needed"] is not None]
    few = [count for count in games if count <= MOST_GAMES]
    if not few:
        return " (too near to what matters)" if games else ""
    return f" (needs {'up to ' if len(few) > 1 else ''}about {short(max(few))} games)"


def phrase(row: Row, alone: bool = False) -> str:
    """Say one change.

    ``alone``: without the metric's title, and whatever the verdict: "longer by 1.2 gambits [1.1, 1.3]", "no difference
    that matters (smaller than 0.5 gambits)", "cannot tell yet: needs about 400k games". Otherwise "stakes of a gambit
    that is won 12.0 to 13.1 gold, +1.1 [1.0, 1.2]".
    """
    change = Difference(row)
    if not alone:
        return f"{row['title']} {change.values}, {change.difference}"
    if row["verdict"] in CHANGED:
        return f"{WORDS.get(row['metric'], PLAIN_WORDS)[row['verdict']]} by {change.size}"
    if row["verdict"] == "same":
        return f"no difference that matters (smaller than {change.margin})"
    games = row["games_needed"]
    told = f": needs about {short(games)} games" if games is not None and games <= MOST_GAMES else ""
    return f"cannot tell yet{told}, by now {change.told}"

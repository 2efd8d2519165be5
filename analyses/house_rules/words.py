"""What a house rule changes, in words: a sentence for each question, from the tables of `house_rules`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tda_sim.documents.numbers import short
from tda_sim.measures.difference import CHANGED, MetricChange
from tda_sim.measures.holding import words_for
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

UNTESTED = "untested"
NO_GAME = "every game went as before"
MOST = 3  # changes that a sentence names
MOST_GAMES = 100_000_000  # the largest number of games to recommend


@dataclass(frozen=True)
class Question:
    """A question about a rule, and the groups of metrics that answer it; answers always name the metric ``first``."""

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


@dataclass(frozen=True)
class Finding:
    """The metrics' answer to a question: "changed", "same", "unclear" or "untested"; ``metrics``: those it names."""

    question: Question
    verdict: str
    sentence: str
    metrics: list[str]


def answers(changes: Sequence[MetricChange]) -> list[Finding]:
    """Return the answer to each question for which there are metrics, from the changes under one rule."""
    findings = []
    for question in QUESTIONS:
        if rows := [row for row in changes if row.group in question.groups]:
            findings.append(_answer(question, rows))
    return findings


def _answer(question: Question, rows: Sequence[MetricChange]) -> Finding:
    changed = by_weight(row for row in rows if row.estimate.verdict in CHANGED)
    unclear = by_weight(row for row in rows if row.estimate.verdict == "unclear")
    first = [row for row in rows if row.metric == question.first]
    named = [*first, *(row for row in changed if row not in first)][:MOST]
    parts = [phrase(row, alone=row in first) for row in named]
    more = len([row for row in changed if row not in named])
    parts += [f"{more} more"] if more else []
    parts += _unclear(unclear) if unclear and not first else []
    judged = any(row.estimate.verdict for row in rows)
    verdict = "changed" if changed else "unclear" if unclear else "same" if judged else UNTESTED
    metrics = [row.metric for row in named if row.estimate.verdict != "unclear"]
    return Finding(question, verdict, "; ".join(parts) or "no difference that matters", metrics)


def _unclear(rows: Sequence[MetricChange]) -> list[str]:
    """Say which metrics need more games."""
    titles = [row.title for row in rows]
    named = ", ".join(titles[:MOST]) + (f" and {len(titles) - MOST} more" if len(titles) > MOST else "")
    return [f"cannot tell yet: {named}{needs([row.games_needed for row in rows])}"]


def by_weight(rows: Iterable[MetricChange]) -> list[MetricChange]:
    """Return rows by size, as multiples of the smallest difference that matters, largest first."""
    return sorted(rows, key=lambda row: -row.weight)


def needs(needed: Iterable[int | None]) -> str:
    """Say how many games would settle it; for several metrics, the largest number."""
    games = [count for count in needed if count is not None]
    few = [count for count in games if count <= MOST_GAMES]
    if not few:
        return " (too close to the smallest difference that matters)" if games else ""
    return f" (needs {'up to ' if len(few) > 1 else ''}about {short(max(few))} games)"


def phrase(change: MetricChange, alone: bool = False) -> str:
    """Describe one change.

    ``alone``: without the metric's title, and whatever the verdict: "longer by 1.2 gambits (1.1 to 1.3)", "no
    difference that matters (smaller than 0.5 gambits)", "cannot tell yet: needs about 400k games". Otherwise "stakes
    per gambit 12.0 to 13.1 gold, +1.1 (1.0 to 1.2)".
    """
    verdict = change.estimate.verdict
    if not alone:
        return f"{change.title} {change.values}, {change.difference}"
    if verdict in CHANGED:
        return f"{words_for(change.metric)[verdict]} by {change.size}"
    if verdict == "same":
        return f"no difference that matters (smaller than {change.matters})"
    if not verdict:
        return NO_GAME
    games = change.games_needed
    wanted = f": needs about {short(games)} games" if games is not None and games <= MOST_GAMES else ""
    return f"cannot tell yet{wanted}, so far {change.with_unit}"

"""What a house rule changes, in words: a sentence for each question, from the tables of `house_rules`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Any

import polars as pl

from .cell_sums import SEATS
from .holding import PLAIN_WORDS, WORDS
from .metrics import DRAMA, ENDS, EVENTS, GOLD, LEAD, LEADER, LENGTH, PRIMARY, SKILL, SKILL_SHARE

Row = Mapping[str, Any]

CHANGED = ("more", "less")
MOST = 3  # changes that a sentence names
ALL_SEATS = "the seats' shares of the wins"
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
    Question("fairness", "Fairness", (LEADER, SEATS)),
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
    """Say which metrics cannot be told yet; all seats together are one of them."""
    titles = list(dict.fromkeys(ALL_SEATS if row["group"] == SEATS else row["title"] for row in rows))
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
    if not alone:
        values = f"{number(row['printed'], row)} to {under_the_rule(row)} {row['unit']}"
        return f"{row['title']} {values}, {signed(row['estimate'], row)} {interval(row)}"
    if row["verdict"] in CHANGED:
        word = WORDS.get(row["metric"], PLAIN_WORDS)[row["verdict"]]
        return f"{word} by {number(abs(row['estimate']), row)} {unit(row)} {interval(row, of_size=True)}"
    if row["verdict"] == "same":
        return f"no difference that matters (smaller than {amount(row['margin'], row)})"
    games = row["games_needed"]
    told = f": needs about {short(games)} games" if games is not None and games <= MOST_GAMES else ""
    return f"cannot tell yet{told}, by now {signed(row['estimate'], row)} {interval(row)} {unit(row)}"


# --- numbers ----------------------------------------------------------------------------------------------


def unit(row: Row) -> str:
    """Return the unit of a difference."""
    return "points" if row["unit"] == "%" else str(row["unit"])


def amount(value: float, row: Row) -> str:
    """Return an amount with its unit: "0.5 gambits", "1 point"."""
    said = unit(row)
    return f"{value:g} {'point' if said == 'points' and value == 1 else said}"


def decimals(row: Row) -> int:
    """Return how many decimals of a number its interval makes worth printing: one, or as many as half of it needs."""
    low, high = row["low"], row["high"]
    half = (high - low) / 2 if low is not None and high is not None else 0.0
    if not isfinite(half) or half <= 0:
        return 2
    return 0 if half >= 10 else min(3, max(1, -floor(log10(half))))


def number(value: float | None, row: Row) -> str:
    """Return a number with the decimals that suit a row; a dash where there is none."""
    if value is None or not isfinite(value):
        return "-"
    return f"{round(value, decimals(row)) + 0.0:,.{decimals(row)}f}"  # + 0.0: no minus before a zero


def under_the_rule(row: Row) -> str:
    """Return a value under the rule; gold in coins of the printed game, marked, where these are others."""
    scale = row["scale"]
    return number(row["changed"], row) if scale == 1 else f"{number(scale * row['changed'], row)}*"


def signed(value: float | None, row: Row) -> str:
    """Return a number with its sign."""
    found = number(value, row)
    return f"+{found}" if value is not None and round(value, decimals(row)) > 0 else found


def interval(row: Row, of_size: bool = False) -> str:
    """Return the interval of a difference, "[-1.3, -1.1]", or ``of_size`` that of its size, "[1.1, 1.3]"."""
    low, high = row["low"], row["high"]
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return "[no interval]"
    if of_size and high < 0:
        low, high = -high, -low
    return f"[{number(low, row)}, {number(high, row)}]"


def short(games: float) -> str:
    """Return a number of games as one says it.

    >>> short(400_000), short(2_500_000), short(900)
    ('400k', '2.5M', '900')
    """
    for size, sign in ((1_000_000, "M"), (1_000, "k")):
        if games >= size:
            return f"{games / size:.3g}{sign}"
    return f"{games:.0f}"

"""What published answers say first, beside their numbers: ``python docs/published.py`` names what claims too much.

`docs/answers/published.jsonl` has a line for each page: its command, its sentences, and the rows of its numbers that
sentences speak of. A direction may be said of the game only where it holds at the tables of all able players; elsewhere
the sentence has to say for whom, or that this is not known. A superlative needs a thing that is ahead of all others.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tda_sim.answers.decks_known import label_title
from tda_sim.definitions.files import title_of
from tda_sim.definitions.titles import rule_title
from tda_sim.measures.metrics import GLANCE, Metric, shown_in
from tda_sim.measures.robustness import HOLDS, ONE_TABLE
from tda_sim.measures.table import ACROSS, DIFFERENCES, VALUES, label

PUBLISHED = Path(__file__).parent / "answers" / "published.jsonl"
KEPT = (
    "kind",
    "group",
    "subject",
    "reference",
    "measure",
    "estimate",
    "low",
    "high",
    "verdict",
    "holds",
    "best",
    "worst",
    "tier",
)
ANYBODY = "whoever plays"
HEDGES = re.compile(
    r"depends? on who plays|known for some players only|not (yet )?(clear|known)|annot tell|o difference|too close to"
)
SUPERLATIVES = re.compile(r"\b(best|worst) (?:card to draw|ability|bundle|dragon to roll first)\b")
RANKED = ("draw_wins", "swap", WORTH := "worth", "win")  # measures by which they put things first or last
FIRST = "first round"  # of dice games, in which a dragon is rolled first
COUNT = re.compile(r"\b(?:all )?(\d+) (?:of \d+ )?(?:other )?(?:decks|rules)\b")
SPOKEN = [metric for metric in shown_in(GLANCE) if not metric.words.spare]  # the headline measures of sentences
LARGE = "Large changes: "

Row = Mapping[str, Any]
Page = Mapping[str, Any]


def kept(name: str, command: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line of a page; ``data``: what its command prints with `--json`."""
    return {"page": name, "command": command, "words": data["words"], "rows": [*_rows(data)]}


def _rows(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield differences of headline measures and values of things at the main table, with whether they hold."""
    tables = data.get("tables", {})
    listed = {row["subject"]: row["title"] for row in tables.get("list", [])}
    for table in ("estimates", "equal_gold"):
        rows = tables.get(table, [])
        across = {_thing(row): row["holds"] for row in rows if row["kind"] == ACROSS}
        for row in rows:
            headline = row["kind"] == DIFFERENCES and row["measure"] in {metric.name for metric in SPOKEN}
            if row.get("main") and (row["kind"] == VALUES or (headline and not row["subject"])):
                known = row | {"holds": across.get(_thing(row), row.get("holds"))}
                yield {"title": _title(row, listed), **{column: known.get(column) for column in KEPT}}


def _thing(row: Row) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in ("deck", "rule", "players", "subject", "measure", "reference"))


def _title(row: Row, listed: Mapping[str, str]) -> str:
    """Return what sentences call a deck, a house rule, or a thing of a list."""
    if row["kind"] == VALUES:
        return listed.get(row["subject"]) or title_of(row["subject"] or "")
    rule, deck = row["rule"] or "", row["deck"] or ""
    return " + ".join(map(rule_title, rule.split("+"))) if rule else label_title(label(deck, ""))


# --- sentences that claim too much ------------------------------------------------------------------------


def broken(page: Page) -> Iterator[str]:
    """Yield what is wrong with the sentences of a page."""
    for sentence in page["words"]:
        for metric in SPOKEN:
            rows = [row for row in page["rows"] if row["measure"] == metric.name and row["kind"] == DIFFERENCES]
            yield from _of_metric(sentence, metric, rows)
        yield from _of_values(sentence, [row for row in page["rows"] if row["kind"] == VALUES])


def _of_metric(sentence: str, metric: Metric, rows: Sequence[Row]) -> Iterator[str]:
    """Yield what is wrong with a sentence on differences of a measure."""
    words = metric.words
    if sentence.startswith(LARGE):
        for clause in sentence.removeprefix(LARGE).split("; "):
            named = [row for row in rows if f"{words.name} under ‘{row['title']}’" in clause]
            yield from (f"{row['title']} is no change for all: {clause}" for row in named if not _holds(row))
        return
    for verdict, word in (("more", words.more), ("less", words.less)):
        if not re.search(rf"\b{words.subject.split()[0]}\b[^.;:]*\b{word}\b", sentence, re.IGNORECASE):
            continue
        hedged = [clause for clause in sentence.split("; ") if HEDGES.search(clause)]
        there = [row for row in rows if row["verdict"] == verdict]
        there = [row for row in there if not any(row["title"] in clause for clause in hedged)]
        named = [row for row in there if all(part in sentence for part in row["title"].split(" + "))] or there
        if ANYBODY in sentence:
            counted = max((int(count) for count in COUNT.findall(sentence)), default=0)
            if (sure := sum(map(_holds, there))) < counted:
                yield f"{sure} of {counted} hold: {sentence}"
            yield from (f"{row['title']} does not hold: {sentence}" for row in named if not _holds(row))
        elif not HEDGES.search(sentence):
            yield from (f"for whom is {row['title']} {word}? {sentence}" for row in named if row["holds"] is not None)


def _holds(row: Row) -> bool:
    return row["holds"] in (HOLDS, ONE_TABLE, None)


def _of_values(sentence: str, values: Sequence[Row]) -> Iterator[str]:
    """Yield which things may be ahead of all others, or behind, though a sentence puts others there."""
    for word in SUPERLATIVES.findall(sentence):
        ranked = [row for row in values if row["measure"] in RANKED and row["group"] == "values" and row["worst"]]
        ranked = [row for row in ranked if row["reference"] in (None, FIRST)]
        if any(row["measure"] == WORTH for row in ranked):  # of abilities, beside the worth of a swap
            ranked = [row for row in ranked if row["measure"] == WORTH]
        last = max((row["worst"] for row in ranked), default=0)
        ends = [row for row in ranked if (row["best"] == 1 if word == "best" else row["worst"] == last)]
        if not ends:
            yield f"nothing is known to be the {word}: {sentence}"
        yield from (f"{row['title']} may be the {word}: {sentence}" for row in ends if row["title"] not in sentence)


def pages() -> list[Page]:
    """Return the lines of all published pages."""
    return [json.loads(line) for line in PUBLISHED.read_text(encoding="utf-8").splitlines()]


def publish(line: Page) -> None:
    """Write the line of a page in place of its former one."""
    lines = {page["page"]: page for page in (pages() if PUBLISHED.exists() else [])} | {line["page"]: line}
    texts = (json.dumps(lines[name], ensure_ascii=False, sort_keys=True) for name in sorted(lines))
    PUBLISHED.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")


if __name__ == "__main__":
    found = [f"{page['page']}: {mistake}" for page in pages() for mistake in broken(page)]
    sys.exit("\n".join(found) or None)

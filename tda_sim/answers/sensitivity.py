"""`tda sensitivity`: what one step more of each number of a deck does, where that bends, and pairs of numbers."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import polars as pl
import yaml

from tda_sim.answers.composed import (
    MOST_NAMED,
    Composed,
    effects_table,
    elsewhere,
    first_of,
    length_bars,
    pairs_table,
    who,
)
from tda_sim.answers.contrasts import CLEAR
from tda_sim.measures.composition import EFFECTS
from tda_sim.measures.discoveries import FALSE
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.sensitivity import BENDS
from tda_sim.measures.table import plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.rendering.pairs import map_picture
from tda_sim.wording.numbers import Estimate, places
from tda_sim.wording.words import capital, counted, listed

Row = Mapping[str, Any]
MOST_SEARCHED = 6  # numbers that a file of goals names

MAP = "What one step more does, in smallest differences that matter. Numbers: certainly more or less than one of them."
STEP = "What one step more does on average, while all others vary. ±: 95 % intervals that hold for all numbers at once."


def sensitivity(
    tables: Mapping[str, pl.DataFrame], deck: str, title: str, about: str, kept: str, played: Mapping[str, Any]
) -> doc.Document:
    """Return what the numbers of a deck do.

    ``tables``: those of `measures.sensitivity.analyse`, and their list; ``played``: what a file of goals says of the
    same games.
    """
    numbers = {row["subject"]: row for row in tables["list"].iter_rows(named=True)}
    it = Composed(tables["estimates"], {name: row["title"] for name, row in numbers.items()}, False)
    values = doc.text("values", lambda name: _values(numbers[name]), "One step less, printed, one step more.")
    sections = [
        Section("What moves most", [length_bars(it)]),
        Section("What each number does", [effects_table(it, EFFECTS, "number", STEP, values)]),
        Section("Where effects bend", [_bends(it)]),
        Section("Two numbers together", [pairs_table(it, "numbers")]),
        *_searched(it, numbers, played),
        Section("How far to trust this", [doc.Words(elsewhere(it), listed=True)]),
    ]
    return doc.Document(
        title,
        [*_sentences(it, numbers), *_idle(it), *_bending(it), *who(it, deck)],
        sections,
        about=about,
        kept=kept,
        picture=partial(map_picture, f"{title}: what they do", _map(it), _axes(it), MAP),
        data={"deck": deck, "numbers": [*numbers.values()], "estimates": plain_rows(it.every)},
    )


def _values(row: Row) -> str:
    """Return the values of a number: what it may be, and in the middle or at an end, what it is."""
    return " · ".join(str(row[step]) for step in ("less", "printed", "more") if row[step] is not None)


# --- sentences --------------------------------------------------------------------------------------------


def _sentences(it: Composed, numbers: Mapping[str, Row]) -> Iterator[str]:
    """Yield which numbers change the main measures by more than matters."""

    def moved(row: Row, unit: str) -> str:
        return f"{it.title(row['subject'])} ({_moved(numbers[row['subject']], it.effect(row, unit))})"

    for measure in it.spoken:
        words, rows = EVERY[measure].words, it.largest(EFFECTS, measure=measure)
        there = [row for row in rows if _is_clear(row)]
        if there:
            yield f"What moves {words.name} most: {first_of(there, moved)}."
        elif rows and all(row["verdict"] == "same" for row in rows):
            yield f"No step of a number changes {words.name} by as much as matters."


def _is_clear(row: Row) -> bool:
    """Whether an effect is certainly more, or less."""
    return row["verdict"] in CLEAR


def _moved(row: Row, effect: str) -> str:
    """Return what a number does between its ends: "40 to 60: +34.0 cards a step", or in its only step."""
    steps = [row[step] for step in ("less", "printed", "more") if row[step] is not None]
    return f"{steps[0]} to {steps[-1]}: {effect}{' a step' if len(steps) > 2 else ''}"


def _idle(it: Composed) -> Iterator[str]:
    """Yield how many numbers change nothing by as much as matters."""
    parts = it.by_part(EFFECTS)
    alike = [name for name, rows in parts.items() if all(row["verdict"] == "same" for row in rows.values())]
    if alike:
        yield (
            f"Of {counted(len(parts), 'number')}, one step of {len(alike)} changes no measure by as much as matters."
        )


def _bending(it: Composed) -> Iterator[str]:
    """Yield where a step up does not do as much as the step before it."""
    rows = it.discovered(BENDS)
    if rows:
        named = [f"{it.title(row['subject'])} ({EVERY[row['measure']].words.name})" for row in rows[:MOST_NAMED]]
        more = [counted(len(rows) - MOST_NAMED, "more effect")] if len(rows) > MOST_NAMED else []
        yield f"Not a straight line: {listed([*named, *more])}."


def _searched(it: Composed, numbers: Mapping[str, Row], played: Mapping[str, Any]) -> Iterator[Section]:
    """Yield a file of goals for `tda design`: it searches among the numbers that do most, beyond the steps here."""
    most = [row["subject"] for measure in it.spoken for row in it.largest(EFFECTS, measure=measure) if _is_clear(row)]
    ranges = {}
    for name in [*dict.fromkeys(most)][:MOST_SEARCHED]:
        less, printed, more = (numbers[name][step] for step in ("less", "printed", "more"))
        step = printed - less if more is None else more - printed
        by = max(1, step // 2)
        ranges[name] = f"{max(1, printed - 2 * step)}..{printed + 2 * step}{f':{by}' if by > 1 else ''}"
    if ranges:
        goals = {**played, "change": ranges, "want": {it.spoken[0]: "as printed"}}
        words = "What moves the main measures most, as a file for `tda design`. Write your own goals under want."
        file = yaml.safe_dump(goals, sort_keys=False, allow_unicode=True).rstrip()
        yield Section("Where a design could look", [doc.Words([words]), doc.Verbatim(file)])


# --- tables and picture -----------------------------------------------------------------------------------


def _bends(it: Composed) -> doc.Table:
    """Return the effects that certainly bend."""
    effects = {
        (row["subject"], row["measure"]): row for measure in it.measures for row in it.rows(EFFECTS, measure=measure)
    }

    def step(sign: int) -> doc.Column:
        def shown(row: Row) -> str:
            return places(1)(effects[row["subject"], row["measure"]]["estimate"] + sign * row["estimate"])

        return doc.Column("step to the printed value" if sign < 0 else "step beyond it", shown)

    columns = [
        doc.text("number", lambda row: it.title(row["subject"])),
        doc.text("measure", lambda row: f"{EVERY[row['measure']].words.column}, {row['unit']}"),
        step(-1),
        step(1),
        doc.Column("bends by", lambda row: doc.number(Estimate.of(row), places(1), with_sign=True)),
    ]
    rows = it.discovered(BENDS)
    note = f"Half of the difference of both steps; of those listed, one in {1 / FALSE:.0f} may be chance."
    return doc.table("", rows, columns, note if rows else "")


def _map(it: Composed) -> list[dict[str, Any]]:
    """Return the effects in margins, number by number and measure by measure."""
    return [
        {"subject": row["subject"], "reference": measure, "estimate": row["estimate"] / row["margin"]}
        | {"verdict": row["verdict"] if row["verdict"] in CLEAR else "unclear"}
        for measure in it.measures
        for row in it.rows(EFFECTS, measure=measure)
    ]


def _axes(it: Composed) -> dict[str, str]:
    """Return the titles of numbers and measures."""
    return {
        **{name: capital(it.title(name)) for name in it.titles},
        **{name: EVERY[name].words.column for name in it.measures},
    }

"""`tda run`, `tda plan`, `tda peek`: what is played of a study, what it costs, and what is known by now."""

from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import NOTHING, Estimate, brief, places, with_interval
from tda_sim.studies import StudyResults

Data = dict[str, Any]
Row = dict[str, Any]

MOST_ROWS = 40


def study(results: StudyResults) -> doc.Document:
    """Return the cells of a study, and what its pilots decided."""
    cells, games = results.cells.to_dicts(), int(results.cells["games"].sum())
    data = {
        "study": results.title,
        "out": str(results.path),
        "question": results.question,
        "smallest": results.smallest,
        "complete": results.complete,
        "chunk": results.chunk,
        "games": games,
        "seconds": round(results.seconds, 3),
        "cells": cells,
        "pilots": results.pilots,
    }
    rows = [[row["cell"], row["kind"], f"{row['games']:,}{'' if row['complete'] else ' so far'}"] for row in cells]
    told = [f"and {len(cells) - MOST_ROWS:,} more cells"] if len(cells) > MOST_ROWS else []
    told += [
        f"{cell}: the precision takes about {pilot['needed']:,} games, more than the study allows."
        for cell, pilot in results.pilots.items()
        if not pilot["reached"]
    ]
    blocks: list[doc.Block] = [doc.texts("", ["cell", "kind", ">games"], rows[:MOST_ROWS]), doc.Words(told)]
    kept = f"{games:,} games in {len(cells):,} cells. The data: {results.path}"
    return doc.Document(results.title, sections=[Section("", blocks)], kept=kept, data=data)


def costs(data: Data) -> doc.Document:
    """Return what `tda plan` has found: games and minutes of a study, and of a precision."""
    pilot, games = Column("pilot", _interval), Column("games", _games)
    pairing = [_value("correlation"), _value("gain")]
    each = [pilot, *pairing, Column("games of each", _games), MINUTES]
    sections = [
        _section("As the study is written", data["cells"], [games, _value("games_per_second", "games/s"), MINUTES]),
        *(
            _section(f"To know {metric} of a cell to ± {rows[0]['within']:g}", rows, [pilot, games, MINUTES])
            for metric, rows in _by_metric(data["alone"])
        ),
        *(
            _section(f"To know a difference in {metric} to ± {rows[0]['within']:g}, on the same shuffles", rows, each)
            for metric, rows in _by_metric(data["differences"])
        ),
        Section("", [doc.Words(_notes(data))]),
    ]
    return doc.Document(data["study"], sections=sections, data=data)


def _notes(data: Data) -> Iterator[str]:
    yield "The games of this pilot are kept nowhere; minutes are those of this computer."
    if data["differences"]:
        yield "gain: how many times more games it would take on different shuffles."
    minutes = data["minutes"]
    if minutes is None:
        yield "How many games the study has is decided by its own pilots."
        return
    duration = f"{60 * minutes:,.0f} seconds" if minutes < 2 else f"{minutes:,.0f} minutes"
    yield f"The study as it is written takes about {duration}."


def peeked(data: Data) -> doc.Document:
    """Return what `tda peek` has found: what is known by now."""
    columns = [Column("by now", _interval), _value("n", "games")]
    sections = [
        _section(metric, rows, [*columns, _value("wanted", "of")]) for metric, rows in _by_metric(data["cells"])
    ]
    sections += [
        _section(f"Differences in {metric}", rows, columns) for metric, rows in _by_metric(data["differences"])
    ]
    told = [f"{data['waiting']:,} more cells have no games yet."] if data["waiting"] else []
    told.append(f"All intervals hold at all looks, however many, each with {100 * data['level']:g} %.")
    title = data["study"] + ("" if data["complete"] else ", not finished yet")
    return doc.Document(title, sections=[*sections, Section("", [doc.Words(told)])], data=data)


# --- tables -----------------------------------------------------------------------------------------------


def _by_metric(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each metric, under its name and unit."""
    for name in dict.fromkeys(row["metric"] for row in rows):
        found = [row for row in rows if row["metric"] == name]
        unit = found[0]["unit"]
        yield (name if unit == name else f"{name} ({unit})"), found


def _section(title: str, rows: Sequence[Row], columns: Sequence[Column]) -> Section:
    def cell(row: Row) -> str:
        return f"{row['cell']} less {row['reference']}" if "reference" in row else str(row["cell"])

    return Section(title, [doc.table("", rows, [doc.text("cell", cell), *columns])])


def _value(name: str, title: str = "") -> Column:
    return Column(title or name, lambda row: brief(row[name]))


def _interval(row: Row) -> str:
    return with_interval(Estimate.of(row), brief)


def _games(row: Row) -> str:
    return "by pilot" if row["games"] is None and "within" not in row else brief(row["games"])


MINUTES = Column("minutes", lambda row: NOTHING if row["minutes"] is None else places(1)(row["minutes"]))

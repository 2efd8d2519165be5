"""`tda run`, `tda plan`, `tda peek`: the games of a study, their cost, and what they show so far."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tda_sim.answers.contrasts import Entry, by
from tda_sim.measures.table import DIFFERENCES, WORLD, plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.studies import StudyResults
from tda_sim.studies.shares import Shared
from tda_sim.wording.numbers import NOTHING, Estimate, brief, known, places, with_interval
from tda_sim.wording.words import Sentence, agree, counted

Row = Mapping[str, Any]

MOST_ROWS = 40


# --- the answers ------------------------------------------------------------------------------------------


def study(results: StudyResults) -> doc.Document:
    """Return the cells of a study with their games, and what its pilots decided."""
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
    columns = [CELL, doc.text("kind", lambda row: row["kind"]), Column("games", _there)]
    lines = [f"and {counted(len(cells) - MOST_ROWS, 'more cell')}"] if len(cells) > MOST_ROWS else []
    lines += _too_few(results.pilots)
    blocks: list[doc.Block] = [doc.table("", cells[:MOST_ROWS], columns), doc.Words(lines)]
    kept = f"{counted(games, 'game')} in {counted(len(cells), 'cell')}. The data: {results.path}"
    return doc.Document(results.title, sections=[Section("", blocks)], kept=kept, data=data)


def shared(it: Shared) -> doc.Document:
    """Return what was played of a study: its share, and what comes next."""
    data = {
        "study": it.title,
        "share": it.share.number,
        "of": it.share.of,
        "out": str(it.path),
        "chunks": it.chunks,
        "chunks_of_study": it.all_chunks,
        "games": it.games,
    }
    has = f"has {counted(it.games, 'game')}, in {counted(it.chunks, 'chunk')} of {it.all_chunks:,}"
    lines = [str(Sentence(f"share {it.share.number} of {it.share.of}", [has]))]
    if it.share.of > it.all_chunks:
        lines.append(f"Only {counted(it.all_chunks, 'share')} of {it.share.of:,} can have any.")
    lines.append("When all shares are there, `tda merge` joins them.")
    return doc.Document(it.title, sections=[Section("", [doc.Words(lines)])], kept=f"The data: {it.path}", data=data)


def _there(row: Row) -> str:
    return f"{row['games']:,}{'' if row['complete'] else ' so far'}"


def _too_few(pilots: Mapping[str, Row]) -> Iterator[str]:
    for cell, pilot in pilots.items():
        if not pilot["reached"]:
            games = counted(pilot["needed"], "game")
            yield f"{cell}: the precision needs about {games}, more than the study allows."


def costs(data: Mapping[str, Any]) -> doc.Document:
    """Return the data of `tda plan` as a document: games and minutes of a study, and of each precision."""
    pilot, games = Column("pilot", _interval), _value("games")
    each = [pilot, _value("correlation"), _value("gain"), _value("games", "games of each"), MINUTES]
    sections = [
        Section("As the study is written", [doc.table("", data["cells"], PLANNED)]),
        *(
            _section(f"To know {metric} in a cell to ± {rows[0]['within']:g}", rows, [pilot, games, MINUTES])
            for metric, rows in _by_metric(data["alone"])
        ),
        *(
            _section(f"To know a difference in {metric} to ± {rows[0]['within']:g}, on the same shuffles", rows, each)
            for metric, rows in _by_metric(data["differences"])
        ),
        Section("", [doc.Words(_notes(data["minutes"], bool(data["differences"])))]),
    ]
    return doc.Document(data["study"], sections=sections, data=data)


def _notes(minutes: float | None, has_differences: bool) -> Iterator[str]:
    yield "The pilot's games are not kept. Minutes are for this computer."
    if has_differences:
        yield "gain: how many times more games different shuffles would take."
    if minutes is None:
        yield "The study's own pilots decide how many games it has."
        return
    duration = counted(round(60 * minutes), "second") if minutes < 2 else counted(round(minutes), "minute")
    yield str(Sentence("the study as it is written", [f"takes about {duration}"]))


def peeked(data: Mapping[str, Any]) -> doc.Document:
    """Return the data of `tda peek` as a document: what the games so far show."""
    cells, frame = data["tables"]["cells"], data["tables"]["estimates"]
    wanted = {tuple(cell[name] for name in WORLD): cell["wanted"] for cell in cells}
    of = Column("of", lambda it: _shown(wanted[tuple(it.row[name] for name in WORLD)]))
    parts = by(lambda it: (it.kind, it.head), map(Entry, frame.iter_rows(named=True)))
    sections = [
        Section(f"Differences in {head}", [doc.table("", rows, SO_FAR)])
        if kind == DIFFERENCES
        else Section(head, [doc.table("", rows, [*SO_FAR, of])])
        for (kind, head), rows in parts.items()
    ]
    last = [*_waiting(sum(cell["games"] == 0 for cell in cells)), _at_all_looks(data["level"])]
    title = data["study"] + ("" if data["complete"] else ", not finished yet")
    plain = {**data, "tables": {"cells": cells, "estimates": plain_rows(frame)}}
    return doc.Document(title, sections=[*sections, Section("", [doc.Words(last)])], data=plain)


def _waiting(cells: int) -> Iterator[str]:
    if cells:
        yield str(Sentence(counted(cells, "more cell"), [f"{agree(cells, 'has', 'have')} no games yet"]))


def _at_all_looks(level: float) -> str:
    return f"Each interval has {100 * level:g} %, however often you look."


# --- tables -----------------------------------------------------------------------------------------------


def _by_metric(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each metric, under its name and unit."""
    for name in dict.fromkeys(row["metric"] for row in rows):
        of_metric = [row for row in rows if row["metric"] == name]
        unit = of_metric[0]["unit"]
        yield (name if unit == name else f"{name} ({unit})"), of_metric


def _section(title: str, rows: Sequence[Row], columns: Sequence[Column]) -> Section:
    return Section(title, [doc.table("", rows, [CELL, *columns])])


def _value(name: str, title: str = "", show: Callable[[Any], str] = brief) -> Column:
    """Return the column of a number that may be unknown."""
    return Column(title or name, lambda row: _shown(row.get(name), show))


def _shown(value: Any, show: Callable[[Any], str] = brief) -> str:
    return NOTHING if known(value) is None else show(value)


def _world(it: Entry) -> str:
    """Return the cell of an estimate, minus its reference if there is one."""
    name = f"{it.label}, {counted(it.players, 'player')}, {it.table}"
    return f"{name} minus {it.reference}" if it.reference else name


def _named(row: Row) -> str:
    """Return the cell of a row, minus its reference if there is one."""
    return f"{row['cell']} minus {row['reference']}" if row.get("reference") else str(row["cell"])


def _interval(row: Row) -> str:
    return with_interval(Estimate.of(row), brief)


CELL = doc.text("cell", _named)
MINUTES = _value("minutes", show=places(1))
PLANNED = (
    CELL,
    Column("games", lambda row: "by pilot" if row["games"] is None else brief(row["games"])),
    _value("games_per_second", "games/s"),
    MINUTES,
)
SO_FAR = (
    doc.text("cell", _world),
    Column("so far", lambda it: with_interval(it.estimate, brief)),
    Column("games", lambda it: brief(it.n)),
)

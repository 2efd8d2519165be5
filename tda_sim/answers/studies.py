"""`tda run`, `tda plan`, `tda peek`: the games of a study, their cost, and what they show so far."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import NOTHING, Estimate, brief, places, read, with_interval
from tda_sim.documents.words import Sentence, agree, counted
from tda_sim.studies import StudyResults

MOST_ROWS = 40


# --- rows -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Playing:
    """A cell, and how many of its games have been played."""

    cell: str
    kind: str
    games: int
    complete: bool


@dataclass(frozen=True)
class Pilot:
    """The games that the precision takes, by a pilot, and whether the study allows that many."""

    cell: str
    needed: int
    reached: bool


@dataclass(frozen=True)
class Planned:
    """The cost of a cell; ``games`` is None if a pilot decides."""

    cell: str
    games: int | None
    games_per_second: float
    minutes: float | None


@dataclass(frozen=True)
class Known:
    """A metric of a cell, or its difference from ``reference``; ``wanted``: games, None if a pilot decides."""

    metric: str
    unit: str
    cell: str
    estimate: Estimate
    reference: str = ""
    wanted: int | None = None

    @property
    def named(self) -> str:
        """The cell, minus its reference if there is one."""
        return f"{self.cell} minus {self.reference}" if self.reference else self.cell


@dataclass(frozen=True, kw_only=True)
class Cost(Known):
    """A metric from a pilot, and the cost of knowing it to ± ``within``; None where that is unknown."""

    within: float
    games: int | None
    minutes: float | None
    correlation: float | None = None
    gain: float | None = None


K = TypeVar("K", bound=Known)


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
    columns = [doc.text("cell", lambda row: row.cell), doc.text("kind", lambda row: row.kind), Column("games", _there)]
    lines = [f"and {counted(len(cells) - MOST_ROWS, 'more cell')}"] if len(cells) > MOST_ROWS else []
    lines += _too_few(read(Pilot, ({"cell": cell, **pilot} for cell, pilot in results.pilots.items())))
    blocks: list[doc.Block] = [doc.table("", read(Playing, cells)[:MOST_ROWS], columns), doc.Words(lines)]
    kept = f"{counted(games, 'game')} in {counted(len(cells), 'cell')}. The data: {results.path}"
    return doc.Document(results.title, sections=[Section("", blocks)], kept=kept, data=data)


def _there(row: Playing) -> str:
    return f"{row.games:,}{'' if row.complete else ' so far'}"


def _too_few(pilots: Iterable[Pilot]) -> Iterator[str]:
    for pilot in pilots:
        if not pilot.reached:
            games = counted(pilot.needed, "game")
            yield f"{pilot.cell}: the precision needs about {games}, more than the study allows."


def costs(data: Mapping[str, Any]) -> doc.Document:
    """Return the data of `tda plan` as a document: games and minutes of a study, and of each precision."""
    alone, differences = (read(Cost, data[name]) for name in ("alone", "differences"))
    pilot, games = Column("pilot", _interval), Column("games", lambda row: brief(row.games))
    pairing = [_value("correlation", lambda row: row.correlation), _value("gain", lambda row: row.gain)]
    each = [pilot, *pairing, Column("games of each", games.of), MINUTES]
    sections = [
        Section("As the study is written", [doc.table("", read(Planned, data["cells"]), PLANNED)]),
        *(
            _section(f"To know {metric} in a cell to ± {rows[0].within:g}", rows, [pilot, games, MINUTES])
            for metric, rows in _by_metric(alone)
        ),
        *(
            _section(f"To know a difference in {metric} to ± {rows[0].within:g}, on the same shuffles", rows, each)
            for metric, rows in _by_metric(differences)
        ),
        Section("", [doc.Words(_notes(data["minutes"], bool(differences)))]),
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
    cells, differences = (read(Known, data[name]) for name in ("cells", "differences"))
    columns = [Column("so far", _interval), _value("games", lambda row: row.estimate.n)]
    wanted = _value("of", lambda row: row.wanted)
    sections = [_section(metric, rows, [*columns, wanted]) for metric, rows in _by_metric(cells)]
    sections += [_section(f"Differences in {metric}", rows, columns) for metric, rows in _by_metric(differences)]
    last = [*_waiting(data["waiting"]), _at_all_looks(data["level"])]
    title = data["study"] + ("" if data["complete"] else ", not finished yet")
    return doc.Document(title, sections=[*sections, Section("", [doc.Words(last)])], data=data)


def _waiting(cells: int) -> Iterator[str]:
    if cells:
        yield str(Sentence(counted(cells, "more cell"), [f"{agree(cells, 'has', 'have')} no games yet"]))


def _at_all_looks(level: float) -> str:
    return f"Each interval has {100 * level:g} %, however often you look."


# --- tables -----------------------------------------------------------------------------------------------


def _by_metric(rows: Sequence[K]) -> Iterator[tuple[str, list[K]]]:
    """Yield the rows of each metric, under its name and unit."""
    for name in dict.fromkeys(row.metric for row in rows):
        of_metric = [row for row in rows if row.metric == name]
        unit = of_metric[0].unit
        yield (name if unit == name else f"{name} ({unit})"), of_metric


def _section(title: str, rows: Sequence[Known], columns: Sequence[Column]) -> Section:
    return Section(title, [doc.table("", rows, [doc.text("cell", lambda row: row.named), *columns])])


def _value(title: str, of: Callable[[Any], object]) -> Column:
    return Column(title, lambda row: brief(of(row)))


def _interval(row: Known) -> str:
    return with_interval(row.estimate, brief)


MINUTES = Column("minutes", lambda row: NOTHING if row.minutes is None else places(1)(row.minutes))
PLANNED = (
    doc.text("cell", lambda row: row.cell),
    Column("games", lambda row: "by pilot" if row.games is None else brief(row.games)),
    _value("games/s", lambda row: row.games_per_second),
    MINUTES,
)

"""The results of a study, as they lie in its folder: what every analysis reads."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from math import nan
from pathlib import Path
from typing import Any, Self

import polars as pl

from tda_sim.definitions.clocks import load_clock
from tda_sim.errors import UserError, suggest
from tda_sim.measures.clock import Clock
from tda_sim.measures.margins import Written
from tda_sim.measures.study import check_smallest
from tda_sim.runs.manifest import MANIFEST, RUN, Manifest, Part
from tda_sim.runs.plan import chunk_count
from tda_sim.runs.results import Results
from tda_sim.seats.games import CARDS
from tda_sim.seats.strength import can_play, strength_in
from tda_sim.studies.folder import CELLS, KIND, StoredCell
from tda_sim.studies.printed import ABILITIES, FACTS, PRINTED, dealt_abilities, facts_of, printed_cards

CELL_COLUMNS: dict[str, pl.DataType] = {
    "cell": pl.String(),
    "deck": pl.String(),
    "variant": pl.String(),
    "players": pl.Int64(),
    "table": pl.String(),
    "kind": pl.String(),
    "strategies": pl.List(pl.String),
    "able": pl.Boolean(),
    "strength": pl.Float64(),
    "twin": pl.String(),
    "forced": pl.String(),
    "games": pl.Int64(),
    "chunk": pl.Int64(),
    "complete": pl.Boolean(),
}


class StudyResults:
    """A study's results: a snapshot of what was there when it was loaded. Tables are read when they are asked for.

    Of a cell that is still being played, only the games count up to the first chunk that is missing: which chunks
    are finished early may depend on how their games went. Nor do games count beyond those that are wanted.

    Attributes:
        path: the study's folder.
        title: what the study is called.
        question: the primary question, ``metric`` and perhaps ``smallest``; None if there is none.
        smallest: smallest differences that matter, by metric, where they are not the usual ones.
        clock: how many seconds people take for what happens in a game.
    """

    def __init__(self, path: Path, only: Container[str] | None = None) -> None:
        stored = KIND.read(path)
        self.path = path
        self.title = stored.title
        self.question = stored.question
        self._own = stored.smallest
        self.smallest: Mapping[str, Written] = {**stored.named, **self._own}
        self.clock: Clock = stored.clock or load_clock()
        self.chunk = stored.chunk
        self._rows = {row.cell: row for row in stored.cells if only is None or row.cell in only}
        self._runs = {name: _prefix(path / CELLS / row.folder, row) for name, row in self._rows.items()}

    def told(self, clock: str | None = None, smallest: Mapping[str, Written] | None = None) -> Self:
        """Return the same results by another clock (its name or path), and with smallest differences that matter.

        The study's own smallest differences come before these.
        """
        if clock is not None:
            self.clock = load_clock(clock)
        self.smallest = {**self.smallest, **check_smallest(smallest or {}), **self._own}
        return self

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row per cell, in the study's order."""
        rows = [self._cell(name) for name in self._rows]
        return pl.DataFrame(rows, schema=CELL_COLUMNS)

    def _cell(self, name: str) -> dict[str, Any]:
        row, run = self._rows[name], self._runs[name]
        games = run.manifest.games_done if run else 0
        told = row.model_dump(include=set(CELL_COLUMNS)) | {"able": all(map(self._is_able, row.strategies))}
        told["strength"] = self._strength(row.deck, row.strategies)
        chunk = run.manifest.chunk if run else self.chunk
        return {**told, "games": games, "chunk": chunk, "complete": games > 0 and games == row.games}

    def _is_able(self, name: str) -> bool:
        return name in self.own or can_play(name)

    def _strength(self, deck: str, names: Sequence[str]) -> float | None:
        found = [None if name in self.own else strength_in(name, deck, self.game) for name in names]
        known = [strength for strength in found if strength is not None]
        return sum(known) / len(known) if len(known) == len(found) else None

    @cached_property
    def own(self) -> frozenset[str]:
        """The strategies that are not shipped, whatever they are called: nothing is known of how strong they are."""
        return frozenset(name for run in self._runs.values() if run for name in run.manifest.own)

    @property
    def game(self) -> str:
        """Which game was played, see `tda_sim.seats.games`."""
        return next((run.manifest.game for run in self._runs.values() if run), CARDS)

    @cached_property
    def printed(self) -> pl.DataFrame:
        """One row per cell and card: what is printed on it, and how it comes into a game. Of cells that are begun."""
        tables = [printed_cards(name, run.manifest) for name, run in self._runs.items() if run]
        return pl.concat(tables) if tables else pl.DataFrame(schema=PRINTED)

    @cached_property
    def abilities(self) -> pl.DataFrame:
        """One row per cell and ability that chance may deal to its seats. Of cells that are begun."""
        tables = [dealt_abilities(name, run.manifest) for name, run in self._runs.items() if run]
        return pl.concat(tables) if tables else pl.DataFrame(schema=ABILITIES)

    @cached_property
    def facts(self) -> pl.DataFrame:
        """One row per cell and fact of its deck and rules. Of cells that are begun."""
        tables = [facts_of(name, run.manifest) for name, run in self._runs.items() if run]
        return pl.concat(tables) if tables else pl.DataFrame(schema=FACTS)

    @property
    def complete(self) -> bool:
        """Whether all games of all cells are there."""
        return bool(self.cells["complete"].all())

    @property
    def seconds(self) -> float:
        """Seconds spent on playing and writing, in all calls that made the study."""
        return sum(float(run.timing["seconds"]) for run in self._runs.values() if run)

    def games_per_second(self, cell: str) -> float:
        """Return how fast a cell was played, by the workers that played it; NaN if that is not known."""
        run = self._runs[cell]
        seconds = float(run.timing["seconds"]) if run else 0.0
        return run.manifest.games_done / seconds if run and seconds else nan

    def wanted(self, cell: str) -> int | None:
        """Return how many games a cell is to have; None where a pilot is still to decide."""
        return self._rows[cell].games

    @property
    def pilots(self) -> dict[str, dict[str, Any]]:
        """What pilots have decided, by cell: see `tda_sim.studies.precision.decide`."""
        return {name: row.pilot for name, row in self._rows.items() if row.pilot}

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """Return a table of one cell: games, seats, cards, and what else a run writes."""
        if cell not in self._rows:
            raise UserError.of(f"the study has no cell called {cell}", hint=suggest(cell, self._rows))
        run = self._runs[cell]
        if run is None:
            raise UserError.of(f"no game of the cell {cell} is there yet", str(self.path), hint="run the study first")
        return run.read(table)

    def __repr__(self) -> str:
        games = self.cells["games"].sum()
        return f"<StudyResults: {self.title}, {len(self._rows):,} cells, {games:,} games, in {self.path}>"


def load_study(path: str | Path, only: Container[str] | None = None) -> StudyResults:
    """Return the results that lie in a study's folder, ``only`` those of some cells if these are named.

    Raises UserError where there are none.
    """
    return StudyResults(Path(path), only)


def _prefix(folder: Path, row: StoredCell) -> Results | None:
    """Return a run's results up to the first chunk that is missing; None if the run has not begun."""
    if not RUN.lies_in(folder):
        return None
    manifest = RUN.read(folder)
    if manifest.config.digest() != row.digest:
        hint = "put back the folder that was here, or move this one away: the study's command plays its games again"
        raise UserError.of(f"these are not the games of {row.cell}", file=str(folder / MANIFEST), hint=hint)
    return Results(folder, replace(manifest, parts=dict(_first_parts(manifest, row.games or manifest.games))))


def _first_parts(manifest: Manifest, wanted: int) -> Iterator[tuple[int, Part]]:
    games = min(wanted, manifest.games)  # a folder that grows may hold more
    there, chunks = manifest.parts, range(chunk_count(games, manifest.chunk))
    return ((chunk, there[chunk]) for chunk in takewhile(there.__contains__, chunks))

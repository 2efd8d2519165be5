"""The results of a study in its folder, which every analysis reads."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from math import nan
from pathlib import Path
from typing import Any, Self

import polars as pl

from tda_sim.agents.games import CARDS
from tda_sim.agents.levels import is_level
from tda_sim.agents.modifiers import fewest_mistakes
from tda_sim.agents.strength import can_play, strength_in
from tda_sim.definitions.clocks import load_clock
from tda_sim.errors import UserError, suggest
from tda_sim.measures.clock import Clock
from tda_sim.measures.margins import Written
from tda_sim.measures.study import MIXED, check_smallest
from tda_sim.runs.manifest import MANIFEST, RUN, Manifest, Part
from tda_sim.runs.plan import chunk_count
from tda_sim.runs.results import Results
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
    "best": pl.String(),
    "fitted": pl.Boolean(),
    "twin": pl.String(),
    "forced": pl.String(),
    "games": pl.Int64(),
    "looks": pl.Int64(),
    "start_gold": pl.Float64(),
    "chunk": pl.Int64(),
    "complete": pl.Boolean(),
}


class StudyResults:
    """A study's results: a snapshot of the folder at the time of loading. Tables are read on demand.

    In a cell that is still being played, only games before the first missing chunk count, because which chunks finish
    early may depend on how their games go. Games beyond the number asked for do not count.

    Attributes:
        path: the study's folder.
        title: the study's title.
        question: the primary question, with keys ``metric`` and perhaps ``smallest``; None if there is none.
        smallest: smallest differences that matter, by metric, if they are not the usual ones.
        clock: how many seconds people take for each event of a game.
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

    def with_settings(self, clock: str | None = None, smallest: Mapping[str, Written] | None = None) -> Self:
        """Return these results with another clock (a name or path) and smallest differences that matter.

        The study's own smallest differences come first.
        """
        if clock is not None:
            self.clock = load_clock(clock)
        self.smallest = {**self.smallest, **check_smallest(smallest or {}), **self._own}
        return self

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row per cell, in the study's order."""
        starts = dict(self.printed.group_by("cell").agg(pl.col("start_gold").first()).iter_rows())
        rows = [self._cell(name) | {"start_gold": starts.get(name)} for name in self._rows]
        return pl.DataFrame(rows, schema=CELL_COLUMNS)

    def _cell(self, name: str) -> dict[str, Any]:
        row, run = self._rows[name], self._runs[name]
        games = run.manifest.games_done if run else 0
        data = row.model_dump(include=set(CELL_COLUMNS)) | {"able": all(map(self._is_able, row.strategies))}
        data["strength"] = self._strength(row.deck, row.strategies)
        data["best"] = fewest_mistakes(row.strategies) if row.kind == MIXED else None
        data["fitted"] = any(is_level(name) and name not in self.own for name in row.strategies)
        data["looks"] = int((row.pilot or {}).get("looks", 1))
        chunk = run.manifest.chunk if run else self.chunk
        return {**data, "games": games, "chunk": chunk, "complete": games > 0 and games == row.games}

    def _is_able(self, name: str) -> bool:
        return name in self.own or can_play(name)

    def _strength(self, deck: str, names: Sequence[str]) -> float | None:
        strengths = [None if name in self.own else strength_in(name, deck, self.game) for name in names]
        known = [strength for strength in strengths if strength is not None]
        return sum(known) / len(known) if len(known) == len(strengths) else None

    @cached_property
    def own(self) -> frozenset[str]:
        """The strategies that are not shipped, whatever their names. Their strength is unknown."""
        return frozenset(name for run in self._runs.values() if run for name in run.manifest.own)

    @property
    def game(self) -> str:
        """The game that was played, see `tda_sim.agents.games`."""
        return next((run.manifest.game for run in self._runs.values() if run), CARDS)

    @cached_property
    def printed(self) -> pl.DataFrame:
        """One row per cell and card: what is printed on it, and how it comes into a game. Cells that have begun."""
        tables = [printed_cards(name, run.manifest) for name, run in self._runs.items() if run]
        return pl.concat(tables) if tables else pl.DataFrame(schema=PRINTED)

    @cached_property
    def abilities(self) -> pl.DataFrame:
        """One row per cell and ability that chance may deal to its seats. Cells that have begun."""
        tables = [dealt_abilities(name, run.manifest) for name, run in self._runs.items() if run]
        return pl.concat(tables) if tables else pl.DataFrame(schema=ABILITIES)

    @cached_property
    def facts(self) -> pl.DataFrame:
        """One row per cell and fact of its deck and rules. Cells that have begun."""
        tables = [facts_of(name, run.manifest) for name, run in self._runs.items() if run]
        return pl.concat(tables) if tables else pl.DataFrame(schema=FACTS)

    @property
    def complete(self) -> bool:
        """Whether all games of all cells are finished."""
        return bool(self.cells["complete"].all())

    @property
    def seconds(self) -> float:
        """Seconds spent on playing and writing, in all calls that made the study."""
        return sum(float(run.timing["seconds"]) for run in self._runs.values() if run)

    def games_per_second(self, cell: str) -> float:
        """Return the speed at which a cell was played, by all its workers together; NaN if unknown."""
        run = self._runs[cell]
        seconds = float(run.timing["seconds"]) if run else 0.0
        return run.manifest.games_done / seconds if run and seconds else nan

    def wanted(self, cell: str) -> int | None:
        """Return how many games a cell should have; None until a pilot decides."""
        return self._rows[cell].games

    @property
    def pilots(self) -> dict[str, dict[str, Any]]:
        """The decisions of pilots, by cell: see `tda_sim.studies.precision.decide`."""
        return {name: row.pilot for name, row in self._rows.items() if row.pilot and "pilot" in row.pilot}

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """Return a table of one cell: games, seats, cards, or any other that a run writes."""
        if cell not in self._rows:
            raise UserError.of(f"the study has no cell called {cell}", hint=suggest(cell, self._rows))
        run = self._runs[cell]
        if run is None:
            raise UserError.of(f"the cell {cell} has no games yet", str(self.path), hint="run the study first")
        return run.read(table)

    def __repr__(self) -> str:
        games = self.cells["games"].sum()
        return f"<StudyResults: {self.title}, {len(self._rows):,} cells, {games:,} games, in {self.path}>"


def load_study(path: str | Path, only: Container[str] | None = None) -> StudyResults:
    """Return the results in a study's folder, or ``only`` those of some cells.

    Raises UserError if there are none.
    """
    return StudyResults(Path(path), only)


def _prefix(folder: Path, row: StoredCell) -> Results | None:
    """Return a run's results before the first missing chunk; None if the run has not begun."""
    if not RUN.lies_in(folder):
        return None
    manifest = RUN.read(folder)
    if manifest.config.digest() != row.digest:
        hint = (
            "put back the folder that was here, or move this one away; the study's command then plays its games again"
        )
        raise UserError.of(f"these are not the games of {row.cell}", file=str(folder / MANIFEST), hint=hint)
    return Results(folder, replace(manifest, parts=dict(_first_parts(manifest, row.games or manifest.games))))


def _first_parts(manifest: Manifest, wanted: int) -> Iterator[tuple[int, Part]]:
    games = min(wanted, manifest.games)  # a folder that grows may hold more
    there, chunks = manifest.parts, range(chunk_count(games, manifest.chunk))
    return ((chunk, there[chunk]) for chunk in takewhile(there.__contains__, chunks))

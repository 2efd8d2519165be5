"""A study's folder: ``study.json``, and under ``cells`` a run's folder for each cell.

``study.json`` depends on the study and on the games in the folder, and not on how often the study was stopped. A study
may grow, in games and in cells. Finished games are never thrown away.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, TypeAdapter

from tda_sim.bounds import CHUNK, GAMES, SEED
from tda_sim.runs.manifest import RUN, Manifest
from tda_sim.runs.plan import Config
from tda_sim.store.checksums import STRICT, Digest, sealed
from tda_sim.store.files import Pace, write_whole
from tda_sim.store.folders import Kind, check_empty, check_same, differences, opened
from tda_sim.store.versions import joined, versions
from tda_sim.studies.cells import Cell
from tda_sim.studies.plan import StudyPlan

STUDY, CELLS = "study.json", "cells"
SAVE_EVERY = 1.0  # seconds

Games = Annotated[int, GAMES.field]


class StoredCell(BaseModel):
    """The part of ``study.json`` about a cell that is read."""

    model_config = STRICT

    cell: str
    folder: Annotated[str, Field(pattern=r"^[\w.+-]*-[0-9a-f]{8}$")]
    deck: str
    variant: str
    players: int
    table: str
    kind: str
    strategies: list[str]
    twin: str | None
    forced: str | None
    games: Games | None
    digest: Digest
    pilot: dict[str, bool | int | float | str] | None  # what decided how many games it has


class StoredShare(BaseModel):
    """Which share of a study is in a folder, and everything on its machine that the numbers depend on."""

    model_config = STRICT

    number: Annotated[int, Field(ge=1)]
    of: Annotated[int, Field(ge=1)]
    played_by: dict[str, str]

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


class Stored(BaseModel):
    """The part of ``study.json`` that is read."""

    model_config = STRICT

    title: str
    question: dict[str, Any] | None
    smallest: dict[str, float | str]
    named: dict[str, float | str] = {}  # smallest differences that the command names; the study's own come first
    clock: dict[str, dict[str, float]] | None = None  # missing from old folders
    precision: dict[str, Any] | None
    seed: Annotated[int, SEED.field]
    chunk: Annotated[int, CHUNK.field]
    versions: dict[str, str]
    share: StoredShare | None = None  # if the folder is for a share of the study
    cells: list[StoredCell]


KIND = Kind(
    "study", STUDY, 2, TypeAdapter(Stored), f"remove that file: the command that made it makes it again from {CELLS}"
)


@dataclass
class StudyFolder:
    """A study's folder that is open for writing."""

    path: Path
    plan: StudyPlan
    chunk: int  # games per chunk, for cells without a number of their own
    pilots: dict[str, dict[str, Any]] = field(default_factory=dict)  # what decided how many games there are, by cell
    done: dict[str, int] = field(default_factory=dict)  # games in the folder, of each cell that has begun
    chunks: dict[str, int] = field(default_factory=dict)  # games per chunk, of each cell that has begun
    versions: dict[str, str] = field(default_factory=versions)
    share: StoredShare | None = None

    def __post_init__(self) -> None:
        self._keep_up = Pace(self.save, SAVE_EVERY).save

    def cell_path(self, cell: Cell) -> Path:
        """Return the folder of a cell."""
        return self.path / CELLS / cell.folder

    def manifest(self, cell: Cell) -> Manifest | None:
        """Return the manifest of a cell; None if the cell has not begun."""
        path = self.cell_path(cell)
        return RUN.read(path) if RUN.lies_in(path) else None

    def look(self, cell: Cell) -> None:
        """Note how many games of a cell are in the folder, and in which chunks."""
        if (there := self.manifest(cell)) is not None:
            self.done[cell.name], self.chunks[cell.name] = there.games_done, there.chunk
            self.chunk = self.chunk if cell.chunk else there.chunk

    def is_complete(self, cell: Cell) -> bool:
        """Whether all games of a cell are in the folder."""
        return self.is_decided(cell) and self.done.get(cell.name, 0) >= self.games(cell)

    def chunk_of(self, cell: Cell) -> int:
        """Return the games per chunk of a cell."""
        return self.chunks.get(cell.name) or cell.chunk or self.chunk

    def is_decided(self, cell: Cell) -> bool:
        """Whether the number of games of a cell is decided."""
        return not (cell.to_precision or cell.first) or cell.name in self.pilots

    def games(self, cell: Cell) -> int:
        """Return how many games a cell should have, as far as decided."""
        return int(self.pilots[cell.name]["games"]) if cell.name in self.pilots else cell.games

    def save(self) -> None:
        """Bring ``study.json`` up to date."""
        write_whole(self.path / STUDY, self._content())

    def note(self, cell: Cell) -> None:
        """Note the progress of a cell. ``study.json`` follows within about a second, or when the folder is closed."""
        self.look(cell)
        self._keep_up()

    def _content(self) -> bytes:
        plan = self.plan
        rows = [self._row(cell, digest) for cell, digest in zip(plan.cells, plan.digests, strict=True)]
        head = {
            "format": KIND.format,
            "title": plan.title,
            "text": plan.text,
            "question": plan.question,
            "smallest": dict(plan.smallest),
            "named": dict(plan.named),
            "clock": plan.clock,
            "precision": plan.precision.model_dump() if plan.precision else None,
            "seed": plan.seed,
            "chunk": self.chunk,
            "status": "complete" if all(row["status"] == "complete" for row in rows) else "partial",
            "versions": self.versions,
        }
        return sealed(head | ({"share": self.share.model_dump()} if self.share else {}), cells=rows)

    def _row(self, cell: Cell, digest: str) -> dict[str, Any]:
        status = "complete" if self.is_complete(cell) else "partial" if cell.name in self.done else "waiting"
        return {
            "cell": cell.name,
            "folder": cell.folder,
            "deck": cell.setting.deck_name,
            "variant": cell.setting.variant,
            "players": cell.players,
            "table": cell.table.name,
            "kind": cell.table.kind,
            "strategies": [strategy.name for strategy in cell.lineup],
            "twin": cell.setting.twin,
            "forced": cell.forced,
            "games": self.games(cell) if self.is_decided(cell) else None,
            "status": status,
            "digest": digest,
            "pilot": self.pilots.get(cell.name),
        }


@contextlib.contextmanager
def open_study(path: Path, plan: StudyPlan, share: StoredShare | None = None) -> Iterator[StudyFolder]:
    """Open a study's folder for writing: a new one, or one that holds a part of the same study, or the same share.

    Raises UserError for a folder that cannot be written, is in use, or belongs to another study, with the differences.
    """
    with opened(path, KIND, partial(check_study, path, plan, share), _cells_left(path, plan)) as there:
        _check_cells(path, plan)
        folder = StudyFolder(path, plan, plan.chunk, share=share)
        for cell in plan.cells:
            folder.look(cell)
        precision = plan.precision
        if there is not None and precision is not None and precision.model_dump() == there.precision:
            named = {cell.folder for cell in plan.cells if cell.to_precision}
            folder.pilots = {row.cell: row.pilot for row in there.cells if row.pilot and row.folder in named}
        if there is not None:
            decided = {row.cell: row.pilot for row in there.cells if row.pilot and row.pilot.get("plan") == plan.sizes}
            folder.pilots.update(decided)
        if there is not None and folder.done:
            complete = all(map(folder.is_complete, plan.cells))
            folder.versions = there.versions if complete else joined(there.versions)
        folder.save()
        try:
            yield folder
        finally:
            folder.save()


def _cells_left(path: Path, plan: StudyPlan) -> list[str]:
    """Return what a folder without ``study.json`` may hold: cells, if they are this study's."""
    with contextlib.suppress(OSError):
        if plan.grows or {entry.name for entry in (path / CELLS).iterdir()} <= {cell.folder for cell in plan.cells}:
            return [CELLS]
    return []


def check_study(path: Path, plan: StudyPlan, share: StoredShare | None, there: Stored) -> None:
    """Raise UserError with all differences between a study's folder and a plan, in cells that have games there.

    The folder of a plan that grows may hold further cells, if only their strategies differ.
    """
    expected = {cell.folder: (cell, work.config) for cell, work in zip(plan.cells, plan.works, strict=True)}
    changes: dict[str, None] = {}
    if share != there.share:
        changes.update(dict.fromkeys(differences(_described(there.share), _described(share))))
    if plan.grows:
        changes.update(dict.fromkeys(differences({"seed": there.seed}, {"seed": plan.seed})))
    for row in there.cells:
        folder = path / CELLS / row.folder
        if not RUN.lies_in(folder):
            continue
        if plan.grows and row.folder not in expected:
            beside = _apart_from_strategies(RUN.read(folder).config)
            changes.update(dict.fromkeys(differences(beside, _apart_from_strategies(plan.works[0].config))))
        elif row.folder not in expected:
            changes[f"the folder has the cell {row.cell}, which is not in this study"] = None
        elif row.digest != expected[row.folder][1].digest():
            cell, config = expected[row.folder]
            changed = differences(RUN.read(folder).config.to_dict(), config.to_dict())
            changes.update(dict.fromkeys(changed or [f"the cell {cell.name} is another one"]))
    check_same(path, KIND, list(changes))


def _described(share: StoredShare | None) -> dict[str, str]:
    return {"share": str(share), **share.played_by} if share else {"share": "none"}


def _check_cells(path: Path, plan: StudyPlan) -> None:
    """Raise UserError for a cell's folder without a manifest: without it, nothing shows what its games are."""
    for cell in plan.cells:
        there = path / CELLS / cell.folder
        if not RUN.lies_in(there):
            check_empty(there, RUN, hint="remove it: its games are played again")


def _apart_from_strategies(config: Config) -> dict[str, Any]:
    """Return what all cells of a plan that grows have in common. Each has its own seed."""
    apart = ("strategies", "strategy_digests", "seed")
    return {name: value for name, value in config.to_dict().items() if name not in apart}

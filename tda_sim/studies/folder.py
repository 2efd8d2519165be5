"""A study's folder: ``study.json``, and under ``cells`` one folder for each cell, which is a run's.

``study.json`` is a function of the study and of the games that are there: it does not depend on how often the study
was stopped. A study may grow, in games and in cells; what has been played is never thrown away.
"""

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tda_sim.errors import Problem, UserError
from tda_sim.runs.manifest import MANIFEST, Manifest, read, versions
from tda_sim.runs.plan import differences
from tda_sim.runs.storage import LOCK, UNFINISHED, disk_errors, locked, made, write_whole
from tda_sim.studies.cells import Cell
from tda_sim.studies.plan import StudyPlan

FORMAT = 1  # raised when older folders can no longer be read
STUDY, CELLS = "study.json", "cells"
SAVE_EVERY = 1.0  # seconds
MOST_TOLD = 10  # differences between two studies


@dataclass
class StudyFolder:
    """A study's folder that is open for writing."""

    path: Path
    plan: StudyPlan
    chunk: int
    pilots: dict[str, dict[str, Any]] = field(default_factory=dict)  # what they have decided, by cell
    done: dict[str, int] = field(default_factory=dict)  # games that are there, of cells that are begun
    _next_save: float = 0.0

    def cell_path(self, cell: Cell) -> Path:
        """Return the folder of a cell."""
        return self.path / CELLS / cell.folder

    def manifest(self, cell: Cell) -> Manifest | None:
        """Return the manifest of a cell; None if nothing of it is there."""
        path = self.cell_path(cell)
        return read(path) if (path / MANIFEST).exists() else None

    def look(self, cell: Cell) -> None:
        """Note how many games of a cell are there."""
        if (there := self.manifest(cell)) is not None:
            self.done[cell.name] = there.games_done

    def is_complete(self, cell: Cell) -> bool:
        """Whether all games of a cell are there."""
        return self.is_decided(cell) and self.done.get(cell.name) == self.games(cell)

    def is_decided(self, cell: Cell) -> bool:
        """Whether it is known how many games a cell is to have."""
        return not cell.to_precision or cell.name in self.pilots

    def games(self, cell: Cell) -> int:
        """Return how many games a cell is to have, as far as is known by now."""
        return int(self.pilots[cell.name]["games"]) if cell.name in self.pilots else cell.games

    def save(self) -> None:
        """Bring ``study.json`` up to date."""
        write_whole(self.path / STUDY, self._text().encode())
        self._next_save = time.monotonic() + SAVE_EVERY

    def note(self, cell: Cell) -> None:
        """Note how far a cell is; ``study.json`` follows within about a second, or when the folder is closed."""
        self.look(cell)
        if time.monotonic() >= self._next_save:
            self.save()

    def _text(self) -> str:
        plan = self.plan
        rows = [self._row(cell, digest) for cell, digest in zip(plan.cells, plan.digests, strict=True)]
        head = {
            "format": FORMAT,
            "title": plan.title,
            "text": plan.file.text,
            "question": plan.question,
            "smallest": plan.smallest,
            "precision": plan.file.precision.model_dump() if plan.file.precision else None,
            "seed": plan.file.seed,
            "chunk": self.chunk,
            "status": "complete" if all(row["status"] == "complete" for row in rows) else "partial",
            "versions": versions(),
        }
        opened = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
        lines = (f"\n    {json.dumps(row, ensure_ascii=False)}" for row in rows)
        return opened + ',\n  "cells": [' + ",".join(lines) + "\n  ]\n}\n"

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


def read_stored(path: Path) -> dict[str, Any]:
    """Return what ``study.json`` says; raise UserError where there is none that this version can read."""
    name = path / STUDY
    try:
        stored: dict[str, Any] = json.loads(name.read_text(encoding="utf-8"))
        if stored["format"] != FORMAT:
            raise UserError.of(f"written by another version of tda_sim (format {stored['format']})", file=str(name))
        missing = {"title", "question", "smallest", "chunk", "cells"} - stored.keys()
        if missing or not all({"cell", "folder", "digest", "pilot"} <= row.keys() for row in stored["cells"]):
            raise ValueError(f"lacks {', '.join(sorted(missing)) or 'parts of its cells'}")
    except (FileNotFoundError, NotADirectoryError):
        raise UserError.of("no study lies here", file=str(path), hint=f"a study's folder has a {STUDY}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError.of(f"not a manifest of a study: {error}", file=str(name)) from None
    return stored


@contextlib.contextmanager
def open_study(path: Path, plan: StudyPlan) -> Iterator[StudyFolder]:
    """Open a study's folder for writing: a new one, or one that holds a part of the same study.

    Raises UserError for a folder that cannot be written, is in use, or belongs to another study: it says what differs.
    """
    with disk_errors(path), made(path, STUDY, (CELLS,)), locked(path):
        (path / f"{STUDY}{UNFINISHED}").unlink(missing_ok=True)
        folder = StudyFolder(path, plan, plan.chunk)
        if (path / STUDY).exists():
            _go_on(folder, read_stored(path))
        elif any(entry.name not in (LOCK, CELLS) for entry in path.iterdir()):
            raise UserError.of("this folder holds other things than a study", str(path), hint="name another folder")
        (path / CELLS).mkdir(exist_ok=True)
        folder.save()
        try:
            yield folder
        finally:
            folder.save()


def _go_on(folder: StudyFolder, stored: dict[str, Any]) -> None:
    """Take over from the folder what must stay as it is; raise UserError if another study lies there."""
    problems = _what_differs(folder, stored)
    if problems:
        hint = "name another folder, or make the same study"
        told = ["this folder belongs to another study", *problems[:MOST_TOLD]]
        if len(problems) > MOST_TOLD:
            told.append(f"and {len(problems) - MOST_TOLD} more")
        raise UserError([Problem(text, str(folder.path), hint=None if i else hint) for i, text in enumerate(told)])
    for cell in folder.plan.cells:
        folder.look(cell)
    if folder.done:
        folder.chunk = int(stored["chunk"])
    precision = folder.plan.file.precision
    if precision is not None and precision.model_dump() == stored.get("precision"):
        named = {cell.name for cell in folder.plan.cells if cell.to_precision}
        folder.pilots = {row["cell"]: row["pilot"] for row in stored["cells"] if row["pilot"] and row["cell"] in named}


def _what_differs(folder: StudyFolder, stored: dict[str, Any]) -> list[str]:
    """Return what differs, in words, of the cells that have games here."""
    plan = folder.plan
    wanted = {cell.folder: (cell, work.config) for cell, work in zip(plan.cells, plan.works, strict=True)}
    told: dict[str, None] = {}
    for row in stored["cells"]:
        if not (folder.path / CELLS / row["folder"] / MANIFEST).exists():
            continue
        if row["folder"] not in wanted:
            told[f"the cell {row['cell']} is there, and not in this study"] = None
        elif row["digest"] != wanted[row["folder"]][1].digest():
            cell, config = wanted[row["folder"]]
            there = read(folder.cell_path(cell)).config
            told.update(dict.fromkeys(differences(there, config) or [f"the cell {cell.name} is another one"]))
    return list(told)

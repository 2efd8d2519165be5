"""A ladder's folder: what its games depend on, and the blocks of each cell.

How narrow the intervals are to be, and which strategies take part, is no part of what the folder says about itself.
So a ladder goes on from whatever is there: with narrower intervals, with more strategies, or where it was stopped.
"""

import contextlib
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from tda_sim.engine.layout import WIN_UNIT
from tda_sim.rating.cells import BLOCK, SLOW_BLOCK, Cell
from tda_sim.runs.plan import Config
from tda_sim.store.files import Pace, write_whole
from tda_sim.store.folders import DESCRIBED, Folder, Kind, opened_for
from tda_sim.store.seals import STRICT, digest_of, sealed, unsealed
from tda_sim.store.versions import say

CELLS = "cells"

Won = Annotated[int, Field(ge=0)]  # in sixtieths of a game


@dataclass(frozen=True)
class _Side:
    name: str
    digest: str


@dataclass(frozen=True)
class _StoredCell:
    """What a cell's file says."""

    __pydantic_config__ = STRICT

    challenger: _Side
    others: _Side
    seed: int
    unit: str
    blocks: list[tuple[Won, Won]]


KIND = Kind("ladder", "ladder.json", 2, DESCRIBED)
_CELL = TypeAdapter(_StoredCell)


def configuration(config: Config) -> dict[str, Any]:
    """Return everything that all cells' games depend on, but for the strategies."""
    shared = config.to_dict()
    for name in ("strategies", "strategy_digests", "fixed_seats"):
        del shared[name]
    return {**shared, "block": BLOCK, "slow_block": SLOW_BLOCK}


def usual_folder(shared: dict[str, Any]) -> Path:
    """Return where the command keeps a ladder that it is not told a folder for."""
    return Path("results") / f"ladder-{shared['deck']}-{shared['players']}p-{digest_of(shared)[:8]}"


class LadderFolder:
    """A ladder's folder that is open for writing."""

    def __init__(self, folder: Folder) -> None:
        self.path = folder.path
        self._folder = folder
        self._unsaved: dict[int, Cell] = {}
        self._pace = Pace()

    def restore(self, cells: Sequence[Cell]) -> None:
        """Give cells the blocks that are here. What is not as it was written is played again, and that is said."""
        for cell in cells:
            path = self._cell_path(cell)
            try:
                cell.restore(self._blocks(cell, path.read_bytes()))
            except FileNotFoundError:
                continue
            except ValueError:
                say(f"{path} is damaged, or belongs to another ladder: its games are played again")

    def _blocks(self, cell: Cell, raw: bytes) -> list[tuple[int, int]]:
        stored = unsealed(raw, _CELL, self._folder.digest)
        if (stored.challenger, stored.others, stored.seed) != (*_sides(cell), cell.seed):
            raise ValueError("these are the blocks of another cell")
        if any(sum(block) > WIN_UNIT * cell.goal.block for block in stored.blocks):
            raise ValueError("more is won than there is")
        return stored.blocks

    def keep(self, cell: Cell) -> None:
        """Note that a cell has new blocks; they are on disk almost at once."""
        self._unsaved[id(cell)] = cell
        if self._pace.due:
            self.save()

    def save(self) -> None:
        """Write what is not on disk yet."""
        with self._pace.saving():
            while self._unsaved:
                cell = self._unsaved.popitem()[1]
                write_whole(self._cell_path(cell), _content(cell, self._folder.digest))

    def _cell_path(self, cell: Cell) -> Path:
        """Return the cell's file: another one when the code of its strategies changes."""
        sides = (cell.challenger, cell.others)
        text = "\n".join(part for side in sides for part in (side.name, side.digest))
        legible = "-against-".join(re.sub(r"[^\w.-]+", "_", side.name)[:60] for side in sides)
        return self.path / CELLS / f"{legible}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def _sides(cell: Cell) -> tuple[_Side, _Side]:
    return _Side(cell.challenger.name, cell.challenger.digest), _Side(cell.others.name, cell.others.digest)


def _content(cell: Cell, of: str) -> bytes:
    challenger, others = map(asdict, _sides(cell))
    unit = "sixtieths of a game, won by the challenger and by the others, in each block"
    head = {"challenger": challenger, "others": others, "seed": cell.seed, "unit": unit}
    return sealed(head, of, blocks=cell.blocks)


@contextlib.contextmanager
def open_ladder(path: Path, shared: dict[str, Any], cells: Sequence[Cell]) -> Iterator[LadderFolder]:
    """Open a ladder's folder for writing: a new one, or one with games of the same configuration, which cells get.

    Raises UserError for a folder that cannot be written, is in use, or holds something else.
    """
    with opened_for(path, KIND, shared) as folder:
        ladder = LadderFolder(folder)
        ladder.restore(cells)
        if not all(cell.done for cell in cells):
            folder.go_on()
        (path / CELLS).mkdir(exist_ok=True)
        try:
            yield ladder
        finally:
            ladder.save()

"""A ladder's folder: what its games depend on, and the blocks of each cell.

How narrow the intervals are to be, and which strategies take part, is no part of what the folder says about itself.
So a ladder goes on from whatever is there: with narrower intervals, with more strategies, or where it was stopped.
"""

import contextlib
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from tda_sim.engine.layout import WIN_UNIT
from tda_sim.runs.plan import Config
from tda_sim.store.files import Pace, write_whole
from tda_sim.store.folders import DESCRIBED, Folder, Kind, opened_for
from tda_sim.store.seals import STRICT, digest_of, sealed, unsealed
from tda_sim.store.versions import say
from tda_sim.studies.ladder.cells import BLOCK, SLOW_BLOCK, Cell

CELLS = "cells"

Won = Annotated[int, Field(ge=0)]  # in sixtieths of a game


@dataclass(frozen=True)
class _Stored:
    """What is read from a cell's file; its seal is of the rest."""

    __pydantic_config__ = STRICT

    blocks: list[tuple[Won, Won]]


KIND = Kind("ladder", "ladder.json", 2, DESCRIBED)
_CELL = TypeAdapter(_Stored)


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
        self._keep_up = Pace(self.save).save

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
        blocks = unsealed(raw, _CELL, self._seal_of(cell)).blocks
        if any(sum(block) > WIN_UNIT * cell.goal.block for block in blocks):
            raise ValueError("more is won than there is")
        return blocks

    def _seal_of(self, cell: Cell) -> str:
        return digest_of([self._folder.digest, _head(cell)])

    def keep(self, cell: Cell) -> None:
        """Note that a cell has new blocks; they are on disk almost at once."""
        self._unsaved[id(cell)] = cell
        self._keep_up()

    def save(self) -> None:
        """Write what is not on disk yet."""
        while self._unsaved:
            cell = self._unsaved.popitem()[1]
            write_whole(self._cell_path(cell), sealed(_head(cell), self._seal_of(cell), blocks=cell.blocks))

    def _cell_path(self, cell: Cell) -> Path:
        """Return the cell's file: another one when the code of its strategies changes."""
        sides = (cell.challenger, cell.others)
        text = "\n".join(part for side in sides for part in (side.name, side.digest))
        legible = "-against-".join(re.sub(r"[^\w.-]+", "_", side.name)[:60] for side in sides)
        return self.path / CELLS / f"{legible}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def _head(cell: Cell) -> dict[str, Any]:
    """Return what a cell's file says of the cell, apart from its blocks."""
    sides = {"challenger": cell.challenger, "others": cell.others}
    unit = "sixtieths of a game, won by the challenger and by the others, in each block"
    told = {name: {"name": side.name, "digest": side.digest} for name, side in sides.items()}
    return {**told, "seed": cell.seed, "unit": unit}


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

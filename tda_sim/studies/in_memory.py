"""Games of a few cells that nobody keeps, as a study: what searches measure their tries with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from tda_sim.agents.modifiers import fewest_mistakes
from tda_sim.definitions.clocks import load_clock
from tda_sim.measures.clock import Clock
from tda_sim.measures.margins import Written
from tda_sim.measures.study import MIXED
from tda_sim.runs.columns import Batch, frame
from tda_sim.runs.play import Stop, Table, Work, load_strategies
from tda_sim.studies.cells import Cell
from tda_sim.studies.printed import ABILITIES, FACTS, PRINTED, printed_cards

BLOCKS = 20  # of the games of a cell: enough for standard errors
OF_CHUNKS = {"cards", "draws", "abilities"}  # tables with rows of their own for each chunk


@dataclass(frozen=True)
class PlayedCell:
    """A cell with its games, block by block."""

    cell: Cell
    work: Work
    batches: tuple[Batch, ...]
    chunk: int

    @property
    def row(self) -> dict[str, Any]:
        """Its row in `measures.study.Study.cells`, as far as its measures need it."""
        cell = self.cell
        strategies = [strategy.name for strategy in cell.lineup]
        return {
            "cell": cell.name,
            "deck": cell.setting.deck_name,
            "variant": cell.setting.variant,
            "players": cell.players,
            "table": cell.table.name,
            "kind": cell.table.kind,
            "strategies": strategies,
            "best": fewest_mistakes(strategies) if cell.table.kind == MIXED else None,
            "games": sum(len(batch.tallies) for batch in self.batches),
            "chunk": self.chunk,
        }


def play_cell(
    cell: Cell, work: Work, first: int, games: int, stop: Stop, note: Callable[[int], object]
) -> PlayedCell | None:
    """Play games ``first`` .. ``first + games - 1`` of a cell; None if stopped before the last one.

    Cells that play as many games have the same games in each block, so that they can be compared block by block.
    """
    table, chunk = Table(work, load_strategies(work), stop), max(1, games // BLOCKS)
    batches = []
    for number, done in enumerate(range(0, games, chunk)):
        batch = table.play(number, first + done, min(chunk, games - done), note)
        if batch is None:
            return None
        batches.append(batch)
    return PlayedCell(cell, work, tuple(batches), chunk)


@dataclass(frozen=True)
class InMemory:
    """A study (see `measures.study.Study`) of cells that were just played."""

    played: Mapping[str, PlayedCell]
    clock: Clock = field(default_factory=load_clock)
    title: str = ""
    question: Mapping[str, Any] | None = None
    smallest: Mapping[str, Written] = field(default_factory=dict)
    _read: dict[tuple[str, str], pl.LazyFrame] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def cells(self) -> pl.DataFrame:
        """One row per cell."""
        return pl.DataFrame([each.row for each in self.played.values()], schema_overrides={"best": pl.String})

    @cached_property
    def printed(self) -> pl.DataFrame:
        """One row per cell and card."""
        tables = [printed_cards(name, each.work) for name, each in self.played.items()]
        return pl.concat(tables) if tables else pl.DataFrame(schema=PRINTED)

    @property
    def abilities(self) -> pl.DataFrame:
        """No rows: nobody is dealt any."""
        return pl.DataFrame(schema=ABILITIES)

    @property
    def facts(self) -> pl.DataFrame:
        """No rows: nobody asks for them."""
        return pl.DataFrame(schema=FACTS)

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """Return a table of a cell, with games numbered from 0 whichever were played."""
        if (cell, table) not in self._read:
            batches = self.played[cell].batches
            rows = pl.concat([frame(table, each) for each in batches]) if table in OF_CHUNKS else _whole(table, batches)
            self._read[cell, table] = rows.lazy()
        return self._read[cell, table]


def _whole(table: str, batches: Sequence[Batch]) -> pl.DataFrame:
    """Return a table of games, which is faster made of all batches at once."""
    tallies, gambits = (np.concatenate([getattr(each, name) for each in batches]) for name in ("tallies", "gambits"))
    rows = frame(table, replace(batches[0], tallies=tallies, gambits=gambits))
    return rows.with_columns(pl.col("game") - pl.col("game").min())

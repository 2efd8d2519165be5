"""What an analysis is given: the results of a study, known by their columns only."""

from collections.abc import Mapping
from typing import Any, Protocol

import polars as pl

from tda_sim.errors import UserError


class Study(Protocol):
    """The results of a study: its cells, and the tables of each.

    ``cells`` has one row per cell, in the study's order: `cell` (a readable name, unique), `deck`, `variant` (house
    rules joined by "+", empty for the deck as printed), `players`, `table`, `kind` ("same": all seats play alike,
    "mixed", "against": one against the others), `strategies` (one per place), `twin` and `forced` (a card, or missing),
    `games` (that are there), `chunk` (games per chunk) and `complete`.

    ``printed`` has one row per cell and card: `card`, `title`, `strength`, `colours`, `tags`, `has_power`, `drawn`,
    `in_game`, `deck_size`, `opening_hand`, `start_gold`.
    """

    @property
    def title(self) -> str:
        """What the study is called."""

    @property
    def question(self) -> Mapping[str, Any] | None:
        """The primary question: its metric, and the smallest difference that matters."""

    @property
    def smallest(self) -> Mapping[str, float]:
        """Smallest differences that matter, by metric, where they are not the usual ones."""

    @property
    def cells(self) -> pl.DataFrame:
        """One row per cell."""

    @property
    def printed(self) -> pl.DataFrame:
        """One row per cell and card."""

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """Return a table of one cell: games, seats, cards, draws or gambits."""


def cell_of(study: Study, cell: str) -> dict[str, Any]:
    """Return the row of a cell; raise UserError where the study has none of that name."""
    found = study.cells.filter(pl.col("cell") == cell)
    if found.is_empty():
        raise UserError.of(f"the study has no cell {cell!r}")
    return found.row(0, named=True)


def check_columns(study: Study, cell: str, table: str, wanted: set[str]) -> pl.LazyFrame:
    """Return a table of a cell, with UserError where the cell is empty or the table lacks a wanted column."""
    if not cell_of(study, cell)["games"]:
        raise UserError.of(f"no game of {cell!r} has been played yet", hint="run the study first")
    frame = study.read(cell, table)
    missing = sorted(wanted - set(frame.collect_schema().names()))
    if missing:
        raise UserError.of(
            f"the {table} of {cell!r} have no column {', '.join(missing)}",
            hint="they were recorded by another version: play the study anew",
        )
    return frame

"""All that is measured at one table, once: sums over blocks of all games, of recorded games, and of who won."""

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.chances import SingleGambitsError
from tda_sim.measures.drama import drama
from tda_sim.measures.fairness import gambit_sums
from tda_sim.measures.pairs import Pair
from tda_sim.measures.skill import LineUp, line_up_of
from tda_sim.measures.study import MIXED, Study, cell_of, check_columns

SERIES = (
    "several games are played in a row, and lengths and events cover all of them together; drama, the lead and"
    " comebacks depend on the gold of the current game, and are left out"
)
SINGLE = "a game is a single gambit, so there is no drama to measure"


@dataclass(frozen=True)
class CellSums:
    """The sums of one cell.

    ``games``: `blocks.block_sums`. ``gambits``: `fairness.gambit_sums`, without rows if none were recorded.
    ``line_up``: at a mixed table. ``recorded``: sums of drama; if they are missing, ``missing`` says why. ``series``:
    whether several games are played in a row.
    """

    games: pl.DataFrame
    gambits: pl.DataFrame
    line_up: LineUp | None
    recorded: pl.DataFrame | None
    missing: str
    series: bool


def sums_of(study: Study, pairs: Iterable[Pair]) -> dict[str, CellSums]:
    """Return the sums of every cell in pairs, by the cells' names."""
    names = dict.fromkeys(name for pair in pairs for name in (pair.printed, pair.changed))
    return {name: cell_sums(study, name) for name in names}


def cell_sums(study: Study, cell: str) -> CellSums:
    """Return the sums of a cell. Raises UserError where games or columns are missing."""
    row = cell_of(study, cell)
    games, gambits = block_sums(study, cell), gambit_sums(study, cell)
    line_up = line_up_of(study, row) if row["kind"] == MIXED else None
    try:
        if _is_series(study, cell):
            return CellSums(games, gambits, line_up, None, SERIES, series=True)
        return CellSums(games, gambits, line_up, drama(study, cell).sums, "", series=False)
    except SingleGambitsError:
        return CellSums(games, gambits, line_up, None, SINGLE, series=False)
    except UserError as error:
        return CellSums(games, gambits, line_up, None, f"no drama at table {row['table']}: {error}", series=False)


def _is_series(study: Study, cell: str) -> bool:
    recorded = check_columns(study, cell, "gambits", {"series_game"})
    last = recorded.select(pl.col("series_game").max()).collect(engine="streaming").item()
    return last is not None and int(last) > 1

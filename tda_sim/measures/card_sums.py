"""Sums per block of games and card, from which all values of cards are computed.

A block is a chunk of the run, or several chunks in a row where there are very many. All cells of a study have the same
blocks, so blocks of the same number hold games of the same seeds.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.ranking import Array
from tda_sim.measures.study import Study, cell_of, check_columns, pieces

DRAW_UNIT = 2**24  # references of draws are whole numbers in units of 1 / DRAW_UNIT
MOST_BLOCKS = 1000  # more hardly improve errors

CONTACT_SUMS = ("times", "count", "win60_sum")
OUTCOMES = (*(f"gold{gambits}" for gambits in range(1, 7)), "gold_end", "win60")


def printed(study: Study, cell: str) -> pl.DataFrame:
    """Return the cards of a cell, as printed, in their order; raise UserError where the study has no list of them."""
    cards = study.printed.filter(pl.col("cell") == cell)
    if cards.is_empty():
        raise UserError.of(f"the study does not list the cards of {cell!r}")
    return cards


def names(study: Study, cell: str) -> tuple[str, ...]:
    """Return the names of a cell's cards, in their order."""
    return tuple(printed(study, cell)["card"].cast(pl.String))


def chunks_per_block(study: Study) -> int:
    """Return how many chunks make up a block, the same for all cells of a study."""
    played = study.cells.filter(pl.col("games") > 0)
    if played.is_empty():
        return 1
    most = played.select((pl.col("games") / pl.col("chunk")).ceil().max()).item()
    return max(1, -(-int(most) // MOST_BLOCKS))


def block_count(study: Study, cell: str) -> int:
    """Return the number of blocks of a cell."""
    row = cell_of(study, cell)
    return max(1, -(-int(row["games"]) // (int(row["chunk"]) * chunks_per_block(study))))


def _placed(study: Study, cell: str, frame: pl.LazyFrame) -> Iterator[pl.DataFrame]:
    """Yield pieces with `block` and `place`, the card's place among the printed ones; other cards are left out."""
    cards = names(study, cell)
    places = pl.DataFrame({"card": cards, "place": range(len(cards))}, schema={"card": pl.String, "place": pl.Int64})
    block = (pl.col("chunk") // chunks_per_block(study)).cast(pl.Int64).alias("block")
    for piece in pieces(frame):
        yield piece.with_columns(pl.col("card").cast(pl.String), block).join(places, on="card")


def contact_sums(study: Study, cell: str) -> dict[str, dict[str, Array]]:
    """Return sums (B, K) by contact and column, pooled over strategies: ``sums["opening"]["count"]``.

    Contacts that never happened are all zeros.
    """
    frame = check_columns(study, cell, "cards", {"chunk", "card", "contact", *CONTACT_SUMS})
    sums = _Zeros((block_count(study, cell), len(names(study, cell))))
    for piece in _placed(study, cell, frame.select("chunk", "card", "contact", *CONTACT_SUMS)):
        totals = piece.group_by("block", "place", pl.col("contact").cast(pl.String)).agg(pl.col(CONTACT_SUMS).sum())
        for (contact,), rows in totals.partition_by("contact", as_dict=True).items():
            _add(sums[str(contact)], rows)
    return sums


class _Zeros(dict[str, dict[str, Array]]):
    """Sums by contact, which begin as zeros."""

    def __init__(self, shape: tuple[int, int]) -> None:
        super().__init__()
        self.shape = shape

    def __missing__(self, contact: str) -> dict[str, Array]:
        self[contact] = {column: np.zeros(self.shape) for column in CONTACT_SUMS}
        return self[contact]


def draw_sums(study: Study, cell: str) -> dict[str, Array]:
    """Return sums (B, K) over draws: `draws`, and for each outcome its sum minus that of a random card of the pile."""
    references = [f"{outcome}_reference" for outcome in OUTCOMES]
    frame = check_columns(study, cell, "draws", {"chunk", "card", "draws", *OUTCOMES, *references})
    shape = block_count(study, cell), len(names(study, cell))
    columns = ("draws", *OUTCOMES, *references)
    sums = {column: np.zeros(shape) for column in columns}
    for piece in _placed(study, cell, frame.select("chunk", "card", *columns)):
        totals = piece.group_by("block", "place").agg(pl.col(columns).cast(pl.Int128).sum().cast(pl.Float64))
        _add(sums, totals)  # exact: whole numbers, far below 2^53
    above = {outcome: sums[outcome] - sums[f"{outcome}_reference"] / DRAW_UNIT for outcome in OUTCOMES}
    return {"draws": sums["draws"], **above}


def _add(sums: dict[str, Array], rows: pl.DataFrame) -> None:
    """Add sums of some games, one row per block and card, to each column (B, K)."""
    where = rows["block"].to_numpy(), rows["place"].to_numpy()
    for column, array in sums.items():
        array[where] += rows[column].to_numpy()


def finished_share(study: Study, cell: str) -> float:
    """Return the share of games with a winner: games stopped at the cap have none."""
    games = check_columns(study, cell, "games", {"unfinished"})
    row: dict[str, Any] = (
        games.select(pl.len(), pl.col("unfinished").sum()).collect(engine="streaming").row(0, named=True)
    )
    return 1 - row["unfinished"] / row["len"] if row["len"] else 1.0

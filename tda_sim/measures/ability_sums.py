"""The games of a cell with abilities, reduced to the normal equations of `tda_sim.stats.factorial`, block by block.

Games are read in batches, so a hundred million need no more memory than a million. All sums are whole numbers, so they
do not depend on how games are batched.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.errors import UserError
from tda_sim.measures.metrics import WIN_UNIT
from tda_sim.measures.study import Study, cell_of, check_columns
from tda_sim.stats.factorial import Sums, sums_of_games

ABILITY, BLANK, BUNDLE = "ability", "blank", "bundle"  # kinds of what is dealt: a blank does nothing, a bundle is a set
BLOCKS = 200  # at most: more hardly improve errors, and pairs of many abilities fill the memory
AT_ONCE = 100_000  # games in memory

HINT = "tda abilities DECK plays such games"

Masks = NDArray[np.int64]


@dataclass(frozen=True)
class Dealt:
    """What is dealt to seats in a cell, in the order of the list; ``masks``: its bits in the column `abilities`."""

    names: tuple[str, ...]
    masks: Masks
    kinds: tuple[str, ...]

    def places(self, *kinds: str) -> list[int]:
        """Return the places of everything of the given kinds."""
        return [place for place, kind in enumerate(self.kinds) if kind in kinds]

    def held(self, seats: Masks) -> NDArray[np.bool_]:
        """Return which of them each seat has, (..., F), by the masks of seats; a seat has a bundle and nothing else."""
        there = (seats[..., None] & self.masks) == self.masks
        whole = np.array([kind == BUNDLE for kind in self.kinds])
        return np.asarray(there & (~whole | (seats[..., None] == self.masks)))


@dataclass(frozen=True)
class AbilitySums:
    """The sums of a cell: one feature for each thing dealt, then one for each of the ``pairs`` that a seat can have."""

    dealt: Dealt
    pairs: tuple[tuple[int, int], ...]
    sums: Sums

    def names(self, pair: tuple[int, int]) -> tuple[str, str]:
        """Return the names of a pair."""
        return self.dealt.names[pair[0]], self.dealt.names[pair[1]]


def dealt(study: Study, cell: str) -> Dealt:
    """Return what is dealt in a cell; raise UserError where there are no abilities."""
    rows = study.abilities.filter(pl.col("cell") == cell)
    if rows.is_empty():
        raise UserError.of(f"nobody is dealt an ability at random in {cell!r}", hint=HINT)
    return Dealt(tuple(rows["ability"].cast(pl.String)), rows["mask"].cast(pl.Int64).to_numpy(), tuple(rows["kind"]))


def ability_sums(study: Study, cell: str) -> AbilitySums:
    """Return the sums of a cell over blocks of games; wins are in sixtieths.

    Raises UserError for a cell without games, without abilities, or recorded by another version.
    """
    things, row = dealt(study, cell), cell_of(study, cell)
    kinds = _kinds_of_seats(study, cell)
    own = things.held(kinds)
    pairs = [(a, b) for a, b in combinations(things.places(ABILITY), 2) if (own[:, a] & own[:, b]).any()]
    both = [own[:, a] & own[:, b] for a, b in pairs]
    features = np.column_stack([own, *both])
    parts = [sums_of_games(features, np.searchsorted(kinds, masks), won) for masks, won in _blocks(study, cell)]
    squares, products, held = (np.stack(each) for each in zip(*parts, strict=True))
    return AbilitySums(things, tuple(pairs), Sums(int(row["players"]), squares, products, held))


def _kinds_of_seats(study: Study, cell: str) -> Masks:
    """Return the distinct masks of the seats of a cell, in order."""
    seats = check_columns(study, cell, "seats", {"abilities"})
    return np.asarray(
        seats.select(pl.col("abilities").cast(pl.Int64).unique().sort())
        .collect(engine="streaming")["abilities"]
        .to_numpy()
    )


def _blocks(study: Study, cell: str) -> Iterator[tuple[Masks, Masks]]:
    """Yield the masks and the wins in sixtieths, both (G, n), block by block."""
    row = cell_of(study, cell)
    games, players, chunk = (int(row[name]) for name in ("games", "players", "chunk"))
    size = chunk * max(1, -(-games // (chunk * BLOCKS)))
    seats = check_columns(study, cell, "seats", {"game", "seat", "abilities", "win_share"})
    columns = (
        pl.col("abilities").cast(pl.Int64),
        (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64).alias("won"),
    )
    step = size * max(1, AT_ONCE // size)
    for start in range(0, games, step):
        there = seats.slice(start * players, step * players)
        slice_of = there.sort("game", "seat").select(*columns).collect(engine="streaming")
        masks, won = (slice_of[name].to_numpy().reshape(-1, players) for name in ("abilities", "won"))
        for first in range(0, len(masks), size):
            yield masks[first : first + size], won[first : first + size]

"""What games draw: the parts of a deck that chance puts into a game, and which games have which of them.

A *part* is a colour, a dragon of a colour, or another card, as `definitions.draws` has it. The unique cards of which
games draw some, as in the Legendary Edition, are a lot of their own, after the others.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_sums import printed
from tda_sim.measures.study import Study

PARTS_IN_WORD = 62  # bits of a column: see `runs.columns`
WORDS = tuple(f"parts_{word + 1}" for word in range(4))
BITS = (*WORDS, "unique_cards")  # columns of `games`
CARD = "card"  # the kind of a part that is one card


@dataclass(frozen=True)
class Lot:
    """Parts of which a game has at least ``least`` and at most ``most``; ``kind``: colour, dragon or card."""

    kind: str
    parts: tuple[str, ...]
    least: int
    most: int
    of: str = ""

    @property
    def varies(self) -> bool:
        """Whether games differ in the number of its parts."""
        return self.least < self.most

    @property
    def draws(self) -> bool:
        """Whether games differ in its parts at all."""
        return self.varies or 0 < self.least < len(self.parts)


@dataclass(frozen=True)
class Drawn:
    """What the games of a cell draw: lots, whose parts are numbered one after another, and the parts of each card.

    ``cards`` has the numbers of the parts that a card needs; cards in every game need none.
    """

    lots: tuple[Lot, ...]
    columns: tuple[tuple[str, int], ...]  # of each part, the column and the bit that say whether it was in
    cards: dict[str, tuple[int, ...]]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all parts, in their order."""
        return tuple(part for lot in self.lots for part in lot.parts)

    @cached_property
    def places(self) -> dict[str, int]:
        """The numbers of the parts by their names."""
        return {part: number for number, part in enumerate(self.parts)}

    @property
    def bits(self) -> list[str]:
        """The columns of games that say which parts were in."""
        return sorted({name for name, _ in self.columns})

    def spans(self) -> Iterator[tuple[Lot, slice]]:
        """Yield each lot with the places of its parts."""
        first = 0
        for lot in self.lots:
            yield lot, slice(first, first := first + len(lot.parts))

    def inside(self, rows: pl.DataFrame) -> NDArray[np.bool_]:
        """Return which parts were in the games of ``rows``, which has the columns `BITS`: (G, P)."""
        words = {name: rows[name].to_numpy().astype(np.uint64) for name in self.bits}
        found = [words[name] >> np.uint64(bit) & np.uint64(1) for name, bit in self.columns]
        return np.array(found, bool).T.reshape(len(rows), len(self.columns))

    def with_cards(self, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the `cards` were in games that had these parts (G, P): (G, K)."""
        return np.stack([inside[:, list(needed)].all(axis=1) for needed in self.cards.values()], axis=1)


def drawn(study: Study, cell: str) -> Drawn:
    """Return what the games of a cell draw; no lots where all games have the same cards."""
    facts = study.facts.filter(pl.col("cell") == cell, pl.col("part") == "draw")
    says = {row["name"]: json.loads(row["says"]) for row in facts.iter_rows(named=True)}
    lots, needed = says.get("lots", ((), {}))
    lots = [Lot(**{**lot, "parts": tuple(lot["parts"])}) for lot in lots]
    first = sum(len(lot.parts) for lot in lots)
    columns = [(WORDS[part // PARTS_IN_WORD], part % PARTS_IN_WORD) for part in range(first)]
    cards = printed(study, cell)
    names = cards["card"].cast(pl.String).to_list()
    drawn_unseen = cards.filter(pl.col("unseen"))
    if unseen := drawn_unseen["card"].cast(pl.String).to_list():
        number = round(float(drawn_unseen["in_game"].sum()))
        lots.append(Lot(CARD, tuple(unseen), number, number))
        columns += [("unique_cards", bit) for bit in range(len(unseen))]
    parts: dict[str, tuple[int, ...]] = {name: tuple(needed.get(name, ())) for name in names}
    parts |= {name: (*parts[name], first + bit) for bit, name in enumerate(unseen)}
    return Drawn(tuple(lots), tuple(columns), parts)

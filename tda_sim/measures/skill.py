"""What the strategy is worth at a mixed table: how much of the result it explains, and who thrives there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.compare import Measured, at_once, difference_of, ends, joint_level
from tda_sim.measures.counted import SHARE, Counted
from tda_sim.measures.metrics import PERCENT, WIN_UNIT
from tda_sim.measures.rows import table_of
from tda_sim.stats.exact import Ends
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, influences, ratio_influences, subtract
from tda_sim.stats.simultaneous import tied_sets

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Shares:
    """Win shares of K strategies per seat held, in percent, with the influences (B, K) of blocks.

    ``won`` (K,) games, and ``seats`` (K,) that were held, in all.
    """

    strategies: tuple[str, ...]
    found: Influences
    blocks: NDArray[np.int64]
    games: int
    won: Array
    seats: Array

    @property
    def each(self) -> list[Measured]:
        """The win share of each strategy by itself."""
        return [self._one(k) for k in range(len(self.strategies))]

    def _one(self, k: int) -> Measured:
        found = Influences(
            self.found.estimate[k], self.found.influence[:, k], self.found.blocks[k], self.found.unbiased[k]
        )
        counted = Counted(SHARE, float(self.won[k]), float(self.seats[k]), PERCENT)
        return Measured(found, self.blocks, self.games, counted)


def win_shares(sums: pl.DataFrame, games: int) -> Shares:
    """Return the win shares of the strategies in the rows of `blocks.strategy_sums`."""
    names = tuple(sums["strategy"].unique(maintain_order=True))
    won, seats = (_wide(sums, column, names) for column in ("won", "seats"))
    found = ratio_influences(PERCENT / WIN_UNIT * won, seats)
    blocks = sums["block"].unique(maintain_order=True).to_numpy()
    return Shares(names, found, blocks, games, won.sum(axis=0) / WIN_UNIT, seats.sum(axis=0))


def _wide(sums: pl.DataFrame, column: str, names: Sequence[str]) -> Array:
    """Return a column as (B, K): one row a block, one column a strategy."""
    wide = sums.pivot(on="strategy", index="block", values=column, maintain_order=True).fill_null(0)
    return wide.select(names).to_numpy().astype(float)


def skill_share(sums: pl.DataFrame, games: int) -> Measured:
    """Return how much of the variance of win shares lies between strategies, in percent, from `strategy_sums`.

    η² = Σ_s seats_s (W_s - W)² / Σ (Y - W)² over all seats, with the noise of the W_s taken off by the jackknife over
    blocks: squares of noisy numbers come out too large. It may fall below zero where there is nothing to explain.
    """
    names = tuple(sums["strategy"].unique(maintain_order=True))
    k = len(names)
    columns = np.hstack([_wide(sums, column, names) for column in ("won", "seats", "won_squared")])

    def explained(totals: Array) -> float:
        won, seats, squares = totals[:k] / WIN_UNIT, totals[k : 2 * k], totals[2 * k :].sum() / WIN_UNIT**2
        mean = won.sum() / seats.sum()
        return float(PERCENT * (seats * (won / seats - mean) ** 2).sum() / (squares - seats.sum() * mean**2))

    found = influences(columns, explained, sizes=columns[:, k : 2 * k].sum(axis=1))
    unbiased = Influences(found.unbiased, found.influence, found.blocks, found.unbiased)
    return Measured(unbiased, sums["block"].unique(maintain_order=True).to_numpy(), games)


# --- who thrives where ------------------------------------------------------------------------------------


def share_rows(shares: Mapping[str, Shares], level: float = LEVEL) -> pl.DataFrame:
    """Return win shares by deck and strategy, in percent: one row each, in the order of the win shares in a deck.

    Intervals hold for all decks and strategies at once. ``best`` and ``worst`` are the places that the strategy may
    hold in that deck, told apart with probability ``level``.
    """
    rows = []
    for (deck, there), intervals in zip(shares.items(), _all_at_once(shares, level), strict=True):
        sets = tied_sets(there.found.estimate, there.found.influence, level)
        places = zip(sets.best.tolist(), sets.worst.tolist(), strict=True)
        found = zip(there.strategies, there.each, intervals, places, strict=True)
        ranked = [
            {"deck": deck, "strategy": name, **ends(value.estimate, *interval), "n": value.games}
            | {"best": best, "worst": worst}
            for name, value, interval, (best, worst) in found
        ]
        rows += sorted(ranked, key=lambda row: -row["estimate"])
    return table_of(rows)


def change_rows(shares: Mapping[str, Shares], margin: float, level: float = LEVEL) -> pl.DataFrame:
    """Return what strategies win more in a deck than in the first, in points: one row for each other deck and strategy.

    Intervals hold for all of them at once; ``verdict`` goes by ``margin``, the smallest difference that matters.
    """
    decks, first = list(shares)[1:], next(iter(shares.values()))
    rows = []
    for deck, at in zip(decks, _levels(shares, level), strict=True):
        for name, before, after in zip(first.strategies, first.each, shares[deck].each, strict=True):
            found = difference_of(before, after, margin, at)
            told = {key: getattr(found, key) for key in ("estimate", "low", "high", "n", "margin", "verdict")}
            rows.append({"deck": deck, "strategy": name} | told)
    return table_of(rows)


def _alike(shares: Mapping[str, Shares]) -> bool:
    """Whether all decks have the same blocks, whose games were then played with the same seeds."""
    first = next(iter(shares.values()))
    return all(np.array_equal(each.blocks, first.blocks) for each in shares.values())


def _all_at_once(shares: Mapping[str, Shares], level: float) -> list[list[Ends]]:
    """Return the intervals of each deck's shares, so that all hold at once."""
    if not _alike(shares):  # they cannot be resampled together: Šidák's correction is on the safe side
        return [at_once(there.each, level ** (1 / len(shares))) for there in shares.values()]
    together = at_once([value for there in shares.values() for value in there.each], level)
    size = len(together) // len(shares)
    return [together[k : k + size] for k in range(0, len(together), size)]


def _levels(shares: Mapping[str, Shares], level: float) -> list[float]:
    """Return at which level the changes of each further deck have to be looked at, so that all hold at once."""
    first, *others = shares.values()
    if not _alike(shares):
        return [level ** (1 / (len(others) * len(first.strategies)))] * len(others)
    changes = [subtract(b.found, a.found) for there in others for a, b in zip(first.each, there.each, strict=True)]
    return [max(joint_level(changes, level), level ** (1 / len(changes)))] * len(others)

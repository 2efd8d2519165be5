"""What the strategy is worth at a mixed table: how much of the result it explains, and who thrives there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.compare import Measured, at_least
from tda_sim.measures.metrics import PERCENT, WIN_UNIT
from tda_sim.measures.rows import table_of
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, influences, ratio_influences
from tda_sim.stats.simultaneous import simultaneous, tied_sets

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Shares:
    """Win shares of K strategies per seat held, in percent, with the influences (B, K) of blocks."""

    strategies: tuple[str, ...]
    found: Influences
    blocks: NDArray[np.int64]
    games: int


def win_shares(sums: pl.DataFrame, games: int) -> Shares:
    """Return the win shares of the strategies in the rows of `blocks.strategy_sums`."""
    names = tuple(sums["strategy"].unique(maintain_order=True))
    won, seats = (_wide(sums, column, names) for column in ("won", "seats"))
    found = ratio_influences(PERCENT / WIN_UNIT * won, seats)
    return Shares(names, found, sums["block"].unique(maintain_order=True).to_numpy(), games)


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
    intervals = _together([each.found for each in shares.values()], _alike(shares), level)
    rows = []
    for (deck, there), half in zip(shares.items(), intervals, strict=True):
        sets = tied_sets(there.found.estimate, there.found.influence, level)
        found = _rows(deck, there, there.found.estimate, at_least(half, there.found, there.games, level))
        places = zip(sets.best.tolist(), sets.worst.tolist(), strict=True)
        ranked = [row | {"best": best, "worst": worst} for row, (best, worst) in zip(found, places, strict=True)]
        rows += sorted(ranked, key=lambda row: -row["estimate"])
    return table_of(rows)


def change_rows(shares: Mapping[str, Shares], margin: float, level: float = LEVEL) -> pl.DataFrame:
    """Return what strategies win more in a deck than in the first, in points: one row for each other deck and strategy.

    Intervals hold for all of them at once; ``verdict`` goes by ``margin``, the smallest difference that matters.
    """
    decks, first, alike = list(shares)[1:], next(iter(shares.values())), _alike(shares)
    changes = [_change(first.found, shares[deck].found, alike) for deck in decks]
    rows = []
    for deck, change, half in zip(decks, changes, _together(changes, alike, level), strict=True):
        there = shares[deck]
        rows += _rows(deck, there, change.estimate, at_least(half, change, min(there.games, first.games), level))
    told = [row | {"margin": margin, "verdict": verdict(row["low"], row["high"], margin)} for row in rows]
    return table_of(told)


def _rows(deck: str, there: Shares, estimates: Array, half: Array) -> list[dict[str, Any]]:
    return [
        {
            "deck": deck,
            "strategy": name,
            "estimate": value,
            "low": value - width,
            "high": value + width,
            "n": there.games,
        }
        for name, value, width in zip(there.strategies, estimates.tolist(), half.tolist(), strict=True)
    ]


def _alike(shares: Mapping[str, Shares]) -> bool:
    """Whether all decks have the same blocks, whose games were then played with the same seeds."""
    first = next(iter(shares.values()))
    return all(np.array_equal(each.blocks, first.blocks) for each in shares.values())


def _change(first: Influences, other: Influences, alike: bool) -> Influences:
    """Return other minus first, strategy by strategy: over the same blocks, or, if not alike, over those of both."""
    change, blocks = other.estimate - first.estimate, first.blocks
    if alike:
        return Influences(change, other.influence - first.influence, blocks, change)
    b, a = (each.influence / np.sqrt(each.blocks * (each.blocks - 1)) for each in (other, first))
    blocks = blocks + other.blocks
    return Influences(change, np.vstack([b, -a]) * np.sqrt(blocks * (blocks - 1)), blocks, change)


def _together(found: Sequence[Influences], alike: bool, level: float) -> list[Array]:
    """Return half of the intervals of each set of estimates, so that all hold at once."""
    if not found:
        return []
    if not alike:  # they cannot be resampled together: Šidák's correction is on the safe side
        each = level ** (1 / len(found))
        return [_half(one, each) for one in found]
    joined = (np.concatenate([getattr(one, name) for one in found], axis=-1) for name in _PARTS)
    return np.split(_half(Influences(*joined), level), len(found))


_PARTS = ("estimate", "influence", "blocks", "unbiased")


def _half(found: Influences, level: float) -> Array:
    joint = simultaneous(found, level)
    return np.asarray((joint.high - joint.low) / 2)

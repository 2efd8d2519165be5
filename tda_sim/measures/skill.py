"""What the strategy is worth where different ones meet: how much of the result it explains, and who thrives there."""

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
class LineUp:
    """A table of different strategies: sums by block and strategy (`blocks.strategy_sums`) over so many games."""

    sums: pl.DataFrame
    games: int
    first: str = ""  # the strategy that is named first

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies that meet."""
        return tuple(self.sums["strategy"].unique(maintain_order=True))

    @property
    def cap(self) -> float:
        """What share of the result strategies could explain here at most: if always the same strategy won.

        Whoever holds k of n seats and always wins has a win share of 1/k in each of them: that is (n - k) / (k (n - 1))
        of the variance of win shares, and all of it for a strategy that holds a single seat.
        """
        players = round(self.sums["seats"].sum() / self.games)
        seats = round(float(self.sums.group_by("strategy").agg(pl.col("seats").sum())["seats"].min()) / self.games)  # type: ignore[arg-type]
        return (players - seats) / (seats * (players - 1))


def skill_share(line_ups: Sequence[LineUp]) -> Measured:
    """Return how much of the result strategies explain, of what they could: in percent, the mean over line-ups.

    Of the variance of win shares a part lies between strategies, η² = Σ_s seats_s (W_s - W)² / Σ (Y - W)² over all
    seats, with the noise of the W_s taken off by the jackknife over blocks: squares of noisy numbers come out too
    large. It is divided by the most that it could be (`LineUp.cap`). It may fall below zero where there is nothing to
    explain. Blocks that are not in all line-ups are left out.
    """
    tables, blocks = _common(line_ups)
    parts = [
        _columns(sums, each.names, ("won", "seats", "won_squared")) for each, sums in zip(line_ups, tables, strict=True)
    ]
    ends = np.cumsum([part.shape[1] for part in parts])[:-1]

    def explained(totals: Array) -> float:
        shares = [_explained(part) / each.cap for each, part in zip(line_ups, np.split(totals, ends), strict=True)]
        return float(PERCENT * np.mean(shares))

    found = influences(np.hstack(parts), explained, sizes=_seats(tables))
    unbiased = Influences(found.unbiased, found.influence, found.blocks, found.unbiased)
    return Measured(unbiased, blocks, min(each.games for each in line_ups))


def _explained(totals: Array) -> float:
    won, seats, squared = np.split(totals, 3)
    won, squares = won / WIN_UNIT, squared.sum() / WIN_UNIT**2
    mean = won.sum() / seats.sum()
    return float((seats * (won / seats - mean) ** 2).sum() / (squares - seats.sum() * mean**2))


def rung_gap(line_ups: Sequence[LineUp], first: str) -> Measured:
    """Return what the strategy ``first`` wins more per seat than those that it meets in line-ups, in points."""
    there = [each for each in line_ups if first in each.names]
    tables, blocks = _common(there)
    is_first = pl.col("strategy") == first
    sides = [
        np.array([_columns(sums.filter(side), None, ("won", "seats")) for sums in tables]).sum(axis=0)
        for side in (is_first, ~is_first)
    ]

    def gap(totals: Array) -> float:
        won, seats, won_by_others, seats_of_others = totals
        return float(PERCENT / WIN_UNIT * (won / seats - won_by_others / seats_of_others))

    found = influences(np.hstack(sides), gap, sizes=_seats(tables))
    return Measured(found, blocks, min(each.games for each in there))


def _common(line_ups: Sequence[LineUp]) -> tuple[list[pl.DataFrame], NDArray[np.int64]]:
    """Return the sums of the blocks that all line-ups have, and the numbers of these blocks."""
    found = [set(each.sums["block"]) for each in line_ups]
    blocks = sorted(set.intersection(*found))
    return [each.sums.filter(pl.col("block").is_in(blocks)) for each in line_ups], np.array(blocks, np.int64)


def _columns(sums: pl.DataFrame, names: Sequence[str] | None, columns: Sequence[str]) -> Array:
    """Return columns side by side, a row for each block: one for each strategy, or, without names, their sum."""
    if names is None:
        return sums.group_by("block").agg(pl.col(columns).sum()).sort("block").select(columns).to_numpy().astype(float)
    return np.hstack([_wide(sums, column, names) for column in columns])


def _seats(tables: Sequence[pl.DataFrame]) -> Array:
    """Return how much each block holds: seats."""
    return np.asarray(sum(_columns(sums, None, ("seats",))[:, 0] for sums in tables))


# --- who thrives where ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shares:
    """Win shares of K strategies per seat held, in percent, with the influences (B, K) of blocks."""

    strategies: tuple[str, ...]
    found: Influences
    blocks: NDArray[np.int64]
    games: int


def win_shares(line_ups: Sequence[LineUp]) -> Shares:
    """Return the win shares of all strategies that meet in line-ups, over those in which each of them sits."""
    tables, blocks = _common(line_ups)
    together = pl.concat(tables).group_by("block", "strategy", maintain_order=True).agg(pl.col("won", "seats").sum())
    names = tuple(together["strategy"].unique(maintain_order=True))
    won, seats = (_wide(together.sort("block", maintain_order=True), column, names) for column in ("won", "seats"))
    found = ratio_influences(PERCENT / WIN_UNIT * won, seats)
    return Shares(names, found, blocks, min(each.games for each in line_ups))


def _wide(sums: pl.DataFrame, column: str, names: Sequence[str]) -> Array:
    """Return a column as (B, K): one row a block, one column a strategy."""
    wide = sums.pivot(on="strategy", index="block", values=column, maintain_order=True).fill_null(0)
    return wide.select(names).to_numpy().astype(float)


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

"""What the strategy is worth where different ones meet: how much of the result it explains, and who thrives there."""

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


def win_shares(line_ups: Sequence[LineUp]) -> Shares:
    """Return the win shares of all strategies that meet in line-ups, over those in which each of them sits."""
    tables, blocks = _common(line_ups)
    together = pl.concat(tables).group_by("block", "strategy", maintain_order=True).agg(pl.col("won", "seats").sum())
    names = tuple(together["strategy"].unique(maintain_order=True))
    won, seats = (_wide(together.sort("block", maintain_order=True), column, names) for column in ("won", "seats"))
    found = ratio_influences(PERCENT / WIN_UNIT * won, seats)
    won, seats = won.sum(axis=0) / WIN_UNIT, seats.sum(axis=0)
    return Shares(names, found, blocks, min(each.games for each in line_ups), won, seats)


def _wide(sums: pl.DataFrame, column: str, names: Sequence[str]) -> Array:
    """Return a column as (B, K): one row a block, one column a strategy."""
    wide = sums.pivot(on="strategy", index="block", values=column, maintain_order=True).fill_null(0)
    return wide.select(names).to_numpy().astype(float)


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

"""How much strategy matters where different ones meet: how much of the result it explains, and who wins most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import strategy_sums
from tda_sim.measures.compare import Measured, at_once, difference_of, ends, joint_level
from tda_sim.measures.counted import SHARE, Counted
from tda_sim.measures.metrics import PERCENT, WIN_UNIT
from tda_sim.measures.study import Study
from tda_sim.measures.table import DIFFERENCES, LEVELS, Row, estimates, label
from tda_sim.stats.exact import Ends
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, influences, ratio_influences, subtract
from tda_sim.stats.simultaneous import tied_sets

Array = NDArray[np.float64]

STRATEGIES = "Strategies"  # the heading that win rates stand under
WIN_SHARE = {"measure": "win_share", "group": STRATEGIES, "title": "win rate per seat", "unit": "%"}


@dataclass(frozen=True)
class LineUp:
    """A table of different strategies: sums by block and strategy (`blocks.strategy_sums`) over ``games`` games."""

    sums: pl.DataFrame
    games: int
    first: str = ""  # the first strategy in the table's name

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies that meet."""
        return tuple(self.sums["strategy"].unique(maintain_order=True))

    @property
    def cap(self) -> float:
        """The largest share of the result that strategies could explain here: if the same strategy always won.

        A strategy that holds k of n seats and always wins gets 1/k of a win in each of them. That is
        (n - k) / (k (n - 1)) of the variance of wins, and all of it for a strategy that holds a single seat.
        """
        players = round(self.sums["seats"].sum() / self.games)
        seats = round(float(self.sums.group_by("strategy").agg(pl.col("seats").sum())["seats"].min()) / self.games)  # type: ignore[arg-type]
        return (players - seats) / (seats * (players - 1))


def line_up_of(study: Study, cell: Row) -> LineUp:
    """Return the line-up of a mixed table; ``cell``: a row of `Study.cells`."""
    return LineUp(strategy_sums(study, cell["cell"]), int(cell["games"]), cell["strategies"][0])


def skill_share(line_ups: Sequence[LineUp]) -> Measured:
    """Return how much of the result strategies explain, out of the largest possible: in percent, mean over line-ups.

    A part of the variance of wins lies between strategies: η² = Σ_s seats_s (W_s - W)² / Σ (Y - W)² over all seats.
    The jackknife over blocks corrects for the noise of the W_s, as squares of noisy numbers are too large on average.
    The result is divided by its largest possible value (`LineUp.cap`). It may be negative where there is nothing to
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

    share = influences(np.hstack(parts), explained, sizes=_seats(tables))
    unbiased = Influences(share.unbiased, share.influence, share.blocks, share.unbiased)
    return Measured(unbiased, blocks, min(each.games for each in line_ups))


def _explained(totals: Array) -> float:
    won, seats, squared = np.split(totals, 3)
    won, squares = won / WIN_UNIT, squared.sum() / WIN_UNIT**2
    mean = won.sum() / seats.sum()
    return float((seats * (won / seats - mean) ** 2).sum() / (squares - seats.sum() * mean**2))


def rung_gap(line_ups: Sequence[LineUp], first: str) -> Measured:
    """Return the win rate per seat of the strategy ``first``, minus that of its opponents in line-ups, in points."""
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

    lead = influences(np.hstack(sides), gap, sizes=_seats(tables))
    return Measured(lead, blocks, min(each.games for each in there))


def _common(line_ups: Sequence[LineUp]) -> tuple[list[pl.DataFrame], NDArray[np.int64]]:
    """Return the sums of the blocks that all line-ups have, and the numbers of these blocks."""
    each_has = [set(each.sums["block"]) for each in line_ups]
    blocks = sorted(set.intersection(*each_has))
    return [each.sums.filter(pl.col("block").is_in(blocks)) for each in line_ups], np.array(blocks, np.int64)


def _columns(sums: pl.DataFrame, names: Sequence[str] | None, columns: Sequence[str]) -> Array:
    """Return columns side by side, a row for each block: one for each strategy or, without names, their sum."""
    if names is None:
        return sums.group_by("block").agg(pl.col(columns).sum()).sort("block").select(columns).to_numpy().astype(float)
    return np.hstack([_wide(sums, column, names) for column in columns])


def _seats(tables: Sequence[pl.DataFrame]) -> Array:
    """Return the size of each block: its seats."""
    return np.asarray(sum(_columns(sums, None, ("seats",))[:, 0] for sums in tables))


# --- who wins where ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shares:
    """Win rates of K strategies per seat held, in percent, with the influences (B, K) of blocks.

    ``won`` (K,) games, and ``seats`` (K,) held, in all.
    """

    strategies: tuple[str, ...]
    influences: Influences
    blocks: NDArray[np.int64]
    games: int
    won: Array
    seats: Array

    @property
    def each(self) -> list[Measured]:
        """The win rate of each strategy by itself."""
        return [self._one(k) for k in range(len(self.strategies))]

    def _one(self, k: int) -> Measured:
        numbers = Influences(
            self.influences.estimate[k],
            self.influences.influence[:, k],
            self.influences.blocks[k],
            self.influences.unbiased[k],
        )
        counted = Counted(SHARE, float(self.won[k]), float(self.seats[k]), PERCENT)
        return Measured(numbers, self.blocks, self.games, counted)


def win_shares(line_ups: Sequence[LineUp]) -> Shares:
    """Return the win rates of all strategies that meet in line-ups, each over the line-ups in which it has a seat."""
    tables, blocks = _common(line_ups)
    together = pl.concat(tables).group_by("block", "strategy", maintain_order=True).agg(pl.col("won", "seats").sum())
    names = tuple(together["strategy"].unique(maintain_order=True))
    won, seats = (_wide(together.sort("block", maintain_order=True), column, names) for column in ("won", "seats"))
    rates = ratio_influences(PERCENT / WIN_UNIT * won, seats)
    won, seats = won.sum(axis=0) / WIN_UNIT, seats.sum(axis=0)
    return Shares(names, rates, blocks, min(each.games for each in line_ups), won, seats)


def _wide(sums: pl.DataFrame, column: str, names: Sequence[str]) -> Array:
    """Return a column as (B, K): one row per block, one column per strategy."""
    wide = sums.pivot(on="strategy", index="block", values=column, maintain_order=True).fill_null(0)
    return wide.select(names).to_numpy().astype(float)


def who_wins(worlds: Sequence[tuple[Row, Shares]], margin: float, level: float = LEVEL) -> pl.DataFrame:
    """Return win rates by world and strategy as a table of estimates, in percent: levels, the highest first.

    And how they differ from those of the first world, in points: ``margin`` is the smallest difference that matters.
    For each number of players, the intervals of all levels hold jointly, and so do those of all differences. `best` and
    `worst` are the places that a strategy may hold in its world. ``worlds``: columns `table.WHERE`, with win rates.
    """
    rows: list[Row] = []
    for players in dict.fromkeys(where["players"] for where, _ in worlds):
        there = [(where, shares) for where, shares in worlds if where["players"] == players]
        shares = [each for _, each in there]
        for (where, each), intervals in zip(there, _all_at_once(shares, level), strict=True):
            rows += sorted(_levels(where, each, intervals, level), key=lambda row: -row["estimate"])
        rows += _changes(there, margin, _level_of_changes(shares, level))
    return estimates(rows)


def _levels(where: Row, shares: Shares, intervals: Sequence[Ends], level: float) -> Iterator[dict[str, Any]]:
    """Yield the win rate of each strategy in a world."""
    sets = tied_sets(shares.influences.estimate, shares.influences.influence, level)
    columns = zip(shares.strategies, shares.each, intervals, sets.best.tolist(), sets.worst.tolist(), strict=True)
    for name, value, interval, best, worst in columns:
        numbers = {**ends(value.estimate, *interval), "n": value.games, "best": best, "worst": worst}
        yield {**where, **WIN_SHARE, "kind": LEVELS, "subject": name} | numbers


def _changes(worlds: Sequence[tuple[Row, Shares]], margin: float, level: float) -> Iterator[dict[str, Any]]:
    """Yield how the win rate of each strategy differs from that in the first world."""
    (place, first), *others = worlds
    about = WIN_SHARE | {"kind": DIFFERENCES, "reference": label(place["deck"], place["rule"])}
    for where, shares in others:
        for name, before, after in zip(first.strategies, first.each, shares.each, strict=True):
            yield {**where, **about, "subject": name} | difference_of(before, after, margin, level).row


def _alike(shares: Sequence[Shares]) -> bool:
    """Whether all worlds have the same blocks, with games of the same seeds."""
    return all(np.array_equal(each.blocks, shares[0].blocks) for each in shares)


def _all_at_once(shares: Sequence[Shares], level: float) -> list[list[Ends]]:
    """Return the intervals of each world's win rates, so that all hold jointly."""
    if not _alike(shares):  # they cannot be resampled together: Šidák's correction is conservative
        return [at_once(there.each, level ** (1 / len(shares))) for there in shares]
    together = at_once([value for there in shares for value in there.each], level)
    size = len(together) // len(shares)
    return [together[k : k + size] for k in range(0, len(together), size)]


def _level_of_changes(shares: Sequence[Shares], level: float) -> float:
    """Return the level for each change from the first world, so that all hold jointly."""
    first, *others = shares
    apart = float(level ** (1 / max(1, len(others) * len(first.strategies))))
    if not others or not _alike(shares):
        return apart
    changes = [
        subtract(b.influences, a.influences) for there in others for a, b in zip(first.each, there.each, strict=True)
    ]
    return max(joint_level(changes, level), apart)

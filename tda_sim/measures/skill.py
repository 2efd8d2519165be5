"""How much it matters who plays: how often the best of unlike players wins, and which strategies win most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import length_sums, strategy_sums
from tda_sim.measures.compare import OUTCOME, Measured, at_once, difference_of, ends, joint_level
from tda_sim.measures.counted import SHARE, Counted
from tda_sim.measures.metrics import PERCENT, SKILL_METRICS, WIN_UNIT
from tda_sim.measures.study import Study
from tda_sim.measures.table import DIFFERENCES, LEVELS, Row, estimates, label
from tda_sim.stats.best_of import rescaled
from tda_sim.stats.exact import Ends
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, mean_of, ratio_influences, subtract
from tda_sim.stats.simultaneous import tied_sets

Array = NDArray[np.float64]

TEN = 10  # gambits, of the games to which skill is rescaled
STRATEGIES = "Strategies"  # the heading that win rates stand under
WIN_SHARE = {"measure": "win_share", "group": STRATEGIES, "title": "win rate per seat", "unit": "%"}


@dataclass(frozen=True)
class LineUp:
    """A table of different strategies: sums by block and strategy (`blocks.strategy_sums`) over ``games`` games.

    ``lengths``: `blocks.length_sums`. ``best``: the strategy that makes the fewest mistakes, if they differ in nothing
    else; otherwise empty.
    """

    sums: pl.DataFrame
    games: int
    lengths: pl.DataFrame = field(default_factory=pl.DataFrame)
    best: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies that meet."""
        return tuple(self.sums["strategy"].unique(maintain_order=True))


def line_up_of(study: Study, cell: Row) -> LineUp:
    """Return the line-up of a mixed table; ``cell``: a row of `Study.cells`."""
    name = cell["cell"]
    return LineUp(strategy_sums(study, name), int(cell["games"]), length_sums(study, name), cell["best"] or "")


# --- how often the best wins ------------------------------------------------------------------------------


def skill_of(line_ups: Sequence[LineUp]) -> dict[str, Measured]:
    """Return how often the best player wins, and how often in games of `TEN` gambits: in 100 games, by metric.

    Both per seat held, and means over line-ups. The best is known beforehand where all play one strategy with more or
    fewer mistakes (`LineUp.best`). Otherwise it is found in the games: in those of odd blocks for the wins in even
    ones, and the other way round, since who wins most in some games has had luck in these. Where the two halves
    disagree that is too little rather than too much. Blocks that are not in all line-ups are left out.
    """
    tables, blocks = _common(line_ups)
    both = [_best(each, sums, blocks) for each, sums in zip(line_ups, tables, strict=True)]
    games = min(each.games for each in line_ups)
    counted = both[0][2] if len(both) == 1 else None
    wins, in_ten = mean_of([each for each, _, _ in both]), mean_of([each for _, each, _ in both])
    values = Measured(wins, blocks, games, counted), Measured(in_ten, blocks, games)
    return dict(zip(SKILL_METRICS, values, strict=True))


def _best(line_up: LineUp, sums: pl.DataFrame, blocks: NDArray[np.int64]) -> tuple[Influences, Influences, Counted]:
    """Return how often the best wins, the same in games of `TEN` gambits, and the count behind the first."""
    won, seats = (_wide(sums, column, line_up.names) for column in ("won", "seats"))
    own = _place_of_best(line_up, won, seats)
    won, held = (np.take_along_axis(each, own, axis=1)[:, 0] for each in (won / WIN_UNIT, seats))
    wins = ratio_influences(PERCENT * won, held)
    there = line_up.lengths.filter(pl.col("block").is_in(blocks)).sort("block")
    length = ratio_influences(there["gambits"].to_numpy(), there["games"].to_numpy())
    players = round(seats.sum() / there["games"].sum())
    counted = Counted(SHARE, float(won.sum()), float(held.sum()), PERCENT)
    return wins, _in_ten(wins, length, players, 1 / held.sum()), counted


def _place_of_best(line_up: LineUp, won: Array, seats: Array) -> NDArray[np.int64]:
    """Return the column (B, 1) of the best strategy for the wins of each block."""
    if line_up.best:
        return np.full((len(won), 1), line_up.names.index(line_up.best))
    odd = np.arange(len(won)) % 2 == 1
    in_even, in_odd = (
        np.argmax(won[half].sum(axis=0) / np.maximum(seats[half].sum(axis=0), 1)) for half in (~odd, odd)
    )
    return np.where(odd, in_even, in_odd)[:, None]


def _in_ten(wins: Influences, length: Influences, players: int, least: float) -> Influences:
    """Return how often the best would win if games had `TEN` gambits; ``least``: a win's part of all games.

    A smooth function of two ratios: the influence of a block on it is that on each of them, times its slope. Half a win
    is taken for none, and for all but all of them, as a lead without end has no length (Macmillan and Kaplan 1985).
    """
    chance = float(np.clip(wins.estimate / PERCENT, least / 2, 1 - least / 2))
    times = TEN / float(length.estimate)
    value, by_chance, by_times = rescaled(chance, players, times)
    by_length = -PERCENT * by_times * times / float(length.estimate)
    estimate = np.asarray(PERCENT * value)
    return Influences(estimate, by_chance * wins.influence + by_length * length.influence, wins.blocks, estimate)


def _common(line_ups: Sequence[LineUp]) -> tuple[list[pl.DataFrame], NDArray[np.int64]]:
    """Return the sums of the blocks that all line-ups have, and the numbers of these blocks."""
    each_has = [set(each.sums["block"]) for each in line_ups]
    blocks = sorted(set.intersection(*each_has))
    return [each.sums.filter(pl.col("block").is_in(blocks)) for each in line_ups], np.array(blocks, np.int64)


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
            gap = difference_of(before, after, margin, level)
            yield {**where, **about, "subject": name} | {column: gap[column] for column in OUTCOME}


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

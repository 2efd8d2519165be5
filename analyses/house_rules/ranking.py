"""What a house rule does to the order of strategies: who wins how often where able ones meet, under both rules.

Win rates are per seat held, in percent. All statements about a pair of tables (who is stronger as printed, who is under
the rule, who gains) hold jointly: one critical value serves them all (studentised maxima over a multiplier bootstrap of
the blocks).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_changes import aligned, standard_errors
from tda_sim.measures.cell_sums import CellSums
from tda_sim.measures.compare import difference_of
from tda_sim.measures.metric_changes import line_ups_at
from tda_sim.measures.pairs import Pair
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import Shares, win_shares
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import mean_scale
from tda_sim.stats.ranks import places
from tda_sim.stats.simultaneous import level_of, max_t

Array = NDArray[np.float64]

SMALLEST = 1.0  # percentage points: the default for the smallest change of a win rate that matters
SEED = 2


def ranking_changes(
    pairs: Sequence[Pair], sums: Mapping[str, CellSums], smallest: float = SMALLEST, level: float = LEVEL
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return one row per strategy, and one per pair of strategies whose order a rule may have changed.

    ``pairs`` are the line-ups of one rule, whose win rates are combined.

    The first table has the win rate as printed and under the rule, the difference as ``estimate, low, high, n``, and
    the places that the strategy may hold under both. The second has who is clearly ahead as printed and under the
    rule, missing if neither is, and ``reversed``: whether the order has clearly changed.
    """
    printed, changed = (win_shares(line_ups) for line_ups in line_ups_at(pairs, sums))
    return shares_compared(printed, changed, pairs[0], smallest, level)


def shares_compared(
    printed: Shares, changed: Shares, pair: Pair, smallest: float = SMALLEST, level: float = LEVEL
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the tables of `ranking_changes` from the win rates under both rules."""
    both = list(combinations(range(len(printed.strategies)), 2))
    influence = aligned(_shifts(printed), _shifts(changed), pair.paired)
    gaps = [each[:, [one for one, _ in both]] - each[:, [two for _, two in both]] for each in influence]
    moves = influence[1] - influence[0]
    critical = max_t(np.concatenate([*gaps, moves], axis=1), level, SEED)
    ahead = [_ahead(cell, critical, gap, both) for cell, gap in zip((printed, changed), gaps, strict=True)]
    at = level_of(critical, len(moves))
    rows = [
        pair.keys | _strategy(printed, changed, ahead, (smallest, at, pair.paired), k)
        for k in range(len(printed.strategies))
    ]
    orders = [pair.keys | _order(printed.strategies, ahead, one, two) for one, two in both]
    return table_of(rows).sort("printed", descending=True), table_of(orders)


def _shifts(shares: Shares) -> Array:
    """Return what each block adds to the errors, (B, S): see `measures.card_changes.standard_errors`."""
    return np.asarray(shares.influences.influence / mean_scale(len(shares.blocks)))


def _ahead(shares: Shares, critical: float, gaps: Array, both: list[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return (S, S): is s clearly ahead of t?"""
    greater = np.zeros((len(shares.strategies),) * 2, bool)
    for (one, two), error in zip(both, standard_errors(gaps), strict=True):
        gap = shares.influences.estimate[one] - shares.influences.estimate[two]
        greater[one, two], greater[two, one] = gap > critical * error, -gap > critical * error
    return greater


def _strategy(
    printed: Shares, changed: Shares, ahead: list[NDArray[np.bool_]], how: tuple[float, float, bool], k: int
) -> dict[str, Any]:
    difference = difference_of(printed.each[k], changed.each[k], *how)
    places_ = {
        f"{name}_{end}": int(place[k])
        for name, greater in zip(("printed", "changed"), ahead, strict=True)
        for end, place in zip(("best", "worst"), places(greater), strict=True)
    }
    return {
        "strategy": printed.strategies[k],
        "printed": printed.influences.estimate[k],
        "changed": changed.influences.estimate[k],
        **{name: getattr(difference, name) for name in ("estimate", "low", "high", "n", "margin", "verdict")},
        **places_,
    }


def _order(names: tuple[str, ...], ahead: list[NDArray[np.bool_]], one: int, two: int) -> dict[str, Any]:
    before, after = (
        names[one] if greater[one, two] else names[two] if greater[two, one] else None for greater in ahead
    )
    return {
        "one": names[one],
        "two": names[two],
        "ahead_printed": before,
        "ahead_changed": after,
        "reversed": before is not None and after is not None and before != after,
    }

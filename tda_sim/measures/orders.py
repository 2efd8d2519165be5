"""What a house rule does to the order of strategies: who wins how often where able ones meet, under both rules.

Win rates are per seat held, in percent. All statements about a pair of tables (who is stronger as printed, who is under
the rule, who gains) hold jointly: one critical value serves them all (studentised maxima over a multiplier bootstrap of
the blocks).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_changes import aligned, standard_errors
from tda_sim.measures.cell_sums import CellSums
from tda_sim.measures.compare import OUTCOME, difference_of
from tda_sim.measures.contrast import line_ups_at
from tda_sim.measures.pairs import Pair, as_one
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import WIN_SHARE, Shares, win_shares
from tda_sim.measures.table import DIFFERENCES, LEVELS, estimates
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
    """Return win rates per seat as a table of estimates, and a row per pair of strategies whose order may have changed.

    ``pairs`` are a pool of line-ups of one rule, whose win rates are combined.

    The first has levels as printed and under the rule, and differences with the places that a strategy may hold under
    both. The second has who is clearly ahead as printed and under the rule, missing if neither is, and ``reversed``:
    whether the order has clearly changed.
    """
    printed, changed = (win_shares(line_ups) for line_ups in line_ups_at(pairs, sums))
    return shares_compared(printed, changed, as_one(pairs), smallest, level)


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
    order = np.argsort(-printed.influences.estimate, kind="stable")
    rows = [row for k in order for row in _strategy(printed, changed, ahead, (smallest, at, pair), int(k))]
    about = {"deck": pair.deck, "rule": pair.rule, "players": pair.players, "table": pair.table}
    return estimates(rows), table_of(about | _order(printed.strategies, ahead, one, two) for one, two in both)


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
    printed: Shares, changed: Shares, ahead: list[NDArray[np.bool_]], how: tuple[float, float, Pair], k: int
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a strategy: both levels, and the difference."""
    margin, level, pair = how
    about = {"subject": printed.strategies[k], **WIN_SHARE}
    for under, shares in ((False, printed), (True, changed)):
        yield pair.where(under) | about | {"kind": LEVELS, "estimate": shares.influences.estimate[k]}
    gap = difference_of(printed.each[k], changed.each[k], margin, level, pair.paired)
    outcome = {column: gap[column] for column in OUTCOME}
    (reference_best, reference_worst), (best, worst) = ([int(place[k]) for place in places(each)] for each in ahead)
    held = {"best": best, "worst": worst, "reference_best": reference_best, "reference_worst": reference_worst}
    yield pair.where() | about | {"kind": DIFFERENCES, "reference": pair.reference} | outcome | held


def _order(names: tuple[str, ...], ahead: list[NDArray[np.bool_]], one: int, two: int) -> dict[str, Any]:
    before, after = (
        names[one] if greater[one, two] else names[two] if greater[two, one] else None for greater in ahead
    )
    reverses = before is not None and after is not None and before != after
    about = {"one": names[one], "two": names[two], "ahead_printed": before, "ahead_changed": after}
    return about | {"reversed": reverses}

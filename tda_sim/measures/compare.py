"""How two cells differ, with an interval, a verdict, and the number of games that would settle an open question.

A verdict is one of four words. With the smallest difference that matters, the margin: "same" if the whole interval lies
within the margin, "more" or "less" if it lies beyond it, otherwise "unclear".
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.errors import UserError
from tda_sim.measures.counted import KINDS, Counted
from tda_sim.measures.metrics import Metric
from tda_sim.stats import kernels
from tda_sim.stats.differences import independent, of_pairs
from tda_sim.stats.equivalence import games_needed, verdict
from tda_sim.stats.exact import Ends
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, ratio_influences
from tda_sim.stats.kernels import Number, difference_within, level_apart
from tda_sim.stats.simultaneous import simultaneous
from tda_sim.wording.numbers import rounded_up

PARTS = ("estimate", "influence", "blocks", "unbiased")  # of influences
OUTCOME = ("estimate", "low", "high", "n", "margin", "verdict")  # columns of a difference that answers show of wins
NEAREST = 0.25  # of the margin: the smallest distance from the margin that games are recommended for


@dataclass(frozen=True)
class Measured:
    """A number with the influence of each block of games on it (see `tda_sim.stats.jackknife`).

    ``blocks`` (B,) are the numbers of the blocks, which match the blocks of two cells. ``counted``: the count behind
    the number, which gives its bounds where events are rare.
    """

    influences: Influences
    blocks: NDArray[np.int64]
    games: int
    counted: Counted | None = None

    @property
    def estimate(self) -> float:
        """Return the number."""
        return float(self.influences.estimate)

    @property
    def error(self) -> float:
        """Return its standard error, NaN for fewer than two blocks."""
        return float(self.influences.error)

    def row(self, level: float = LEVEL) -> dict[str, Any]:
        """Return estimate, low, high and n, the games; missing where there are too few games."""
        return {**ends(self.estimate, *self.ends(level)), "n": self.games}

    @cached_property
    def number(self) -> Number:
        """The number with the count behind it, as the arithmetic of intervals has it."""
        plain = Number(self.estimate, self.error, int(self.influences.blocks), self.games)
        if self.counted is None:
            return plain
        return plain._replace(**asdict(self.counted) | {"kind": KINDS.index(self.counted.kind)})

    @property
    def is_rare(self) -> bool:
        """Whether its bounds follow from the count behind it, rather than from how much blocks differ."""
        return kernels.is_rare(self.number)

    def ends(self, level: float = LEVEL) -> Ends:
        """Return low and high; NaN for fewer than two blocks, or where all blocks are alike and nothing is counted."""
        return kernels.ends(self.number, level)


def ends(estimate: float, low: float, high: float) -> dict[str, float | None]:
    """Return an interval as columns, missing where a number is not finite."""
    values = {"estimate": estimate, "low": low, "high": high}
    return {name: float(value) if isfinite(value) else None for name, value in values.items()}


def both_sums(sums: pl.DataFrame, metric: Metric) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the two sums of a metric by block, top and bottom. Raises UserError if one of them is not made."""
    for name in (metric.top, metric.bottom):
        if name not in sums.columns:
            hint = "sums are made in tda_sim/measures/blocks.py, metrics of them in metrics.yaml beside it"
            raise UserError.of(f"the metric {metric.name} needs the sum {name}, which there is not", hint=hint)
    return sums[metric.top].to_numpy(), sums[metric.bottom].to_numpy()


def measured(sums: pl.DataFrame, metric: Metric) -> Measured:
    """Return a metric of block sums, scale * Σ top / Σ bottom; NaN where Σ bottom is 0."""
    top, bottom = both_sums(sums, metric)
    ratio = ratio_influences(metric.scale * top, bottom)
    n = float(bottom.sum())
    events = float(top.sum()) / metric.step + metric.par * n
    counted = Counted(metric.kind, events, n, metric.scale * metric.step, metric.par)
    return Measured(ratio, sums["block"].to_numpy(), int(sums["games"].sum()), counted)


def at_once(values: Sequence[Measured], level: float = LEVEL) -> list[Ends]:
    """Return low and high of numbers from the same blocks; with probability ``level``, all of them hold."""
    if not values:
        return []
    joint = joint_level([value.influences for value in values], level)
    apart = level_apart(level, joint, len(values))
    return [value.ends(apart if value.is_rare else joint) for value in values]


def joint_level(numbers: Sequence[Influences], level: float = LEVEL) -> float:
    """Return the level of each interval at which all of them hold jointly; the numbers are from the same blocks."""
    joined = (np.stack([getattr(each, name) for each in numbers], axis=-1) for name in PARTS)
    return simultaneous(Influences(*joined), level).pointwise_level


def difference_of(a: Measured, b: Measured, margin: float, level: float = LEVEL, paired: bool = True) -> dict[str, Any]:
    """Return b minus a, as columns of the table of estimates (`table.COLUMNS`); ``n`` games in the smaller of the two.

    ``paired``: blocks of the same number played the same shuffles, so luck that both share cancels out. The interval
    is valid whether or not they share any, so it may be set wherever seeds are the same; cells with different blocks
    are never paired, and have neither ``correlation`` nor ``variance_ratio``. ``margin``: the smallest difference that
    matters. ``games_needed``, in each cell, is missing unless the verdict is "unclear".
    """
    together = paired and np.array_equal(a.blocks, b.blocks)
    gap = (of_pairs if together else independent)(b.influences, a.influences, level)
    low, high, error = difference_within(a.number, b.number, gap.error, gap.freedom, gap.correlation, level)
    games, word = min(a.games, b.games), verdict(low, high, margin)
    return {
        **ends(gap.estimate, low, high),
        "n": games,
        "error": error,
        "df": gap.freedom,
        "margin": margin,
        "verdict": word,
        "games_needed": games_to_tell(low, high, margin, games) if word == "unclear" else None,
        "paired": together,
        "correlation": gap.correlation if together and isfinite(gap.correlation) else None,
        "variance_ratio": gap.gain if together and isfinite(gap.gain) else None,
    }


def games_to_tell(low: float, high: float, margin: float, games: int) -> int | None:
    """Return about how many games would let the interval around the same estimate clear the margin, on either side.

    An estimate that is closer to the margin than `NEAREST` times the margin is taken to be that far away: right at the
    margin, no number of games is enough. Missing without a margin, or without an interval.
    """
    if not isfinite(high - low) or margin <= 0:
        return None
    wanted = max(abs(abs(low + high) / 2 - margin), NEAREST * margin)
    return max(games, rounded_up(games_needed((high - low) / 2, games, wanted)))

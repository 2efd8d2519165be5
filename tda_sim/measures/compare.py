"""What differs between two cells, with an interval, a verdict, and the games that it would take where none is possible.

A verdict is one of four words. With the smallest difference that matters, the margin: "same" if the whole interval lies
within the margin, "more" or "less" if it lies beyond it, otherwise "unclear".
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.documents.numbers import rounded_up, short
from tda_sim.measures.metrics import PERCENT, Metric
from tda_sim.stats.differences import independent, of_pairs
from tda_sim.stats.equivalence import games_needed, verdict
from tda_sim.stats.intervals import LEVEL, wilson
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences

Array = NDArray[np.float64]

NEAREST = 0.25  # of the margin: nobody is told to play on until an even smaller distance from it is clear


@dataclass(frozen=True)
class Measured:
    """A number with the influence of each block of games on it (see `tda_sim.stats.jackknife`).

    ``blocks`` (B,) are the numbers of the blocks, so that those of two cells can be put side by side.
    """

    found: Influences
    blocks: NDArray[np.int64]
    games: int

    @property
    def estimate(self) -> float:
        """Return the number."""
        return float(self.found.estimate)

    @property
    def error(self) -> float:
        """Return its standard error, NaN for fewer than two blocks."""
        return float(self.found.error)

    def row(self, level: float = LEVEL) -> dict[str, Any]:
        """Return estimate, low, high and n, the games; missing where there are too few."""
        half = half_width(self.error, int(self.found.blocks), level)
        return {**ends(self.estimate, self.estimate - half, self.estimate + half), "n": self.games}


def ends(estimate: float, low: float, high: float) -> dict[str, float | None]:
    """Return an interval as columns, missing where a number is."""
    values = {"estimate": estimate, "low": low, "high": high}
    return {name: float(value) if isfinite(value) else None for name, value in values.items()}


def measured(sums: pl.DataFrame, metric: Metric) -> Measured:
    """Return a metric of block sums, scale * Σ top / Σ bottom; NaN where Σ bottom is 0."""
    ratio = ratio_influences(metric.scale * sums[metric.top].to_numpy(), sums[metric.bottom].to_numpy())
    return measured_by(ratio, sums)


def measured_by(found: Influences, sums: pl.DataFrame) -> Measured:
    """Return a number that was computed from block sums, which say which blocks and how many games these are."""
    return Measured(found, sums["block"].to_numpy(), int(sums["games"].sum()))


def at_least(halves: Array, found: Influences, games: int, level: float = LEVEL) -> Array:
    """Return half-widths of shares in percent, which are not nothing where nothing has varied.

    What never happened, or always did, in so many games may still happen otherwise: Wilson's bound for no success.
    """
    still = (found.influence == 0).all(axis=0)
    return np.where(still, np.fmax(halves, PERCENT * wilson(0, games, level).high), halves)


@dataclass(frozen=True)
class Difference:
    """A difference between two cells, b minus a; ``n`` games in the smaller of them.

    ``correlation`` is that of the two over their blocks, and ``gain`` how many times more games independent cells would
    need for the same interval: both missing for cells that are not paired. ``games_needed`` (in each cell) would about
    do to tell where the verdict is "unclear", and is missing otherwise.
    """

    estimate: float | None
    low: float | None
    high: float | None
    n: int
    error: float
    freedom: float
    paired: bool
    correlation: float | None
    gain: float | None
    margin: float
    verdict: str
    games_needed: int | None


def difference(
    a: pl.DataFrame,
    b: pl.DataFrame,
    metric: Metric,
    margin: float | None = None,
    level: float = LEVEL,
    paired: bool = True,
) -> dict[str, Any]:
    """Return what ``b`` has more of a metric than ``a``, two tables of block sums, as a row (see `Difference`).

    ``paired``: blocks of the same number played the same shuffles, so that luck that both share drops out. The interval
    is valid whether or not they do share any, so it may be set wherever seeds are the same; cells with different blocks
    are never paired. ``margin``: the smallest difference that matters, the metric's if not given.
    """
    smallest = metric.smallest if margin is None else margin
    found = difference_of(measured(a, metric), measured(b, metric), smallest, level, paired)
    return {"metric": metric.name, "unit": metric.unit} | asdict(found)


def difference_of(a: Measured, b: Measured, margin: float, level: float = LEVEL, paired: bool = True) -> Difference:
    """Return b minus a (see `Difference`)."""
    together = paired and np.array_equal(a.blocks, b.blocks)
    found = (of_pairs if together else independent)(b.found, a.found, level)
    games, word = min(a.games, b.games), verdict(found.low, found.high, margin)
    return Difference(
        **ends(found.estimate, found.low, found.high),
        n=games,
        error=found.error,
        freedom=found.freedom,
        paired=together,
        correlation=found.correlation if together and isfinite(found.correlation) else None,
        gain=found.gain if together and isfinite(found.gain) else None,
        margin=margin,
        verdict=word,
        games_needed=games_to_tell(found.low, found.high, margin, games) if word == "unclear" else None,
    )


def games_to_tell(low: float, high: float, margin: float, games: int) -> int | None:
    """Return about how many games would let the interval around the same estimate clear the margin, on either side.

    An estimate that lies nearer to the margin than `NEAREST` times the margin is taken to lie that far from it: there
    no number of games is sure to do. Missing without a margin, or without an interval.
    """
    if not isfinite(high - low) or margin <= 0:
        return None
    wanted = max(abs(abs(low + high) / 2 - margin), NEAREST * margin)
    return max(games, rounded_up(games_needed((high - low) / 2, games, wanted)))


def describe(row: Mapping[str, Any], metric: Metric) -> str:
    """Say what a row of `difference` tells: "more by 1.2 gambits [1.1, 1.3]", or what it cannot tell."""
    unit = "points" if metric.is_share else metric.unit
    interval = f"[{_signed(row['low'])}, {_signed(row['high'])}]"
    if row["verdict"] in ("more", "less"):
        return f"{row['verdict']} by {abs(row['estimate']):.3g} {unit} {interval}"
    if row["verdict"] == "same":
        return f"no difference that matters {interval} {unit}"
    games = row["games_needed"]
    needs = f": needs about {short(games)} games" if games else ""
    return f"cannot tell yet{needs} {interval} {unit}"


def _signed(value: float) -> str:
    return f"{value:+.3g}"

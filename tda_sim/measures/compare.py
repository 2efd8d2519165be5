"""What differs between two cells, with an interval, a verdict, and the games that it would take where none is possible.

A verdict is one of four words. With the smallest difference that matters, the margin: "same" if the whole interval lies
within the margin, "more" or "less" if it lies beyond it, otherwise "unclear".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import hypot, isfinite, nan, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.documents.numbers import rounded_up, short
from tda_sim.measures.counted import Counted
from tda_sim.measures.metrics import Metric
from tda_sim.stats.differences import Difference as Gap
from tda_sim.stats.differences import independent, of_pairs
from tda_sim.stats.equivalence import games_needed, verdict
from tda_sim.stats.exact import Ends, difference_ends, poisson
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences
from tda_sim.stats.simultaneous import simultaneous

SEEN = 20  # events, and blocks: with fewer, a correlation is a guess
FAR = 0.999  # tests of many differences look so far out
PARTS = ("estimate", "influence", "blocks", "unbiased")  # of influences
NEAREST = 0.25  # of the margin: nobody is told to play on until an even smaller distance from it is clear


@dataclass(frozen=True)
class Measured:
    """A number with the influence of each block of games on it (see `tda_sim.stats.jackknife`).

    ``blocks`` (B,) are the numbers of the blocks, so that those of two cells can be put side by side. ``counted``: the
    count behind the number, which gives its bounds where events are few.
    """

    found: Influences
    blocks: NDArray[np.int64]
    games: int
    counted: Counted | None = None

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
        return {**ends(self.estimate, *self.ends(level)), "n": self.games}

    @property
    def is_rare(self) -> bool:
        """Whether its bounds follow from the count behind it, and not from how much blocks differ."""
        return self.counted is not None and self.counted.is_rare(self.error)

    @property
    def shows_pairing(self) -> bool:
        """Whether events and blocks are enough to tell how it hangs together with another number."""
        seen = self.counted is None or self.counted.seldom >= SEEN
        return seen and int(self.found.blocks) >= SEEN

    def ends(self, level: float = LEVEL) -> Ends:
        """Return low and high; NaN for fewer than two blocks, or where these are alike and nothing was counted."""
        blocks = int(self.found.blocks)
        if self.counted is not None and self.is_rare:
            return self.counted.ends(self.error, blocks, level)
        if self.error == 0:
            return nan, nan
        half = half_width(self.error, blocks, level)
        return self.estimate - half, self.estimate + half


def ends(estimate: float, low: float, high: float) -> dict[str, float | None]:
    """Return an interval as columns, missing where a number is."""
    values = {"estimate": estimate, "low": low, "high": high}
    return {name: float(value) if isfinite(value) else None for name, value in values.items()}


def measured(sums: pl.DataFrame, metric: Metric) -> Measured:
    """Return a metric of block sums, scale * Σ top / Σ bottom; NaN where Σ bottom is 0."""
    top, bottom = sums[metric.top].to_numpy(), sums[metric.bottom].to_numpy()
    ratio = ratio_influences(metric.scale * top, bottom)
    n = float(bottom.sum())
    events = float(top.sum()) / metric.step + metric.par * n
    counted = Counted(metric.kind, events, n, metric.scale * metric.step, metric.par)
    return Measured(ratio, sums["block"].to_numpy(), int(sums["games"].sum()), counted)


def at_once(values: Sequence[Measured], level: float = LEVEL) -> list[Ends]:
    """Return low and high of numbers from the same blocks, which hold for all of them with probability ``level``."""
    if not values:
        return []
    joint = joint_level([value.found for value in values], level)
    apart = max(joint, level ** (1 / len(values)))  # of counts: blocks do not tell how they hang together (Šidák)
    return [value.ends(apart if value.is_rare else joint) for value in values]


def joint_level(found: Sequence[Influences], level: float = LEVEL) -> float:
    """Return the level of each of some intervals with which all hold together; the numbers are of the same blocks."""
    joined = (np.stack([getattr(each, name) for each in found], axis=-1) for name in PARTS)
    return simultaneous(Influences(*joined), level).pointwise_level


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
    first, second = measured(a, metric), measured(b, metric)
    smallest = metric.smallest.of(first.estimate) if margin is None else margin
    found = difference_of(first, second, smallest, level, paired)
    return {"metric": metric.name, "unit": metric.unit} | asdict(found)


def difference_of(a: Measured, b: Measured, margin: float, level: float = LEVEL, paired: bool = True) -> Difference:
    """Return b minus a (see `Difference`)."""
    together = paired and np.array_equal(a.blocks, b.blocks)
    found = (of_pairs if together else independent)(b.found, a.found, level)
    if found.error == 0:
        found = _with_reach(found, lambda at: _unseen(a, b, at), level)
    elif a.is_rare or b.is_rare:
        found = _with_bounds(found, a, b, level)
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


def _with_bounds(found: Gap, a: Measured, b: Measured, level: float) -> Gap:
    """Return b minus a by the bounds of both, one of which at least is rare."""
    correlation = found.correlation if isfinite(found.correlation) and a.shows_pairing and b.shows_pairing else 0.0

    def reach(at: float) -> Ends:
        low, high = difference_ends((b.estimate, *b.ends(at)), (a.estimate, *a.ends(at)), correlation)
        return found.estimate - low, high - found.estimate

    return _with_reach(found, reach, level)


def _with_reach(found: Gap, reach: Callable[[float], Ends], level: float) -> Gap:
    """Return a difference whose interval reaches so far down and up at a level.

    The error is one by which Student's tails reach as far at `FAR`, so that tests with it are on the safe side.
    """
    down, up = reach(level)
    error = max(reach(FAR)) / student_quantile(FAR, found.freedom)
    return replace(found, low=found.estimate - down, high=found.estimate + up, error=error)


def _unseen(a: Measured, b: Measured, level: float) -> Ends:
    """Return how far two cells may differ of which all blocks are alike, or differ by the same.

    Not one of N games went otherwise, so that fewer than `poisson` of nothing in N will; and a game that does is as far
    off as two games are from each other, or by one event.
    """
    seldom, games = poisson(0, level)[1], min(a.games, b.games)
    one = max((abs(value.counted.unit / value.counted.n) for value in (a, b) if value.counted), default=0.0)
    reach = seldom * max(one, hypot(a.error, b.error) / sqrt(games))
    return reach, reach


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

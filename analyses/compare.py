"""What differs between two cells, with an interval, a verdict, and the games that it would take where none is possible.

A verdict is one of four words. With the smallest difference that matters, the margin: "same" if the whole interval lies
within the margin, "more" or "less" if it lies beyond it, otherwise "unclear".
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import ceil, isfinite, nan, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.stats.intervals import LEVEL, student_quantile

from .metrics import Metric

Array = NDArray[np.float64]

NEAREST = 0.25  # of the margin: nobody is told to play on until an even smaller distance from it is clear


@dataclass(frozen=True)
class Measured:
    """A number with what each block adds to its error: its variance is Σ influence², for blocks that are independent.

    ``blocks`` are the numbers of the blocks, so that those of two cells can be put side by side.
    """

    estimate: float
    influence: Array
    blocks: NDArray[np.int64]
    games: int

    @property
    def error(self) -> float:
        """Return the standard error."""
        return float(sqrt((self.influence**2).sum())) if len(self.influence) > 1 else nan

    def half_width(self, level: float = LEVEL) -> float:
        """Return half of the interval, by Student's t with one degree of freedom fewer than there are blocks."""
        return student_quantile(level, len(self.influence) - 1) * self.error if len(self.influence) > 1 else nan

    def row(self, level: float = LEVEL) -> dict[str, Any]:
        """Return estimate, low, high and n, the games."""
        half = self.half_width(level)
        return {"estimate": self.estimate, "low": self.estimate - half, "high": self.estimate + half, "n": self.games}


def measured(sums: pl.DataFrame, metric: Metric) -> Measured:
    """Return a metric of block sums: scale * Σ top / Σ bottom, by the infinitesimal jackknife over blocks.

    A block's influence is (top - ratio * bottom) / Σ bottom, enlarged by the usual B / (B - 1) in the variance (Efron
    1982, The Jackknife, the Bootstrap and Other Resampling Plans, section 6.1). NaN where Σ bottom is 0.
    """
    top, bottom = (sums[name].to_numpy().astype(float) for name in (metric.top, metric.bottom))
    whole = bottom.sum()
    ratio = top.sum() / whole if whole else nan
    blocks = len(bottom)
    enlarged = sqrt(blocks / (blocks - 1)) if blocks > 1 else 1.0
    influence = metric.scale * enlarged * (top - ratio * bottom) / whole if whole else np.full(blocks, nan)
    return Measured(metric.scale * ratio, influence, sums["block"].to_numpy(), int(sums["games"].sum()))


@dataclass(frozen=True)
class Difference:
    """A difference between two cells, b minus a.

    ``correlation`` is that of the two over their blocks, and ``gain`` the variance of the difference if they were
    independent over what it is: 2 means that pairing saves half of the games. ``games_needed`` (in each cell) would
    about do to tell where the verdict is "unclear", and is missing otherwise.
    """

    estimate: float
    low: float
    high: float
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

    ``paired``: blocks of the same number played the same shuffles, so that luck that both share drops out. That never
    makes the interval wrong, but only narrower where they do share it; so it may be set wherever seeds are the same.
    ``margin``: the smallest difference that matters, the metric's if not given.
    """
    found = difference_of(
        measured(a, metric), measured(b, metric), metric.smallest if margin is None else margin, level, paired
    )
    return {"metric": metric.name, "unit": metric.unit} | asdict(found)


def difference_of(a: Measured, b: Measured, margin: float, level: float = LEVEL, paired: bool = True) -> Difference:
    """Return b minus a (see `Difference`)."""
    estimate, apart = b.estimate - a.estimate, sqrt(a.error**2 + b.error**2)
    together, freedom, correlation = _paired(a, b) if paired else (nan, nan, nan)
    paired = isfinite(together)
    error = together if paired else apart
    if not paired:
        freedom = _welch(a, b)
    half = student_quantile(level, freedom) * error if isfinite(error) else nan
    low, high = estimate - half, estimate + half
    word = verdict(low, high, margin)
    games = min(a.games, b.games)
    return Difference(
        estimate,
        low,
        high,
        games,
        error,
        freedom,
        paired,
        correlation if paired else None,
        (apart / error) ** 2 if paired and error > 0 else None,
        margin,
        word,
        games_needed(estimate, half, margin, games) if word == "unclear" else None,
    )


def _paired(a: Measured, b: Measured) -> tuple[float, float, float]:
    """Return standard error, degrees of freedom and correlation over the blocks of both; NaN if these are not alike."""
    if len(a.blocks) < 2 or not np.array_equal(a.blocks, b.blocks):
        return nan, nan, nan
    error = float(sqrt(((b.influence - a.influence) ** 2).sum()))
    scale = a.error * b.error
    return error, len(a.blocks) - 1, float((a.influence * b.influence).sum() / scale) if scale > 0 else nan


def _welch(a: Measured, b: Measured) -> float:
    """Return the degrees of freedom of a difference of independent estimates (Welch 1947, Biometrika 34, p. 28)."""
    parts = [(each.error**2, len(each.influence) - 1) for each in (a, b)]
    total = sum(variance for variance, _ in parts)
    below = sum(variance**2 / freedom for variance, freedom in parts if freedom > 0)
    return total**2 / below if below > 0 else float(max(1, sum(freedom for _, freedom in parts)))


def verdict(low: float, high: float, margin: float) -> str:
    """Return "same", "more", "less" or "unclear" for an interval of a difference."""
    if low > margin:
        return "more"
    if high < -margin:
        return "less"
    return "same" if -margin <= low and high <= margin else "unclear"


def games_needed(estimate: float, half: float, margin: float, games: int) -> int | None:
    """Return about how many games would let the interval around the same estimate clear the margin, on either side.

    Half-widths shrink with the square root of the games. An estimate that lies nearer to the margin than `NEAREST`
    times the margin is taken to lie that far from it: there no number of games is sure to do.
    """
    if not isfinite(half) or margin <= 0:
        return None
    wanted = max(abs(abs(estimate) - margin), NEAREST * margin)
    return max(games, _round_up(games * (half / wanted) ** 2))


def _round_up(value: float) -> int:
    """Return a number rounded up to two digits."""
    digit: int = 10 ** max(0, len(str(int(value))) - 2)
    return ceil(value / digit) * digit


def describe(row: Mapping[str, Any], metric: Metric) -> str:
    """Say what a row of `difference` tells: "more by 1.2 gambits [1.1, 1.3]", or what it cannot tell."""
    unit = "points" if metric.is_share else metric.unit
    interval = f"[{_signed(row['low'])}, {_signed(row['high'])}]"
    if row["verdict"] in ("more", "less"):
        return f"{row['verdict']} by {abs(row['estimate']):.3g} {unit} {interval}"
    if row["verdict"] == "same":
        return f"no difference that matters {interval} {unit}"
    games = row["games_needed"]
    needs = f": needs about {_short(games)} games" if games else ""
    return f"cannot tell yet{needs} {interval} {unit}"


def _signed(value: float) -> str:
    return f"{value:+.3g}"


def _short(games: int) -> str:
    """Return a number of games as one says it: 400k, 2.5M."""
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if games >= unit:
            return f"{games / unit:.3g}{sign}"
    return str(games)

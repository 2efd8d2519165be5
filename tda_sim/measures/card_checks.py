"""How far to trust a list of card values, and what a gold piece is worth in wins.

- reliability: the share of the spread among the values that is not noise;
- link: the straight line of dealt values on draw values, over the cards of a deck, and which cards lie off it;
- gold: the straight line of draw values in wins on draw values in gold, from the same draws;
- horizons: over how many gambits gold orders the cards as wins do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as numbers
from numpy.typing import NDArray

from tda_sim.measures.card_values import CURVE, GOLD, MAIN
from tda_sim.measures.ranking import Array, Values, agreement_row, estimated
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import half_width
from tda_sim.stats.reliability import reliability

AGREES = 0.95  # rank correlation with wins, corrected for noise, from which gold may stand in for wins
UPPER, LOWER = "upper", "lower"


@dataclass(frozen=True)
class Line:
    """The straight line of y on x over the cards: its slope, with what each block adds to its error, and the rest."""

    slope: float
    slope_shifts: Array
    correlation: float
    residuals: Values


def line(x: Values, y: Values) -> Line:
    """Return the line of y on x, cards weighted by the inverse of y's squared errors.

    The noise of x, which would flatten the line, is removed from the spread of x, and the common noise of x and y from
    their product: Fuller (1987), Measurement Error Models, section 1.2. Errors follow from the blocks by linearisation;
    the cards are all those of a deck, not a sample.
    """
    chosen = _on_the_line(x, y)
    x, y = x.only(chosen), y.only(chosen)
    weight = y.error**-2 / (y.error**-2).sum()
    dx, dy = x.estimate - weight @ x.estimate, y.estimate - weight @ y.estimate
    spread = weight @ dx**2 - weight @ x.error**2
    common = (x.shifts * y.shifts).sum(axis=0) if len(x.shifts) == len(y.shifts) else np.zeros(len(dx))
    slope = float(weight @ (dx * dy - common) / spread)
    shifts = x.shifts @ (weight * (dy - 2 * slope * dx)) / spread + y.shifts @ (weight * dx) / spread
    off = y.shifts - slope * x.shifts
    residual_shifts = off - (off @ weight)[:, None] - np.outer(shifts, dx)
    return Line(
        slope=slope,
        slope_shifts=shifts,
        correlation=_correlation(x.estimate, y.estimate),
        residuals=Values(y.names, dy - slope * dx, residual_shifts, y.n, np.minimum(x.blocks, y.blocks)),
    )


def _correlation(x: Array, y: Array) -> float:
    """Return the correlation of two lists; NaN if one of them is constant."""
    return float(np.corrcoef(x, y)[0, 1]) if np.ptp(x) > 0 and np.ptp(y) > 0 else np.nan


def slope_row(fit: Line, name: str, unit: str, level: float = LEVEL) -> dict[str, Any]:
    """Return the slope as a row `measure`, `unit`, `estimate`, `low`, `high`, `n` (cards)."""
    error = float(np.sqrt((fit.slope_shifts**2).sum()))
    half = half_width(error, len(fit.slope_shifts), level)
    ends = {"estimate": fit.slope, "low": fit.slope - half, "high": fit.slope + half}
    return {"measure": name, "unit": unit, **ends, "n": len(fit.residuals.names)}


def check_rows(values: dict[str, Values], level: float = LEVEL) -> pl.DataFrame:
    """Return the checks of a cell's values: `measure`, `unit`, `estimate`, `low`, `high`, `n` (cards).

    ``link``: points of dealt value per point of draw value; ``link_correlation`` of the two, corrected for noise;
    ``gold``: points of draw value per gold over the gambits of `GOLD`; ``reliability_*`` of each value.
    """
    rows = []
    if enough(values[MAIN], values["dealt"]):
        fit = line(values[MAIN], values["dealt"])
        rows.append(slope_row(fit, "link", "points per point", level))
        rows.append(_plain("link_correlation", _corrected(fit, values), len(fit.residuals.names)))
    if enough(values[GOLD], values[MAIN]):
        rows.append(slope_row(line(values[GOLD], values[MAIN]), "gold", "points per gold", level))
    for name, each in values.items():
        reliable = reliability(each.estimate, each.error)
        rows.append(_plain(f"reliability_{name}", reliable, len(each.names)))
    schema = {"measure": pl.String, "unit": pl.String, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(rows, schema=schema | {"n": pl.Int64}).with_columns(
        pl.col("estimate", "low", "high").fill_nan(None)
    )


def _corrected(fit: Line, values: dict[str, Values]) -> float:
    """Return the correlation corrected for noise: Spearman (1904), American Journal of Psychology 15, p. 72."""
    reliabilities = [reliability(each.estimate, each.error) for each in (values[MAIN], values["dealt"])]
    most = float(np.sqrt(np.prod(reliabilities)))
    return float(np.clip(fit.correlation / most, -1, 1)) if most > 0 else np.nan


def enough(x: Values, y: Values) -> bool:
    """Return whether there are enough cards and blocks for the line of y on x."""
    return int((_on_the_line(x, y) & (x.error > 0)).sum()) > 2


def _on_the_line(x: Values, y: Values) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(x.error) & np.isfinite(y.error) & (y.error > 0))


def _plain(name: str, value: float, n: int) -> dict[str, Any]:
    return {"measure": name, "unit": "share", "estimate": value, "low": None, "high": None, "n": n}


def link_rows(values: dict[str, Values], level: float = LEVEL) -> pl.DataFrame:
    """Return how far each card's dealt value is off the line on its draw value, in rows of `ranking.estimated`."""
    residuals = line(values[MAIN], values["dealt"]).residuals
    return estimated(residuals, "residual", "points", level)


# --- gold in place of wins --------------------------------------------------------------------------------


def horizon_rows(values: Mapping[str, Values]) -> pl.DataFrame:
    """Return how well gold over each horizon orders the upper and the lower half of the cards, compared with wins.

    Columns `measure`, `reference`, `subject` (the half), and those of `ranking.agreement_row`; ``values`` by the names
    of their kinds.
    """
    rows = [row for name in CURVE for row in half_agreements(name, values[name], values[MAIN])]
    return pl.DataFrame(rows).with_columns(numbers.float().fill_nan(None))


def half_agreements(name: str, gold: Values, wins: Values) -> list[dict[str, Any]]:
    """Return how well gold orders the upper and the lower half of the cards, compared with wins, as rows."""
    usable = np.isfinite(gold.error) & np.isfinite(wins.error)
    gold, wins = gold.only(usable), wins.only(usable)
    order = np.argsort(-gold.estimate, kind="stable")
    halves = {UPPER: order[: len(order) // 2], LOWER: order[len(order) // 2 :]}
    about = {"measure": name, "reference": MAIN}
    return [about | {"subject": half} | agreement_row(gold, wins, chosen) for half, chosen in halves.items()]


def screening_value(horizons: pl.DataFrame) -> str:
    """Return what orders a screened list: gold over the shortest horizon that agrees in both halves, or else wins."""
    both = horizons.group_by("measure", maintain_order=True).agg((pl.col("corrected") >= AGREES).fill_null(False).all())
    agreeing = both.filter("corrected")["measure"].to_list()
    return str(agreeing[0]) if agreeing else MAIN

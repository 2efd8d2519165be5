"""Is a game fair? What seats and leaders win above their par, against a margin of what would matter."""

from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.compare import at_least, measured
from tda_sim.measures.metrics import PERCENT, PERCENT_OF_WIN, Metric
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import influences, ratio_influences
from tda_sim.stats.simultaneous import simultaneous

SEAT_MARGIN = 1.0  # points above or below par that would matter
FAIR = {"same": "fair", "more": "unfair", "less": "unfair", "unclear": "unclear"}


def seat_rows(sums: pl.DataFrame, players: int, level: float = LEVEL) -> list[dict[str, Any]]:
    """Return one row per seat: what it wins above 1/n, in points, with intervals that hold for all seats at once."""
    won = sums.select(f"seat_{seat}_won" for seat in range(players)).to_numpy().astype(float)
    above = PERCENT_OF_WIN * won - PERCENT / players * sums["finished"].to_numpy()[:, None]
    shares, games = ratio_influences(above, sums["finished"].to_numpy()[:, None]), int(sums["finished"].sum())
    joint = simultaneous(shares, level)
    halves = at_least((joint.high - joint.low) / 2, shares, games, level)
    return [
        {"seat": k, "estimate": value, "low": value - half, "high": value + half, "n": games}
        for k, (value, half) in enumerate(zip(joint.estimate.tolist(), halves.tolist(), strict=True))
    ]


def seat_verdict(seats: list[dict[str, Any]], margin: float = SEAT_MARGIN) -> str:
    """Return "fair" if all seats lie within the margin of par, "unfair" if one lies beyond it, or "unclear"."""
    words = {FAIR[verdict(row["low"], row["high"], margin)] for row in seats}
    return next(word for word in ("unfair", "unclear", "fair") if word in words)


def seat_distance(sums: pl.DataFrame, players: int) -> float:
    """Return how far seats are from par on average, in points: the root mean square, free of bias.

    The mean of (win share - 1/n)² over seats is taken free of the noise that squares add up (jackknife over blocks);
    0 where it is not above zero. Ludii's measure of balance, 1 - max |win share - 1/n|, has that noise in it.
    """
    names = [f"seat_{seat}_won" for seat in range(players)]
    columns = sums.select(*names, "finished").to_numpy().astype(float)

    def squares(totals: np.ndarray) -> float:
        shares = PERCENT_OF_WIN * totals[:-1] / totals[-1]
        return float(((shares - PERCENT / players) ** 2).mean())

    return float(np.sqrt(max(0.0, float(influences(columns, squares, columns[:, -1]).unbiased))))


def fairness_rows(sums: pl.DataFrame, players: int, leads: list[Metric], level: float = LEVEL) -> list[dict[str, Any]]:
    """Return one row for the seats and one for each metric of leading first, in points above par.

    The seats' row has their distance from par as ``estimate`` (see `seat_distance`), and from the lowest to the highest
    end of their intervals. ``verdict``: "fair", "unfair" or "unclear" for ``margin``; for leaders as well, and ``side``
    is "more" or "less" where leading is shown to help or to hurt by more than the margin.
    """
    seats = seat_rows(sums, players, level)
    low, high = min(row["low"] for row in seats), max(row["high"] for row in seats)
    row = {"what": "seats", "title": "seats, distance from par", "estimate": seat_distance(sums, players)}
    row |= {"low": low, "high": high, "n": seats[0]["n"], "margin": SEAT_MARGIN, "verdict": seat_verdict(seats)}
    return [row | {"side": ""}, *(_leader_row(sums, metric, level) for metric in leads)]


def _leader_row(sums: pl.DataFrame, metric: Metric, level: float) -> dict[str, Any]:
    row = measured(sums, metric).row(level)
    known = row["low"] is not None
    side = verdict(row["low"], row["high"], metric.smallest) if known else "unclear"
    told = {"what": metric.name, "title": metric.title} | row | {"margin": metric.smallest, "verdict": FAIR[side]}
    return told | {"side": side if side in ("more", "less") else ""}

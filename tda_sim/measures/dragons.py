"""What the dragons and a gaming set of a dice game are worth. The dice assign dragons at random, as in an experiment.

A dragon rolled in the first round came up by chance, before any decision depended on it. So the mean result of players
who rolled it, minus that of all who rolled any dragon, is its value. In later rounds the same is true among players who
had not withdrawn. One seat in every game gets a gaming set, and chance does not favour that seat.
"""

from math import fsum

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.rows import table_of
from tda_sim.measures.study import pieces
from tda_sim.stats.intervals import LEVEL, mean
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences

WIN_UNIT = 60  # wins are summed in sixtieths
ROLLED = {"opening": "first round", "drawn": "later rounds"}  # by the contact of the table `cards`


def dragon_values(cards: pl.LazyFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return a row for each dragon and each of `ROLLED`: what it is worth, in wins per game and in gold.

    ``cards`` is the table of that name, with one strategy in it. Columns: ``dragon``, ``rolled``, ``rolls`` (seats
    that rolled it), and ``win``, ``gold`` with ``_low`` and ``_high``, over chunks as blocks. The intervals hold
    jointly for all dragons (Bonferroni).
    """
    table = cards.filter(pl.col("contact").cast(pl.String).is_in(list(ROLLED))).collect()
    rows = []
    for contact, rolled in ROLLED.items():
        own = table.filter(pl.col("contact").cast(pl.String) == contact)
        count, win, gold = (_wide(own, name) for name in ("count", "win60_sum", "gold_sum"))
        names = own["card"].cast(pl.String).unique(maintain_order=True).to_list()
        at_once = 1 - (1 - level) / len(names)
        results = {"win": _less_mean(win / WIN_UNIT, count), "gold": _less_mean(gold, count)}
        for k, name in enumerate(names):
            row = {"dragon": name, "rolled": rolled, "rolls": int(count[:, k].sum())}
            for what, values in results.items():
                half = half_width(float(values.error[k]), int(values.blocks[k]), at_once)
                estimate = float(values.estimate[k])
                row |= {what: estimate, f"{what}_low": estimate - half, f"{what}_high": estimate + half}
            rows.append(row)
    return table_of(rows)


def _wide(table: pl.DataFrame, name: str) -> NDArray[np.float64]:
    """Return sums by chunk and dragon, (chunks, dragons)."""
    return table.pivot("card", index="chunk", values=name, maintain_order=True).drop("chunk").to_numpy().astype(float)


def _less_mean(top: NDArray[np.float64], count: NDArray[np.float64]) -> Influences:
    """Return the mean of each dragon minus that of all of them."""
    each, all_ = ratio_influences(top, count), ratio_influences(top.sum(axis=1)[:, None], count.sum(axis=1)[:, None])
    return Influences(
        each.estimate - all_.estimate, each.influence - all_.influence, each.blocks, each.unbiased - all_.unbiased
    )


def seat_advantage(
    seats: pl.LazyFrame, seat: int, players: int, start_gold: float, level: float = LEVEL
) -> dict[str, float]:
    """Return what a seat wins above a fair share, ``win`` and ``gold``, with ``_low`` and ``_high``.

    ``gold`` is measured from ``start_gold``, which players keep on average.
    """
    kinds = {"win": ("win_share", 1 / players), "gold": ("gold", start_gold)}
    of_pieces: dict[str, list[tuple[float, float]]] = {name: [] for name in kinds}
    games = 0
    for piece in pieces(seats.select("seat", "win_share", "gold")):
        own = piece.filter(pl.col("seat") == seat)
        games += own.height
        for name, (column, _) in kinds.items():
            values = own[column].cast(pl.Float64)
            of_pieces[name].append((float(values.sum()), float((values**2).sum())))
    advantage: dict[str, float] = {}
    for name, (_, par) in kinds.items():
        total, squares = map(fsum, zip(*of_pieces[name], strict=True))
        estimate = mean(total, squares, games, level)
        advantage |= {
            name: estimate.estimate - par,
            f"{name}_low": estimate.low - par,
            f"{name}_high": estimate.high - par,
        }
    return advantage

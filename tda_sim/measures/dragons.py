"""What the dragons and a gaming set of a dice game are worth. The dice assign dragons at random, as in an experiment.

A dragon rolled in the first round came up by chance, before any decision depended on it. So the mean result of players
who rolled it, minus that of all who rolled any dragon, is its value. In later rounds the same is true among players who
had not withdrawn. One seat in every game gets a gaming set, and chance does not favour that seat.
"""

from math import fsum

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.study import pieces
from tda_sim.measures.tiers import tier
from tda_sim.stats.intervals import LEVEL, mean
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences

WIN_UNIT = 60  # wins are summed in sixtieths
ROLLED = {"opening": "first round", "drawn": "later rounds"}  # by the contact of the table `cards`


def dragon_values(cards: pl.LazyFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return a row for each dragon, its `subject`, each of `ROLLED` and each `measure`: "win" per game, and "gold".

    ``cards`` is the table of that name, with one strategy in it. Columns: ``reference``, all rolls of that part of the
    gambit, ``n`` (seats that rolled it), and
    the estimate over chunks as blocks, whose interval holds jointly for all dragons (Bonferroni). ``best`` and
    ``worst`` are the places that it may hold: dragons are tied where their intervals overlap. Wins have a ``tier``:
    see `tiers.tier`.
    """
    table = cards.filter(pl.col("contact").cast(pl.String).is_in(list(ROLLED))).collect()
    frames = []
    for contact, rolled in ROLLED.items():
        own = table.filter(pl.col("contact").cast(pl.String) == contact)
        count, win, gold = (_wide(own, name) for name in ("count", "win60_sum", "gold_sum"))
        names = own["card"].cast(pl.String).unique(maintain_order=True)
        for measure, top in (("win", win / WIN_UNIT), ("gold", gold)):
            about = {"subject": names, "reference": rolled, "measure": measure, "n": count.sum(axis=0).astype(np.int64)}
            frames.append(_ranked(pl.DataFrame(about), _less_mean(top, count), 1 - (1 - level) / len(names)))
    return pl.concat(frames)


def _ranked(rows: pl.DataFrame, values: Influences, level: float) -> pl.DataFrame:
    errors = zip(values.error.tolist(), values.blocks.tolist(), strict=True)
    half = np.array([half_width(error, blocks, level) for error, blocks in errors])
    columns = {"estimate": values.estimate, "low": values.estimate - half, "high": values.estimate + half}
    frame = rows.hstack(pl.DataFrame(columns)).with_columns(finite(pl.col(*columns)))
    low, high = (frame[end].to_numpy() for end in ("low", "high"))
    ahead, behind = (low > high[:, None]).sum(axis=1), (high < low[:, None]).sum(axis=1)
    known = int(np.isfinite(low).sum())
    places = pl.DataFrame({"best": ahead + 1, "worst": known - behind})
    found = frame.hstack(places.with_columns(pl.when(pl.Series(np.isfinite(low))).then(pl.all())))
    return found.with_columns(pl.when(measure="win").then(tier(1 / PERCENT)).alias("tier"))


def finite(column: pl.Expr) -> pl.Expr:
    """Return a column in which numbers that are not finite are missing."""
    return pl.when(column.is_finite()).then(column)


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
) -> pl.DataFrame:
    """Return what a seat wins above a fair share: a row for each `measure`, "win" per game and "gold".

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
    rows = []
    for name, (_, par) in kinds.items():
        total, squares = map(fsum, zip(*of_pieces[name], strict=True))
        found = mean(total, squares, games, level)
        ends = {"estimate": found.estimate - par, "low": found.low - par, "high": found.high - par}
        rows.append({"measure": name, **ends, "n": games})
    return pl.DataFrame(rows).with_columns(finite(pl.col("estimate", "low", "high")))

"""How exciting games are, told by the chances to win after each gambit (`chances`).

Drama, decisiveness and stability after Browne (2008, Automatic Generation and Evaluation of Recombination Games) and
Ludii; suspense and surprise after Ely, Frankel and Kamenica (2015, Journal of Political Economy 123, p. 215). Each
is a sum over recorded games and a count, so that `DRAMA_METRICS` are ratios over blocks like all others. Chances are
themselves estimated, which sums that were known exactly would hide: what a block does to them is a part of its sums.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import BLOCKS
from tda_sim.measures.chance_errors import through_models
from tda_sim.measures.chances import Array, Numbers, Trails, applied, features, models, reliability, scores, trails
from tda_sim.measures.curves import Row, curve_rows
from tda_sim.measures.study import Study
from tda_sim.stats.intervals import LEVEL

MOVE_BINS = 12  # by the favourite's chance, for the expected move of the next gambit
TOLD = ("drama", "threshold", "safe_from", "instability", "surprise", "suspense")  # sums that chances are a part of


@dataclass(frozen=True)
class Drama:
    """What one cell's games have to tell: sums over blocks, and how good the chances are that they are told by.

    ``sums``: `block`, `games`, and the columns that `DRAMA_METRICS` name. ``reliability``: see
    `chances.reliability`; ``scores``: `off`, `explained` and the recorded games; ``curves``: see
    `curves.curve_rows`.
    """

    sums: pl.DataFrame
    reliability: pl.DataFrame
    scores: dict[str, float]
    curves: list[Row]


def drama(study: Study, cell: str, level: float = LEVEL) -> Drama:
    """Return the drama of a cell's recorded games; raise UserError where none were recorded."""
    return drama_of(trails(study, cell), level)


def drama_of(states: Trails, level: float = LEVEL) -> Drama:
    """Return the drama of games, by chances that are estimated from them."""
    seen = features(states)
    fitted = models(states, seen)
    chance = applied(states, seen, fitted)
    size = trail_block(states)
    noise = through_models(states, seen, fitted, states.game // size, _totals)
    sums = summed(per_game(states, chance), size)
    sums = sums.with_columns(sums[name] + noise[sums["block"].to_numpy(), k] for k, name in enumerate(TOLD))
    told = scores(states, chance) | {"games": float(sums["games"].sum())}
    block = states.game // size
    return Drama(sums, reliability(states, chance, block, level), told, curve_rows(states, chance, block, level))


def trail_block(states: Trails) -> int:
    """Return how many games make a block: `BLOCKS` of them, if there are that many games."""
    return max(1, (int(states.game[-1]) + 1) // BLOCKS)


def summed(games: pl.DataFrame, size: int) -> pl.DataFrame:
    """Return what games add to the sums, by block."""
    block = (pl.col("game") // size).alias("block")
    return games.group_by(block, maintain_order=True).agg(pl.exclude("game").sum())


def _totals(states: Trails, chance: Array) -> Array:
    return np.asarray(per_game(states, chance).select(TOLD).sum().to_numpy()[0])


def before(states: Trails, chance: Array) -> Array:
    """Return the chances (S, n) before each gambit: those after the one before it, par for the first of a game."""
    earlier = np.full(chance.shape, 1 / chance.shape[1])
    same = states.game[1:] == states.game[:-1]
    earlier[1:][same] = chance[:-1][same]
    return earlier


def suspense(earlier: Array, chance: Array) -> Array:
    """Return (E‖p(t) - p(t-1)‖²)^½ (S,) of each gambit, as seen before it; as what each adds to the sum.

    The expectation m is the mean over all gambits before which the favourite had about the same chance. That mean is
    itself estimated: a gambit adds (√m + x / √m) / 2, x being its own squared move, which comes to the same sum and has
    the error of the mean in it (the delta method).
    """
    moved = ((chance - earlier) ** 2).sum(axis=1)
    bins = np.minimum((earlier.max(axis=1) * MOVE_BINS).astype(np.int64), MOVE_BINS - 1)
    count = np.bincount(bins, minlength=MOVE_BINS)
    mean = (np.bincount(bins, moved, minlength=MOVE_BINS) / np.maximum(count, 1))[bins]
    root = np.sqrt(np.maximum(mean, np.finfo(float).tiny))
    return np.asarray((root + moved / root) / 2)


def per_game(states: Trails, chance: Array) -> pl.DataFrame:
    """Return one row per game: what it adds to the sums, by each seat's chance to win (S, n) after each gambit."""
    starts = np.flatnonzero(np.append(True, states.game[1:] != states.game[:-1]))
    length = states.gambit[states.last].astype(float)
    alone = (states.shares[starts].max(axis=1) == 1) & (length > 1)
    earlier = before(states, chance)
    return pl.DataFrame(
        {
            "game": states.game[starts],
            "games": np.ones(len(starts), np.int64),
            "drama_games": alone.astype(np.int64),
            "drama_gambits": length,
            "drama": np.where(alone, _drama(states, chance, starts), 0),
            "threshold": np.where(alone, _threshold(states, chance, starts), 0),
            "safe_from": np.where(alone, _safe_from(states, chance, starts), 0) / length,
            "instability": np.where(alone, _instability(earlier, starts), 0),
            "surprise": np.add.reduceat(np.sqrt(((chance - earlier) ** 2).sum(axis=1)), starts),
            "suspense": np.add.reduceat(suspense(earlier, chance), starts),
        }
    )


def _winner(values: Array, shares: Array) -> Array:
    """Return the winner's value (S,) of values (S, n)."""
    return np.asarray(np.take_along_axis(values, shares.argmax(axis=1)[:, None], axis=1)[:, 0])


def _going_on(states: Trails, values: Array, starts: Numbers) -> tuple[Array, NDArray[np.int64]]:
    """Return sums per game of values (S,) after all gambits but the last, and how many these are."""
    return np.add.reduceat(np.where(states.last, 0, values), starts), np.add.reduceat(~states.last, starts)


def _drama(states: Trails, chance: Array, starts: Numbers) -> Array:
    """Mean over t < T of max_i p_i(t) - p_w(t)."""
    total, count = _going_on(states, chance.max(axis=1) - _winner(chance, states.shares), starts)
    return total / np.maximum(count, 1)


def _threshold(states: Trails, chance: Array, starts: Numbers) -> Array:
    """Greatest p_i(t) over t < T and i other than the winner."""
    others = np.where(states.shares > 0, 0, chance).max(axis=1)
    return np.asarray(np.maximum.reduceat(np.where(states.last, 0, others), starts))


def _safe_from(states: Trails, chance: Array, starts: Numbers) -> Array:
    """Last t < T with p_w(t) < 1/2, or 0."""
    unsafe = (_winner(chance, states.shares) < 0.5) & ~states.last
    return np.asarray(np.maximum.reduceat(np.where(unsafe, states.gambit, 0), starts), float)


def _instability(earlier: Array, starts: Numbers) -> Array:
    """Mean over seats of the variance of p_i(t) over t = 0 .. T - 1."""
    count = np.add.reduceat(np.ones(len(earlier)), starts)[:, None]
    mean = np.add.reduceat(earlier, starts) / count
    return np.asarray((np.add.reduceat(earlier**2, starts) / count - mean**2).mean(axis=1))

"""How exciting games are, told by the chances to win after each gambit (`analyses.chances`).

Drama, decisiveness and stability after Browne (2008, Automatic Generation and Evaluation of Recombination Games) and
Ludii; suspense and surprise after Ely, Frankel and Kamenica (2015, Journal of Political Economy 123, p. 215). Each
is a sum over recorded games and a count, so that `DRAMA_METRICS` are ratios over blocks like all others. Blocks
neglect that chances are themselves estimated: thousands of games that have no part in what is measured make that small.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.stats.intervals import LEVEL

from .blocks import BLOCKS
from .chances import Array, Numbers, Trails, chances, halves, reliability, scores, trails
from .study import Study

MOVE_BINS = 12  # by the favourite's chance, for the expected move of the next gambit


@dataclass(frozen=True)
class Drama:
    """What one cell's games have to tell: sums over blocks, and how good the chances are that they are told by.

    ``sums``: `block`, `games`, and the columns that `DRAMA_METRICS` name. ``reliability``: see
    `analyses.chances.reliability`; ``scores``: `off`, `explained` and the recorded games.
    """

    sums: pl.DataFrame
    reliability: pl.DataFrame
    scores: dict[str, float]


def drama(study: Study, cell: str, level: float = LEVEL) -> Drama:
    """Return the drama of a cell's recorded games; raise UserError where none were recorded."""
    states = trails(study, cell)
    return drama_of(states, chances(states), level)


def drama_of(states: Trails, chance: Array, level: float = LEVEL) -> Drama:
    """Return the drama of games, by each seat's chance to win (S, n) after each gambit."""
    games = _per_game(states, chance, expected_moves(states, chance))
    size = max(1, (int(states.game[-1]) + 1) // BLOCKS)
    block = pl.col("game") // size
    sums = games.group_by(block.alias("block"), maintain_order=True).agg(pl.exclude("game").sum())
    told = scores(states, chance) | {"games": float(games.height)}
    return Drama(sums, reliability(states, chance, states.game // size, level), told)


def before(states: Trails, chance: Array) -> Array:
    """Return the chances (S, n) before each gambit: those after the one before it, par for the first of a game."""
    earlier = np.full(chance.shape, 1 / chance.shape[1])
    same = states.game[1:] == states.game[:-1]
    earlier[1:][same] = chance[:-1][same]
    return earlier


def expected_moves(states: Trails, chance: Array) -> Array:
    """Return E‖p(t) - p(t-1)‖² (S,) of each gambit, as seen before it, cross-fitted.

    The mean over such gambits of the other half of the games: where the favourite had about that chance.
    """
    earlier = before(states, chance)
    moved = ((chance - earlier) ** 2).sum(axis=1)
    bins = np.minimum((earlier.max(axis=1) * MOVE_BINS).astype(np.int64), MOVE_BINS - 1)
    expected = np.full(len(moved), moved.mean())
    for fitted, applied in halves(states):
        count = np.bincount(bins[fitted], minlength=MOVE_BINS)
        total = np.bincount(bins[fitted], moved[fitted], minlength=MOVE_BINS)
        means = np.where(count > 0, total / np.maximum(count, 1), moved[fitted].mean())
        expected[applied] = means[bins[applied]]
    return expected


def _per_game(states: Trails, chance: Array, expected: Array) -> pl.DataFrame:
    """Return one row per game: what it adds to the sums."""
    starts = np.flatnonzero(np.append(True, states.game[1:] != states.game[:-1]))
    length = states.gambit[states.last].astype(float)
    alone = (states.shares[starts].max(axis=1) == 1) & (length > 1)
    return pl.DataFrame(
        {
            "game": states.game[starts],
            "games": np.ones(len(starts), np.int64),
            "drama_games": alone.astype(np.int64),
            "drama_gambits": length,
            "drama": np.where(alone, _drama(states, chance, starts), 0),
            "threshold": np.where(alone, _threshold(states, chance, starts), 0),
            "safe_from": np.where(alone, _safe_from(states, chance, starts), 0) / length,
            "instability": np.where(alone, _instability(states, chance, starts), 0),
            "surprise": np.add.reduceat(np.sqrt(((chance - before(states, chance)) ** 2).sum(axis=1)), starts),
            "suspense": np.add.reduceat(np.sqrt(expected), starts),
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


def _instability(states: Trails, chance: Array, starts: Numbers) -> Array:
    """Mean over seats of the variance of p_i(t) over t = 0 .. T - 1."""
    earlier = before(states, chance)
    count = np.add.reduceat(np.ones(len(chance)), starts)[:, None]
    mean = np.add.reduceat(earlier, starts) / count
    return np.asarray((np.add.reduceat(earlier**2, starts) / count - mean**2).mean(axis=1))

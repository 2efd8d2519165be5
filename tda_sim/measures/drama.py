"""How exciting games are, by the chances to win after each gambit (`chances`).

Drama follows Browne (2008, Automatic Generation and Evaluation of Recombination Games) and Ludii; surprise follows Ely,
Frankel and Kamenica (2015, Journal of Political Economy 123, p. 215). Both are divided by their value in an even race
with as many gambits and players (`race`), since they depend on the length of a game. Other measures of this kind are
left out. Suspense reflects only the length (its ratio to the race is the same in all decks). The highest chance of a
loser depends on the length and on how far a single gambit can move chances. The time until the win is safe, and the
variance of a chance over time, still depend on the length after the division.

Each is a ratio of two sums over recorded games, so `DRAMA_METRICS` are ratios over blocks like all others. The chances
are estimates, and treating them as exact would understate the error. So the sums of a block include its effect on the
chances.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import BLOCKS
from tda_sim.measures.chance_errors import through_models
from tda_sim.measures.chances import Array, Numbers, Trails, applied, features, models, reliability, scores, trails
from tda_sim.measures.curves import Row, curve_rows, curve_totals
from tda_sim.measures.null_model import race_lag, race_moves
from tda_sim.measures.study import Study
from tda_sim.stats.intervals import LEVEL

SUMS = ("drama", "surprise")  # sums that depend on the chances


@dataclass(frozen=True)
class Drama:
    """The drama of one cell's games: sums over blocks, and how good the estimated chances are.

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
    """Return the drama of games, by chances estimated from them."""
    seen = features(states)
    fitted = models(states, seen)
    chance = applied(states, seen, fitted)
    size = trail_block(states)
    noise = through_models(states, seen, fitted, states.game // size, _totals)
    sums = summed(per_game(states, chance), size)
    own, of_curves = np.split(noise, [len(SUMS)], axis=1)
    sums = sums.with_columns(sums[name] + own[sums["block"].to_numpy(), k] for k, name in enumerate(SUMS))
    quality = scores(states, chance) | {"games": float(sums["games"].sum())}
    block = states.game // size
    curves = curve_rows(states, chance, block, of_curves, level)
    return Drama(sums, reliability(states, chance, block, level), quality, curves)


def trail_block(states: Trails) -> int:
    """Return how many games make up a block, so that there are `BLOCKS` of them if there are that many games."""
    return max(1, (int(states.game[-1]) + 1) // BLOCKS)


def summed(games: pl.DataFrame, size: int) -> pl.DataFrame:
    """Return the sums over games, by block."""
    block = (pl.col("game") // size).alias("block")
    return games.group_by(block, maintain_order=True).agg(pl.exclude("game").sum())


def _totals(states: Trails, chance: Array) -> Array:
    starts = _starts(states)
    drama = [each[_alone(states, starts)].sum() for each in _excitement(states, chance, starts).values()]
    return np.concatenate([drama, curve_totals(states, chance)])


def before(states: Trails, chance: Array) -> Array:
    """Return the chances (S, n) before each gambit: those after the previous one, or par for the first of a game."""
    earlier = np.full(chance.shape, 1 / chance.shape[1])
    same = states.game[1:] == states.game[:-1]
    earlier[1:][same] = chance[:-1][same]
    return earlier


def per_game(states: Trails, chance: Array) -> pl.DataFrame:
    """Return one row per game: what it adds to the sums, by each seat's chance to win (S, n) after each gambit.

    Games without a single winner add nothing. Beside each sum is its value in the even race (`race`).
    """
    starts = _starts(states)
    length, players = states.gambit[states.last].astype(float), chance.shape[1]
    race = {"race_drama": race_lag(length, players), "race_surprise": race_moves(length, players)}
    counts = {"game": states.game[starts], "games": np.ones(len(starts), np.int64)}
    sums, alone = _excitement(states, chance, starts) | race, _alone(states, starts)
    return pl.DataFrame(counts | {name: np.where(alone, each, 0) for name, each in sums.items()})


def _starts(states: Trails) -> Numbers:
    return np.flatnonzero(np.append(True, states.game[1:] != states.game[:-1]))


def _alone(states: Trails, starts: Numbers) -> NDArray[np.bool_]:
    """Whether each game has a single winner."""
    return np.asarray(states.shares[starts].max(axis=1) == 1)


def _excitement(states: Trails, chance: Array, starts: Numbers) -> dict[str, Array]:
    """Return drama and surprise (G,) of each game, whoever wins."""
    moves = np.sqrt(((chance - before(states, chance)) ** 2).sum(axis=1))
    return {
        "drama": _lag(states, chance, starts) / states.gambit[states.last],
        "surprise": np.add.reduceat(moves, starts),
    }


def _lag(states: Trails, chance: Array, starts: Numbers) -> Array:
    """Return the sum over t < T of max_i p_i(t) - p_w(t), for each game."""
    winner = np.take_along_axis(chance, states.shares.argmax(axis=1)[:, None], axis=1)[:, 0]
    return np.asarray(np.add.reduceat(np.where(states.last, 0, chance.max(axis=1) - winner), starts))

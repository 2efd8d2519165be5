"""The even race: what the number of gambits and players alone does to drama and surprise.

Correct chances to win move by a fixed amount in all: the sum of their squared moves over a game is 1 - 1/n on average,
whatever the game (a martingale). So the more gambits there are, the less each of them moves, and a measure of moves
mostly shows how long games are. The even race, with the same length, corrects for that. In it, every gambit adds an
independent normal number to everybody's score, always with the same variance, and the highest score after the last
gambit wins. Its chances can be computed at any time.
"""

import numpy as np
from numpy.typing import NDArray

from tda_sim.measures.chances import Array, Trails

NODES = 24  # of the quadrature over a seat's final score: chances are exact to four digits

# Means of a game of the race, by players: a + b / T + c / T² + d / T³ for T >= 2 gambits. They were fitted to 60,000
# races each of 2 to 9 gambits and 15,000 to 43,000 of 14 to 40, and are accurate to 1 %.
LAG = {  # Σ_{0<t<T} [max_i p_i(t) - p_w(t)] / T
    2: (0.0688, -0.0289, -0.0505, -0.0018),
    3: (0.0907, -0.0543, 0.0009, -0.0685),
    4: (0.0984, -0.0321, -0.0986, 0.0253),
    5: (0.1029, -0.0199, -0.1795, 0.1276),
    6: (0.1068, -0.0303, -0.1577, 0.1168),
}
MOVES = {  # Σ_t ‖p(t) - p(t-1)‖ / √T
    2: (0.4516, 0.3295, -0.1966, 0.1264),
    3: (0.5795, 0.3409, -0.1185, 0.0026),
    4: (0.6292, 0.4566, -0.4852, 0.3408),
    5: (0.6611, 0.4902, -0.6339, 0.5111),
    6: (0.6807, 0.4877, -0.6194, 0.5074),
}


def race_lag(gambits: Array, players: int) -> Array:
    """Return the mean of Σ [max_i p_i(t) - p_w(t)] / T over even races of T ``gambits`` (G,); zero for one gambit."""
    return np.where(gambits > 1, _mean(LAG[players], gambits), 0.0)


def race_moves(gambits: Array, players: int) -> Array:
    """Return how far chances move in all in an even race of this many gambits (G,); a race of one moves once."""
    one = np.sqrt(1 - 1 / players)
    return np.where(gambits > 1, _mean(MOVES[players], gambits) * np.sqrt(gambits), one)


def _mean(terms: tuple[float, ...], gambits: Array) -> Array:
    return np.asarray(np.polynomial.polynomial.polyval(1 / np.maximum(gambits, 1), terms))


def race(worth: Array, players: int, games: int, seed: int) -> tuple[Trails, Array]:
    """Return this many races, and each seat's exact chance to win (S, n) after every gambit.

    ``worth`` (T,): the variance that each gambit adds to scores. It is constant in an even race; where the last gambits
    add most, the result stays open until late. The gold of the trails is the score.
    """
    generator, gambits = np.random.default_rng(seed), len(worth)
    moves = generator.normal(size=(games, gambits, players)) * np.sqrt(worth)[None, :, None]
    score = moves.cumsum(axis=1)
    shares = np.eye(players)[score[:, -1].argmax(axis=1)]
    rest = worth.sum() - worth.cumsum()
    earlier = [race_chances(score[:, t], rest[t]) for t in range(gambits - 1)]
    chance = np.stack([*earlier, shares], axis=1).reshape(-1, players)
    gambit = np.tile(np.arange(1, gambits + 1), games)
    game = np.repeat(np.arange(games), gambits)
    nobody: NDArray[np.int64] = np.full(len(game), -1)
    gold = score.reshape(-1, players)
    return Trails(game, gambit, gold, nobody, gambit == gambits, np.repeat(shares, gambits, axis=0)), chance


def race_chances(score: Array, left: float) -> Array:
    """Return each seat's chance to win, from scores (G, n) and the variance ``left`` to come."""
    from scipy.special import ndtr

    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    spread, players = np.sqrt(left), score.shape[1]
    final = score[:, :, None] + spread * nodes  # of each seat, (G, n, NODES)
    chance = np.empty(score.shape)
    for seat in range(players):
        others = np.delete(score, seat, axis=1)
        below = ndtr((final[:, None, seat] - others[:, :, None]) / spread).prod(axis=1)
        chance[:, seat] = below @ weights
    return np.asarray(chance / chance.sum(axis=1, keepdims=True))

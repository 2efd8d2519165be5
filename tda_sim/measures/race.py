"""The even race: what the number of gambits and players alone does to drama and surprise.

Chances to win that are right move by a fixed amount in all: the sum of their squared moves over a game is 1 - 1/n on
average, whatever the game (a martingale). So the more gambits there are, the less each of them moves, and a number that
says so says how long games are. What is more than that is found by comparison with games of the same length: in the
even race every gambit adds a normal number to everybody's score, all alike and independent, and who has most after the
last gambit wins. Its chances are known at any time.
"""

import numpy as np
from numpy.typing import NDArray

from tda_sim.measures.chances import Array, Trails

NODES = 24  # of the quadrature over one seat's final score: chances are exact to four digits

# Means of a game of the race, by players: a + b / T + c / T² + d / T³ for T of 2 gambits or more. They were fitted to
# 60,000 races each of 2 to 9 gambits and 15,000 to 43,000 of 14 to 40, and are right to less than 1 %.
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
    """Return the mean lag of the winner in an even race of so many gambits (G,); a race of one has none."""
    return np.where(gambits > 1, _mean(LAG[players], gambits), 0.0)


def race_moves(gambits: Array, players: int) -> Array:
    """Return by how much the chances of an even race of so many gambits (G,) move in all; a race of one moves once."""
    one = np.sqrt(1 - 1 / players)
    return np.where(gambits > 1, _mean(MOVES[players], gambits) * np.sqrt(gambits), one)


def _mean(terms: tuple[float, ...], gambits: Array) -> Array:
    return np.asarray(np.polynomial.polynomial.polyval(1 / np.maximum(gambits, 1), terms))


def race(worth: Array, players: int, games: int, seed: int) -> tuple[Trails, Array]:
    """Return so many races, and each seat's chance to win (S, n) after every gambit, which is known here.

    ``worth`` (T,): the variance that each gambit adds to scores. All alike in an even race; where the last ones are
    worth most, the result stays open until late. The gold of the trails is the score.
    """
    generator, gambits = np.random.default_rng(seed), len(worth)
    moves = generator.normal(size=(games, gambits, players)) * np.sqrt(worth)[None, :, None]
    score = moves.cumsum(axis=1)
    shares = np.eye(players)[score[:, -1].argmax(axis=1)]
    left = worth.sum() - worth.cumsum()
    known = [race_chances(score[:, t], left[t]) for t in range(gambits - 1)]
    chance = np.stack([*known, shares], axis=1).reshape(-1, players)
    gambit = np.tile(np.arange(1, gambits + 1), games)
    game = np.repeat(np.arange(games), gambits)
    nobody: NDArray[np.int64] = np.full(len(game), -1)
    gold = score.reshape(-1, players)
    return Trails(game, gambit, gold, nobody, gambit == gambits, np.repeat(shares, gambits, axis=0)), chance


def race_chances(score: Array, left: float) -> Array:
    """Return each seat's chance (G, n) to have most in the end, from scores (G, n) and the variance that is left."""
    from scipy.special import ndtr

    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    spread, players = np.sqrt(left), score.shape[1]
    final = score[:, :, None] + spread * nodes  # of each seat, (G, n, NODES)
    found = np.empty(score.shape)
    for seat in range(players):
        others = np.delete(score, seat, axis=1)
        below = ndtr((final[:, None, seat] - others[:, :, None]) / spread).prod(axis=1)
        found[:, seat] = below @ weights
    return np.asarray(found / found.sum(axis=1, keepdims=True))

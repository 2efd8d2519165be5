"""The conditional logit: which of several seats wins, given some features of each?

The model (McFadden 1974, Conditional Logit Analysis of Qualitative Choice Behavior): a seat with features x wins with
probability exp(b · x) / Σ over the seats of its game of exp(b · x). A feature that is the same for all seats of a
game has no effect by itself: multiply it with one that differs.

Arrays: ``features`` (G, n, F) of n seats in each of G games, or of moments in games; ``shares`` (G, n) of the win,
which add up to one in each game; coefficients (F,).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.luce import CLOSE, LONGEST_STEP, ROUNDS, NoFitError

Array = NDArray[np.float64]

AT_ONCE = 2048  # games, whose features fit into the processor's cache


def probabilities(features: ArrayLike, coefficients: ArrayLike) -> Array:
    """Return each seat's probability to win, (G, n)."""
    heights = (np.asarray(features, float) @ np.asarray(coefficients, float)).T
    return np.ascontiguousarray(_chances(np.ascontiguousarray(heights))[0].T)


def fit(features: ArrayLike, shares: ArrayLike, weights: ArrayLike | None = None, penalty: float = 0.0) -> Array:
    """Return the coefficients (F,) of greatest likelihood, Σ weights · shares · log P, by Newton's method.

    ``weights`` (G,) count games, all equally by default. ``penalty`` subtracts penalty / 2 · Σ (coefficient · the
    feature's standard deviation within games)² from the likelihood: a small one keeps coefficients finite where
    features decide every game.

    Raises NoFitError where the maximum lies at infinity, features are the same up to a factor, or there are no games.
    """
    table, won = np.moveaxis(np.asarray(features, float), 1, 0), np.ascontiguousarray(np.asarray(shares, float).T)
    weight = np.ones(won.shape[1]) if weights is None else np.asarray(weights, float)
    if not weight.any():
        raise NoFitError("there are no games to fit")
    centred = table - table.mean(axis=0)
    scale = np.sqrt((weight @ (centred**2).mean(axis=0)) / weight.sum())
    if not (scale > 0).all():
        raise NoFitError("a feature is the same for all seats of each game, so it cannot show who wins")
    return np.asarray(_climb(np.ascontiguousarray(centred / scale), won, weight, penalty) / scale)


# --- Newton's method; seats come first, (n, G, F) and (n, G): NumPy is slow over short axes ---


def _climb(table: Array, won: Array, weight: Array, penalty: float) -> Array:
    """Return the coefficients for features of mean zero and standard deviation one."""
    coefficients = np.zeros(table.shape[-1])
    chance, height = _judge(table, won, weight, coefficients, penalty)
    for _ in range(ROUNDS):
        step = _newton_step(table, won, weight, coefficients, chance, penalty)
        if np.abs(step).max(initial=0.0) < CLOSE:
            return coefficients
        next_chance, next_height = _judge(table, won, weight, coefficients + step, penalty)
        while next_height < height - 1e-12 * abs(height):
            step /= 2
            next_chance, next_height = _judge(table, won, weight, coefficients + step, penalty)
        coefficients, chance, height = coefficients + step, next_chance, next_height
    raise NoFitError("no finite coefficients fit these games best")


def _newton_step(table: Array, won: Array, weight: Array, coefficients: Array, chance: Array, penalty: float) -> Array:
    counted = weight * won.sum(axis=0)
    rest = weight * won - counted * chance
    gradient, curvature = -penalty * coefficients, np.zeros((len(coefficients), len(coefficients)))
    for first in range(0, table.shape[1], AT_ONCE):
        part = slice(first, first + AT_ONCE)
        seats, rows = table[:, part], table[:, part].reshape(-1, len(coefficients))
        shared = seats * chance[:, part, None]
        middle = shared.sum(axis=0)
        gradient += rest[:, part].ravel() @ rows
        curvature += rows.T @ (shared * counted[part, None]).reshape(rows.shape)
        curvature -= (middle * counted[part, None]).T @ middle
    curvature[np.diag_indices_from(curvature)] += penalty
    if np.linalg.cond(curvature) > 1e12:
        raise NoFitError("no finite coefficients fit these games best, or two features are the same")
    step = np.linalg.solve(curvature, gradient)
    return np.asarray(step * min(1.0, LONGEST_STEP / max(np.abs(step).max(initial=0.0), LONGEST_STEP)))


def _judge(table: Array, won: Array, weight: Array, coefficients: Array, penalty: float) -> tuple[Array, float]:
    """Return the chances for given coefficients, and their log likelihood."""
    heights = table @ coefficients
    chance, total = _chances(heights)
    each = (won * heights).sum(axis=0) - won.sum(axis=0) * total
    return chance, float(weight @ each - penalty / 2 * (coefficients @ coefficients))


def _chances(heights: Array) -> tuple[Array, Array]:
    """Return the chances (n, G) of seats with these heights, and log Σ exp(height) of each game."""
    most = heights.max(axis=0)
    weight = np.exp(heights - most)
    total = weight.sum(axis=0)
    return weight / total, most + np.log(total)

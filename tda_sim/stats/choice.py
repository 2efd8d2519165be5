"""The conditional logit: which of several seats wins, given what is known of each?

The model (McFadden 1974, Conditional Logit Analysis of Qualitative Choice Behavior): a seat with features x wins with
probability exp(b · x) / Σ over the seats of its game of exp(b · x). A feature that is the same for all seats of a
game tells nothing by itself: multiply it with one that differs.

Arrays: ``features`` (G, n, F) of n seats in each of G games, or moments of games; ``shares`` (G, n) of the win, which
add up to one in each; coefficients (F,).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.luce import CLOSE, LONGEST_STEP, ROUNDS, NoFitError

Array = NDArray[np.float64]


def probabilities(features: ArrayLike, coefficients: ArrayLike) -> Array:
    """Return each seat's probability to win, (G, n)."""
    height = np.asarray(features, float) @ np.asarray(coefficients, float)
    weight = np.exp(height - height.max(axis=-1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=-1, keepdims=True))


def fit(features: ArrayLike, shares: ArrayLike, weights: ArrayLike | None = None, penalty: float = 0.0) -> Array:
    """Return the coefficients (F,) of greatest likelihood, Σ weights · shares · log P, by Newton's method.

    ``weights`` (G,) count games, all alike if not given. ``penalty`` takes penalty / 2 · Σ (coefficient · the
    feature's standard deviation within games)² off the likelihood: a little of it keeps coefficients finite where
    features settle every game.

    Raises NoFitError where the maximum lies at infinity, features say the same, or there are no games.
    """
    table, won = np.asarray(features, float), np.asarray(shares, float)
    weight = np.ones(len(won)) if weights is None else np.asarray(weights, float)
    if not weight.any():
        raise NoFitError("there are no games to fit")
    centred = table - table.mean(axis=1, keepdims=True)
    scale = np.sqrt((weight @ (centred**2).mean(axis=1)) / weight.sum())
    if not (scale > 0).all():
        raise NoFitError("a feature is the same for all seats of each game: it says nothing of who wins")
    return np.asarray(_climb(centred / scale, won, weight, penalty) / scale)


def _climb(table: Array, won: Array, weight: Array, penalty: float) -> Array:
    """`fit` for features of mean zero and standard deviation one."""
    found = np.zeros(table.shape[-1])
    height = _log_likelihood(table, won, weight, found, penalty)
    for _ in range(ROUNDS):
        step = _newton_step(table, won, weight, found, penalty)
        if np.abs(step).max(initial=0.0) < CLOSE:
            return found
        tried = _log_likelihood(table, won, weight, found + step, penalty)
        while tried < height - 1e-12 * abs(height):
            step /= 2
            tried = _log_likelihood(table, won, weight, found + step, penalty)
        found, height = found + step, tried
    raise NoFitError("no finite coefficients fit these games best")


def _newton_step(table: Array, won: Array, weight: Array, found: Array, penalty: float) -> Array:
    chance = probabilities(table, found)
    gradient = np.einsum("g,gn,gnf->f", weight, won - chance * won.sum(axis=1, keepdims=True), table, optimize=True)
    around = table - np.einsum("gn,gnf->gf", chance, table)[:, None, :]
    share = weight[:, None] * won.sum(axis=1, keepdims=True) * chance
    curvature = np.tensordot(around * share[..., None], around, axes=([0, 1], [0, 1]))
    curvature[np.diag_indices_from(curvature)] += penalty
    if np.linalg.cond(curvature) > 1e12:
        raise NoFitError("no finite coefficients fit these games best, or features say the same")
    step = np.linalg.solve(curvature, gradient - penalty * found)
    return np.asarray(step * min(1.0, LONGEST_STEP / max(np.abs(step).max(initial=0.0), LONGEST_STEP)))


def _log_likelihood(table: Array, won: Array, weight: Array, found: Array, penalty: float) -> float:
    height = table @ found
    most = height.max(axis=1, keepdims=True)
    total = most[:, 0] + np.log(np.exp(height - most).sum(axis=1))
    each = (won * height).sum(axis=1) - won.sum(axis=1) * total
    return float(weight @ each - penalty / 2 * (found @ found))

"""Luce's choice model for games that one of several players wins: how strong is each strategy?

The model (Luce 1959, Individual Choice Behavior; the first place of Plackett and Luce): a seat held by strategy s
wins with probability exp(strength[s]) / Σ exp(strength of the strategy in each seat). A strategy may hold several
seats. For two seats it is the model of Bradley and Terry.

Arrays: ``seats`` (C, S) counts how many seats strategy s holds in cell c; ``shares`` (..., C, S) are the shares of the
games that it wins there, which add up to one over the strategies. Leading axes are separate data sets.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ROUNDS = 100  # of Newton's method; a handful is usual
CLOSE = 1e-9  # a fit is done when no strength moves further
LONGEST_STEP = 4.0  # in strengths: far from the solution the curvature is a poor guide
TOGETHER = 2_000_000  # numbers in the largest intermediate array


class NoFitError(ArithmeticError):
    """The data have no best strengths: some strategies win nothing, or everything, against all others."""


def win_shares(strengths: Array, seats: Array) -> Array:
    """Return each strategy's expected share of the games won, (..., C, S), from strengths (..., S)."""
    weights = seats * np.exp(strengths - strengths.max(axis=-1, keepdims=True))[..., None, :]
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def fit(seats: Array, shares: Array, start: Array | None = None) -> Array:
    """Return the strengths (..., S) of greatest likelihood, with mean zero.

    Every cell has the same weight, however many games it has. The likelihood is Σ_c Σ_s shares[c, s] log P(s wins in
    c). At the maximum the model gives every strategy its observed number of wins, summed over the cells. Newton's
    method halves its step where the likelihood would fall. The likelihood is concave, so there is one maximum.

    ``start`` (S,) are strengths to begin with, to save time.

    Raises NoFitError where the maximum lies at infinity.
    """
    data = shares.reshape(-1, *shares.shape[-2:])
    at_once = max(1, TOGETHER // (seats.size * seats.shape[1]))
    parts = [_fit(seats, data[k : k + at_once], start) for k in range(0, len(data), at_once)]
    return np.concatenate(parts).reshape(*shares.shape[:-2], seats.shape[1])


def _fit(seats: Array, shares: Array, start: Array | None) -> Array:
    """Return the strengths for shares (R, C, S)."""
    strengths = np.tile(np.zeros(seats.shape[1]) if start is None else start, (len(shares), 1))
    height = _log_likelihood(strengths, seats, shares)
    for _ in range(ROUNDS):
        expected = win_shares(strengths, seats)
        step = _newton_step(expected, (shares - expected).sum(axis=1))
        if np.abs(step).max() < CLOSE:
            return strengths
        for _ in range(40):
            next_height = _log_likelihood(strengths + step, seats, shares)
            falls = next_height < height - 1e-12 * np.abs(height)
            if not falls.any():
                break
            step[falls] /= 2
        strengths, height = strengths + step, np.maximum(next_height, height)
    raise NoFitError("no finite strengths fit these results best")


def _newton_step(expected: Array, gradient: Array) -> Array:
    """Return the step (R, S) to the top of the parabola that touches the likelihood; its mean is zero."""
    curvature = -expected.transpose(0, 2, 1) @ expected
    places = np.arange(expected.shape[-1])
    curvature[:, places, places] += expected.sum(axis=1)
    curvature += 1 / len(places)  # strengths may all shift together: this fixes their mean and changes nothing else
    try:
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
    except np.linalg.LinAlgError:
        raise NoFitError("no finite strengths fit these results best") from None
    longest = np.abs(step).max(axis=-1, keepdims=True)
    return np.asarray(step * np.minimum(1.0, LONGEST_STEP / np.maximum(longest, LONGEST_STEP)))


def _log_likelihood(strengths: Array, seats: Array, shares: Array) -> Array:
    """Return Σ shares log P, (R,), up to a constant."""
    total = np.log(np.exp(strengths) @ seats.T)
    return np.asarray(np.einsum("rcs,rs->r", shares, strengths) - (shares.sum(axis=-1) * total).sum(axis=-1))

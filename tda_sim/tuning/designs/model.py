"""A model of what points of a space do, from what those that were played have shown.

It is of measures and not of a loss: a measure is smooth where a loss has corners, and its noise is not squared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve, cholesky, solve_triangular
from scipy.spatial.distance import cdist

from tda_sim.tuning.designs.space import Point, Space
from tda_sim.tuning.designs.trials import Known, Trials

Array = NDArray[np.float64]

MOST_PAIRED = 8  # factors whose pairs are in the model; with more, each measure depends on few of them
PRIOR = (3.0, 1.0, 0.5)  # standard deviations of the constant, slopes, and squares and products; measures have size 1
REACHES, DEVIATIONS = (0.3, 0.6, 1.2), (0.03, 0.1, 0.3, 0.6)  # of deviations from the quadratic: distances, and sizes
WEIGHED = 3  # times that the variances of coefficients are found again, where there are many
GROWN = 1.25  # times as many points, with which these are looked for again
TINY, LARGEST = 1e-9, 50.0  # the latter of a logarithm


class Model:
    """Kriging: each measure is a quadratic of what changes, and a smooth deviation from it, a Gaussian process.

    See Rasmussen and Williams (2006), Gaussian Processes for Machine Learning, 2.2 and 2.7. How large deviations are,
    and over what distance, has the highest likelihood in a grid; that is looked for again whenever there are a quarter
    more points. A measure that is above 0 everywhere is modelled by its logarithm, since rules multiply more than they
    add. Of many factors, few matter for a measure, such as the worth of a card: then each coefficient has a variance of
    its own before any game, which is found by expectation and maximization (Tipping 2001, Sparse Bayesian Learning and
    the Relevance Vector Machine, equation 44), so that what does nothing hardly counts.
    """

    chosen_at: int  # points with which the size of deviations was looked for
    fits: "list[_Fit]"  # of the measures

    def __init__(self, trials: Trials, before: "Model | None" = None) -> None:
        """Fit it to all that the trials showed; ``before``: the model of fewer trials of the same search."""
        self.space, self.points, self._known = trials.space, [*trials.known], trials.known
        numbers, errors = (
            np.stack([getattr(known, name) for known in self._known.values()]) for name in ("numbers", "errors")
        )
        self.shape = numbers.shape[1:]
        y, error = numbers.reshape(len(numbers), -1), errors.reshape(len(numbers), -1)
        self._is_log = (y > 0).all(axis=0)
        safe = np.where(self._is_log, y, 1.0)
        y, error = np.where(self._is_log, np.log(safe), y), np.where(self._is_log, error / safe, error)
        self._level, self._size = y.mean(axis=0), np.maximum(y.std(axis=0), TINY)
        y, error = (y - self._level) / self._size, error / self._size
        self._x = _features(self.space, self.points)
        self._terms, prior = _terms(self.space, self._x)
        self._apart = _apart(self._x, self._x)
        noise = error**2 + TINY
        if before is not None and len(self.points) < GROWN * before.chosen_at:
            self.chosen_at = before.chosen_at
            self.fits = [
                self._fitted(y[:, k], noise[:, k], [(fit.reach, fit.size)], fit.prior)
                for k, fit in enumerate(before.fits)
            ]
        else:
            self.chosen_at, grid = len(self.points), [*product(REACHES, DEVIATIONS)]
            self.fits = [self._chosen(y[:, k], noise[:, k], grid, prior) for k in range(y.shape[1])]

    def _chosen(self, y: Array, noise: Array, grid: Sequence[tuple[float, float]], prior: Array) -> "_Fit":
        """Return the fit with the most likely deviations of a grid, and most likely variances of many coefficients."""
        fit = self._fitted(y, noise, grid, prior)
        for _ in range(WEIGHED if len(self.space.factors) > MOST_PAIRED else 0):
            known = (solve_triangular(fit.root, self._terms, lower=True) ** 2).sum(axis=0)
            fit = self._fitted(y, noise, grid, fit.slopes**2 + fit.prior - fit.prior**2 * known)
        return fit

    def _fitted(self, y: Array, noise: Array, grid: Sequence[tuple[float, float]], prior: Array) -> "_Fit":
        """Return the fit whose deviations have the highest likelihood, of those in a grid."""
        quadratic, tried = (self._terms * prior) @ self._terms.T, []
        for reach, size in grid:
            root = cholesky(quadratic + _deviation(self._apart, reach, size) + np.diag(noise), lower=True)
            weights = cho_solve((root, True), y)
            tried.append((-0.5 * y @ weights - np.log(np.diag(root)).sum(), reach, size, root, weights))
        _, reach, size, root, weights = max(tried, key=lambda each: float(each[0]))
        precision = (solve_triangular(root, np.eye(len(y)), lower=True) ** 2).sum(axis=0)
        error = np.sqrt(np.maximum(noise - noise**2 * precision, 0.0))
        slopes = prior * (self._terms.T @ weights)
        return _Fit(reach, size, prior, root, weights, slopes, y - noise * weights, error)

    def predicted(self, points: Sequence[Point]) -> Array:
        """Return what is expected of points, (N, P, G)."""
        return self.in_units(self.expected(points))

    def expected(self, points: Sequence[Point]) -> Array:
        """Return what is expected of points, (N, P * G), in standard units."""
        x = _features(self.space, points)
        terms, _ = _terms(self.space, x)
        apart = _apart(x, self._x)
        found = [terms @ fit.slopes + _deviation(apart, fit.reach, fit.size) @ fit.weights for fit in self.fits]
        return np.stack(found, axis=1)

    def errors(self, points: Sequence[Point]) -> Array:
        """Return the standard errors of what is expected of points, (N, P * G), in standard units."""
        x = _features(self.space, points)
        terms, _ = _terms(self.space, x)
        apart, found = _apart(x, self._x), list[Array]()
        for fit in self.fits:
            own = terms**2 @ fit.prior
            together = (terms * fit.prior) @ self._terms.T + _deviation(apart, fit.reach, fit.size)
            known = (solve_triangular(fit.root, together.T, lower=True) ** 2).sum(axis=0)
            found.append(np.sqrt(np.maximum(own + fit.size**2 - known, 0.0)))
        return np.stack(found, axis=1)

    def in_units(self, found: Array) -> Array:
        """Return numbers (N, P * G) in standard units as measures have them, (N, P, G)."""
        found = found * self._size + self._level
        found = np.where(self._is_log, np.exp(np.minimum(found, LARGEST)), found)
        return np.asarray(found).reshape(-1, *self.shape)

    def believed(self) -> dict[Point, Known]:
        """Return what is believed of each point that was played: what it showed itself, and what all others say."""
        expected, errors = (
            np.stack([getattr(fit, name) for fit in self.fits], axis=1) for name in ("expected", "errors")
        )
        numbers, further = self.in_units(expected), self.in_units(expected + errors)
        return {
            point: Known(number, more - number, known.games)
            for (point, known), number, more in zip(self._known.items(), numbers, further, strict=True)
        }


@dataclass(frozen=True)
class _Fit:
    """Deviations from a quadratic: their reach and size, and what predictions are made of."""

    reach: float
    size: float
    prior: Array  # variances of the coefficients of the quadratic
    root: Array  # of the covariance of what was shown
    weights: Array
    slopes: Array  # of the terms of the quadratic
    expected: Array  # of the points that were played
    errors: Array  # of these


def _apart(x: Array, other: Array) -> Array:
    """Return the mean square distance of coordinates, (N, M)."""
    return np.asarray(cdist(x, other, "sqeuclidean") / x.shape[1])


def _deviation(apart: Array, reach: float, size: float) -> Array:
    """Return the covariance of deviations (N, M), which falls with the distance."""
    return np.asarray(size**2 * np.exp(-apart / (2 * reach**2)))


def _features(space: Space, points: Sequence[Point]) -> Array:
    """Return points (N, F): numbers between -1 and 1, and a column for each of the values that have no order."""
    x = space.scaled(points)
    columns: list[Array] = []
    for k, factor in enumerate(space.factors):
        if factor.is_numeric or len(factor.values) == 2:
            columns.append(x[:, k])
        else:
            columns += [(np.abs(x[:, k] - at) < TINY).astype(float) for at in factor.scaled]
    return np.stack(columns, axis=1)


def _terms(space: Space, x: Array) -> tuple[Array, Array]:
    """Return the terms (N, T) of a quadratic of features, and the variances of their coefficients before any game."""
    few = len(space.factors) <= MOST_PAIRED
    pairs = [(a, b) for a, b in combinations_with_replacement(range(x.shape[1]), 2) if a == b or few]
    columns = [np.ones(len(x)), *x.T, *(x[:, a] * x[:, b] for a, b in pairs)]
    return np.stack(columns, axis=1), np.array([PRIOR[0], *[PRIOR[1]] * x.shape[1], *[PRIOR[2]] * len(pairs)]) ** 2

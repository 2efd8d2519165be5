"""Factorial experiments with games: how much more does a seat win with a feature that it was dealt by chance?

In a game of n seats, seat s has the features x_sf (0 or 1), which were dealt by chance. Seats are otherwise alike and
share one win, so what one of them gains, the others lose in equal parts:

    y_s = 1/n + Σ_f β_f z_sf + chance,    z_sf = x_sf - mean of x_tf over the other seats t.

β_f is what a seat gains by the feature while all else stays as it is. Least squares over all seats estimate it, or,
where effects do not simply add up, its mean over what else was dealt (randomisation: Freedman 2008, Advances in Applied
Mathematics 40, p. 180). With T_f = Σ_s x_sf the normal equations consist of whole numbers, which add up over games in
any order:

    (n - 1)² Σ_s z_sf z_sg = n (n Σ_s x_sf x_sg - T_f T_g),    (n - 1) Σ_s z_sf y_s = n Σ_s x_sf y_s - T_f Σ_s y_s.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.jackknife import Influences, mean_scale

Array = NDArray[np.float64]

SINGULAR = 1e-9  # of the largest eigenvalue: directions with less are not identified
AT_ONCE = 10_000  # games
KNOWN = 1e-6  # of a combination's length: with more than that in such directions, it is not identified either


@dataclass(frozen=True)
class Sums:
    """The normal equations of B blocks of games with ``players`` seats and F features, up to factors of n.

    ``squares`` (B, F, F), ``products`` (B, F), and ``held`` (B, F): how many seats had each feature.
    """

    players: int
    squares: Array
    products: Array
    held: Array

    def of(self, features: ArrayLike) -> "Sums":
        """Return the sums of some of the features, by their indices."""
        chosen = np.asarray(features, np.int64)
        squares = self.squares[:, chosen[:, None], chosen[None, :]]
        return Sums(self.players, squares, self.products[:, chosen], self.held[:, chosen])


def sums_of_games(features: ArrayLike, seats: NDArray[np.int64], won: ArrayLike) -> tuple[Array, Array, Array]:
    """Return one block's `squares` (F, F), `products` (F,) and `held` (F,), see `Sums`.

    ``features`` (U, F) of U kinds of seats, ``seats`` (G, n) with the kind of each seat in G games, and ``won``
    (G, n), what each of them won. Sums of whole numbers are exact.
    """
    each, y, players = np.asarray(features, float), np.asarray(won, float), seats.shape[1]
    times, wins = (np.bincount(seats.ravel(), weights, len(each)) for weights in (None, y.ravel()))
    held = times @ each
    squares, products = players * ((each.T * times) @ each), players * (wins @ each)
    small = each.astype(np.float32)  # exact up to 2 ** 24, and twice as fast
    for start in range(0, len(seats), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        together = small[seats[part]].sum(axis=1)
        squares -= together.T @ together
        products -= y[part].sum(axis=1) @ together
    return squares, products, held


@dataclass(frozen=True)
class Fit:
    """Least squares over B blocks: effects (F,), the blocks' influences (B, F), and what is not identified.

    Where ``unknown`` (F, F), a projection, is not zero, many effects fit equally well, and these are the shortest:
    use `combination`, which allows for that. ``blocks`` (F,): how many blocks hold each feature.
    """

    effects: Array
    influence: Array
    blocks: NDArray[np.int64]
    unknown: Array

    def combination(self, weights: ArrayLike) -> Influences:
        """Return Σ_f weights_kf β_f for K combinations (K, F); NaN for those that the games do not identify."""
        chosen = np.asarray(weights, float)
        lengths = np.sqrt((chosen**2).sum(axis=1))
        identified = np.sqrt(((chosen @ self.unknown) ** 2).sum(axis=1)) <= KNOWN * lengths
        estimate = np.where(identified, chosen @ self.effects, np.nan)
        influence = np.where(identified, self.influence @ chosen.T, 0.0)
        involved = [self.blocks[row != 0].min(initial=len(self.influence)) for row in chosen]
        return Influences(estimate, influence, np.where(identified, involved, 0).astype(np.int64), estimate)


def least_squares(sums: Sums) -> Fit:
    """Return the effects of features with the influence of each block of games on them.

    The influence is that of the jackknife, which leaves out one block at a time. Errors are valid whatever the games
    of a block have in common, and whatever their variance (MacKinnon, Nielsen and Webb 2023, Journal of Applied
    Econometrics 38, p. 671). They are scaled as in `tda_sim.stats.jackknife`.
    """
    squares, products = sums.squares.sum(axis=0), sums.products.sum(axis=0)
    blocks, features = sums.products.shape
    values, vectors = np.linalg.eigh(squares)
    usable = values > SINGULAR * max(values.max(initial=0.0), 1e-300)
    base, scale = vectors[:, usable], (sums.players - 1) / sums.players
    effects = base @ ((base.T @ products) / values[usable])
    residual = sums.products - sums.squares @ effects
    reduced = base.T @ (squares - sums.squares) @ base
    without = _solved(reduced, residual @ base, values[usable]) @ base.T
    influence = scale * without * np.sqrt((blocks - 1) / max(blocks, 1)) * mean_scale(blocks)
    held = (sums.held > 0).sum(axis=0).astype(np.int64)
    return Fit(scale * effects, influence, held, np.eye(features) - base @ base.T)


def _solved(reduced: Array, residual: Array, values: Array) -> Array:
    """Return (squares without a block)⁻¹ residual for each block; linearised if an effect depends on one block."""
    try:
        return np.asarray(np.linalg.solve(reduced, residual[..., None])[..., 0])
    except np.linalg.LinAlgError:
        return np.asarray(residual / values)

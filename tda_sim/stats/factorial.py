"""Factorial experiments with games: what does a seat win more by a feature that chance gave it?

In a game of n seats, seat s has the features x_sf (0 or 1), which were dealt by chance. Seats are alike but for that,
and share one win, so that what one of them wins more is missing at the others, in equal parts:

    y_s = 1/n + Σ_f β_f z_sf + chance,    z_sf = x_sf - mean of x_tf over the other seats t.

β_f is what a seat gains by the feature while all else stays as it is. Least squares over all seats find it, and where
effects do not simply add up, its mean over what was dealt besides (randomisation: Freedman 2008, Advances in Applied
Mathematics 40, p. 180). With T_f = Σ_s x_sf the normal equations are made of whole numbers, which add up over games in
any order:

    (n - 1)² Σ_s z_sf z_sg = n (n Σ_s x_sf x_sg - T_f T_g),    (n - 1) Σ_s z_sf y_s = n Σ_s x_sf y_s - T_f Σ_s y_s.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tda_sim.stats.jackknife import Influences, mean_scale

Array = NDArray[np.float64]

SINGULAR = 1e-9  # of the largest eigenvalue: what is smaller is not known at all
AT_ONCE = 10_000  # games
KNOWN = 1e-6  # of a combination's length: more than that in unknown directions, and it is not known either


@dataclass(frozen=True)
class Sums:
    """The normal equations of B blocks of games with ``players`` seats and F features, but for factors of n.

    ``squares`` (B, F, F), ``products`` (B, F), and ``held`` (B, F): how many seats had each feature.
    """

    players: int
    squares: Array
    products: Array
    held: Array

    def of(self, features: ArrayLike) -> "Sums":
        """Return the sums of some of the features, by their places."""
        chosen = np.asarray(features, np.int64)
        squares = self.squares[:, chosen[:, None], chosen[None, :]]
        return Sums(self.players, squares, self.products[:, chosen], self.held[:, chosen])


def sums_of_games(features: ArrayLike, seats: NDArray[np.int64], won: ArrayLike) -> tuple[Array, Array, Array]:
    """Return one block's `squares` (F, F), `products` (F,) and `held` (F,), see `Sums`.

    ``features`` (U, F) of U kinds of seats, ``seats`` (G, n), the kinds of those of G games, and ``won`` (G, n), what
    each of them won. Sums of whole numbers are exact.
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
    """Least squares over B blocks: effects (F,), the blocks' influences (B, F), and what is not known.

    Where ``unknown`` (F, F), a projection, does not vanish, effects are the shortest ones of many that fit as well:
    use `combination`, which knows. ``blocks`` (F,): how many blocks hold each feature.
    """

    effects: Array
    influence: Array
    blocks: NDArray[np.int64]
    unknown: Array

    def combination(self, weights: ArrayLike) -> Influences:
        """Return Σ_f weights_kf β_f for K combinations (K, F); NaN for those that the games do not tell."""
        chosen = np.asarray(weights, float)
        lengths = np.sqrt((chosen**2).sum(axis=1))
        known = np.sqrt(((chosen @ self.unknown) ** 2).sum(axis=1)) <= KNOWN * lengths
        estimate = np.where(known, chosen @ self.effects, np.nan)
        influence = np.where(known, self.influence @ chosen.T, 0.0)
        involved = [self.blocks[row != 0].min(initial=len(self.influence)) for row in chosen]
        return Influences(estimate, influence, np.where(known, involved, 0).astype(np.int64), estimate)


def least_squares(sums: Sums) -> Fit:
    """Return the effects of features with the influence of each block of games on them.

    The influence is that of the jackknife, which leaves out one block at a time: errors hold whatever games of a block
    have in common, and whatever their variance (MacKinnon, Nielsen and Webb 2023, Journal of Applied Econometrics 38,
    p. 671). Scaled as in `tda_sim.stats.jackknife`.
    """
    squares, products = sums.squares.sum(axis=0), sums.products.sum(axis=0)
    blocks, features = sums.products.shape
    values, vectors = np.linalg.eigh(squares)
    usable = values > SINGULAR * max(values.max(initial=0.0), 1e-300)
    base, scale = vectors[:, usable], (sums.players - 1) / sums.players
    effects = base @ ((base.T @ products) / values[usable])
    missed = sums.products - sums.squares @ effects
    reduced = base.T @ (squares - sums.squares) @ base
    left_out = _solved(reduced, missed @ base, values[usable]) @ base.T
    influence = scale * left_out * np.sqrt((blocks - 1) / max(blocks, 1)) * mean_scale(blocks)
    held = (sums.held > 0).sum(axis=0).astype(np.int64)
    return Fit(scale * effects, influence, held, np.eye(features) - base @ base.T)


def _solved(reduced: Array, missed: Array, values: Array) -> Array:
    """Return (squares without a block)⁻¹ missed, for each block; by linearisation where a block is needed to know."""
    try:
        return np.asarray(np.linalg.solve(reduced, missed[..., None])[..., 0])
    except np.linalg.LinAlgError:
        return np.asarray(missed / values)

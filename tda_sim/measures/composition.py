"""What each part of a deck does to the game, where chance decides which parts are in it, game by game.

Chance has put the parts into games, so differences between games with and without one are effects of it. Each game
counts as z, how far it lies from the level of a measure: see `outcomes`.

- The *effect* of a part: z is regressed on which parts were in (least squares), and each coefficient is compared with
  the mean of its lot, since a part takes the place of another one.
- *One more* part of a lot: the mean of its coefficients, where games differ in their number.
- A *pair*: mean(e | both) - mean(e | the first alone) - mean(e | the second alone) + mean(e | neither), of what the
  regression leaves, e. Zero if no part depends on another.

Errors are those of blocks of games: with scores u_b = Σ_b (x - mean) e, the variance is A⁺ Σ_b u_b u_b' A⁺ (Liang and
Zeger 1986, Biometrika 73, p. 13).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from tda_sim.measures.card_company import SIGNS
from tda_sim.measures.discoveries import BESIDE, contrast
from tda_sim.measures.drawn import Drawn, Lot
from tda_sim.measures.outcomes import measured_games
from tda_sim.measures.ranking import Array, Values
from tda_sim.measures.study import Study, cell_of, pieces

BLOCKS = 60
EFFECTS, ADDED, ONE_MORE, PAIRS = "effects", "added", "one more", "pairs"  # groups of estimates


@dataclass(frozen=True)
class Sums:
    """Sums over B blocks of games, of P parts and M outcomes z.

    ``games`` (B,); ``inside`` (B, P, P): games with both of two parts; ``total`` (B, M) and ``with_one`` (B, M, P): of
    z over all games, and over those with a part. ``levels``: of the outcomes, over all games.
    """

    levels: dict[str, float]
    games: Array
    inside: Array
    total: Array
    with_one: Array

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes, in their order."""
        return tuple(self.levels)

    @property
    def alone(self) -> Array:
        """Games with each part: (B, P)."""
        return np.asarray(np.diagonal(self.inside, axis1=1, axis2=2))


def sums(study: Study, cell: str, found: Drawn) -> Sums:
    """Return the sums of a cell."""
    levels, blocks, games = _games(study, cell, found)
    parts = len(found.parts)
    inside, counts = np.zeros((blocks, parts, parts)), np.zeros(blocks)
    total, with_one = np.zeros((blocks, len(levels))), np.zeros((blocks, len(levels), parts))
    for block, x, z in games:
        counts[block] += len(x)
        inside[block] += x.T @ x
        total[block] += z.sum(axis=0)
        with_one[block] += z.T @ x
    return Sums(levels, counts, inside, total, with_one)


def _games(study: Study, cell: str, found: Drawn) -> tuple[dict[str, float], int, Iterator[tuple[Any, Array, Array]]]:
    """Return the level of each outcome, the number of blocks, and games piece by piece.

    Of each piece: its block, which parts were in (G, P), and the outcomes (G, M).
    """
    played = int(cell_of(study, cell)["games"])
    size = max(1, -(-played // BLOCKS))
    levels, values = measured_games(study, cell)
    rows = values.select((pl.col("game") // size).alias("block"), *found.bits, *levels)

    def read() -> Iterator[tuple[Any, Array, Array]]:
        for piece in pieces(rows):
            for (block,), some in piece.partition_by("block", as_dict=True).items():
                yield block, found.inside(some).astype(float), some.select(*levels).to_numpy()

    return levels, -(-played // size), read()


# --- effects of single parts ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fit:
    """The least squares of z on which parts were in: coefficients (P,), and the shift (B, P) of each block on them.

    In lots with a fixed number of parts only differences mean something: there they add up to zero.
    """

    found: Drawn
    coefficients: Array
    shifts: Array
    games: NDArray[np.int64]  # with each part

    def against_others(self) -> Values:
        """Return the effect of each part in place of the average one of its lot; lots of a single part are left out."""
        lots = [(lot, own) for lot, own in self._lots() if lot.draws and len(own) > 1]
        return self._of_parts([(lot, own - own.mean(axis=0)) for lot, own in lots])

    def added(self) -> Values:
        """Return the effect of each part by itself, in lots where games differ in the number of parts."""
        return self._of_parts([(lot, own) for lot, own in self._lots() if lot.varies])

    def one_more(self) -> Values:
        """Return the effect of one more part of each lot where games differ in their number."""
        means = [(label(lot), own.mean(axis=0)) for lot, own in self._lots() if lot.varies]
        games = np.full(len(means), int(self.games.max(initial=0)))
        return self._combined([name for name, _ in means], [mean for _, mean in means], games)

    def predicted(self, inside: NDArray[np.bool_], mean: Array) -> Values:
        """Return what is expected of games with these parts (D, P), beyond all games; ``mean`` (P,): their shares."""
        return self._combined([*map(str, range(len(inside)))], inside - mean, np.zeros(len(inside), np.int64))

    def _lots(self) -> list[tuple[Lot, Array]]:
        """Return each lot with the weights (L, P) that stand for its parts."""
        one = np.eye(len(self.coefficients))
        return [(lot, one[span]) for lot, span in self.found.spans()]

    def _of_parts(self, lots: Sequence[tuple[Lot, Array]]) -> Values:
        names = [part for lot, _ in lots for part in lot.parts]
        games = self.games[[self.found.places[name] for name in names]]
        return self._combined(names, [row for _, rows in lots for row in rows], games)

    def _combined(self, names: Sequence[str], weights: ArrayLike, games: NDArray[np.int64]) -> Values:
        rows = np.reshape(weights, (len(names), len(self.coefficients)))
        blocks = np.full(len(names), len(self.shifts))
        return Values(tuple(names), rows @ self.coefficients, self.shifts @ rows.T, games, blocks)


def fit(found: Drawn, every: Sums, outcome: str) -> Fit:
    """Return the least squares of an outcome on the parts of a deck."""
    k = every.outcomes.index(outcome)
    n = every.games.sum()
    mean_x, mean_z = every.alone.sum(axis=0) / n, every.total[:, k].sum() / n
    products, sums_z, games = every.with_one[:, k], every.total[:, k], every.games
    scores = products - sums_z[:, None] * mean_x - every.alone * mean_z + games[:, None] * mean_x * mean_z
    half = every.alone[:, :, None] * mean_x
    squares = every.inside - half - half.transpose(0, 2, 1) + games[:, None, None] * np.outer(mean_x, mean_x)
    inverse = np.linalg.pinv(squares.sum(axis=0), rcond=1e-9, hermitian=True)
    coefficients = inverse @ scores.sum(axis=0)
    blocks = len(games)
    shifts = (scores - squares @ coefficients) @ inverse * sqrt(blocks / max(1, blocks - 1))
    return Fit(found, coefficients, shifts, every.alone.sum(axis=0).astype(np.int64))


def label(lot: Lot) -> str:
    """Return what one part of a lot is called.

    >>> label(Lot("dragon", ("red-2", "red-3"), 1, 2, "red")), label(Lot("card", ("fool",), 0, 1))
    ('red dragon', 'fool')
    """
    if len(lot.parts) == 1:
        return lot.parts[0]
    return f"{lot.of} dragon" if lot.of else lot.kind


# --- pairs ------------------------------------------------------------------------------------------------


def pairs(study: Study, cell: str, found: Drawn, every: Sums) -> dict[str, Values]:
    """Return what each two parts do together beyond what each does, by outcome: names are "first | second".

    Of what least squares leave of z, so that numbers of parts that go together are not taken for it.
    """
    levels, blocks, games = _games(study, cell, found)
    coefficients = np.stack([fit(found, every, name).coefficients for name in levels])
    n, parts = every.games.sum(), len(found.parts)
    mean_x, mean_z = every.alone.sum(axis=0) / n, every.total.sum(axis=0) / n
    both = np.zeros((blocks, len(levels), parts, parts))
    total = np.zeros((blocks, len(levels)))
    for block, x, z in games:
        rest = z - mean_z - (x - mean_x) @ coefficients.T
        total[block] += rest.sum(axis=0)
        for k in range(len(levels)):
            both[block, k] += (x * rest[:, [k]]).T @ x
    first, second = np.triu_indices(parts, 1)
    counts = _four(every.games, every.inside, first, second)
    names = [f"{found.parts[a]}{BESIDE}{found.parts[b]}" for a, b in zip(first, second, strict=True)]
    return {
        name: contrast(names, counts, _four(total[:, k], both[:, k], first, second), SIGNS)
        for k, name in enumerate(levels)
    }


def _four(total: Array, both: Array, first: NDArray[Any], second: NDArray[Any]) -> Array:
    """Return sums (B, 4, K) over games with both of two parts, the first alone, the second alone, and neither."""
    together, one, other = both[:, first, second], both[:, first, first], both[:, second, second]
    neither = total[:, None] - one - other + together
    return np.stack([together, one - together, other - together, neither], axis=1)

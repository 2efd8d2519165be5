"""What the errors of estimated chances do to all that follows from them.

Chances to win come from models that are fitted to games, too. In other games the models would have come out otherwise,
and everything that follows from them with them, all games alike: sums over blocks do not show that. So every block gets
what it does to the models, times what these do to the sums (two-step estimation: Newey and McFadden 1994, Handbook of
Econometrics 4, section 6). Errors of chances also push some sums one way: the highest of several chances comes out too
high. As no game has a part in the model that it is seen through, that bias is half the curvature of the sums times the
variance of the coefficients, and is taken off.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tda_sim.measures.chances import FOLDS, PENALTY, Array, Model, Numbers, Trails, applied, settled
from tda_sim.stats.choice import probabilities

Totals = Callable[[Trails, Array], Array]

STEP = 1.5  # standard errors of the coefficients, by which they are moved to see what follows
ENOUGH = 2_000  # games of each half to see it in


@dataclass(frozen=True)
class Spread:
    """How a model's coefficients may be off: ``axes`` (K, F), each a standard error long, none dependent on another.

    ``shifts`` (B, K): what each block of games does to the coefficients, along these axes.
    """

    axes: Array
    shifts: Array


def through_models(states: Trails, seen: Array, fitted: Sequence[Model], block: Numbers, totals: Totals) -> Array:
    """Return what to add to each block's part of totals, (B, M): its effect by way of the models, less the bias.

    ``totals`` returns (M,) sums over games from their states and chances; ``seen`` (S, n, F) are the features of the
    states, and ``block`` (S,) their blocks, from 0. Effects add up to (about) nothing; the bias is spread evenly.
    """
    blocks = int(block[-1]) + 1
    found = np.zeros((blocks, len(totals(states, applied(states, seen, fitted)))))
    for model in fitted:
        spread = _spread(states, seen, model, block)
        slopes, bias = _moved(states, seen, model, spread.axes, totals)
        found += spread.shifts @ slopes - bias / blocks
    return found


def _moved(states: Trails, seen: Array, model: Model, axes: Array, totals: Totals) -> tuple[Array, Array]:
    """Return what totals (M,) change by, (K, M), when coefficients move along each axis, and their bias (M,).

    Some of the games that the model is applied to are enough to see that.
    """
    rows = model.told & (states.game < states.game[0] + FOLDS * ENOUGH)
    part, there = states.where(rows), seen[rows][..., model.telling]
    scale = (model.told & states.last).sum() / part.last.sum()

    def at(step: Array) -> Array:
        return totals(part, settled(part, probabilities(there, model.coefficients + step)))

    middle = at(np.zeros(len(model.coefficients)))
    ends = np.array([[at(STEP * axis), at(-STEP * axis)] for axis in axes]).reshape(len(axes), 2, len(middle))
    slopes = (ends[:, 0] - ends[:, 1]) / (2 * STEP)
    bias = ((ends.sum(axis=1) - 2 * middle) / STEP**2).sum(axis=0) / 2
    return scale * slopes, scale * bias


def _spread(states: Trails, seen: Array, model: Model, block: Numbers) -> Spread:
    """Return how coefficients vary from block to block: all states of a game have its outcome in common."""
    table = seen[model.learnt][..., model.telling]
    chance = probabilities(table, model.coefficients)
    around = table - np.einsum("sn,snf->sf", chance, table)[:, None, :]
    information = np.tensordot(around * chance[..., None], around, axes=([0, 1], [0, 1]))
    information += np.diag(PENALTY * (around**2).mean(axis=(0, 1)))
    score = np.einsum("sn,snf->sf", states.shares[model.learnt] - chance, table)
    where = block[model.learnt]
    by_block = np.stack([np.bincount(where, column, minlength=int(block[-1]) + 1) for column in score.T], axis=-1)
    moves = np.linalg.solve(information, by_block.T).T
    shifts, lengths, axes = np.linalg.svd(moves, full_matrices=False)
    known = lengths > lengths.max(initial=0.0) * 1e-9
    return Spread((lengths[:, None] * axes)[known], shifts[:, known])

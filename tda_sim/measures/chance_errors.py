"""How errors of estimated chances to win affect everything computed from them.

Chances to win come from models that are fitted to games. In other games the models would differ, and so would
everything computed from them, in all games alike: sums over blocks do not show that. So every block also gets its
effect on the models, times their effect on the sums (two-step estimation: Newey and McFadden 1994, Handbook of
Econometrics 4, section 6). Errors of chances also bias some sums: the highest of several chances is estimated too high.
As no game takes part in the model that is applied to it, that bias is half the curvature of the sums times the variance
of the coefficients, and is subtracted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tda_sim.measures.chances import FOLDS, PENALTY, Array, Model, Numbers, Trails, applied, settled
from tda_sim.stats.conditional_logit import probabilities

Totals = Callable[[Trails, Array], Array]

STEP = 1.5  # standard errors by which coefficients are moved to see the effect
ENOUGH = 2_000  # games of each half to see it in


@dataclass(frozen=True)
class Spread:
    """How a model's coefficients may be off: ``axes`` (K, F), each one standard error long, all uncorrelated.

    ``shifts`` (B, K): what each block of games does to the coefficients, along these axes.
    """

    axes: Array
    shifts: Array


def through_models(states: Trails, seen: Array, fitted: Sequence[Model], block: Numbers, totals: Totals) -> Array:
    """Return what to add to each block's part of totals, (B, M): its effect through the models, minus the bias.

    ``totals`` returns (M,) sums over games from their states and chances; ``seen`` (S, n, F) are the features of the
    states, and ``block`` (S,) their blocks, from 0. Effects add up to about zero; the bias is spread evenly.
    """
    blocks = int(block[-1]) + 1
    effects = np.zeros((blocks, len(totals(states, applied(states, seen, fitted)))))
    for model in fitted:
        spread = _spread(states, seen, model, block)
        slopes, bias = _moved(states, seen, model, spread.axes, totals)
        effects += spread.shifts @ slopes - bias / blocks
    return effects


def _moved(states: Trails, seen: Array, model: Model, axes: Array, totals: Totals) -> tuple[Array, Array]:
    """Return how totals (M,) change, (K, M), when coefficients move along each axis, and their bias (M,).

    A sample of the games that the model is applied to is enough.
    """
    rows = model.target & (states.game < states.game[0] + FOLDS * ENOUGH)
    part, there = states.where(rows), seen[rows][..., model.varying]
    scale = (model.target & states.last).sum() / part.last.sum()

    def at(step: Array) -> Array:
        return totals(part, settled(part, probabilities(there, model.coefficients + step)))

    middle = at(np.zeros(len(model.coefficients)))
    ends = np.array([[at(STEP * axis), at(-STEP * axis)] for axis in axes]).reshape(len(axes), 2, len(middle))
    slopes = (ends[:, 0] - ends[:, 1]) / (2 * STEP)
    bias = ((ends.sum(axis=1) - 2 * middle) / STEP**2).sum(axis=0) / 2
    return scale * slopes, scale * bias


def _spread(states: Trails, seen: Array, model: Model, block: Numbers) -> Spread:
    """Return how coefficients vary from block to block: all states of a game share its outcome."""
    table = seen[model.training][..., model.varying]
    chance = probabilities(table, model.coefficients)
    around = table - np.einsum("sn,snf->sf", chance, table)[:, None, :]
    information = np.tensordot(around * chance[..., None], around, axes=([0, 1], [0, 1]))
    information += np.diag(PENALTY * (around**2).mean(axis=(0, 1)))
    score = np.einsum("sn,snf->sf", states.shares[model.training] - chance, table)
    where = block[model.training]
    by_block = np.stack([np.bincount(where, column, minlength=int(block[-1]) + 1) for column in score.T], axis=-1)
    moves = np.linalg.solve(information, by_block.T).T
    shifts, lengths, axes = np.linalg.svd(moves, full_matrices=False)
    usable = lengths > lengths.max(initial=0.0) * 1e-9
    return Spread((lengths[:, None] * axes)[usable], shifts[:, usable])

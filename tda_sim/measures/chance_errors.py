"""What the errors of estimated chances do to all that is told by them.

Chances to win come from models that are fitted on games, too. In other games, the models would have come out otherwise,
and everything told by them with them, all games alike: sums over blocks do not show that. So every block gets what it
does to the models, times what these do to the sums (two-step estimation: Newey and McFadden 1994, Handbook of
Econometrics 4, section 6).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from tda_sim.measures.chances import FOLDS, PENALTY, Array, Model, Numbers, Trails, applied
from tda_sim.stats.choice import probabilities

Totals = Callable[[Trails, Array], Array]

STEP = 3.0  # standard errors of the coefficients, by which they are moved to see what follows
ENOUGH = 1_000  # games of each half to see it in


def through_models(states: Trails, seen: Array, fitted: Sequence[Model], block: Numbers, totals: Totals) -> Array:
    """Return what each block does to totals by way of the models, (B, M); it adds up to (about) nothing.

    ``totals`` returns (M,) sums over games from their states and chances; ``seen`` (S, n, F) are the features of the
    states, and ``block`` (S,) their blocks, from 0.
    """
    found = np.zeros((int(block[-1]) + 1, len(totals(states, applied(states, seen, fitted)))))
    for model in fitted:
        root, scores = _errors(states, seen, model, block)
        found += scores @ root @ _slopes(states, seen, model, root, totals)
    return found


def _slopes(states: Trails, seen: Array, model: Model, root: Array, totals: Totals) -> Array:
    """Return what totals (M,) change by, (F, M), when a model's coefficients move by one standard error each way.

    Some of the games that it is applied to are enough to see that.
    """
    rows = model.told & (states.game < states.game[0] + FOLDS * ENOUGH)
    part, there = states.where(rows), replace(model, told=np.ones(rows.sum(), np.bool_))
    scale = (model.told & states.last).sum() / part.last.sum()

    def moved(step: Array) -> Array:
        return totals(part, applied(part, seen[rows], [replace(there, coefficients=model.coefficients + step)]))

    return np.array([scale * (moved(STEP * way) - moved(-STEP * way)) / (2 * STEP) for way in root.T])


def _errors(states: Trails, seen: Array, model: Model, block: Numbers) -> tuple[Array, Array]:
    """Return a root (F, F) of the inverse of the information on the coefficients, and each block's scores (B, F)."""
    table = seen[model.learnt][..., model.telling]
    chance = probabilities(table, model.coefficients)
    around = table - np.einsum("sn,snf->sf", chance, table)[:, None, :]
    information = np.tensordot(around * chance[..., None], around, axes=([0, 1], [0, 1]))
    information += np.diag(PENALTY * (around**2).mean(axis=(0, 1)))
    values, vectors = np.linalg.eigh(information)
    score = np.einsum("sn,snf->sf", states.shares[model.learnt] - chance, table)
    where = block[model.learnt]
    by_block = [np.bincount(where, column, minlength=int(block[-1]) + 1) for column in score.T]
    return vectors / np.sqrt(values), np.stack(by_block, axis=-1)

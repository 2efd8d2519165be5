"""From the wins in a ladder's cells to ratings, ranks, cycles, and how well ratings describe the wins."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tda_sim.rating.cells import Cell
from tda_sim.rating.result import Ladder, Payoff, Rating, Setting
from tda_sim.stats import luce
from tda_sim.stats.bootstrap import REPEATS, resampled_means
from tda_sim.stats.cycles import cycles
from tda_sim.stats.intervals import LEVEL, normal_quantile
from tda_sim.stats.misfit import misfit
from tda_sim.stats.ranks import places, told_apart

Array = NDArray[np.float64]

ZERO = "random"  # the strategy whose rating is 0, if it takes part; otherwise it is the mean
EVEN_GAMES = 1.0  # won at par, added to every cell, so that who wins nothing has a rating as well
AT_ONCE = 100  # repeats of the bootstrap in memory


def standing(cells: Sequence[Cell], setting: Setting, out: Path | None = None) -> Ladder:
    """Return what finished cells say about the strategies in them.

    Each cell has its own seed, for its games and for the bootstrap, and sums run over the strategies in alphabetical
    order: so the order in which they were named makes no difference, to the bit.
    """
    cells = sorted(cells, key=lambda cell: (cell.challenger.name, cell.others.name))
    names = sorted({player.name for cell in cells for player in (cell.challenger, cell.others)})
    sides = np.array([[names.index(cell.challenger.name), names.index(cell.others.name)] for cell in cells])
    held = _on_both_sides(np.tile([1.0, setting.players - 1], (len(cells), 1)), sides, len(names))
    strengths, repeats = _strengths(cells, sides, held)
    order = np.argsort(-strengths, kind="stable")
    expected = luce.win_shares(strengths, held)[np.arange(len(cells)), sides[:, 0]]
    observed, games = np.array([cell.share.estimate for cell in cells]), np.array([cell.games for cell in cells])
    fault = misfit(observed, expected, games, len(names) - 1)
    payoff = _payoff(cells, sides, setting.players, LEVEL)
    beats = _beats(_payoff(cells, sides, setting.players, LEVEL ** (1 / len(cells))), setting.players)
    rank, worst = places(told_apart(strengths, repeats))
    turned = np.ix_(order, order)
    sorted_names = tuple(names[k] for k in order)
    return Ladder(
        names=sorted_names,
        setting=setting,
        payoff=Payoff(payoff.estimate[turned], payoff.low[turned], payoff.high[turned], payoff.games[turned]),
        rating=_rating(names, strengths, repeats, order),
        zero=ZERO if ZERO in names else None,
        rank=rank[order],
        worst_rank=worst[order],
        beats=beats[turned],
        cycles=tuple(tuple(sorted_names[k] for k in cycle) for cycle in cycles(beats[turned])),
        model=_matrix(expected, sides, setting.players, len(names))[turned],
        unclear=_marked(fault.clear, sides, setting.players, len(names))[turned],
        misfit=fault,
        seeds={(cell.challenger.name, cell.others.name): cell.seed for cell in cells},
        out=out,
    )


# --- ratings ----------------------------------------------------------------------------------------------


def _on_both_sides(values: Array, sides: NDArray[np.int64], n: int) -> Array:
    """Return (..., C, S) from values (..., C, 2) of challenger and others, which are ``sides`` (C, 2) of S."""
    spread = np.zeros((*values.shape[:-1], n))
    spread[..., np.arange(len(sides))[:, None], sides] = values
    return spread


def _strengths(cells: Sequence[Cell], sides: NDArray[np.int64], held: Array) -> tuple[Array, Array]:
    """Return strengths (S,) and their bootstrap repeats (REPEATS, S), all with mean zero."""
    games = np.array([cell.games for cell in cells])[:, None]
    par = held[np.arange(len(cells))[:, None], sides] / held.sum(axis=1, keepdims=True)

    def fitted(means: Array, start: Array | None = None) -> Array:
        won = means * games + EVEN_GAMES * par
        return luce.fit(held, _on_both_sides(won / won.sum(axis=-1, keepdims=True), sides, held.shape[1]), start)

    strengths = fitted(np.array([cell.shares.mean(axis=0) for cell in cells]))
    means = np.stack([resampled_means(cell.shares, np.random.default_rng(cell.seed)) for cell in cells], axis=1)
    repeats = [fitted(means[k : k + AT_ONCE], strengths) for k in range(0, REPEATS, AT_ONCE)]
    return strengths, np.concatenate(repeats)


def _rating(names: Sequence[str], strengths: Array, repeats: Array, order: NDArray[np.int64]) -> Rating:
    """Return strengths as differences from the zero, with intervals from the bootstrap's standard errors."""
    if ZERO in names:
        zero = names.index(ZERO)
        strengths, repeats = strengths - strengths[zero], repeats - repeats[:, [zero]]
    half = normal_quantile(LEVEL) * repeats.std(axis=0, ddof=1)
    return Rating(strengths[order], (strengths - half)[order], (strengths + half)[order])


# --- win shares -------------------------------------------------------------------------------------------


def _payoff(cells: Sequence[Cell], sides: NDArray[np.int64], players: int, level: float) -> Payoff:
    par = np.full((sides.max() + 1,) * 2, 1 / players)
    payoff = Payoff(par, par.copy(), par.copy(), np.zeros(par.shape, np.int64))
    for cell, (challenger, others) in zip(cells, sides.tolist(), strict=True):
        _enter(payoff, challenger, others, cell, 0, level)
        if players == 2:  # the same games, seen from the other side
            _enter(payoff, others, challenger, cell, 1, level)
    return payoff


def _enter(payoff: Payoff, row: int, column: int, cell: Cell, side: int, level: float) -> None:
    share = cell.interval(level, side)
    payoff.estimate[row, column], payoff.low[row, column], payoff.high[row, column] = (
        share.estimate,
        share.low,
        share.high,
    )
    payoff.games[row, column] = cell.games


def _beats(payoff: Payoff, players: int) -> NDArray[np.bool_]:
    """Return who wins clearly more than par alone against others, and holds one of them clearly below it."""
    above, below = payoff.low > 1 / players, payoff.high < 1 / players
    return np.asarray(above & below.T)


def _matrix(expected: Array, sides: NDArray[np.int64], players: int, n: int) -> Array:
    """Return the model's win shares of challengers as a matrix (S, S)."""
    matrix = np.full((n, n), 1 / players)
    if players == 2:
        matrix[sides[:, 1], sides[:, 0]] = 1 - expected
    matrix[sides[:, 0], sides[:, 1]] = expected
    return matrix


def _marked(marks: NDArray[np.bool_], sides: NDArray[np.int64], players: int, n: int) -> NDArray[np.bool_]:
    matrix = np.zeros((n, n), bool)
    if players == 2:
        matrix[sides[:, 1], sides[:, 0]] = marks
    matrix[sides[:, 0], sides[:, 1]] = marks
    return matrix

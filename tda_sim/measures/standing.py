"""How strategies stand to each other: from their wins at tables of others to ratings, ranks, cycles, and misfits."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tda_sim.stats import luce
from tda_sim.stats.bootstrap import REPEATS, resampled_means
from tda_sim.stats.cycles import cycles
from tda_sim.stats.intervals import LEVEL, Estimate, normal_quantile, wilson
from tda_sim.stats.misfit import Misfit, misfit
from tda_sim.stats.ranks import places, told_apart

Array = NDArray[np.float64]

ZERO = "random"  # the strategy whose rating is 0, if it takes part; otherwise it is the mean
EVEN_GAMES = 1.0  # won at par, added to every meeting, so that who wins nothing has a rating as well
AT_ONCE = 100  # repeats of the bootstrap in memory


@dataclass(frozen=True)
class Meeting:
    """What one ``challenger`` and the rest of the table, who all play ``others``, have won in so many games."""

    challenger: str
    others: str
    seed: int  # of its games, and of the bootstrap
    games: int
    won: tuple[float, float]  # games, of both sides
    shares: Array  # of the wins, of both sides, block by block, (blocks, 2)

    def share(self, level: float = LEVEL, side: int = 0) -> Estimate:
        """Return the share of the wins of the challenger (side 0) or the others (1), with an interval of that level."""
        return wilson(self.won[side], self.games, level)


@dataclass(frozen=True)
class Payoff:
    """Win shares of one seat of the row's strategy against others of the column's, (S, S); par on the diagonal."""

    estimate: Array
    low: Array
    high: Array
    games: NDArray[np.int64]


@dataclass(frozen=True)
class Rating:
    """Strengths of Luce's model as differences from `Standing.zero`, (S,); see `tda_sim.stats.luce`."""

    estimate: Array
    low: Array
    high: Array


@dataclass(frozen=True)
class Standing:
    """Strategies, the strongest first, and what is known of them."""

    names: tuple[str, ...]
    payoff: Payoff
    rating: Rating
    zero: str | None  # whose rating is 0; None: the mean's
    rank: NDArray[np.int64]  # the best place that a strategy may hold, given who is told apart
    worst_rank: NDArray[np.int64]  # and the worst
    beats: NDArray[np.bool_]  # (S, S): clearly above par against the others, and holding them clearly below it
    cycles: tuple[tuple[str, ...], ...]  # each beats the next, and the last the first
    model: Array  # win shares (S, S) that the ratings would give
    unclear: NDArray[np.bool_]  # (S, S): meetings that the ratings miss clearly
    misfit: Misfit
    seeds: dict[tuple[str, str], int]  # of each meeting, by challenger and others
    level: float = LEVEL


def standing(meetings: Sequence[Meeting], players: int) -> Standing:
    """Return what the meetings of strategies at tables of so many players say about them.

    Each meeting has its own seed, for its games and for the bootstrap, and sums run over the strategies in alphabetical
    order: so the order in which they were named makes no difference, to the bit.
    """
    meetings = sorted(meetings, key=lambda meeting: (meeting.challenger, meeting.others))
    names = sorted({name for meeting in meetings for name in (meeting.challenger, meeting.others)})
    sides = np.array([[names.index(meeting.challenger), names.index(meeting.others)] for meeting in meetings])
    held = _on_both_sides(np.tile([1.0, players - 1], (len(meetings), 1)), sides, len(names))
    strengths, repeats = _strengths(meetings, sides, held)
    order = np.argsort(-strengths, kind="stable")
    expected = luce.win_shares(strengths, held)[np.arange(len(meetings)), sides[:, 0]]
    observed = np.array([meeting.share().estimate for meeting in meetings])
    games = np.array([meeting.games for meeting in meetings])
    fault = misfit(observed, expected, games, len(names) - 1)
    payoff = _payoff(meetings, sides, players, LEVEL)
    beats = _beats(_payoff(meetings, sides, players, LEVEL ** (1 / len(meetings))), players)
    rank, worst = places(told_apart(strengths, repeats))
    turned = np.ix_(order, order)
    sorted_names = tuple(names[k] for k in order)
    return Standing(
        names=sorted_names,
        payoff=Payoff(payoff.estimate[turned], payoff.low[turned], payoff.high[turned], payoff.games[turned]),
        rating=_rating(names, strengths, repeats, order),
        zero=ZERO if ZERO in names else None,
        rank=rank[order],
        worst_rank=worst[order],
        beats=beats[turned],
        cycles=tuple(tuple(sorted_names[k] for k in cycle) for cycle in cycles(beats[turned])),
        model=_matrix(expected, sides, players, len(names))[turned],
        unclear=_marked(fault.clear, sides, players, len(names))[turned],
        misfit=fault,
        seeds={(meeting.challenger, meeting.others): meeting.seed for meeting in meetings},
    )


# --- ratings ----------------------------------------------------------------------------------------------


def _on_both_sides(values: Array, sides: NDArray[np.int64], n: int) -> Array:
    """Return (..., C, S) from values (..., C, 2) of challenger and others, which are ``sides`` (C, 2) of S."""
    spread = np.zeros((*values.shape[:-1], n))
    spread[..., np.arange(len(sides))[:, None], sides] = values
    return spread


def _strengths(meetings: Sequence[Meeting], sides: NDArray[np.int64], held: Array) -> tuple[Array, Array]:
    """Return strengths (S,) and their bootstrap repeats (REPEATS, S), all with mean zero."""
    games = np.array([meeting.games for meeting in meetings])[:, None]
    par = held[np.arange(len(meetings))[:, None], sides] / held.sum(axis=1, keepdims=True)

    def fitted(means: Array, start: Array | None = None) -> Array:
        won = means * games + EVEN_GAMES * par
        return luce.fit(held, _on_both_sides(won / won.sum(axis=-1, keepdims=True), sides, held.shape[1]), start)

    strengths = fitted(np.array([meeting.shares.mean(axis=0) for meeting in meetings]))
    means = np.stack(
        [resampled_means(meeting.shares, np.random.default_rng(meeting.seed)) for meeting in meetings], axis=1
    )
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


def _payoff(meetings: Sequence[Meeting], sides: NDArray[np.int64], players: int, level: float) -> Payoff:
    par = np.full((sides.max() + 1,) * 2, 1 / players)
    payoff = Payoff(par, par.copy(), par.copy(), np.zeros(par.shape, np.int64))
    for meeting, (challenger, others) in zip(meetings, sides.tolist(), strict=True):
        _enter(payoff, challenger, others, meeting, 0, level)
        if players == 2:  # the same games, seen from the other side
            _enter(payoff, others, challenger, meeting, 1, level)
    return payoff


def _enter(payoff: Payoff, row: int, column: int, meeting: Meeting, side: int, level: float) -> None:
    share = meeting.share(level, side)
    payoff.estimate[row, column], payoff.low[row, column], payoff.high[row, column] = (
        share.estimate,
        share.low,
        share.high,
    )
    payoff.games[row, column] = meeting.games


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

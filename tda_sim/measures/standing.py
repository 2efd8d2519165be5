"""How strategies compare: from their wins at tables of others to ratings, ranks, cycles, and misfits."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.blocks import strategy_sums
from tda_sim.measures.metrics import WIN_UNIT
from tda_sim.measures.study import AGAINST, Study, cell_of
from tda_sim.stats import luce
from tda_sim.stats.bootstrap import REPEATS
from tda_sim.stats.cycles import cycles
from tda_sim.stats.differences import combined
from tda_sim.stats.exact import exact
from tda_sim.stats.goodness_of_fit import Misfit, misfit
from tda_sim.stats.intervals import LEVEL, Estimate
from tda_sim.stats.ranks import distinct, places

Array = NDArray[np.float64]

WIN_SHARE = "win_share"  # of one against others: the figure whose precision a study may ask for
ELO = 400 / log(10)  # points for a strength of one: a seat rated 400 higher wins ten times as often at the same table
EVEN_GAMES = 1.0  # won at par, added to every meeting, so that a strategy without a win has a rating as well
AT_ONCE = 100  # repeats in memory


@dataclass(frozen=True)
class Meeting:
    """What one ``challenger`` and the rest of the table, who all play ``others``, won in ``games`` games."""

    challenger: str
    others: str
    games: int
    won: tuple[float, float]  # games, of both sides

    def share(self, level: float = LEVEL, side: int = 0) -> Estimate:
        """Return the part of the games won by the challenger (side 0) or the others (1), with its interval."""
        return exact(self.won[side], self.games, level)


@dataclass(frozen=True)
class Payoff:
    """Win rates of one seat of the row's strategy against others of the column's, (S, S); par on the diagonal."""

    estimate: Array
    low: Array
    high: Array
    games: NDArray[np.int64]

    def at(self, row: int, column: int) -> Estimate:
        """Return one of the win rates."""
        at = row, column
        return Estimate(float(self.estimate[at]), float(self.low[at]), float(self.high[at]), int(self.games[at]))


@dataclass(frozen=True)
class Rating:
    """Strengths of Luce's model (`tda_sim.stats.luce`) on the scale of Elo, with mean 0; and how far they miss.

    ``off`` is the root mean square of the difference between a strategy's win rates and those the ratings predict,
    in parts of a game; luck alone would give about ``noise``. All (S,).
    """

    estimate: Array
    low: Array
    high: Array
    off: Array
    noise: Array


@dataclass(frozen=True)
class Standing:
    """Strategies, the highest rating first, and how they compare."""

    players: int
    names: tuple[str, ...]
    payoff: Payoff
    rating: Rating
    rank: NDArray[np.int64]  # the best place that a strategy may hold, given the data
    worst_rank: NDArray[np.int64]  # and the worst
    beats: NDArray[np.bool_]  # (S, S): clearly above par against the others, and holding them clearly below it
    cycles: tuple[tuple[str, ...], ...]  # each beats the next, and the last the first
    model: Array  # win rates (S, S) that the ratings predict
    unclear: NDArray[np.bool_]  # (S, S): meetings that the ratings clearly miss
    misfit: Misfit
    pairs: tuple[tuple[str, str], ...]  # challenger and others of each meeting
    level: float = LEVEL


def meetings(study: Study) -> list[Meeting]:
    """Return the meetings at all tables of a study where one strategy plays against others."""
    return [meeting(study, cell) for cell in study.cells.filter(pl.col("kind") == AGAINST)["cell"]]


def meeting(study: Study, cell: str, games: int | None = None) -> Meeting:
    """Return the result of a cell where one plays against others, over its first ``games`` games or all."""
    row = cell_of(study, cell)
    size, (one, other) = games or row["games"], row["strategies"][:2]
    sums = strategy_sums(study, cell, size).filter(pl.col("block") == 0)
    won = dict(sums.select("strategy", "won").iter_rows())
    return Meeting(one, other, size, (won[one] / WIN_UNIT, won[other] / WIN_UNIT))


def standing(meetings: Sequence[Meeting], players: int) -> Standing:
    """Return how strategies compare, from their meetings at tables of this many players.

    Sums run over the strategies in alphabetical order, so the order in which they are named makes no difference, to
    the last bit.
    """
    meetings = sorted(meetings, key=lambda meeting: (meeting.challenger, meeting.others))
    names = sorted({name for meeting in meetings for name in (meeting.challenger, meeting.others)})
    sides = np.array([[names.index(meeting.challenger), names.index(meeting.others)] for meeting in meetings])
    seats = _on_both_sides(np.tile([1.0, players - 1], (len(meetings), 1)), sides, len(names))
    strengths, repeats = _strengths(meetings, sides, seats)
    order = np.argsort(-strengths, kind="stable")
    expected = luce.win_shares(strengths, seats)[np.arange(len(meetings)), sides[:, 0]]
    observed = np.array([meeting.share().estimate for meeting in meetings])
    games = np.array([meeting.games for meeting in meetings])
    fault = misfit(observed, expected, games, len(names) - 1)
    payoff = _payoff(meetings, sides, players, LEVEL)
    beats = _beats(_payoff(meetings, sides, players, LEVEL ** (1 / len(meetings))), players)
    rank, worst = places(distinct(strengths, repeats))
    turned = np.ix_(order, order)
    sorted_names = tuple(names[k] for k in order)
    return Standing(
        players=players,
        names=sorted_names,
        payoff=Payoff(payoff.estimate[turned], payoff.low[turned], payoff.high[turned], payoff.games[turned]),
        rating=_rating(strengths, repeats, order, fault, sides[:, :1] if players > 2 else sides),
        rank=rank[order],
        worst_rank=worst[order],
        beats=beats[turned],
        cycles=tuple(tuple(sorted_names[k] for k in cycle) for cycle in cycles(beats[turned])),
        model=_square(expected, 1 - expected, sides, players)[turned],
        unclear=_square(fault.clear, fault.clear, sides, players, False)[turned],
        misfit=fault,
        pairs=tuple((meeting.challenger, meeting.others) for meeting in meetings),
    )


# --- rungs ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gap:
    """How much more a seat of one strategy wins than a seat of the next one below it, in parts of a game."""

    stronger: str
    weaker: str
    gain: Estimate


def rung_gaps(ladder: Standing) -> tuple[Gap, ...]:
    """Return the gap in win rate between each rung of a ladder and the next one below it.

    Seat for seat, averaged over both tables of the two, one against others and the other way round. With P players
    that is (P / 2) / (P - 1) times the difference of the two rates. Par is no gap. The same games decide who are
    neighbours, so where they are hardly different, the gap is a little too wide.
    """
    names = ladder.names
    return tuple(Gap(names[k], names[k + 1], _gap(ladder, k, k + 1)) for k in range(len(names) - 1))


def _gap(ladder: Standing, one: int, other: int) -> Estimate:
    share, back, players = ladder.payoff.at(one, other), ladder.payoff.at(other, one), ladder.players
    if players == 2:  # the same games, seen from the other side
        return Estimate(2 * share.estimate - 1, 2 * share.low - 1, 2 * share.high - 1, share.n)
    scale = players / 2 / (players - 1)
    return combined([share, back], [scale, -scale])


def mean_gap(gaps: Sequence[Gap]) -> Estimate:
    """Return how much more a rung wins than the next one below it, on average: no two gaps share a game."""
    return combined([gap.gain for gap in gaps], [1 / len(gaps)] * len(gaps))


# --- ratings ----------------------------------------------------------------------------------------------


def _on_both_sides(values: Array, sides: NDArray[np.int64], n: int) -> Array:
    """Return (..., C, S) from values (..., C, 2) of challenger and others, whose strategies are ``sides`` (C, 2)."""
    spread = np.zeros((*values.shape[:-1], n))
    spread[..., np.arange(len(sides))[:, None], sides] = values
    return spread


def _strengths(meetings: Sequence[Meeting], sides: NDArray[np.int64], seats: Array) -> tuple[Array, Array]:
    """Return strengths (S,), and bootstrap repeats (R, S) of them, all with mean zero.

    Games are independent, so a challenger's share is as precise as a count. Its repeats are drawn from the beta
    distribution that the games and `EVEN_GAMES` leave open. Blocks of games would be less precise: where there are few,
    their spread is as uncertain as the share.
    """
    par = seats[np.arange(len(meetings))[:, None], sides] / seats.sum(axis=1, keepdims=True)
    won: Array = np.array([meeting.won for meeting in meetings]) + EVEN_GAMES * par

    def fitted(shares: Array, start: Array | None = None) -> Array:
        both = np.stack([shares, 1 - shares], axis=-1)
        return luce.fit(seats, _on_both_sides(both, sides, seats.shape[1]), start)

    strengths = fitted(won[:, 0] / won.sum(axis=1))
    drawn = np.stack(
        [_generator(each).beta(mine, theirs, REPEATS) for each, (mine, theirs) in zip(meetings, won, strict=True)],
        axis=1,
    )
    repeats = [fitted(drawn[k : k + AT_ONCE], strengths) for k in range(0, REPEATS, AT_ONCE)]
    return strengths, np.concatenate(repeats)


def _generator(meeting: Meeting) -> np.random.Generator:
    """Return random numbers that belong to the two strategies and do not depend on who else takes part."""
    text = f"{meeting.challenger}\n{meeting.others}"
    return np.random.default_rng(list(sha256(text.encode()).digest()))


def _rating(
    strengths: Array, repeats: Array, order: NDArray[np.int64], fault: Misfit, sides: NDArray[np.int64]
) -> Rating:
    """Return strengths on Elo's scale, with the quantiles of their repeats; ``sides``: whose misfit a meeting is."""
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(repeats, [tail, 1 - tail], axis=0)
    low, high = np.minimum(low, strengths), np.maximum(high, strengths)
    of = [(sides == k).any(axis=1) for k in range(len(strengths))]
    off, noise = (np.array([np.sqrt(np.mean(each[mine])) for mine in of]) for each in (fault.squares, fault.expected))
    strengths, low, high = (ELO * each[order] for each in (strengths, low, high))
    return Rating(strengths, low, high, off[order], noise[order])


# --- win rates --------------------------------------------------------------------------------------------


def _payoff(meetings: Sequence[Meeting], sides: NDArray[np.int64], players: int, level: float) -> Payoff:
    shares, backs = ([meeting.share(level, side) for meeting in meetings] for side in (0, 1))

    def rates(name: str) -> Array:
        ones, others = (np.array([getattr(share, name) for share in each]) for each in (shares, backs))
        return _square(ones, others, sides, players)

    games = np.array([meeting.games for meeting in meetings])
    return Payoff(rates("estimate"), rates("low"), rates("high"), _square(games, games, sides, players, 0))


def _square(
    ones: NDArray[Any], others: NDArray[Any], sides: NDArray[np.int64], players: int, par: float | None = None
) -> NDArray[Any]:
    """Return what challengers have, (C,), as a matrix (S, S) with ``par`` on the diagonal, a fair share by default.

    At a table of two, the same games seen from the other side give what the others have.
    """
    par = 1 / players if par is None else par
    square = np.full((sides.max() + 1,) * 2, par, ones.dtype)
    if players == 2:
        square[sides[:, 1], sides[:, 0]] = others
    square[sides[:, 0], sides[:, 1]] = ones
    return square


def _beats(payoff: Payoff, players: int) -> NDArray[np.bool_]:
    """Return who wins clearly more than par alone against others, and holds them clearly below it in return."""
    above, below = payoff.low > 1 / players, payoff.high < 1 / players
    return np.asarray(above & below.T)

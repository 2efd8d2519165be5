"""What two cards in one opening hand are worth together, beyond what each is worth apart.

Chance deals opening hands. The *company* of two cards compares all opening hands of the games that have both:

    mean win with both - mean win with the first alone - mean win with the second alone + mean win with neither

It is zero where the worth of a hand is the sum of the worth of its cards. Two cards that are only in the deck of some
games count where both are there.
"""

from collections.abc import Iterable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Array, Values, estimated
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import influences, mean_scale

FEWEST = 50  # hands with both cards, for an interval
SIGNS = np.array([1.0, -1.0, -1.0, 1.0])  # both, the first alone, the second alone, neither

Block = tuple[NDArray[np.int64], NDArray[np.bool_], Array]


def company_values(cards: tuple[str, ...], card: str, blocks: Iterable[Block]) -> Values:
    """Return the company of a card with each of the others, in points of win rate; n counts hands with both.

    ``blocks`` of N games: who holds each of K cards in the opening hand, (N, K), -1 for nobody; whether it is in the
    game, (N, K); and each seat's share of the win, (N, players). Too few hands with both give no interval.
    """
    place = cards.index(card)
    others = [k for k in range(len(cards)) if k != place]
    names = tuple(cards[k] for k in others)
    sums = np.array([_sums(place, *block)[:, :, others] for block in blocks]).reshape(-1, 2, 4, len(others))

    def contrast(totals: Array) -> Array:
        hands, wins = totals.reshape(2, 4, -1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(PERCENT * (SIGNS @ (wins / hands)))

    contrasts = influences(sums.reshape(len(sums), -1), contrast)
    both = sums[:, 0, 0].sum(axis=0).astype(np.int64)
    usable = (both >= FEWEST) & np.isfinite(contrasts.influence).all(axis=0)
    shifts = np.where(usable, contrasts.influence, 0.0) / mean_scale(len(sums))
    return Values(names, contrasts.estimate, shifts, both, np.where(usable, contrasts.blocks, 0))


def _sums(place: int, holder: NDArray[np.int64], present: NDArray[np.bool_], share: Array) -> Array:
    """Return the hands and the wins, (2, 4, K): with a card and each of K, with it alone, the other alone, neither."""
    games, players = share.shape
    padded = np.hstack([share, np.zeros((games, 1))])  # nobody's share is the last
    here = present & present[:, [place]]
    first, second = holder[:, [place]] >= 0, holder >= 0
    both = first & (holder == holder[:, [place]])
    won_first, won_second = padded[np.arange(games), holder[:, place]][:, None], np.take_along_axis(padded, holder, 1)
    hands = [both, first & ~both, second & ~both, players - first.astype(int) - second + both]
    won_both = both * won_first
    wins = [
        won_both,
        first * won_first - won_both,
        second * won_second - won_both,
        share.sum(axis=1, keepdims=True) - first * won_first - second * won_second + won_both,
    ]
    return np.array([[(here * each).sum(axis=0) for each in part] for part in (hands, wins)], float)


def company_rows(values: Values, card: str, level: float = LEVEL) -> pl.DataFrame:
    """Return a row per partner: `subject`, `reference`, `unit`, `estimate`, `low`, `high`, `n`, `error`.

    The intervals hold jointly for all partners: if no partner matters, one is named by mistake in at most a share
    1 - ``level`` of all lists.
    """
    rows = estimated(values, "company", "points", level).rename({"subject": "reference"})
    return rows.select(pl.lit(card).alias("subject"), pl.all())

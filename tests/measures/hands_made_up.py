"""Opening hands that are really dealt, in which two cards are worth more together than apart, by a known amount."""

from collections.abc import Iterator

import numpy as np
from cards_made_up import names_of
from numpy.typing import NDArray

from tda_sim.measures.card_company import Block

PLAYERS, HAND, CARDS = 4, 6, 30
STRENGTHS = np.linspace(
    -0.03, 0.03, CARDS
)  # what each card adds to its holder's chance, before the others' are deducted
NAMES = tuple(names_of(CARDS))
FIRST, SECOND = NAMES[0], NAMES[1]


def dealt(generator: np.random.Generator, games: int, bonus: float, size: int) -> Iterator[Block]:
    """Deal so many games in blocks of ``size``: holders, presence, and who won.

    Whoever holds the first two cards together has ``bonus`` more, and the others as much less between them.
    """
    seats = np.repeat(np.arange(PLAYERS), HAND)
    for start in range(0, games, size):
        order = generator.random((min(size, games - start), CARDS)).argsort(axis=1)
        holder = np.full(order.shape, -1)
        np.put_along_axis(holder, order[:, : len(seats)], np.broadcast_to(seats, (len(order), len(seats))), axis=1)
        own = np.stack([_worth(holder == seat, bonus) for seat in range(PLAYERS)], axis=1)
        chance = 1 / PLAYERS + own - own.mean(axis=1, keepdims=True)
        winner = (generator.random((len(order), 1)) > chance.cumsum(axis=1)).sum(axis=1)
        yield holder, np.ones(holder.shape, bool), (winner[:, None] == np.arange(PLAYERS)).astype(float)


def _worth(held: NDArray[np.bool_], bonus: float) -> NDArray[np.float64]:
    return np.asarray(held @ STRENGTHS + bonus * (held[:, 0] & held[:, 1]))


def true_company(bonus: float) -> dict[str, float]:
    """The company of the first card with each of the others, in points.

    With both, their holder has 3/4 of the bonus; with neither, somebody else may have both. The strengths cancel. Any
    third card keeps the second one out of the hand, so that its company is the same with the opposite sign, spread
    over all third cards.
    """
    rest = CARDS - HAND
    elsewhere = (PLAYERS - 1) * HAND * (HAND - 1) / (rest * (rest - 1))
    together = 100 * bonus * (1 - 1 / PLAYERS - elsewhere / PLAYERS)
    return {name: together if name == SECOND else -together / (CARDS - 2) for name in NAMES[1:]}

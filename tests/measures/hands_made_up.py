"""Opening hands that are really dealt, in which two cards are worth more together than apart, by a known amount."""

from collections.abc import Iterator

import numpy as np
from cards_made_up import names_of
from numpy.typing import NDArray

from tda_sim.measures.card_company import Block
from tda_sim.measures.card_pairs import FIRST, WINS
from tda_sim.measures.card_pairs import Block as PairBlock

PLAYERS, HAND, CARDS = 4, 6, 30
STRENGTHS = np.linspace(
    -0.03, 0.03, CARDS
)  # what each card adds to its holder's chance, before the others' are deducted
NAMES = tuple(names_of(CARDS))
FIRST_CARD, SECOND = NAMES[0], NAMES[1]


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


# --- all pairs, for the win and for the gold of the first gambit ------------------------------------------

GIFTS = {(0, 1): 3.0, (2, 3): -3.0, (4, 5): 2.0, (6, 7): 1.5, (8, 9): 1.0}  # gold for holding both
LUCK = 8.0  # standard deviation of that gold
PRINTED = {name: {"colours": [f"c{k // 2}"] if k < 10 else [], "strength": k} for k, name in enumerate(NAMES)}


def dealt_pairs(generator: np.random.Generator, games: int, bonus: float, size: int) -> Iterator[PairBlock]:
    """Deal as `dealt` does, with gold for each of `GIFTS` beside the win."""
    for holder, present, share in dealt(generator, games, bonus, size):
        gold = generator.normal(0, LUCK, share.shape)
        for (one, other), gift in GIFTS.items():
            both = (holder[:, one] >= 0) & (holder[:, one] == holder[:, other])
            gold[np.flatnonzero(both), holder[both, one]] += gift
        yield holder, present, {WINS: share, FIRST: gold}


def true_pairs(bonus: float) -> dict[tuple[str, str, str], float]:
    """What each pair is worth together, by outcome and both cards."""
    found = {}
    for i, one in enumerate(NAMES):
        for j in range(i + 1, CARDS):
            found[FIRST, one, NAMES[j]] = sum(gift * _own(pair, (i, j)) for pair, gift in GIFTS.items())
            found[WINS, one, NAMES[j]] = 100 * bonus * _zero_sum((0, 1), (i, j))
    return found


def _own(pair: tuple[int, int], of: tuple[int, int]) -> float:
    """The contrast, for two cards, of the chance that the hand has a pair."""
    if pair == of:
        return 1.0
    return -1 / (CARDS - 2) if {*pair} & {*of} else 2 / ((CARDS - 2) * (CARDS - 3))


def _zero_sum(pair: tuple[int, int], of: tuple[int, int]) -> float:
    """The same, less what each player has of it on average: as somebody else may have the pair."""
    if {*pair} & {*of}:
        return true_company(1.0)[SECOND] / 100 * (1.0 if pair == of else -1 / (CARDS - 2))
    rest, others = CARDS - 2, (PLAYERS - 1) * HAND * (HAND - 1) / ((CARDS - HAND) * (CARDS - HAND - 1))
    contrast = 0.0
    for held, sign in ((2, 1), (1, -2), (0, 1)):
        own = (HAND - held) * (HAND - held - 1) / (rest * (rest - 1))
        left = rest - HAND + held
        contrast += sign * (own * (1 - 1 / PLAYERS) - left * (left - 1) / (rest * (rest - 1)) * others / PLAYERS)
    return contrast

"""How does the worth of a card depend on what else is in the game? Presence on value, where chance draws decks.

Chance decides which parts are in a game, and who is dealt a card. So how often its holder wins in games with a part,
minus the same without it, is an effect of the part on what the card is worth.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tda_sim.measures.discoveries import BESIDE, contrast
from tda_sim.measures.drawn import Drawn
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Array, Values

PRESENCE = "presence"  # the group of these estimates
DEALT = "dealt"  # their measure
WITH_WITHOUT = np.array([1.0, -1.0])

Block = tuple[NDArray[np.bool_], NDArray[np.int64], Array]


def presence(found: Drawn, blocks: Iterable[Block]) -> Values:
    """Return how much more the holder of each card wins if a part is in the game: names are "card | part".

    In points of win rate. ``blocks`` of games: which parts were in, (G, P); who holds each of K cards in the opening
    hand, -1 for nobody, (G, K); and each seat's share of the win, (G, players). A part that a card needs is left out.
    """
    counts, totals = (np.array(each) for each in zip(*(_held(*block) for block in blocks), strict=True))
    free = [part not in needed for part in range(len(found.parts)) for needed in found.cards.values()]
    names = [f"{card}{BESIDE}{part}" for part in found.parts for card in found.cards]
    return contrast(names, counts, totals, WITH_WITHOUT, PERCENT, free)


def _held(inside: NDArray[np.bool_], holder: NDArray[np.int64], share: Array) -> tuple[Array, Array]:
    """Return the hands and the wins (2, P K) of the holders of each card, with each part and without it."""
    held = (holder >= 0).astype(float)
    padded = np.hstack([share, np.zeros((len(share), 1))])  # nobody's share is the last
    won = held * np.take_along_axis(padded, holder, axis=1)
    x = inside.astype(float).T
    with_part = [x @ held, x @ won]
    without = [held.sum(axis=0) - with_part[0], won.sum(axis=0) - with_part[1]]
    hands, wins = (np.stack(both).reshape(2, -1) for both in zip(with_part, without, strict=True))
    return hands, wins

"""The opening hands of a run's games, which follow from its seed: no game is played for them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine import kernel
from tda_sim.runs.play import Work

AT_ONCE = 1_000  # games


class Deals(NamedTuple):
    """What is dealt in N games with K cards: (N, K) each.

    ``holder``: the seat that has the card in its opening hand, -1 for none. ``present``: whether the card is in the
    game.
    """

    holder: NDArray[np.int64]
    present: NDArray[np.bool_]


def opening_hands(work: Work, games: int, at_once: int = AT_ONCE) -> Iterator[Deals]:
    """Yield the opening hands of a run's first ``games`` games, ``at_once`` games at a time.

    Nobody holds a card where players pick cards or abilities before the deal.
    """
    config = work.config
    game = kernel.new_game(work.tables.cards, work.tables.rules)
    game["deal"], game["deal_each"] = work.assignment.deal, work.assignment.each
    for first in range(0, games, at_once):
        shape = min(at_once, games - first), len(work.tables.names)
        holder, present = np.full(shape, -1), np.zeros(shape, bool)
        for row in range(len(holder)):
            kernel.start(game, first + row, np.uint64(config.seed), config.players)
            record = game[0]
            present[row, record["stock"][: record["n_stock"]]] = True
            for seat, hand in enumerate(record["hand"][: config.players]):
                holder[row, hand["card"][: hand["n"]]] = seat
        yield Deals(holder, present)

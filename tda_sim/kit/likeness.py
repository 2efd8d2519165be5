"""Which of the decks that a network learned with is most like another one.

A deck is described by its profile: how many of its cards have each fact (`kit.inputs`: a strength, a kind, an effect),
in parts of all. The most similar deck is the one whose profile makes the facts of the other deck's cards likeliest, if
their numbers are Poisson counts. So a house rule is played with what was learned for the edition, and a deck of cards
from several editions with what was learned for a deck that has them all: what a network never met counts most.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.compiler.plain import wrap
from tda_sim.engine.layout import UNITS
from tda_sim.kit.inputs import EACH_STRENGTH, N_FACTS, add, put_card
from tda_sim.kit.rows import OPTION

WHOLE = 256  # parts of a deck
UNSEEN = 1 / 16  # of a part, in place of none: for facts that no card has
EXACT = 2**12  # log likelihoods are counted in such parts
MOST_DECKS = UNITS

Profiles = NDArray[np.int32]


def profile_of(cards: Any) -> Profiles:
    """Return the profile of a deck's tables (`Tables.cards`), in parts, (N_FACTS,)."""
    counts = np.zeros(N_FACTS, np.int64)

    def count(me: Any, layer: int, place: int, amount: int) -> None:
        counts[place] += amount

    counted, (printed,) = jit.rebuilt(put_card, {add: count}), wrap(cards)
    for card in range(printed.n):
        counted(printed, None, 0, 0, card)
    counts[:EACH_STRENGTH] = 0  # strengths are counted one by one
    return np.rint(WHOLE * counts / printed.n).astype(np.int32)


def likest(profiles: Profiles, profile: Profiles) -> int:
    """Return which of some profiles, (decks, N_FACTS), is most like another one; of equals, the first."""
    likely, expected = _likelihoods(profiles)
    return int((likely @ profile - WHOLE * expected).argmax())


def _likelihoods(profiles: Profiles) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what each fact of a card adds to decks' log likelihoods, (decks, N_FACTS), and what a card takes away."""
    rates = profiles + UNSEEN
    likely = np.rint(EXACT * np.log(rates / UNSEEN)).astype(np.int64)  # 0 for strengths, which are counted one by one
    return likely, np.rint(EXACT * rates.sum(axis=1) / WHOLE).astype(np.int64)


def finds_likest(profiles: Profiles) -> Callable[..., int]:
    """Return a rule ``(cards, me)``: which of some profiles, (decks, N_FACTS), is most like that of a deck.

    It adds up likelihoods in the option's part of ``me.layer``, and leaves zeros there.
    """
    decks = len(profiles)
    likely, expected = _likelihoods(profiles)

    @helper
    def add_likeness(me, layer, place, amount):
        for deck in range(decks):
            me.layer[OPTION + deck] += amount * likely[deck, place]

    counted = jit.rebuilt(put_card, {add: add_likeness})

    @helper
    def find(cards, me):
        for deck in range(decks):
            me.layer[OPTION + deck] = 0
        for card in range(cards.n):
            counted(cards, me, 0, 0, card)
        found, most = 0, 0
        for deck in range(decks):
            like = me.layer[OPTION + deck] - cards.n * expected[deck]
            if deck == 0 or like > most:
                found, most = deck, like
            me.layer[OPTION + deck] = 0
        return found

    return find

"""Games whose decks chance has drawn, with effects of their parts that are known."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from cards_made_up import printed_rows
from made_up import MadeUpStudy, cell_row, facts_of, games_table, study_of
from numpy.typing import NDArray

from tda_sim.measures.composition_presence import Block
from tda_sim.measures.drawn import CARD, PARTS_IN_WORD, Drawn, Lot, drawn

LOTS = (
    Lot("colour", ("red", "blue", "green", "gold", "black", "white"), 3, 3),
    Lot(CARD, ("bahamut", "tiamat"), 0, 1),
    Lot(CARD, tuple(f"card-{k}" for k in range(8)), 2, 5),
)
PARTS = tuple(part for lot in LOTS for part in lot.parts)
PLACES = {part: place for place, part in enumerate(PARTS)}
BASE, NOISE = 60.0, 8.0  # cards of a game, and their standard deviation
ALONE = {"red": 3.0, "blue": -2.0, "tiamat": 1.5, "card-0": 2.0, "card-7": -1.0}  # what a part adds; others do nothing
PAIR, BONUS = ("green", "card-3"), 4.0  # does something only together
NOTHING = "card-5"
PLAYERS, HAND, CARDS = 4, 4, 40
GAIN = 0.08  # of the chance of who is dealt card 1, with the first part in the game


def draw(generator: np.random.Generator, games: int) -> NDArray[np.bool_]:
    """Which parts are in so many games: (G, P)."""
    inside = np.zeros((games, len(PARTS)), bool)
    first = 0
    for lot in LOTS:
        size = len(lot.parts)
        numbers = generator.integers(lot.least, lot.most + 1, games)
        places = generator.random((games, size)).argsort(axis=1).argsort(axis=1)
        inside[:, first : first + size] = places < numbers[:, None]
        first += size
    return inside


def expected(inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean number of cards in games with these parts: (G,)."""
    alone = np.array([ALONE.get(part, 0.0) for part in PARTS])
    both = inside[:, PLACES[PAIR[0]]] & inside[:, PLACES[PAIR[1]]]
    return np.asarray(BASE + inside @ alone + BONUS * both)


def study(seed: Any, games: int) -> MadeUpStudy:
    """A study of one cell, "toy", whose games have the parts that they drew."""
    generator = np.random.default_rng(seed)
    inside = draw(generator, games)
    plays = np.round(expected(inside) + NOISE * generator.normal(size=games)).astype(np.int64)
    words = (inside.astype(np.int64) << np.arange(len(PARTS)) % PARTS_IN_WORD).sum(axis=1)
    empty = dict.fromkeys(("parts_2", "parts_3", "parts_4", "unique_cards"), 0)
    table = games_table(plays=plays, parts_1=words, **empty)
    says = json.dumps([[vars(lot) for lot in LOTS], {}])
    facts = facts_of({"toy": {("draw", "lots", ""): says}})
    cards = printed_rows("toy", 3)
    return study_of([cell_row("toy", games)], {("toy", "games"): table}, facts=facts, printed=cards)


def found() -> Drawn:
    """What these games draw."""
    return drawn(study(1, 10), "toy")


def chances() -> NDArray[np.float64]:
    """The chance of each part to be in a game."""
    return np.array([(lot.least + lot.most) / 2 / len(lot.parts) for lot in LOTS for _ in lot.parts])


def true_alone() -> NDArray[np.float64]:
    """What each part does by itself, on average over what else is in."""
    alone = np.array([ALONE.get(part, 0.0) for part in PARTS])
    for one, other in (PAIR, PAIR[::-1]):
        alone[PLACES[one]] += BONUS * chances()[PLACES[other]]
    return alone


def true_effects() -> dict[str, float]:
    """What each part does in place of the average one of its lot."""
    alone, truths = true_alone(), {}
    for lot in LOTS:
        own = [alone[PLACES[part]] for part in lot.parts]
        truths |= {part: alone[PLACES[part]] - float(np.mean(own)) for part in lot.parts}
    return truths


def true_pairs() -> dict[tuple[str, str], float]:
    """What each two parts do beyond each, of which the first is in an earlier lot, or earlier in the same.

    Where the pair's first part is in, others of its lot are less likely, so that a share of its effect, with the
    opposite sign, falls to them.
    """
    first, second = LOTS[0], LOTS[2]
    truths = {(a, b): 0.0 for k, a in enumerate(PARTS) for b in PARTS[k + 1 :]}
    for one in first.parts:
        for other in second.parts:
            share = 1.0 if one == PAIR[0] else _beside(first)
            truths[one, other] = BONUS * share * (1.0 if other == PAIR[1] else _beside(second))
    return truths


def _beside(lot: Lot) -> float:
    """How much likelier a part is with another one of its lot in the game than without."""
    size, numbers = len(lot.parts), np.arange(lot.least, lot.most + 1)
    one, both = (numbers / size).mean(), (numbers * (numbers - 1) / (size * (size - 1))).mean()
    return float(both / one - (one - both) / (1 - one))


def hands(seed: Any, games: int, size: int) -> Iterator[Block]:
    """Deal opening hands: who is dealt the first card wins more in games with the first part."""
    generator = np.random.default_rng(seed)
    seats = np.repeat(np.arange(PLAYERS), HAND)
    for start in range(0, games, size):
        count = min(size, games - start)
        inside = draw(generator, count)
        order = generator.random((count, CARDS)).argsort(axis=1)
        holder = np.full(order.shape, -1)
        np.put_along_axis(holder, order[:, : len(seats)], np.broadcast_to(seats, (count, len(seats))), axis=1)
        chance = np.full((count, PLAYERS), 1 / PLAYERS)
        lucky = inside[:, 0] & (holder[:, 0] >= 0)
        chance[lucky] -= GAIN / (PLAYERS - 1)
        chance[np.flatnonzero(lucky), holder[lucky, 0]] += GAIN * PLAYERS / (PLAYERS - 1)
        winner = (generator.random((count, 1)) > chance.cumsum(axis=1)).sum(axis=1).clip(max=PLAYERS - 1)
        yield inside, holder, (winner[:, None] == np.arange(PLAYERS)).astype(float)

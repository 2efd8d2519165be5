"""A deck whose games all have the same cards, with some of them left out of each game, and as many there twice."""

from typing import Any

from tda_sim.definitions import load_deck
from tda_sim.definitions.cards import copy_of

EXCHANGED = 10  # one in so many cards of a fixed deck is out, and as many are there twice


def pool_of(deck: Any, rules: Any) -> Any:
    """Return a deck whose games differ: itself, or, where all games have the same cards, with an exchange.

    That leaves one in `EXCHANGED` cards out of each game, and has as many twice. Raises UserError for mistakes.
    """
    loaded = load_deck(deck, rules)
    if loaded.drawn or loaded.draws.lots:
        return deck
    names = [card.name for card in loaded.cards]
    out = max(1, round(len(names) / EXCHANGED))
    copies = {"cards": [copy_of(name) for name in names], "number": out}
    draw = [{"cards": names, "number": len(names) - out}, copies]
    return {"base": deck, "second_copies": "all", "draw": draw}

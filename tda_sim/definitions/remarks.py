"""Remarks on what is unusual about a deck."""

from collections.abc import Sequence

from tda_sim.definitions.cards import Card

FEWEST, MOST = 60, 90  # cards of a usual game


def size_of_game(cards: Sequence[Card], drawn: Sequence[str], n_drawn: int) -> int:
    """Return the number of cards in a game."""
    return len(cards) - len(drawn) + n_drawn


def remarks(cards: Sequence[Card], drawn: Sequence[str], n_drawn: int) -> tuple[str, ...]:
    """Return a remark for everything unusual about a deck's size and sides."""
    both = (_on_size(size_of_game(cards, drawn, n_drawn)), _on_sides(cards, drawn, n_drawn))
    return tuple(remark for remark in both if remark is not None)


def _on_size(size: int) -> str | None:
    if FEWEST <= size <= MOST:
        return None
    return f"{size} cards per game are {'few' if size < FEWEST else 'many'}: {FEWEST} to {MOST} are usual"


def _on_sides(cards: Sequence[Card], drawn: Sequence[str], n_drawn: int) -> str | None:
    """Compare good and evil dragons; drawn ones count by their average number in a game."""
    share = n_drawn / len(drawn) if drawn else 0.0
    sides = {"good": 0.0, "evil": 0.0}
    for card in cards:
        if card.alignment in sides:
            sides[card.alignment] += share if card.name in drawn else 1.0
    if 3 * min(sides.values()) >= 2 * max(sides.values()):
        return None
    return f"{sides['good']:.0f} good dragons per game against {sides['evil']:.0f} evil ones: equal numbers are usual"

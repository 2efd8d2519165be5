"""Remarks on what is unusual about a deck."""

from collections.abc import Callable, Sequence

from tda_sim.definitions.cards import Card

FEWEST, MOST = 60, 90  # cards of a usual game


def remarks(cards: Sequence[Card], sizes: tuple[int, int], chance: Callable[[str], float]) -> tuple[str, ...]:
    """Return a remark for everything unusual about a deck's size and sides.

    ``sizes`` are the fewest and the most cards of a game; ``chance`` is that of a card to be in one, by its name.
    """
    both = (_on_size(*sizes), _on_sides(cards, chance))
    return tuple(remark for remark in both if remark is not None)


def _on_size(fewest: int, most: int) -> str | None:
    if fewest >= FEWEST and most <= MOST:
        return None
    number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"{number} cards per game are {'few' if fewest < FEWEST else 'many'}: {FEWEST} to {MOST} are usual"


def _on_sides(cards: Sequence[Card], chance: Callable[[str], float]) -> str | None:
    """Compare good and evil dragons; drawn ones count by their average number in a game."""
    sides = {"good": 0.0, "evil": 0.0}
    for card in cards:
        if card.alignment in sides:
            sides[card.alignment] += chance(card.name)
    if 3 * min(sides.values()) >= 2 * max(sides.values()):
        return None
    return f"{sides['good']:.0f} good dragons per game against {sides['evil']:.0f} evil ones: equal numbers are usual"

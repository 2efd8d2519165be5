"""Tiers S to D: sets of cards by how their values compare with the average card, and with the best and the worst.

A tier is never luck alone: intervals hold jointly for all cards, and ties for all pairs of cards (see
`card_values.value_rows`). With more games, cards leave the middle tier; they do not change sides by chance. There is a
best tier only if all cards that may be the best are better than average, and a worst tier likewise.
"""

from collections.abc import Sequence
from typing import NamedTuple

TIERS = {
    "S": "best",
    "A": "above average",
    "B": "too close to call",
    "C": "below average",
    "D": "worst",
}


class Tied(NamedTuple):
    """The interval of a card's value, and whether the card is tied with the best one and with the worst one."""

    low: float | None
    high: float | None
    is_top: bool
    is_bottom: bool


def tiers_of(cards: Sequence[Tied]) -> list[str]:
    """Return the tiers of all cards of a list, where the average card has the value zero. Without an interval, "".

    >>> tiers_of([Tied(1.0, 3.0, True, False), Tied(0.5, 1.5, False, False), Tied(-2.0, 0.5, False, True)])
    ['S', 'A', 'B']
    >>> tiers_of([Tied(-0.5, 5.0, True, False), Tied(1.0, 3.0, True, False)])  # the first may be the best
    ['B', 'A']
    """
    has_best = all(card.low > 0 for card in cards if card.is_top and card.low is not None)
    has_worst = all(card.high < 0 for card in cards if card.is_bottom and card.high is not None)
    return [_tier(card, has_best, has_worst) for card in cards]


def _tier(card: Tied, has_best: bool, has_worst: bool) -> str:
    if card.low is None or card.high is None:
        return ""
    if card.low > 0:
        return "S" if has_best and card.is_top else "A"
    if card.high < 0:
        return "D" if has_worst and card.is_bottom else "C"
    return "B"

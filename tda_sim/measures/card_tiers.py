"""Tiers S to D: sets of cards by how their values compare with the average card, and with the best and the worst.

A tier is never luck alone: intervals hold jointly for all cards, and ties for all pairs of cards (see
`card_values.value_rows`). With more games, cards leave the middle tier; they do not change sides by chance.
"""

TIERS = {
    "S": "best",
    "A": "better than average",
    "B": "too close to call",
    "C": "worse than average",
    "D": "worst",
}


def tier_of(low: float | None, high: float | None, is_top: bool, is_bottom: bool) -> str:
    """Return the tier of a value, given the ends of its interval, where the average card has the value zero.

    ``is_top``, ``is_bottom``: whether the card is tied with the best or the worst one. Without an interval, "".

    >>> tier_of(1.0, 3.0, True, False), tier_of(-0.5, 1.5, True, False), tier_of(None, None, True, True)
    ('S', 'B', '')
    """
    if low is None or high is None:
        return ""
    if low > 0:
        return "S" if is_top else "A"
    if high < 0:
        return "D" if is_bottom else "C"
    return "B"

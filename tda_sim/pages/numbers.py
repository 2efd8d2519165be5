"""Estimates as cells of tables: the number, half of its interval, and on demand all of it."""

from collections.abc import Callable, Mapping, Sequence
from math import floor, log10
from typing import Any

from tda_sim.pages.model import Cell

Row = Mapping[str, Any]
Show = Callable[[float], str]

MARKS = {"more": "▲", "less": "▼", "same": "=", "unclear": "?"}
SAID = {
    "more": "more, and it matters",
    "less": "less, and it matters",
    "same": "no difference that matters",
    "unclear": "cannot tell yet",
}
NOTHING = Cell("–")


def estimate(row: Row | None, show: Show, verdict: str = "", signed: bool = False) -> Cell:
    """Return a row with `estimate`, `low`, `high` and `n` as a cell; ``verdict`` sets its mark."""
    if row is None or row["estimate"] is None:
        return NOTHING
    tell = with_sign(show) if signed else show
    low, high, count = row.get("low"), row.get("high"), row.get("n")
    if low is None or high is None:
        ends, half = "no interval", ""
    else:
        ends, half = f"{tell(low)} to {tell(high)}", f"±{_half(low, high, show)}"
    exact = ends if count is None else f"{ends}; n {count:,.0f}"
    return Cell(
        tell(row["estimate"]), row["estimate"], half, exact, verdict, MARKS.get(verdict, ""), SAID.get(verdict, "")
    )


def _half(low: float, high: float, show: Show) -> str:
    """Return half of an interval's width, which is never shown as nothing."""
    half, unit = (high - low) / 2, 10.0 ** -len(show(0.0)[2:])
    return show(max(half, unit) if half > 0 else 0.0)


def with_sign(show: Show) -> Show:
    """Return how a difference is shown: with its sign, unless it is shown as nothing.

    >>> [with_sign(places_of(1))(value) for value in (1.23, -1.23, 0.01)]
    ['+1.2', '−1.2', '0.0']
    """

    def shown(value: float) -> str:
        size = show(abs(value))
        sign = "−" if value < 0 else "+"
        return sign + size if size.strip("0.,") else size

    return shown


def decimals(rows: Sequence[Row], most: int = 2) -> Show:
    """Return how numbers are shown: to the first digit that the widest interval leaves in doubt."""
    ends = [(row.get("low"), row.get("high")) for row in rows]
    halves = [(high - low) / 2 for low, high in ends if low is not None and high is not None]
    widest = max(halves, default=0.0)
    places = min(most, max(0, -floor(log10(widest)))) if widest > 0 else 1
    return places_of(places)


def places_of(places: int) -> Show:
    """Return how numbers with so many places are shown."""
    return lambda value: f"{value:,.{places}f}"


def plain(value: object, sort: float | None = None) -> Cell:
    """Return a text, or a count, as a cell."""
    return Cell(f"{value:,}" if isinstance(value, int) else str(value), sort)

"""How wide figures are drawn: for the column of a page, or for a phone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")

WIDTH, NARROW = 7.2, 3.7  # inches: of a page's column, and of a phone

_PAGE: ContextVar[float] = ContextVar("page", default=WIDTH)


@contextmanager
def page_width(inches: float) -> Iterator[None]:
    """Draw figures for a page of this width."""
    token = _PAGE.set(inches)
    try:
        yield
    finally:
        _PAGE.reset(token)


def page() -> float:
    """Return the width that figures are drawn for, in inches."""
    return _PAGE.get()


def is_narrow() -> bool:
    """Return whether figures are drawn for a phone."""
    return page() < WIDTH


def fitting(across: int) -> int:
    """Return how many panels fit side by side, given how many do on a wide page."""
    return min(across, 2) if is_narrow() else across


def drawn_once(draw: Callable[[], T]) -> Callable[[], T]:
    """Return a function that draws once for each width of the page, and returns the same figures from then on."""
    drawn: dict[float, T] = {}

    def figures() -> T:
        if page() not in drawn:
            drawn[page()] = draw()
        return drawn[page()]

    return figures

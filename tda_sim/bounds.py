"""Bounds of the numbers that users give. Options, YAML files and Python share them.

They are checked first, before anything is looked up or allocated.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any

from tda_sim.errors import Problem, UserError, brief


@dataclass(frozen=True)
class Bounds:
    """The least and the greatest value of a number; ``whole``: it has no decimals."""

    low: float
    high: float
    whole: bool = True

    def __str__(self) -> str:
        return f"{'whole number' if self.whole else 'number'} from {self.span}"

    @property
    def span(self) -> str:
        """The bounds in words."""
        return f"{written(self.low)} to {written(self.high)}"

    def hold(self, value: object) -> bool:
        """Whether a value is such a number; NaN never is."""
        if isinstance(value, bool) or not isinstance(value, Integral if self.whole else Real):
            return False
        return bool(self.low <= value <= self.high)  # type: ignore[operator]  # reals can be compared

    def read(self, text: str) -> Any:
        """Return the number in a text. Raises ValueError for anything else."""
        value = _whole(text) if self.whole else float(_ungrouped(text))
        if not self.hold(value):
            raise ValueError(text)
        return value

    @property
    def field(self) -> Any:
        """The pydantic field for such a number."""
        from pydantic import Field  # takes long to import, and options do not need it

        return Field(ge=self.low, le=self.high)

    @property
    def or_none(self) -> "Bounds":
        """These bounds, with 0 for none."""
        return replace(self, low=0)

    def times(self, factor: float) -> "Bounds":
        """Return the bounds in another unit."""
        return replace(self, low=self.low * factor, high=self.high * factor)


def _whole(text: str) -> int:
    """Return a whole number, which may be written as 10000, 10_000, 10,000, 1e4 or 1.5e6."""
    plain = _ungrouped(text)
    if (match := SCIENTIFIC.fullmatch(plain)) is None:
        return int(plain)
    digits, decimals, power = match[1], match[2] or "", int(match[3])
    if len(decimals.rstrip("0")) > power:
        raise ValueError(text)
    return int(digits + decimals.rstrip("0").ljust(power, "0"))


def _ungrouped(text: str) -> str:
    """Return a number without the commas between its thousands."""
    return text.replace(",", "") if GROUPED.fullmatch(text) else text


GROUPED = re.compile(r"-?\d{1,3}(,\d{3}){1,6}(\.\d+)?", re.ASCII)
SCIENTIFIC = re.compile(r"(\d{1,20})(?:\.(\d{1,20}))?[eE]\+?(\d{1,2})", re.ASCII)
PLAYERS = Bounds(2, 6)  # as in `engine.layout`, which is not imported here, because options must not wait for NumPy
GAMES = Bounds(1, 10**12)
CHUNK = Bounds(1, 10**6)  # games
SEED = Bounds(0, 2**64 - 1)
WORKERS = Bounds(1, 1024)
DIFFERENCE = Bounds(1e-9, 1e9, whole=False)  # a difference that matters or an interval's half width, in a metric's unit
BUDGET = Bounds(1_000, 100_000_000)  # games of a search for a design
WIDTH = Bounds(1e-6, 0.99, whole=False)  # half of the interval of a share

MINUTES = r"^\s*\d{1,4}(\.\d+)?\s*minutes?\s*$"  # in place of a budget of games

KINDS = {  # by the name of the argument, or of the option
    "players": PLAYERS,
    "games": GAMES,
    "slow_games": GAMES,
    "pilot": GAMES,
    "learning": GAMES,
    "each": Bounds(1, 10),
    "blanks": Bounds(0, 30),
    "margin": DIFFERENCE,
    "held_out": Bounds(400, 10**9),
    "game": Bounds(0, GAMES.high - 1),
    "chunk": CHUNK,
    "seed": SEED,
    "workers": WORKERS,
    "seat": Bounds(0, PLAYERS.high - 1),
    "patience": Bounds(0.1, 10**6, whole=False),  # seconds
    "generations": Bounds(1, 100_000),
    "rounds": Bounds(1, 1_000),
    "population": Bounds(4, 10_000),
    "deals": Bounds(4, 10_000),  # a loss is measured on each half of them, and its error takes two
    "playouts": Bounds(1, 250_000),
    "decisions": Bounds(1, 10**6),
    "within": DIFFERENCE,
    "budget": BUDGET,
    "width": WIDTH,
}


def check_numbers(**numbers: object) -> None:
    """Raise one error for all numbers, by their names, that are out of bounds. None is allowed."""
    check_bounds((name, value, KINDS[name]) for name, value in numbers.items())


def check_bounds(numbers: Iterable[tuple[str, object, Bounds]]) -> None:
    """Raise one error for all numbers, each with its name and its bounds, that are out of them. None is allowed."""
    problems = [
        Problem(f"{name} must be a {bounds}, not {brief(value)}")
        for name, value, bounds in numbers
        if value is not None and not bounds.hold(value)
    ]
    if problems:
        raise UserError(problems)


def written(number: float) -> str:
    """Return a number in full, except for the limits of integers.

    >>> written(1e-6), written(10**12), written(2**64 - 1)
    ('0.000001', '1,000,000,000,000', '2**64 - 1')
    """
    if isinstance(number, int):
        bits = number.bit_length()
        return f"2**{bits} - 1" if bits >= 32 and number == 2**bits - 1 else f"{number:,}"
    return f"{number:,.9f}".rstrip("0").rstrip(".")


def read_budget(written: int | str | None) -> int | str | None:
    """Return games, or a text with minutes. Raises UserError for anything else."""
    text = str(written).strip()
    if written is None or re.match(MINUTES, text):
        return written
    number = int(text) if text.isdecimal() else written
    if not BUDGET.hold(number):
        raise UserError.of(f"budget must be a {BUDGET}, or minutes, not {brief(written)}", hint="write 5 minutes")
    return int(number)


def minutes_of(budget: int | str) -> float | None:
    """Return the minutes of a budget, if it is one of minutes."""
    return float(budget.split("m")[0]) if isinstance(budget, str) else None

"""Numbers as people read them: digits that the interval justifies, signs, intervals, counts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import ceil, floor, isfinite, log10
from typing import Any, NamedTuple, TypeVar

from tda_sim.wording.phrases import book

Show = Callable[[Any], str]
T = TypeVar("T")

NOTHING = "-"
SHARE = r"^(\d{0,2}[1-9]\d{0,2}(\.\d{1,9})?|0{1,3}\.\d{0,8}[1-9]\d{0,8})\s*%$"  # "5%" and "2.5 %", but not "0%"
MINUS = "\N{MINUS SIGN}"


class Mark(NamedTuple):
    """A verdict as a sign and in words."""

    sign: str
    meaning: str


SIGNS = {"more": "▲", "less": "▼", "same": "=", "unclear": "?"}
MARKS = {word: Mark(sign, book("answers")["marks"][word]) for word, sign in SIGNS.items()} | {"": Mark("", "")}
LEGEND: dict[str, str] = book("answers")["legend"]  # of the signs and their colours


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, its sample size and its verdict, one of `MARKS`. Unknown values are None."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: float | None = None
    verdict: str = ""

    @classmethod
    def of(cls, row: Mapping[str, Any] | None, verdict: str | None = None, value: str = "estimate") -> "Estimate":
        """Return the estimate in a row with `estimate` (or ``value``), `low`, `high`, `n` and `verdict`."""
        number, low, high, n = (known((row or {}).get(name)) for name in (value, "low", "high", "n"))
        judged = (row or {}).get("verdict") if verdict is None else verdict
        return cls(number, low, high, n, judged if judged in MARKS else "")

    @property
    def size(self) -> float:
        """The absolute value; 0 if unknown."""
        return abs(self.value or 0.0)

    @property
    def has_interval(self) -> bool:
        """Whether both ends are known."""
        return self.half is not None

    @property
    def half(self) -> float | None:
        """The distance from the value to the farther end of the interval."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return max(self.high - self.value, self.value - self.low)

    def sign(self, beyond: float = 0.0) -> int:
        """Return 1 if the interval lies above ``beyond``, -1 if it lies below minus ``beyond``, otherwise 0."""
        if self.low is None or self.high is None:
            return 0
        return 1 if self.low > beyond else -1 if self.high < -beyond else 0

    def times(self, scale: float) -> "Estimate":
        """Return the estimate in another unit."""
        value, low, high = (None if each is None else scale * each for each in (self.value, self.low, self.high))
        low, high = (high, low) if scale < 0 else (low, high)
        return replace(self, value=value, low=low, high=high)

    def judged(self, verdict: str) -> "Estimate":
        """Return the estimate with a verdict."""
        return replace(self, verdict=verdict)


def known(value: Any) -> Any:
    """Return a value, or None for infinity and not-a-number."""
    return None if isinstance(value, float) and not isfinite(value) else value


def read(kind: type[T], rows: Iterable[Mapping[str, Any]], value: str = "estimate") -> list[T]:
    """Return rows as objects of a dataclass whose fields are columns; infinity and not-a-number become None.

    A field ``estimate`` becomes an Estimate, with its number from the column ``value``. Raises TypeError if a field
    without a default has no column.
    """
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    objects = []
    for row in rows:
        entries: dict[str, Any] = {name: known(entry) for name, entry in row.items() if name in names}
        if "estimate" in names:
            entries["estimate"] = Estimate.of(row, value=value)
        objects.append(kind(**entries))
    return objects


# --- digits -----------------------------------------------------------------------------------------------


def places(count: int) -> Show:
    """Return a function that writes numbers with a fixed number of decimals, commas, and a dash for None.

    >>> places(1)(1234.56), places(0)(-0.4), places(2)(None)
    ('1,234.6', '0', '-')
    """
    return lambda value: NOTHING if value is None else f"{round(value, count) + 0.0:,.{count}f}"


whole = places(0)
tenths = places(1)


def decimals(estimates: Iterable[Estimate], least: int = 0, most: int = 2, unknown: int = 1) -> Show:
    """Return a function that writes a set of estimates to the first digit in doubt in the widest interval.

    ``least``: fewest decimals for intervals narrower than ten; ``unknown``: decimals without intervals.
    """
    widest = max((each.half for each in estimates if each.half is not None), default=0.0)
    if widest <= 0:
        return places(unknown)
    return places(min(most, max(least if widest < 10 else 0, -floor(log10(widest)))))


def suited(estimate: Estimate) -> Show:
    """Return a function that writes numbers beside an estimate: with one decimal, or as many as its interval needs."""
    return decimals([estimate], least=1, most=2, unknown=1)


def signed(show: Show) -> Show:
    """Return a function that writes a difference with its sign, unless it rounds to zero.

    >>> [signed(places(1))(value) for value in (1.23, -1.23, 0.01)]
    ['+1.2', '-1.2', '0.0']
    """

    def shown(value: float | None) -> str:
        text = show(value)
        return f"+{text}" if (value or 0) > 0 and text.strip("0.,") else text

    return shown


# --- intervals --------------------------------------------------------------------------------------------


def half(estimate: Estimate, show: Show) -> str:
    """Return half the width of an interval as text, which never rounds to zero."""
    width, unit = estimate.half or 0.0, 10.0 ** -len(show(0.0)[2:])
    return show(max(width, unit) if width > 0 else 0.0)


def plus_minus(estimate: Estimate, count: int = 2) -> str:
    """Return a difference with half the width of its interval, +1.23 ±0.12; a dash if unknown."""
    if estimate.value is None:
        return NOTHING
    return signed(places(count))(estimate.value) + (
        f" ±{half(estimate, places(count))}" if estimate.has_interval else ""
    )


def bracketed(estimate: Estimate, show: Show) -> str:
    """Return the interval: (1.1 to 1.3)."""
    return f"({show(estimate.low)} to {show(estimate.high)})" if estimate.has_interval else "(no interval)"


def with_interval(estimate: Estimate, show: Show) -> str:
    """Return an estimate with its interval: 1.2 (1.1 to 1.3)."""
    if estimate.value is None:
        return NOTHING
    return show(estimate.value) + (f" {bracketed(estimate, show)}" if estimate.has_interval else "")


def span(values: Iterable[float | None], show: Show) -> str:
    """Return the range of some numbers: "3 to 5", or "3" if both ends look the same."""
    known = sorted(value for value in values if value is not None)
    return " to ".join(dict.fromkeys(map(show, known[:1] + known[-1:]))) or NOTHING


def percent(share: float, count: int = 0) -> str:
    """Return a share in percent: "95 %"."""
    return f"{places(count)(100 * share)} %"


def estimated(value: Any, verdict: str = "") -> Estimate:
    """Return what has `estimate`, `low`, `high` and `n`, as statistics do; ends that are not known are None."""
    return Estimate(value.estimate, known(value.low), known(value.high), value.n, verdict)


def in_percent(value: Any, verdict: str = "") -> Estimate:
    """Return a share of statistics as an estimate in percent, or a difference in points."""
    return estimated(value, verdict).times(100)


def share(value: Any, count: int = 1) -> str:
    """Return a share with `estimate`, `low` and `high` in percent: 25.1 % (24.0 to 26.2)."""
    return f"{percent(value.estimate, count)} ({_ends(value, places(count))})"


def points(value: Any, unit: str, count: int = 1) -> str:
    """Return a difference of shares: +1.1 points (+0.1 to +2.1)."""
    show = signed(places(count))
    return f"{show(100 * value.estimate)} {unit} ({_ends(value, show)})"


def _ends(value: Any, show: Show) -> str:
    return f"{show(100 * value.low)} to {show(100 * value.high)}"


# --- counts, places, anything -----------------------------------------------------------------------------


def games(count: int) -> str:
    """Return a number of games for a sentence: 23,000 or 1.2 million."""
    return f"{count / 1_000_000:.2g} million" if count >= 1_000_000 else f"{count:,}"


def rounded_up(count: float) -> int:
    """Return a number rounded up to two digits.

    >>> rounded_up(12_345)
    13000
    """
    digit: int = 10 ** max(0, len(str(int(count))) - 2)
    return ceil(count / digit) * digit


def short(games: float) -> str:
    """Return a number of games in few characters.

    >>> short(400_000), short(2_500_000), short(900)
    ('400k', '2.5M', '900')
    """
    for size, sign in ((1_000_000, "M"), (1_000, "k")):
        if games >= size:
            return f"{games / size:.3g}{sign}"
    return f"{games:.0f}"


def rank(best: Any, worst: Any) -> str:
    """Return a range of ranks, 2 or 2-5; a dash if unknown."""
    return NOTHING if best is None else str(best) if best == worst else f"{best}-{worst}"


def brief(value: Any) -> str:
    """Return any value for a table: numbers to four digits, a dash for missing values."""
    if value is None or (isinstance(value, float) and not isfinite(value)):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.0f}" if isinstance(value, int) or abs(value) >= 10_000 else f"{value:.4g}"
    return value if isinstance(value, str) else ", ".join(map(str, value)) or NOTHING


# --- in figures -------------------------------------------------------------------------------------------


def typeset(value: float, count: int = 1) -> str:
    """Return a number for a figure: with a typographic minus sign and commas.

    >>> typeset(-1234.56)
    '\N{MINUS SIGN}1,234.6'
    """
    return f"{value:,.{count}f}".replace("-", MINUS)


def tip_text(row: Mapping[str, Any], unit: str = "", count: int = 1) -> str:
    """Return an estimate with its interval and n, for a tip.

    >>> tip_text({"estimate": 8.24, "low": 8.13, "high": 8.36, "n": 1000}, "gambits")
    '8.2 gambits (8.1 to 8.4), n = 1,000'
    """
    text = f"{typeset(row['estimate'], count)} {unit}".strip()
    if row.get("low") is not None and row.get("high") is not None:
        text += f" ({typeset(row['low'], count)} to {typeset(row['high'], count)})"
    return text + (f", n = {row['n']:,}" if row.get("n") is not None else "")

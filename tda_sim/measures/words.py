"""Numbers and lists in words, for sentences and figures.

A ``row`` is a row of a table: it has `low`, `high` and `unit`. Its interval says how many decimals are worth printing.
"""

from collections.abc import Mapping, Sequence
from math import floor, isfinite, log10
from typing import Any

Row = Mapping[str, Any]

MINUS = "\N{MINUS SIGN}"


def unit(row: Row) -> str:
    """Return the unit of a difference."""
    return "points" if row["unit"] == "%" else str(row["unit"])


def amount(value: float, row: Row) -> str:
    """Return an amount with its unit: "0.5 gambits", "1 point"."""
    said = unit(row)
    return f"{value:g} {'point' if said == 'points' and value == 1 else said}"


def decimals(row: Row) -> int:
    """Return how many decimals of a number its interval makes worth printing: one, or as many as half of it needs."""
    low, high = row["low"], row["high"]
    half = (high - low) / 2 if low is not None and high is not None else 0.0
    if not isfinite(half) or half <= 0:
        return 2
    return 0 if half >= 10 else min(3, max(1, -floor(log10(half))))


def number(value: float | None, row: Row) -> str:
    """Return a number with the decimals that suit a row; a dash where there is none."""
    if value is None or not isfinite(value):
        return "-"
    return f"{round(value, decimals(row)) + 0.0:,.{decimals(row)}f}"  # + 0.0: no minus before a zero


def signed(value: float | None, row: Row) -> str:
    """Return a number with its sign."""
    found = number(value, row)
    return f"+{found}" if value is not None and round(value, decimals(row)) > 0 else found


def interval(row: Row, of_size: bool = False) -> str:
    """Return the interval of a difference, "[-1.3, -1.1]", or ``of_size`` that of its size, "[1.1, 1.3]"."""
    low, high = row["low"], row["high"]
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return "[no interval]"
    if of_size and high < 0:
        low, high = -high, -low
    return f"[{number(low, row)}, {number(high, row)}]"


def short(games: float) -> str:
    """Return a number of games as one says it.

    >>> short(400_000), short(2_500_000), short(900)
    ('400k', '2.5M', '900')
    """
    for size, sign in ((1_000_000, "M"), (1_000, "k")):
        if games >= size:
            return f"{games / size:.3g}{sign}"
    return f"{games:.0f}"


def listed(names: Sequence[str], most: int = 8) -> str:
    """Return names as a sentence lists them; if there are more than ``most``, how many there are.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=2)
    ('a, b and c', '3 of them')
    """
    if len(names) > most:
        return f"{len(names)} of them"
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


# --- in figures -------------------------------------------------------------------------------------------


def typeset(value: float, decimals: int = 1) -> str:
    """Return a number as figures print it: with a minus sign that is one, and thousands apart.

    >>> typeset(-1234.56)
    '\N{MINUS SIGN}1,234.6'
    """
    return f"{value:,.{decimals}f}".replace("-", MINUS)


def told(row: Row, unit: str = "", decimals: int = 1) -> str:
    """Return an estimate with its interval and n, for a tip.

    >>> told({"estimate": 8.24, "low": 8.13, "high": 8.36, "n": 1000}, "gambits")
    '8.2 gambits [8.1, 8.4], n = 1,000'
    """
    text = f"{typeset(row['estimate'], decimals)} {unit}".strip()
    if row.get("low") is not None and row.get("high") is not None:
        text += f" [{typeset(row['low'], decimals)}, {typeset(row['high'], decimals)}]"
    return text + (f", n = {row['n']:,}" if row.get("n") is not None else "")

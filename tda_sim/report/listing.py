"""What the listings of `tda decks` and `tda effects` have in common: plain tables, and values as text."""

from typing import Any

from rich.table import Table

RIGHT = {"cards", "players", "strength", "value"}
WHOLE = {"name", "strengths", "parameter", "default"}  # never broken into several lines


def table(*columns: str) -> Table:
    """Return an empty table with these columns."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in RIGHT else "left", no_wrap=column in WHOLE)
    return made


def text_of(value: Any) -> str:
    """Return a value as YAML would write it on one line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(text_of, value))
    if isinstance(value, dict):
        return "; ".join(f"{key}: {text_of(entry)}" for key, entry in value.items())
    return str(value)

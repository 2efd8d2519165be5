"""Tables that read well in a notebook: few columns, formatted numbers, and intervals beside their estimates.

>>> import polars as pl
>>> table = pl.DataFrame({"deck": ["original"], "estimate": [5.92], "low": [5.9], "high": [5.94], "n": [20000]})
>>> readable(table, deck="deck", estimate="gambits", n="games")
deck      gambits              games
original  5.92 (5.90 to 5.94)  20,000
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import polars as pl

from tda_sim.documents.numbers import Estimate, brief, places, with_interval

ESTIMATE = "estimate"
STYLE = "padding:0.2em 0.9em;text-align:{};font-variant-numeric:tabular-nums;white-space:{}"


@dataclass(frozen=True)
class Readable:
    """A table of text that shows itself in a notebook and in a terminal."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[bool, ...]  # whether a column is right-aligned

    def _repr_html_(self) -> str:
        head = self._line("th", self.headings)
        body = "".join(self._line("td", row) for row in self.rows)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def _line(self, tag: str, cells: tuple[str, ...]) -> str:
        styles = [STYLE.format(*(("right", "nowrap") if number else ("left", "normal"))) for number in self.numbers]
        inside = (f'<{tag} style="{style}">{escape(cell)}</{tag}>' for style, cell in zip(styles, cells, strict=True))
        return f"<tr>{''.join(inside)}</tr>"

    def __repr__(self) -> str:
        lines = [self.headings, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        padded = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
        return "\n".join(line.rstrip() for line in padded)


def readable(table: pl.DataFrame, decimals: int = 2, /, **columns: str) -> Readable:
    """Return some columns of a table, ready to read: ``column="heading"`` picks a column and gives it a heading.

    Numbers are rounded to ``decimals``, and whole numbers get thousands separators. If the table has the ends of a
    column's interval (``low`` and ``high`` for ``estimate``, ``NAME_low`` and ``NAME_high`` for any other), they follow
    in brackets.
    """
    kinds = table.schema
    return Readable(
        tuple(columns.values()),
        tuple(tuple(_cell(row, name, decimals) for name in columns) for row in table.iter_rows(named=True)),
        tuple(kinds[name].is_numeric() for name in columns),
    )


def _cell(row: Mapping[str, Any], name: str, decimals: int) -> str:
    if not isinstance(row[name], float):
        return brief(row[name])
    own = "" if name == ESTIMATE else f"{name}_"
    ends = {end: row.get(f"{own}{end}") for end in ("low", "high")}
    return with_interval(Estimate.of({"estimate": row[name], **ends}), places(decimals))

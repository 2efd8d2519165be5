"""Tables that read well in a notebook: few columns, formatted numbers, and intervals beside their estimates.

>>> import polars as pl
>>> table = pl.DataFrame({"deck": ["original"], "estimate": [5.92], "low": [5.9], "high": [5.94], "n": [20000]})
>>> readable(table, deck="deck", estimate="gambits", n="games")
deck                  gambits   games
original  5.92 (5.90 to 5.94)  20,000
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import polars as pl

from tda_sim.rendering.fragment import fragment
from tda_sim.rendering.model import Column, Document, Section, table
from tda_sim.rendering.terminal import printed
from tda_sim.wording.numbers import Estimate, brief, places, with_interval

ESTIMATE = "estimate"


class Readable:
    """A table that shows itself in a notebook and in a terminal, as the tables of answers do."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def _repr_html_(self) -> str:
        return fragment(self.document)

    def __repr__(self) -> str:
        return printed(self.document)


def readable(frame: pl.DataFrame, decimals: int = 2, /, **columns: str) -> Readable:
    """Return some columns of a table, ready to read: ``column="heading"`` picks a column and gives it a heading.

    Numbers are rounded to ``decimals``, and whole numbers get thousands separators. If the table has the ends of a
    column's interval (``low`` and ``high`` for ``estimate``, ``NAME_low`` and ``NAME_high`` for any other), they follow
    in brackets.
    """
    shown = [
        Column(heading, partial(_cell, name, decimals), number=frame.schema[name].is_numeric())
        for name, heading in columns.items()
    ]
    return Readable(Document("", sections=[Section("", [table("", frame.iter_rows(named=True), shown)])]))


def _cell(name: str, decimals: int, row: Mapping[str, Any]) -> str:
    if not isinstance(row[name], float):
        return brief(row[name])
    own = "" if name == ESTIMATE else f"{name}_"
    ends = {end: row.get(f"{own}{end}") for end in ("low", "high")}
    return with_interval(Estimate.of({"estimate": row[name], **ends}), places(decimals))

"""Rows as tables: a number that is missing everywhere, as it is where games are too few, is a number nevertheless."""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

NUMBERS = {"estimate", "low", "high", "error", "correlation", "gain", "i2", "least", "most", "printed", "changed"}


def table_of(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Return rows as a table. Columns of estimates are numbers, also those of which no row has one.

    >>> table_of([{"deck": "original", "low": None, "printed_low": None, "note": None}]).dtypes
    [String, Float64, Float64, Null]
    """
    found = pl.DataFrame(list(rows), infer_schema_length=None)
    unknown = [name for name, kind in found.schema.items() if kind == pl.Null and name.split("_")[-1] in NUMBERS]
    return found.with_columns(pl.col(unknown).cast(pl.Float64))

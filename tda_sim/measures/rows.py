"""Rows as tables. A column of numbers stays one even if all its values are missing, as with too few games."""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

NUMBERS = {"estimate", "low", "high", "error", "correlation", "gain", "i2", "least", "most", "printed", "changed"}


def table_of(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Return rows as a table. Columns of estimates have the type of numbers, even if no row has a value.

    >>> table_of([{"deck": "original", "low": None, "printed_low": None, "note": None}]).dtypes
    [String, Float64, Float64, Null]
    """
    table = pl.DataFrame(list(rows), infer_schema_length=None)
    unknown = [name for name, kind in table.schema.items() if kind == pl.Null and name.split("_")[-1] in NUMBERS]
    return table.with_columns(pl.col(unknown).cast(pl.Float64))

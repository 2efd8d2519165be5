"""The picture of a comparison of decks."""

import polars as pl
from matplotlib.figure import Figure


def draw(measures: pl.DataFrame, differences: pl.DataFrame) -> Figure:
    """Return the figure."""
    return Figure()

"""Dealt values of small runs, pooled: cards borrow strength from others of their colour and of similar strength."""

import numpy as np
import polars as pl

from tda_sim.measures.card_values import POOLED
from tda_sim.measures.ranking import Array, Values
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.shrinkage import partial_pooling


def pooled_rows(dealt: Values, printed: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return a row per card, as in `ranking.estimated`, with ``weight``: the share that is the card's own value.

    Dragons of one colour are pooled over colour and strength, all other cards over strength. Unlike those of the values
    themselves, each interval holds by itself: on average, 19 of 20 are right.
    """
    usable = np.isfinite(dealt.estimate) & (dealt.error > 0)
    colours = np.array([row[0] if len(row) == 1 else "" for row in printed["colours"].to_list()])
    strength = printed["strength"].to_numpy().astype(float)
    errors, pooled_values = even_errors(dealt), np.full((4, len(dealt.names)), np.nan)
    for chosen in (usable & (colours != ""), usable & (colours == "")):
        if chosen.any():
            curve = np.column_stack([strength, strength**2])[chosen]
            pooled = partial_pooling(dealt.estimate[chosen], errors[chosen], curve, list(colours[chosen]), level)
            pooled_values[:, chosen] = pooled.estimate, pooled.low, pooled.high, pooled.weight
    columns = dict(zip(("estimate", "low", "high", "weight"), pooled_values, strict=True))
    rows = {"subject": dealt.names, "measure": POOLED, "unit": "points"} | columns | {"n": dealt.n}
    return pl.DataFrame(rows, schema_overrides={"subject": pl.String}).with_columns(pl.col(*columns).fill_nan(None))


def even_errors(values: Values) -> Array:
    """Return standard errors that are stable even with few blocks.

    A win varies about equally whoever holds which card, so errors are taken to depend on the number of observations
    alone.
    """
    usable = (values.error > 0) & (values.n > 0)
    if not usable.any():
        return np.full(len(values.names), np.nan)
    variance = float(np.mean(values.error[usable] ** 2 * values.n[usable]))
    return np.sqrt(variance / np.maximum(values.n, 1))

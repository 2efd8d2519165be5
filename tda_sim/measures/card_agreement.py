"""Do card values hold at other tables? Rank correlations between tables, and a summary of each card over all tables."""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import combinations

import numpy as np
import polars as pl
import polars.selectors as numbers
from numpy.typing import NDArray

from tda_sim.measures.card_order import agreement
from tda_sim.measures.card_sums import Values
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.pooling import random_effects

SMALLEST = 0.25  # points: smaller values are small, however certain
HOLDS, MOSTLY, DEPENDS, SMALL = "holds", "mostly", "depends on who plays", "small everywhere"
CERTAIN = 3.0  # standard errors: among a deck's many cards, fewer are chance
MOST = 0.75  # of the tables have the same sign: the value mostly holds


def correlation_rows(values: Mapping[str, Values], name: str) -> pl.DataFrame:
    """Return Spearman's rank correlation of the cards' values between every two tables, in both directions.

    Columns `value`, `table`, `other`, `estimate`, `ceiling` (the highest that noise allows), `corrected` (for noise,
    see `stats.agreement.rank_agreement`; null where there are too few games), `n` (cards).
    """
    tables = list(values)
    usable = np.asarray(np.isfinite(np.stack([values[table].error for table in tables])).all(axis=0))
    each, rows = {table: values[table].only(usable) for table in tables}, []
    for a, b in combinations(tables, 2):
        ranks = agreement(each[a], each[b])
        row = {"estimate": ranks.observed, "ceiling": ranks.ceiling, "corrected": ranks.corrected}
        for table, other in ((a, b), (b, a)):
            rows.append({"value": name, "table": table, "other": other} | row | {"n": int(usable.sum())})
    return pl.DataFrame(rows).with_columns(numbers.float().fill_nan(None))


def robust_rows(values: Mapping[str, Values], name: str, level: float = LEVEL) -> pl.DataFrame:
    """Return a row per card: its mean value over the tables, with an interval and a prediction for one more table.

    Columns `card`, `value`, `estimate`, `low`, `high`, `n` (tables), `prediction_low`, `prediction_high`,
    `sign_agreement`, `i2`, `robust` (in words). A random-effects summary, see `tda_sim.stats.pooling`.
    """
    each = list(values.values())
    rows = []
    for k, card in enumerate(each[0].cards):
        estimates, errors = [v.estimate[k] for v in each], [v.error[k] for v in each]
        pooled = asdict(random_effects(estimates, errors, level))
        rows.append({"card": card, "value": name, **pooled, "robust": _word(np.array(estimates), np.array(errors))})
    columns = (
        "card",
        "value",
        "estimate",
        "low",
        "high",
        "n",
        "prediction_low",
        "prediction_high",
        "sign_agreement",
        "i2",
    )
    return pl.DataFrame(rows).select(*columns, "robust").with_columns(numbers.float().fill_nan(None))


def _word(estimates: NDArray[np.float64], errors: NDArray[np.float64]) -> str:
    """Say whether the tables agree on a card's sign, counting tables where it is clearly not zero and not small."""
    usable = np.isfinite(estimates) & np.isfinite(errors)
    signs = np.sign(estimates[usable & (np.abs(estimates) > np.maximum(CERTAIN * errors, SMALLEST))])
    if signs.size == 0:
        return SMALL
    agreeing = max((signs > 0).mean(), (signs < 0).mean())
    return HOLDS if agreeing == 1 else MOSTLY if agreeing >= MOST else DEPENDS

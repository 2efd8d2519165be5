"""How far to trust the order of cards: does gold give the order that wins give, and would the order come out again?"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
import polars as pl

from tda_sim.measures.card_sums import Values
from tda_sim.measures.card_values import CURVE, MAIN
from tda_sim.stats.agreement import RankAgreement, rank_agreement
from tda_sim.stats.replications import replications, same_top, stays_ahead

AGREES = 0.95  # rank correlation with wins, corrected for noise, from which gold may stand in for wins
ENDS = 5  # cards at either end of a list
UPPER, LOWER = "upper", "lower"


# --- gold in place of wins --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HalfAgreement:
    """How well gold over a horizon orders one half of the cards, compared with wins."""

    value: str
    half: str
    estimate: float | None  # rank correlation, corrected for noise; None if there are too few games
    observed: float
    reliability: float  # of the ranks by wins
    n: int
    agrees: bool | None


def horizon_rows(values: Mapping[str, Values]) -> pl.DataFrame:
    """Return two rows of `HalfAgreement` for each horizon of gold; ``values`` by the names of their kinds."""
    rows = [asdict(each) for name in CURVE for each in half_agreements(name, values[name], values[MAIN])]
    schema = {"value": pl.String, "half": pl.String, "estimate": pl.Float64, "observed": pl.Float64}
    schema |= {"reliability": pl.Float64, "n": pl.Int64, "agrees": pl.Boolean}
    return pl.DataFrame(rows, schema=schema).with_columns(pl.col("observed", "reliability").fill_nan(None))


def half_agreements(name: str, gold: Values, wins: Values) -> list[HalfAgreement]:
    """Return how well gold orders the upper and the lower half of the cards, compared with wins."""
    usable = np.isfinite(gold.error) & np.isfinite(wins.error)
    gold, wins = gold.only(usable), wins.only(usable)
    order = np.argsort(-gold.estimate, kind="stable")
    halves = {UPPER: order[: len(order) // 2], LOWER: order[len(order) // 2 :]}
    ranks = {half: agreement(gold, wins, chosen) for half, chosen in halves.items()}
    return [_half(name, half, each, len(halves[half])) for half, each in ranks.items()]


def _half(name: str, half: str, ranks: RankAgreement, cards: int) -> HalfAgreement:
    reliable = ranks.reliability[1]
    is_known = isfinite(ranks.corrected)
    agrees = ranks.corrected >= AGREES if is_known else None
    return HalfAgreement(name, half, ranks.corrected if is_known else None, ranks.observed, reliable, cards, agrees)


def agreement(first: Values, second: Values, chosen: np.ndarray | slice = slice(None)) -> RankAgreement:
    """Return how similarly two lists of values order some of the cards."""
    return rank_agreement(
        first.estimate[chosen], first.shifts[:, chosen], second.estimate[chosen], second.shifts[:, chosen]
    )


def screening_value(horizons: pl.DataFrame) -> str:
    """Return what orders a screened list: gold over the shortest horizon that agrees in both halves, or else wins."""
    both = horizons.group_by("value", maintain_order=True).agg(pl.col("agrees").fill_null(False).all())
    agreeing = both.filter("agrees")["value"].to_list()
    return str(agreeing[0]) if agreeing else MAIN


# --- the same again ---------------------------------------------------------------------------------------


def again_rows(values: Values, ends: int = ENDS) -> pl.DataFrame:
    """Return the chances that a list would keep its order if as many other games were played.

    Rows have ``same`` ("top": the same ``ends`` cards at the top, in any order; "bottom"; "ahead": ``card`` stays
    ahead of ``other``, the next one), ``estimate`` from 0 to 1, and ``n`` cards.
    """
    usable = np.isfinite(values.error)
    ranked = values.only(usable)
    schema = {"same": pl.String, "card": pl.String, "other": pl.String, "estimate": pl.Float64, "n": pl.Int64}
    size = len(ranked.cards)
    if size <= 2 * ends:
        return pl.DataFrame(schema=schema)
    others, order = replications(ranked.estimate, ranked.shifts), np.argsort(-ranked.estimate, kind="stable")
    rows = [
        ("top", None, None, same_top(ranked.estimate, others, ends), size),
        ("bottom", None, None, same_top(-ranked.estimate, -others, ends), size),
    ]
    rows += [
        ("ahead", ranked.cards[a], ranked.cards[b], stays_ahead(others, int(a), int(b)), size)
        for a, b in pairwise(order)
    ]
    return pl.DataFrame(rows, schema=schema, orient="row")

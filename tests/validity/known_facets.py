"""Experiments with numbers at several facets, whose true values are known: what differs, and the order of lists."""

import numpy as np
from facets_made_up import FACETS, tables, true_difference, truths
from real_games import Answered

from tda_sim.measures.facets import apart, numbers_of, orders
from tda_sim.stats.agreement import spearman


def side_by_side(seed: int, games: int) -> Answered:
    """``tda ... --by``: the differences that are shown, after all pairs were looked at, and rank correlations."""
    numbers = numbers_of(tables(np.random.default_rng([seed, 17]), seed))
    things, _ = truths(seed)
    rows = [row | {"truth": true_difference(row, seed)} for row in apart(numbers, {}).to_dicts()]
    kept = []
    for row in orders(numbers).to_dicts():
        both = np.column_stack([things[FACETS.index(row[name])] for name in ("other", "facet")])
        kept.append(row | {"truth": float(spearman(both)[0, 1])})
    yield "facets", {"tables": {"apart": rows, "orders": kept}}

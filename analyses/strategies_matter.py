"""Do conclusions hold whatever the strategies? A comparison of a study's tables: one strategy each, or mixed.

Conclusions are what a house rule changes, how a deck differs from the study's first one, and what a card is worth. At
a table, a conclusion is a verdict against the smallest difference that matters. The verdicts at all tables are jointly
right with probability ``level`` (Šidák). A conclusion holds if they are the same everywhere.
"""

from itertools import chain
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_orders import card_values, concordance, rank_correlations
from tda_sim.measures.cell_sums import sums_of
from tda_sim.measures.contrast import compared
from tda_sim.measures.pairs import deck_pairs, rule_pairs, whole_tables
from tda_sim.measures.robustness import across_tables, contested, jointly
from tda_sim.measures.study import Study
from tda_sim.measures.table import ACROSS, DIFFERENCES, together
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST = 30  # conclusions to draw: those that differ most between tables


def analyse(study: Study, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the tables, by name.

    - ``estimates``: a table of estimates (`measures.table`): differences by each rule and between decks, metric by
      metric, and values of cards, at each table with intervals that hold jointly for all tables; and whether each of
      them holds across tables (`measures.robustness.across_tables`);
    - ``ranks``: rank correlation of the cards' draw values between two tables; ``concordance``: Kendall's W of all.

    Raises UserError for a study in which every comparison has a single table.
    """
    if whole_tables(study)["table"].n_unique() < 2:
        raise UserError.of("there is only one table to compare", hint="name several under `tables`")
    cards = card_values(study)
    both = rule_pairs(study), deck_pairs(study)
    sums = sums_of(study, chain(*both))
    effects = together([*(compared(study, pairs, sums).filter(kind=DIFFERENCES) for pairs in both), cards])
    if effects.is_empty():
        raise UserError.of("there is nothing to compare", hint="a dice game has no cards: name two games, or a variant")
    return {
        "estimates": together([jointly(effects, level), across_tables(effects, level)]),
        "ranks": rank_correlations(study),
        "concordance": concordance(cards),
    }


def figures(tables: dict[str, pl.DataFrame]) -> "dict[str, Figure]":
    """Return the figure ``strategies_matter``: the effects at each table, for those that differ most between tables."""
    from tda_sim.rendering.difference_pictures import draw_effects  # importing matplotlib takes longer than the rest

    rows = tables["estimates"]
    at = rows.filter(pl.col("kind") != ACROSS)["table"].unique(maintain_order=True)
    return {"strategies_matter": draw_effects(contested(rows, MOST), at.to_list())}

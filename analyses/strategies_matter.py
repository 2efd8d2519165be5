"""Do conclusions hold whatever the strategies? A comparison of a study's tables: one strategy each, or mixed.

Conclusions are what a house rule changes, how a deck differs from the study's first one, and what a card is worth. At
a table, a conclusion is a verdict against the smallest difference that matters. The verdicts at all tables are jointly
right with probability ``level`` (Šidák). A conclusion holds if they are the same everywhere.
"""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.errors import UserError
from tda_sim.measures.card_changes import POINTS, SMALLEST, drawn_values
from tda_sim.measures.cell_sums import sums_of
from tda_sim.measures.contrast import compared
from tda_sim.measures.pairs import deck_pairs, rule_pairs, whole_tables
from tda_sim.measures.ranking import Values, agreement
from tda_sim.measures.robustness import across_tables, contested, jointly
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import Study
from tda_sim.measures.table import ACROSS, DIFFERENCES, LEVELS, estimates, together, where_of
from tda_sim.stats.agreement import kendall_w
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Array = NDArray[np.float64]

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


def card_values(study: Study) -> pl.DataFrame:
    """Return the draw value of every card at each table of the study's decks, as printed and under house rules."""
    return estimates(
        where_of(cell)
        | POINTS
        | {"subject": card, "kind": LEVELS, "margin": SMALLEST, "estimate": values.estimate[k], "n": int(values.n[k])}
        | {"error": values.error[k], "df": int(values.blocks[k]) - 1}
        for cell in whole_tables(study).iter_rows(named=True)
        for values in [drawn_values(study, cell["cell"])]
        for k, card in enumerate(values.names)
    )


# --- the order of cards -----------------------------------------------------------------------------------

DECK = ("deck", "variant", "players")


def rank_correlations(study: Study) -> pl.DataFrame:
    """Return Spearman's correlation of the cards' draw values for each pair of a deck's tables.

    ``attainable`` is the highest that noise allows, ``corrected`` the correlation corrected for noise: see
    `stats.agreement.rank_agreement`.
    """
    rows = [
        dict(zip(DECK, key, strict=True)) | row
        for key, cells in whole_tables(study).group_by(DECK, maintain_order=True)
        for row in _correlations({row["table"]: drawn_values(study, row["cell"]) for row in cells.to_dicts()})
    ]
    return table_of(rows)


def concordance(cards: pl.DataFrame) -> pl.DataFrame:
    """Return Kendall's W of the cards' draw values over the tables of each deck: 1 if they all have the same order."""
    rows = []
    for key, deck in _by_deck(cards):
        tables, values = _values_by_table(deck)
        if len(tables) > 1 and values.shape[1] > 1:
            shape = {"tables": len(tables), "cards": values.shape[1]}
            rows.append(dict(zip(DECK, key, strict=True)) | shape | {"w": kendall_w(values.T)})
    return table_of(rows)


def _by_deck(cards: pl.DataFrame) -> Iterator[tuple[tuple[Any, ...], pl.DataFrame]]:
    if not cards.is_empty():
        yield from cards.rename({"rule": "variant"}).group_by(DECK, maintain_order=True)


def _values_by_table(deck: pl.DataFrame) -> tuple[list[str], Array]:
    """Return the tables of a deck, and the values (tables, cards) of the cards drawn at all of them."""
    tables = deck["table"].unique(maintain_order=True).to_list()
    wide = deck.pivot("table", index="subject", values="estimate")
    return tables, wide.drop_nulls().select(tables).to_numpy().T


def _correlations(values: dict[str, Values]) -> list[dict[str, Any]]:
    shared = set.intersection(*(set(each.names) for each in values.values()))
    cards = [card for card in next(iter(values.values())).names if card in shared]
    each = {table: of_table.in_order(cards) for table, of_table in values.items()}
    rows = []
    for one, two in combinations(each, 2) if cards else ():
        ranks = agreement(each[one], each[two])
        columns = {"spearman": ranks.observed, "attainable": ranks.ceiling, "corrected": ranks.corrected}
        rows.append({"one": one, "two": two} | columns | {"cards": len(cards)})
    return rows


def figures(tables: dict[str, pl.DataFrame]) -> "dict[str, Figure]":
    """Return the figure ``strategies_matter``: the effects at each table, for those that differ most between tables."""
    from tda_sim.rendering.difference_pictures import draw_effects  # importing matplotlib takes longer than the rest

    rows = tables["estimates"]
    at = rows.filter(pl.col("kind") != ACROSS)["table"].unique(maintain_order=True)
    return {"strategies_matter": draw_effects(contested(rows, MOST), at.to_list())}

"""The draw values of cards at every table of a study, and how far tables agree on the order of the cards."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import polars as pl

from tda_sim.measures.card_changes import POINTS, SMALLEST, drawn_values
from tda_sim.measures.pairs import whole_tables
from tda_sim.measures.ranking import Array, Values, agreement
from tda_sim.measures.rows import table_of
from tda_sim.measures.study import Study
from tda_sim.measures.table import LEVELS, estimates, where_of
from tda_sim.stats.agreement import kendall_w

DECK = ("deck", "variant", "players")


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

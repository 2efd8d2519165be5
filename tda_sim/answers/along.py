"""Numbers along the ladder: the same measure at tables of ever stronger players, and whether it has settled.

A number that still moves from the second strongest players to the strongest describes those players, and may move on
with better ones.
"""

from collections.abc import Callable

import polars as pl

from tda_sim.answers.cards_rows import Card, Cards
from tda_sim.answers.titles import strategy_title
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column
from tda_sim.documents.numbers import Estimate, places
from tda_sim.measures.study import SAME


def cards_along(cards: Cards) -> doc.Table:
    """Return every card's value and possible ranks at one table after another, the strongest players last."""
    cells = cards.tables["cells"].with_row_index("row").filter(pl.col("able") & (pl.col("kind") == SAME))
    order = cells.filter(deck=cards.here["deck"], players=cards.here["players"]).drop_nulls("strength").sort("strength")
    tables = [Cards(cards.tables, cards.order, row) for row in order["row"]]
    if len(tables) < 2:  # nothing to put side by side
        return doc.table("", [], [doc.text("card")])
    values = {each.player: {card.name: card for card in each.rows} for each in tables}
    (*_, weaker, stronger) = values.values()

    def at(table: str) -> Callable[[Card], doc.Cell]:
        def cell(card: Card) -> doc.Cell:
            there = values[table][card.name]
            return doc.number(there.main, places(1), with_sign=True, remark=f"({there.places})")

        return cell

    def moved(card: Card) -> str:
        return settling_of(weaker[card.name].main, stronger[card.name].main)

    return doc.table(
        "Every card, with stronger players to the right",
        tables[-1].rows,
        [
            doc.text("card", lambda card: card.title),
            *(Column(strategy_title(name), at(name), "Value in points, and ranks.", interval="") for name in values),
            doc.text("last step", moved, "Whether the intervals of the two strongest tables lie apart."),
        ],
        "In brackets: the ranks that a card may hold. ▲ ▼ the card rises or falls from the second strongest players to"
        " the strongest: their intervals, which hold for all cards at once, lie apart.",
    )


def settling_of(weaker: Estimate, stronger: Estimate) -> str:
    """Return a mark where two intervals lie apart."""
    if None in (weaker.low, weaker.high, stronger.low, stronger.high):
        return ""
    return "▲" if stronger.low > weaker.high else "▼" if stronger.high < weaker.low else ""  # type: ignore[operator]

"""Numbers along the ladder: at one table after another, the stronger who plays there the later, and what has settled.

A number that still moves from the second strongest players to the strongest says something about how people play, and
not yet about the deck.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from tda_sim.answers.cards_rows import Card, Cards
from tda_sim.answers.compare_rows import Comparison, Measure, by, shown_alike
from tda_sim.documents import model as doc
from tda_sim.documents.model import HALF, Column, Section
from tda_sim.documents.numbers import Estimate, places
from tda_sim.documents.words import agree, capital, listed, with_unit
from tda_sim.measures.study import SAME

MOST_NAMED = 3  # measures that move
SETTLED, MOVING = "same", ("more", "less")


@dataclass(frozen=True)
class Rung:
    """A table at which all play alike; ``strength``: 1 is as strong as who plays in most answers."""

    table: str
    strength: float


@dataclass(frozen=True)
class LastStep:
    """A metric where the strongest play, less what it is where the ``weaker`` ones do who come next."""

    deck: str
    table: str
    weaker: str
    metric: str
    title: str
    unit: str
    found: Estimate
    verdict: str
    margin: float

    @property
    def weight(self) -> float:
        """How many smallest differences that matter it amounts to."""
        return self.found.size / self.margin


def settled(told: Comparison) -> Iterator[str]:
    """Yield, for each deck, how many of its measures have settled with the strongest players, and which move."""
    for deck, steps in by(lambda row: row.deck, told.rows(LastStep, "settling")).items():
        moving = sorted((step for step in steps if step.verdict in MOVING), key=lambda step: -step.weight)
        most = listed([step.title for step in moving[:MOST_NAMED]])
        still = f"; {len(moving)} still {agree(len(moving), 'moves', 'move')}, above all {most}" if moving else ""
        held = sum(step.verdict == SETTLED for step in steps)
        first = steps[0]
        yield (
            f"{capital(deck)}: from {first.weaker} to {first.table}, the two strongest, {held} of {len(steps)} measures"
            f" stay the same within what matters{still}."
        )


def ladders(told: Comparison) -> Iterator[Section]:
    """Yield a section for each deck: its measures at the tables of ever stronger players."""
    steps = {(row.deck, row.metric): row for row in told.rows(LastStep, "settling")}
    measures = by(lambda row: row.deck, (row for row in told.measures if row.kind == SAME))
    for deck in dict.fromkeys(deck for deck, _ in steps):
        rows = by(lambda row: row.metric, measures[deck])
        rungs = rungs_of(measures[deck])
        yield Section(f"Along the ladder: {deck}", [_measures(rows.values(), rungs, steps)], folded=True)


def rungs_of(rows: Iterable[Measure]) -> list[Rung]:
    """Return the tables of known strength, the weakest players first."""
    found = {row.table: row.strength for row in rows if row.strength is not None and row.able}
    return sorted((Rung(*item) for item in found.items()), key=lambda rung: rung.strength)


def _measures(
    metrics: Iterable[Sequence[Measure]], rungs: Sequence[Rung], steps: dict[tuple[str, str], LastStep]
) -> doc.Table:
    def level(table: str) -> Callable[[Sequence[Measure]], doc.Cell]:
        return lambda rows: doc.number(next((row.found for row in rows if row.table == table), None), shown_alike(rows))

    def last_step(rows: Sequence[Measure]) -> doc.Cell:
        step = steps.get((rows[0].deck, rows[0].metric))
        return doc.Cell() if step is None else doc.number(step.found.judged(step.verdict), shown_alike(rows), True)

    return doc.table(
        "Every measure, the stronger who plays the further to the right",
        metrics,
        [
            doc.text("measure", lambda rows: with_unit(rows[0].title, rows[0].unit, rows[0].group)),
            *(Column(rung.table, level(rung.table), interval="") for rung in rungs),
            Column("last step", last_step, "The strongest players' number less that of the next.", interval=HALF),
        ],
        "= has settled: the last step is smaller than what would matter; ▲ ▼ still moves, ? cannot be told yet.",
        group=lambda rows: rows[0].group,
    )


def cards_along(told: Cards) -> doc.Table:
    """Return every card's value and places at one table after another, the strongest players last."""
    cells = told.tables["cells"].with_row_index("row").filter(pl.col("able") & (pl.col("kind") == SAME))
    order = cells.filter(deck=told.here["deck"], players=told.here["players"]).drop_nulls("strength").sort("strength")
    there = [Cards(told.tables, told.order, row) for row in order["row"]]
    if len(there) < 2:  # nothing to put side by side
        return doc.table("", [], [doc.text("card")])
    found = {each.player: {card.name: card for card in each.rows} for each in there}
    (*_, weaker, stronger) = found.values()

    def at(table: str) -> Callable[[Card], doc.Cell]:
        def cell(card: Card) -> doc.Cell:
            there = found[table][card.name]
            return doc.number(there.main, places(1), with_sign=True, remark=f"({there.places})")

        return cell

    def moved(card: Card) -> str:
        return settling_of(weaker[card.name].main, stronger[card.name].main)

    return doc.table(
        "Every card, the stronger who plays the further to the right",
        there[-1].rows,
        [
            doc.text("card", lambda card: card.title),
            *(Column(name, at(name), "Value in points, and places.", interval="") for name in found),
            doc.text("last step", moved, "Whether the intervals of the two strongest tables lie apart."),
        ],
        "In brackets the places that a card may hold. ▲ ▼ the card rises or falls from the second strongest players to"
        " the strongest: their intervals, which hold for all cards at once, lie apart.",
    )


def settling_of(weaker: Estimate, stronger: Estimate) -> str:
    """Return a mark where two intervals lie apart."""
    if None in (weaker.low, weaker.high, stronger.low, stronger.high):
        return ""
    return "▲" if stronger.low > weaker.high else "▼" if stronger.high < weaker.low else ""  # type: ignore[operator]

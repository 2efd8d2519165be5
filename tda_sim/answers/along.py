"""Numbers along the ladder: the same measure at tables of ever stronger players, and whether it has settled.

A number that still moves from the second strongest players to the strongest describes those players, and may move on
with better ones.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tda_sim.answers.compare_rows import Comparison, Measure, by, shown_alike
from tda_sim.answers.titles import strategy_title
from tda_sim.documents import model as doc
from tda_sim.documents.model import HALF, Column, Section
from tda_sim.documents.numbers import Estimate
from tda_sim.documents.words import listed, with_unit
from tda_sim.measures.study import SAME

MOST_NAMED = 3  # measures that still move
SETTLED, MOVING = "same", ("more", "less")


@dataclass(frozen=True)
class Rung:
    """A table at which every seat plays the same strategy; ``strength``: 1 is an even match for the reference."""

    table: str
    strength: float


@dataclass(frozen=True)
class LastStep:
    """A metric at the table of the strongest strategy, minus its value at that of the second strongest, ``weaker``."""

    deck: str
    table: str
    weaker: str
    metric: str
    title: str
    unit: str
    estimate: Estimate
    verdict: str
    margin: float

    @property
    def weight(self) -> float:
        """Its size, in units of the smallest difference that matters."""
        return self.estimate.size / self.margin


def settled(comparison: Comparison) -> Iterator[str]:
    """Yield, in one sentence, how many measures hold still from the second strongest players to the strongest."""
    steps = comparison.rows(LastStep, "settling")
    if not steps:
        return
    held = sum(step.verdict == SETTLED for step in steps)
    decks = len({step.deck for step in steps})
    moving = by(lambda step: step.title, (step for step in steps if step.verdict in MOVING))
    most = sorted(moving, key=lambda title: -max(step.weight for step in moving[title]))[:MOST_NAMED]
    still = f" What still moves most: {listed(most)}." if most else ""
    over = f" over the {decks} decks" if decks > 1 else ""
    weaker, stronger = strategy_title(steps[0].weaker), strategy_title(steps[0].table)
    yield (
        f"From {weaker} to {stronger}, the two strongest strategies here,"
        f" {held} of {len(steps)} measures{over} hold still.{still}"
    )


def ladders(comparison: Comparison) -> Iterator[Section]:
    """Yield a folded section for each deck: its measures at the tables of ever stronger players."""
    steps = {(row.deck, row.metric): row for row in comparison.rows(LastStep, "settling")}
    measures = by(lambda row: row.deck, (row for row in comparison.measures if row.kind == SAME))
    for deck in dict.fromkeys(deck for deck, _ in steps):
        rows = by(lambda row: row.metric, measures[deck])
        table = _measures(rows.values(), rungs_of(measures[deck]), steps)
        yield Section(f"From weak to strong players: {comparison.title(deck)}", [table], folded=True)


def rungs_of(rows: Iterable[Measure]) -> list[Rung]:
    """Return the tables of known strength, the weakest players first."""
    strengths = {row.table: row.strength for row in rows if row.strength is not None and row.able}
    return sorted((Rung(*item) for item in strengths.items()), key=lambda rung: rung.strength)


def _measures(
    metrics: Iterable[Sequence[Measure]], rungs: Sequence[Rung], steps: dict[tuple[str, str], LastStep]
) -> doc.Table:
    """Return a line for each metric, a column for each table, and the last step."""

    def level(table: str) -> Callable[[Sequence[Measure]], doc.Cell]:
        return lambda rows: doc.number(
            next((row.estimate for row in rows if row.table == table), None), shown_alike(rows)
        )

    def last_step(rows: Sequence[Measure]) -> doc.Cell:
        step = steps.get((rows[0].deck, rows[0].metric))
        return doc.Cell() if step is None else doc.number(step.estimate.judged(step.verdict), shown_alike(rows), True)

    return doc.table(
        "Every measure, with stronger players to the right",
        metrics,
        [
            doc.text("measure", lambda rows: with_unit(rows[0].title, rows[0].unit, rows[0].group)),
            *(Column(strategy_title(rung.table), level(rung.table), interval="") for rung in rungs),
            Column("last step", last_step, "The strongest players' number minus that of the next.", interval=HALF),
        ],
        "= settled: the last step is too small to matter; ▲ ▼ still moves; ? cannot tell yet.",
        group=lambda rows: rows[0].group,
    )

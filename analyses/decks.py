"""Decks side by side: how long, how close, how expensive, how fair, how much skill, and what differs.

Everything is measured at tables where all seats play one strategy. The first such table is the main one. The others
show how far a number depends on who plays, and whether a difference holds for other able players. Skill, and which
strategies win where, come from line-ups in which able strategies meet. Decks are compared with the first one. Among
many differences, some would stand out by chance. So a verdict other than "unclear" has to hold by itself and among all
others of its kind (Benjamini and Hochberg, at 1 - level). Only the primary question, which a study names beforehand,
stands by itself.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.measures.contrast import World, contrasts, judged, levels, metrics_of
from tda_sim.measures.metrics import PANEL, SKILL, TURNS, shown_in
from tda_sim.measures.robustness import across_tables, over_tables
from tda_sim.measures.skill import WIN_SHARE, who_wins
from tda_sim.measures.study import SAME, Study, primary
from tda_sim.measures.table import LEVELS, STEPS, estimates, labels, marked, together
from tda_sim.measures.worlds import alone, beside_first, courses, last_steps, main_cells, meetings
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THRIVING = 2.0  # points of win rate: the smallest difference between decks that matters for a strategy
COMPARABLE = (pl.col("seats") == SAME) | (pl.col("group") == SKILL)  # from table to table

Frames = dict[str, pl.DataFrame]


def analyse(study: Study, level: float = LEVEL, equal_gold: Mapping[str, Collection[str]] | None = None) -> Frames:
    """Return the tables of a comparison of decks; a deck with house rules counts as another deck.

    ``equal_gold``: the first deck as it was played with other starting gold, and the decks that have as much gold, by
    the labels of `measures.table`.

    - ``estimates``: a table of estimates (`measures.table`). Every metric of every deck at every table, with quantiles
      of the number of gambits; how it differs from the first deck, and whether that holds across tables. `main` marks
      the main table, and what is measured where strategies meet. At other tables verdicts stand by themselves. A `step`
      is the difference between the two strongest tables at which all play alike: a number has settled where its verdict
      is "same". What each place in the turn order wins (`measures.fairness`), and what strategies win where they meet,
      and how that differs (`measures.skill`);
    - ``equal_gold``: of the first deck with other gold, how it differs from the first deck; and how decks with as much
      gold differ from it. So each difference from the first deck is the sum of two: that of gold, and the rest;
    - ``survival``, ``gold``, ``curves``: how games go at the main table: how many are still going, what seats own after
      each gambit, and the chances of the favourite and of the eventual winner (`measures.curves`);
    - ``reliability``, ``models``: how good the chances behind drama are (`measures.chances`).

    Raises UserError for a study without games to compare.
    """
    cells = main_cells(study)
    metrics = metrics_of(study, cells["players"][0])
    alike = [alone(study, cell, metrics, level) for cell in cells.filter(kind=SAME).to_dicts()]
    every = [*alike, *meetings(study, cells)]
    twins = equal_gold or {}
    worlds, alike = ([each for each in some if each.label not in twins] for some in (every, alike))
    differences = contrasts(beside_first(worlds), metrics, level, zeros=False)
    differences = judged(differences, pl.when("main").then("players"), primary(study), level)
    found = [
        _from_zero(levels(worlds, metrics, level)),
        estimates(row for each in worlds for row in each.more),
        differences,
        across_tables(differences.filter(COMPARABLE), level),
        contrasts(last_steps(alike), metrics, level, STEPS, zeros=False),
        *_who_wins(worlds, level),
    ]
    equal = [_at_equal_gold(study, every, twin, decks, level) for twin, decks in twins.items()]
    tables = {"estimates": over_tables(together(found), study.clock), **courses(alike)}
    return tables | ({"equal_gold": over_tables(together(equal), study.clock)} if equal else {})


def _at_equal_gold(
    study: Study, worlds: Sequence[World], twin: str, decks: Collection[str], level: float
) -> pl.DataFrame:
    """Return how the first deck changes with other gold, and how decks with as much gold differ from that."""
    alike = [world for world in worlds if world.label == twin]
    first = [world for world in worlds if world.label == worlds[0].label]
    others = [world for world in worlds if world.label in decks]
    metrics = metrics_of(study, worlds[0].where["players"])
    pairs = [*beside_first([*first, *alike]), *beside_first([*alike, *others])]
    differences = judged(contrasts(pairs, metrics, level, zeros=False), pl.when("main").then("players"), "", level)
    known = _from_zero(levels([*first, *alike, *others], metrics, level))
    return together([known, differences, across_tables(differences.filter(COMPARABLE), level)])


def _who_wins(worlds: Sequence[World], level: float) -> Iterator[pl.DataFrame]:
    """Yield the win rates of the strategies that meet, for each pool of line-ups."""
    meeting = [({**each.where, "main": True}, each.shares) for each in worlds if each.shares]
    for table in dict.fromkeys(where["table"] for where, _ in meeting):
        yield who_wins([(where, shares) for where, shares in meeting if where["table"] == table], THRIVING, level)


def _from_zero(rows: pl.DataFrame) -> pl.DataFrame:
    """Return levels with intervals that stop at zero where nothing can be negative."""
    beyond = (pl.col("low") < 0) & (pl.col("group") != TURNS)
    return rows.with_columns(low=pl.when(beyond).then(0.0).otherwise("low"))


def figures(tables: Frames) -> "dict[str, Figure]":
    """Return the figures of a comparison, by name, if there are data for them.

    ``decks``: a panel for each of the main metrics; ``thrive`` and ``strategies``: win rates by deck, as points with
    intervals and as a heat map; ``survival``, ``gold`` and ``drama``: how games go.
    """
    from tda_sim.rendering import course_pictures, deck_pictures  # rarely needed, and slow to import

    every = tables["estimates"]
    rows = marked(every.filter(kind=LEVELS), every, mark="verdict", matters="margin").with_columns(deck=labels())
    shares = rows.filter(measure=WIN_SHARE["measure"])
    panels = [each.name for each in shown_in(PANEL)]
    drawn: dict[str, Figure] = {"decks": deck_pictures.draw_measures(rows.filter("main", subject=""), panels)}
    if shares.height:
        drawn |= {"thrive": deck_pictures.draw_shares(shares), "strategies": deck_pictures.draw_shares_map(shares)}
    for name, (table, draw) in course_pictures.DRAWN.items():
        if tables[table].height:
            drawn[name] = draw(tables[table].with_columns(deck=labels()))
    return drawn

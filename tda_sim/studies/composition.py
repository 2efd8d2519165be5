"""Decks by chance: what their parts do to each measure, each by itself and two together. See `measures.composition`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from tda_sim.measures.card_sums import printed
from tda_sim.measures.composition import ADDED, EFFECTS, ONE_MORE, PAIRS, Fit, Sums, fit, pairs, sums
from tda_sim.measures.composition_presence import PRESENCE
from tda_sim.measures.discoveries import BESIDE, discoveries
from tda_sim.measures.drawn import Drawn, drawn
from tda_sim.measures.metrics import Metric
from tda_sim.measures.outcomes import outcomes_of
from tda_sim.measures.ranking import Cell, Named, Tables, Values, estimated, judged, ranking_and_others
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.composition_presence import presence_rows
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.results import StudyResults

LEVEL_OF = "level"  # the group of the measures themselves


@dataclass(frozen=True)
class Parts:
    """The parts of a deck: what games draw, titles of parts and cards by name, and, by measure, what fits a table.

    ``metrics``: of the table's measures; ``fits``: the least squares of each.
    """

    found: Drawn
    titles: Mapping[str, str]
    sums: Sums
    metrics: Sequence[Metric]
    fits: Mapping[str, Fit]


def parts_of(study: StudyResults, cell: str, found: Drawn) -> Parts:
    """Return what the games of a cell show of the parts that they draw."""
    every = sums(study, cell, found)
    metrics = [metric for metric in outcomes_of(study, cell) if metric.name in every.levels]
    cards = dict(printed(study, cell).select(pl.col("card").cast(pl.String), "title").iter_rows())
    titles = {part: part.replace("-", " ").capitalize() for part in found.parts} | cards
    return Parts(found, titles, every, metrics, {name: fit(found, every, name) for name in every.outcomes})


def estimate(plan: StudyPlan, study: StudyResults, level: float = LEVEL) -> tuple[Tables, Parts]:
    """Return the table of estimates, and the parts at the main table, which is the first.

    Groups: `EFFECTS` of parts, `ADDED`, `ONE_MORE`, `LEVEL_OF`, and at the main table `PAIRS` and `PRESENCE`.
    """
    first = study.cells["cell"][0]
    found = drawn(study, first)
    main = parts_of(study, first, found)

    def of_cell(row: Cell) -> tuple[Mapping[str, Values], list[Named]]:
        is_main = row["cell"] == first
        parts = main if is_main else parts_of(study, row["cell"], found)
        together = pairs(study, first, found, parts.sums) if is_main else {}
        named = [*_groups(parts, together, int(row["games"]), level)]
        if is_main:
            named.append((PRESENCE, presence_rows(plan, study, found, level)))
        return {name: fitted.against_others() for name, fitted in parts.fits.items()}, named

    return ranking_and_others(study.cells, of_cell, level), main


def _groups(parts: Parts, together: Mapping[str, Values], games: int, level: float) -> Iterator[Named]:
    """Yield all groups of estimates of a table; ``together``: what pairs of parts do, by measure."""
    levels = parts.sums.levels
    for metric in parts.metrics:
        name, fitted, title = metric.name, parts.fits[metric.name], pl.lit(metric.title).alias("title")
        for group, values in (
            (EFFECTS, fitted.against_others()),
            (ADDED, fitted.added()),
            (ONE_MORE, fitted.one_more()),
        ):
            if values.names:
                rows = estimated(values, name, metric.gap_unit, level)
                yield group, judged(rows, metric.smallest.of(levels[name]), games).with_columns(title)
        if name in together:
            kinds = _kinds(parts.found, together[name].names)
            yield PAIRS, discoveries(together[name], name, metric.gap_unit, kinds, level).with_columns(title)
    shown = [(metric.name, metric.unit, levels[metric.name], "", games) for metric in parts.metrics]
    yield LEVEL_OF, pl.DataFrame(shown, ["measure", "unit", "estimate", "subject", "n"], orient="row")


def _kinds(found: Drawn, names: Sequence[str]) -> list[str]:
    """Return which kinds of parts stand beside each other in a pair."""
    kinds = {part: lot.kind for lot in found.lots for part in lot.parts}
    return [" ".join(sorted(kinds.get(name, "") for name in both.split(BESIDE))) for both in names]

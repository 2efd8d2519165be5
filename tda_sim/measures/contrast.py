"""How worlds differ: what is measured in the cells of a study, and the differences, as a table of estimates.

Worlds that play the same shuffles share luck, which cancels out of their differences: intervals of paired cells are
narrower by as much as blocks of games of the same number agree. The gain is measured (`table.COLUMNS`:
`variance_ratio`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from tda_sim.measures.cell_sums import CellSums
from tda_sim.measures.compare import Measured, difference_of, measured
from tda_sim.measures.fairness import GAMBIT, turn_metrics
from tda_sim.measures.metrics import DRAMA_METRICS, LEAD, METRICS, SKILL_METRICS, Metric, with_smallest
from tda_sim.measures.pairs import Pair, as_one
from tda_sim.measures.skill import LineUp, Shares, skill_of
from tda_sim.measures.study import Study
from tda_sim.measures.table import DIFFERENCES, LEVELS, Row, estimates, label, together
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.stats.intervals import LEVEL

Metrics = Mapping[str, Metric]
Values = Mapping[str, Measured]


@dataclass(frozen=True)
class World:
    """A cell, or several line-ups together: its columns `table.WHERE`, and what was measured there, by metric.

    ``more``: further estimates. ``course``: how its games go, by table. ``shares``: win rates of those who meet there.
    """

    where: Row
    values: Values
    more: Sequence[Row] = ()
    course: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    shares: Shares | None = None

    @property
    def label(self) -> str:
        """What it is called as a reference."""
        return label(self.where["deck"], self.where["rule"])

    def level(self, level: float) -> float:
        """Return the level of each interval at which it holds at all looks at the games, see `studies.stages`."""
        return float(level ** (1 / (self.where.get("looks") or 1)))


@dataclass(frozen=True)
class Pairing:
    """Two worlds to compare; ``reference``: what the first is called, if not by its label.

    ``paired``: whether blocks of the same number played the same shuffles.
    """

    before: World
    after: World
    paired: bool = True
    reference: str = ""


def metrics_of(study: Study, players: int) -> dict[str, Metric]:
    """Return all metrics by name, in the order in which they are shown, with the margins of a study."""
    turns = [*turn_metrics(players), *turn_metrics(players, GAMBIT)]
    every = [*METRICS.values(), *turns, *DRAMA_METRICS.values(), *SKILL_METRICS.values()]
    return {metric.name: metric for metric in with_smallest(every, study.smallest)}


def values(sums: pl.DataFrame | None, metrics: Iterable[Metric]) -> dict[str, Measured]:
    """Return metrics of block sums, by name; none if there are no sums."""
    return {} if sums is None or sums.is_empty() else {each.name: measured(sums, each) for each in metrics}


def values_of(sums: CellSums, metrics: Metrics) -> dict[str, Measured]:
    """Return all that is measured in a cell, by metric.

    Where several games are played in a row, drama, the lead and comebacks are left out, as they depend on the gold of
    the current game.
    """
    rest = [each for name, each in metrics.items() if name not in DRAMA_METRICS and name not in SKILL_METRICS]
    of_gambits = [each for each in rest if each.bottom not in sums.games.columns]
    of_games = [each for each in rest if each not in of_gambits and not (sums.series and each.group == LEAD)]
    return {
        **values(sums.games, of_games),
        **values(sums.gambits, of_gambits),
        **values(sums.recorded, [metrics[name] for name in DRAMA_METRICS]),
    }


def pairings(pairs: Iterable[Pair], sums: Mapping[str, CellSums], metrics: Metrics) -> list[Pairing]:
    """Return pairs of cells with all that is measured in them; ``sums``: `cell_sums.sums_of` them."""
    every = list(pairs)
    known = {cell: values_of(sums[cell], metrics) for pair in every for cell in pair.cells}
    return [pairing(pair, known[pair.printed], known[pair.changed]) for pair in every]


def pairing(pair: Pair, before: Values, after: Values) -> Pairing:
    """Return a pair of cells with what was measured in them."""
    return Pairing(World(pair.where(False), before), World(pair.where(), after), pair.paired)


def compared(
    study: Study,
    pairs: Sequence[Pair],
    sums: Mapping[str, CellSums],
    pools: Sequence[Sequence[Pair]] = (),
    level: float = LEVEL,
) -> pl.DataFrame:
    """Return all that is measured in pairs of cells, in both, and the differences; skill in ``pools`` of line-ups.

    Each interval and each verdict stands by itself; ``sums``: `cell_sums.sums_of` the pairs.
    """
    found = []
    for players in dict.fromkeys(pair.players for pair in pairs):
        metrics = metrics_of(study, players)
        both = pairings([pair for pair in pairs if pair.players == players], sums, metrics)
        for pool in pools:
            before, after = map(skill_of, line_ups_at(pool, sums))
            both.append(pairing(as_one(pool), before, after))
        worlds = (world for each in both for world in (each.before, each.after))
        found += [levels(worlds, metrics, level), contrasts(both, metrics, level)]
    return together(found)


def line_ups_at(pairs: Sequence[Pair], sums: Mapping[str, CellSums]) -> tuple[list[LineUp], list[LineUp]]:
    """Return the line-ups of pairs, as printed and under the rule."""
    each = [(sums[pair.printed].line_up, sums[pair.changed].line_up) for pair in pairs]
    both = [(printed, changed) for printed, changed in each if printed is not None and changed is not None]
    return [printed for printed, _ in both], [changed for _, changed in both]


def about(metric: Metric) -> dict[str, Any]:
    """Return the columns that name a metric of the game itself."""
    named = {"measure": metric.name, "group": metric.group, "title": metric.title, "unit": metric.unit}
    return {"subject": ""} | named


def levels(worlds: Iterable[World], metrics: Metrics, level: float = LEVEL) -> pl.DataFrame:
    """Return a row for everything that was measured in some worlds, each interval by itself."""
    return estimates(
        {**world.where, **about(metrics[name]), "kind": LEVELS, **value.row(world.level(level))}
        for world in worlds
        for name, value in world.values.items()
    )


def contrasts(
    pairings: Iterable[Pairing], metrics: Metrics, level: float = LEVEL, kind: str = DIFFERENCES, zeros: bool = True
) -> pl.DataFrame:
    """Return a row for every measure of two worlds: the second minus the first, each with its own verdict.

    Differences without a number are left out, and without ``zeros`` those of measures that are zero in both worlds.
    """
    rows = (
        {**each.after.where, "kind": kind, "reference": each.reference or each.before.label}
        | contrast(metrics[name], before, each.after.values[name], each.after.level(level), each.paired)
        for each in pairings
        for name, before in each.before.values.items()
        if name in each.after.values and (zeros or before.estimate or each.after.values[name].estimate)
    )
    return estimates(row for row in rows if row["estimate"] is not None)


def contrast(
    metric: Metric, before: Measured, after: Measured, level: float = LEVEL, paired: bool = True
) -> dict[str, Any]:
    """Return how a measure differs between two worlds, as columns."""
    return about(metric) | difference_of(before, after, metric.smallest.of(before.estimate), level, paired)


def judged(rows: pl.DataFrame, family: pl.Expr, primary: str = "", level: float = LEVEL) -> pl.DataFrame:
    """Return differences with verdicts that allow for all of a ``family``; without a family they keep their own.

    The verdict on the measure ``primary``, which the study asked about beforehand, stands by itself; for the others see
    `verdicts.joint_verdicts`.
    """
    asked = (pl.col("measure") == primary) & pl.col("family").is_not_null()
    marked = rows.with_columns(family=family).with_columns(primary=asked).with_row_index("row")
    parts = marked.partition_by("family", maintain_order=True, include_key=False, as_dict=True)
    known = [part if family is None else _judged(part, _at_all_looks(part, level)) for (family,), part in parts.items()]
    return pl.concat([marked.head(0).drop("family"), *known]).sort("row").drop("row")


def _at_all_looks(part: pl.DataFrame, level: float) -> float:
    return float(level ** (1 / (part["looks"].max() or 1)))  # type: ignore[operator]


def _judged(part: pl.DataFrame, level: float) -> pl.DataFrame:
    found = joint_verdicts(part.to_dicts(), level)
    verdicts = pl.DataFrame(found, schema={"verdict": pl.String, "games_needed": pl.Int64})
    return part.with_columns(verdicts["verdict"], verdicts["games_needed"])

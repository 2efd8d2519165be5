"""Worlds by themselves: what is measured in each cell of a study, and over line-ups together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums
from tda_sim.measures.chances import has_trails
from tda_sim.measures.contrast import Metrics, Pairing, World, about, values
from tda_sim.measures.curves import gold_rows, survival_rows
from tda_sim.measures.drama import drama
from tda_sim.measures.fairness import GAMBIT, gambit_sums, turn_rows
from tda_sim.measures.metrics import DRAMA_METRICS, METRICS
from tda_sim.measures.pairs import pooled, skill_pools, strategy_pools, whole_tables
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import line_up_of, skill_of, win_shares
from tda_sim.measures.study import Study
from tda_sim.measures.table import LEVELS, Row, where_of
from tda_sim.stats.intervals import LEVEL, quantile

QUANTILES = {  # of the length of games
    0.05: "gambits in the shortest 1 in 20 games",
    0.5: "gambits in the median game",
    0.95: "gambits in 19 of 20 games, at most",
    0.99: "gambits in 99 of 100 games, at most",
}
COURSES = ("survival", "gold", "curves", "reliability", "models")  # tables of rows per cell


def main_cells(study: Study) -> pl.DataFrame:
    """Return the cells that play the whole deck, with whether each is at the `main` table of its kind.

    Raises UserError if they have no games.
    """
    usual = whole_tables(study).filter(pl.col("games") > 0)
    if usual.is_empty():
        raise UserError.of("there are no games to compare decks by", hint="run the study first")
    return usual.with_columns(main=pl.col("table") == pl.col("table").first().over("players", "kind"))


def alone(study: Study, cell: Row, metrics: Metrics, level: float = LEVEL) -> World:
    """Return a cell where all seats play alike, with how its games go; ``cell``: a row of `main_cells`."""
    name, players, where = cell["cell"], cell["players"], where_of(cell, cell["main"])
    level = World(where, {}).level(level)
    sums, gambits = block_sums(study, name), gambit_sums(study, name)
    turns = turn_rows(sums, players, level=level)
    turns += turn_rows(gambits, players, GAMBIT, level) if gambits.height else []
    counts = study.read(name, "games").group_by("gambits").agg(pl.len()).sort("gambits")
    lengths, times = (each.to_numpy() for each in counts.collect(engine="streaming"))
    quantiles = (_quantile(q, title) | asdict(quantile(lengths, times, q, level)) for q, title in QUANTILES.items())
    known = values(sums, [metrics[each] for each in METRICS])
    course = {"survival": survival_rows(lengths, times, level)} if cell["main"] else {}
    if has_trails(study, name):
        found = drama(study, name, level)
        known |= values(found.sums, [metrics[each] for each in DRAMA_METRICS])
        course |= {"reliability": found.reliability.to_dicts(), "models": [found.scores]}
        if cell["main"]:
            course |= {"gold": gold_rows(study, name, players, level), "curves": found.curves}
    return World(where, known, [where | row for row in (*turns, *quantiles)], course)


def _quantile(q: float, title: str) -> dict[str, Any]:
    return about(METRICS["gambits"]) | {"measure": f"gambits_q{100 * q:02.0f}", "title": title, "kind": LEVELS}


def meetings(study: Study, cells: pl.DataFrame) -> Iterator[World]:
    """Yield skill and win rates of strategies in each pool of line-ups of each deck; the first one is `main`."""
    for there in cells.partition_by("deck", "variant", "players", maintain_order=True):
        skilled, showing = skill_pools(there), strategy_pools(there)
        for pool in [*skilled, *(each for each in showing if each not in skilled)]:
            rows = there.filter(pl.col("table").is_in(pool)).to_dicts()
            line_ups = [line_up_of(study, row) for row in rows]
            where = where_of(rows[0], pool == skilled[0]) | {"table": pooled(pool)}
            measured = skill_of(line_ups) if pool in skilled else {}
            yield World(where, measured, shares=win_shares(line_ups) if pool in showing else None)


def courses(worlds: Iterable[World]) -> dict[str, pl.DataFrame]:
    """Return how games go, by name of the table (`COURSES`)."""
    every = list(worlds)
    return {
        name: table_of({**each.where, **row} for each in every for row in each.course.get(name, [])) for name in COURSES
    }


# --- beside each other ------------------------------------------------------------------------------------


def beside_first(worlds: Sequence[World]) -> list[Pairing]:
    """Return every world beside the one of the first deck, or deck under rules, at the same table."""
    firsts = {_place(each): each for each in worlds if each.label == worlds[0].label}
    others = [each for each in worlds if each.label != worlds[0].label and _place(each) in firsts]
    return [Pairing(firsts[_place(each)], each) for each in others]


def _place(world: World) -> tuple[int, str]:
    return world.where["players"], world.where["table"]


def last_steps(worlds: Iterable[World]) -> Iterator[Pairing]:
    """Yield the two strongest tables of each deck at which all play alike, the weaker one as reference."""
    rungs: dict[tuple[str, int], list[World]] = {}
    for each in worlds:
        if each.where["able"] and each.where["strength"] is not None:
            rungs.setdefault((each.label, each.where["players"]), []).append(each)
    for there in rungs.values():
        for weaker, stronger in list(pairwise(sorted(there, key=lambda each: each.where["strength"])))[-1:]:
            yield Pairing(weaker, stronger, reference=weaker.where["table"])

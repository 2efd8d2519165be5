"""Decks side by side: how long, how close, how expensive, how fair, how much skill, and what differs.

Everything is measured at tables where all seats play one strategy. The first such table is the main one. The others
show how far a number depends on who plays, and whether a difference holds for other able players. Skill, and which
strategies win where, come from line-ups in which able strategies meet. Decks are compared with the first one. Among
many differences, some would stand out by chance. So a verdict other than "unclear" has to hold by itself and among all
others of its kind (Benjamini and Hochberg, at 1 - level). Only the primary question, which a study names beforehand,
stands by itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_sums, strategy_sums
from tda_sim.measures.chances import has_trails
from tda_sim.measures.contrast import (
    Metrics,
    Pairing,
    World,
    about,
    contrasts,
    judged,
    levels,
    metrics_of,
    skill_of,
    values,
)
from tda_sim.measures.curves import gold_rows, survival_rows
from tda_sim.measures.drama import drama
from tda_sim.measures.fairness import GAMBIT, gambit_sums, turn_rows
from tda_sim.measures.metrics import DRAMA_METRICS, METRICS, PERCENT, SKILL, SKILL_SHARE, TURNS
from tda_sim.measures.pairs import whole_tables
from tda_sim.measures.robustness import across_tables, over_tables
from tda_sim.measures.rows import table_of
from tda_sim.measures.skill import WIN_SHARE, LineUp, Shares, change_rows, share_rows, win_shares
from tda_sim.measures.study import LINE_UPS, MIXED, SAME, Study, primary
from tda_sim.measures.table import DIFFERENCES, LEVELS, STEPS, Row, estimates, together, where_of
from tda_sim.stats.intervals import LEVEL, quantile

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUANTILES = {  # of the length of games
    0.05: "gambits in the shortest 1 in 20 games",
    0.5: "gambits in the median game",
    0.95: "gambits in 19 of 20 games, at most",
    0.99: "gambits in 99 of 100 games, at most",
}
COURSE = ("survival", "gold", "curves", "reliability", "models")  # tables of rows per cell
SKILL_CAP = "skill_cap"
THRIVING = 2.0  # points of win rate: the smallest difference between decks that matters for a strategy

Frames = dict[str, pl.DataFrame]


@dataclass
class Cell:
    """What was measured in a cell, or in several line-ups together."""

    world: World
    rows: list[dict[str, Any]] = field(default_factory=list)  # further estimates
    course: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # how its games go, by table
    line_up: LineUp | None = None  # where able strategies meet
    shares: Shares | None = None  # of all line-ups together

    @property
    def games(self) -> int:
        """Games of its line-up."""
        return self.line_up.games if self.line_up else 0


def analyse(study: Study, level: float = LEVEL) -> Frames:
    """Return the tables of a comparison of decks; a deck with house rules counts as another deck.

    - ``estimates``: a table of estimates (`measures.table`). Every metric of every deck at every table, with quantiles
      of the number of gambits; how it differs from the first deck, and whether that holds across tables. `main` marks
      the main table, and what is measured over all line-ups. At other tables verdicts stand by themselves. A `step` is
      the difference between the two strongest tables at which all play alike: a number has settled where its verdict
      is "same". What each place in the turn order wins (`measures.fairness`), win rates of strategies over all line-ups
      and how they differ (`measures.skill`), and the largest share of the result that strategies could explain;
    - ``survival``, ``gold``, ``curves``: how games go at the main table: how many are still going, what seats own after
      each gambit, and the chances of the favourite and of the eventual winner (`measures.curves`);
    - ``reliability``, ``models``: how good the chances behind drama are (`measures.chances`).

    Raises UserError for a study without games to compare.
    """
    cells = _usual_cells(study)
    metrics = metrics_of(study, int(cells[0]["players"]))
    alone = [_alone(study, cell, metrics, level) for cell in cells if cell["kind"] == SAME]
    line_ups = [_line_up(study, cell) for cell in cells if cell["kind"] == MIXED and cell["able"]]
    every = [*alone, *_meetings(line_ups)]
    found = [
        _levels([each.world for each in every], metrics, level),
        estimates(row for each in [*alone, *line_ups] for row in each.rows),
        *_differences([each.world for each in every], metrics, primary(study), level),
        contrasts(last_steps([each.world for each in alone]), metrics, level, STEPS, zeros=False),
        *_thriving(every, level),
    ]
    return {
        "estimates": over_tables(together(found)),
        **{name: table_of(row for each in alone for row in each.course.get(name, [])) for name in COURSE},
    }


def figures(tables: Frames) -> "dict[str, Figure]":
    """Return the figures of a comparison, by name, if there are data for them.

    ``decks``: a panel for each of the main metrics; ``thrive`` and ``strategies``: win rates by deck, as points with
    intervals and as a heat map; ``survival``, ``gold`` and ``drama``: how games go.
    """
    from . import going, panels, thriving  # rarely needed, and slow to import

    found = panels.by_label(tables["estimates"])
    drawn: dict[str, Figure] = {"decks": panels.draw(found)}
    if found.filter(measure=WIN_SHARE["measure"]).height:
        drawn |= {"thrive": thriving.draw_points(found), "strategies": thriving.draw_heat(found)}
    curves = {"survival": "survival", "gold": "gold", "drama": "curves"}
    rows = {name: panels.by_label(tables[table]) for name, table in curves.items() if tables[table].height}
    return drawn | {name: going.DRAWN[name](table) for name, table in rows.items()}


# --- cells ------------------------------------------------------------------------------------------------


def _usual_cells(study: Study) -> list[dict[str, Any]]:
    """Return the cells to compare, with whether they are `main`."""
    usual = whole_tables(study).filter(pl.col("games") > 0)
    if usual.is_empty():
        raise UserError.of("there are no games to compare decks by", hint="run the study first")
    first = usual.group_by("players", "kind", maintain_order=True).agg(pl.col("table").first().alias("first"))
    with_first = usual.join(first, on=["players", "kind"], maintain_order="left")
    return with_first.with_columns(main=pl.col("table") == pl.col("first")).to_dicts()


def _alone(study: Study, cell: Row, metrics: Metrics, level: float) -> Cell:
    """Measure a cell where all seats play alike."""
    name, where, sums = cell["cell"], where_of(cell, cell["main"]), block_sums(study, cell["cell"])
    here = Cell(World(where, values(sums, [metrics[each] for each in METRICS])))
    turns = turn_rows(sums, cell["players"], level=level)
    if (gambits := gambit_sums(study, name)).height:
        turns += turn_rows(gambits, cell["players"], GAMBIT, level)
    here.rows = [where | row for row in (*map(_turn, turns), *_lengths(here, study, name, level))]
    if has_trails(study, name):
        _add_drama(here, study, name, metrics, level)
    return here


def _turn(row: Row) -> dict[str, Any]:
    """Return what a place in the turn order wins as a row of the table."""
    numbers = {name: row[name] for name in ("estimate", "low", "high", "n", "margin", "verdict")}
    title = f"win rate by turn order, of {row['what']}s"
    named = {"subject": row["title"], "measure": f"turn_{row['what']}", "group": TURNS, "title": title, "unit": "%"}
    return named | {"kind": LEVELS} | numbers


def _lengths(here: Cell, study: Study, cell: str, level: float) -> Iterator[dict[str, Any]]:
    """Yield quantiles of the number of gambits; add how many games are still going after each."""
    counts = study.read(cell, "games").group_by("gambits").agg(pl.len()).sort("gambits")
    gambits, times = (each.to_numpy() for each in counts.collect(engine="streaming"))
    if here.world.where["main"]:
        _add(here, "survival", survival_rows(gambits, times, level))
    for q, title in QUANTILES.items():
        named = about(METRICS["gambits"]) | {"measure": f"gambits_q{100 * q:02.0f}", "title": title, "kind": LEVELS}
        yield named | asdict(quantile(gambits, times, q, level))


def _add_drama(here: Cell, study: Study, cell: str, metrics: Metrics, level: float) -> None:
    result = drama(study, cell, level)
    known = {**here.world.values, **values(result.sums, [metrics[name] for name in DRAMA_METRICS])}
    here.world = replace(here.world, values=known)
    _add(here, "reliability", result.reliability.to_dicts())
    _add(here, "models", [result.scores])
    if here.world.where["main"]:
        _add(here, "gold", gold_rows(study, cell, here.world.where["players"], level))
        _add(here, "curves", result.curves)


def _add(here: Cell, table: str, rows: Iterable[Row]) -> None:
    here.course[table] = [{**here.world.where, **row} for row in rows]


def _line_up(study: Study, cell: Row) -> Cell:
    """Return a table where able strategies meet, with the largest share of the result that they could explain."""
    line_up = LineUp(strategy_sums(study, cell["cell"]), cell["games"], cell["strategies"][0])
    where = where_of(cell, cell["main"])
    cap = about(SKILL_SHARE) | {"measure": SKILL_CAP, "title": "the most that strategies could explain", "kind": LEVELS}
    row = {**where, **cap, "estimate": PERCENT * line_up.cap, "n": cell["games"]}
    return Cell(World(where, {}), [row], line_up=line_up)


def _meetings(line_ups: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the measurements of line-ups: for each deck over the usual ones together, and over others one by one."""
    worlds: dict[tuple[str, int], list[Cell]] = {}
    for each in line_ups:
        worlds.setdefault((each.world.label, each.world.where["players"]), []).append(each)
    for there in worlds.values():
        most = max(each.games for each in there)
        usual = [each for each in there if each.games == most]  # where somebody plays ahead there are fewer games
        for met in [usual, *([each] for each in there if each.games < most)]:
            yield _meeting(met, main=met is usual)


def _meeting(met: Sequence[Cell], main: bool) -> Cell:
    where, line_ups = met[0].world.where, [each.line_up for each in met if each.line_up is not None]
    name = where["table"] if len(met) == 1 else LINE_UPS
    return Cell(World({**where, "table": name, "main": main}, skill_of(line_ups)), shares=win_shares(line_ups))


# --- estimates --------------------------------------------------------------------------------------------


def _levels(worlds: Iterable[World], metrics: Metrics, level: float) -> pl.DataFrame:
    """Return the levels; intervals of what cannot be negative stop at zero."""
    beyond = (pl.col("low") < 0) & ~pl.col("group").is_in([TURNS, SKILL])
    return levels(worlds, metrics, level).with_columns(low=pl.when(beyond).then(0.0).otherwise("low"))


def _differences(
    worlds: Sequence[World], metrics: Metrics, first: str, level: float
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return all differences from the first deck, and whether they hold across tables.

    Verdicts at main tables are joint for each number of players.
    """
    firsts = {_place(each): each for each in worlds if each.label == worlds[0].label}
    others = [each for each in worlds if each.label != worlds[0].label and _place(each) in firsts]
    rows = contrasts([Pairing(firsts[_place(each)], each) for each in others], metrics, level, zeros=False)
    rows = judged(rows, pl.when("main").then("players"), first, level)
    return rows, across_tables(rows.filter(seats=SAME), level)


def _place(world: World) -> tuple[int, str]:
    return world.where["players"], world.where["table"]


def last_steps(worlds: Sequence[World]) -> Iterator[Pairing]:
    """Yield the two strongest tables of each deck at which all play alike, the weaker one as reference."""
    rungs: dict[tuple[str, int], list[World]] = {}
    for each in worlds:
        if each.where["able"] and each.where["strength"] is not None:
            rungs.setdefault((each.label, each.where["players"]), []).append(each)
    for there in rungs.values():
        for weaker, stronger in list(pairwise(sorted(there, key=lambda each: each.where["strength"])))[-1:]:
            yield Pairing(weaker, stronger, reference=weaker.where["table"])


def _thriving(every: Iterable[Cell], level: float) -> Iterator[pl.DataFrame]:
    """Yield win rates of strategies and how they differ from the first deck, for each number of players."""
    mixed = [each for each in every if each.shares is not None and each.world.where["main"]]
    for players in dict.fromkeys(each.world.where["players"] for each in mixed):
        there = {each.world.label: each for each in mixed if each.world.where["players"] == players}
        shares = {deck: each.shares for deck, each in there.items() if each.shares}
        yield _shares(share_rows(shares, level), there, {"kind": LEVELS})
        if len(shares) > 1:
            compared = {"kind": DIFFERENCES, "reference": next(iter(shares))}
            yield _shares(change_rows(shares, THRIVING, level), there, compared)


def _shares(rows: pl.DataFrame, there: Mapping[str, Cell], what: Row) -> pl.DataFrame:
    """Return win rates by deck and strategy as a table of estimates."""
    return estimates(
        {**row, **there[row["deck"]].world.where, **WIN_SHARE, **what}
        for row in rows.rename({"strategy": "subject"}).to_dicts()
    )

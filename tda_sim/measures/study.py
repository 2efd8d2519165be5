"""What an analysis gets: the results of a study, identified by their columns only."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import polars as pl

from tda_sim.errors import Problem, UserError, brief, suggest
from tda_sim.measures.clock import Clock
from tda_sim.measures.margins import Margin, Written
from tda_sim.measures.metrics import EVERY, METRICS, PRIMARY, Metric, with_smallest

SAME, MIXED, AGAINST = "same", "mixed", "against"  # kinds of tables
AT_ONCE, PIECE = 250_000, 25_000  # rows that are read, and worked on, at a time: finding a place in a table takes time
WHERE = ("deck", "variant", "players", "table")
LINE_UPS = "all line-ups"  # stands for the table of what is measured over several line-ups together


class Study(Protocol):
    """The results of a study: its cells, and the tables of each.

    ``cells`` has one row per cell, in the study's order: `cell` (a readable name, unique), `deck`, `variant` (house
    rules joined by "+", empty for the deck as printed), `players`, `table`, `kind` (`SAME`: all seats play alike,
    `MIXED`, `AGAINST`: one against the others), `strategies` (one per place), `able` (whether all of them can play, as
    far as that is known), `strength` (mean over the places, where 1 is the strategy of most answers; missing where it
    is unknown), `best` (at a mixed table of one strategy with more and with fewer mistakes, the one with the fewest; or
    missing), `fitted` (whether levels of play sit there, whose mistakes are fitted to each edition), `twin` and
    `forced` (a card, or missing), `games` (played so far), `looks` (how often they may be looked at before their
    table stops; 1 where it plays them all), `chunk` (games per chunk) and `complete`.

    ``printed`` has one row per cell and card: `card`, `title`, `strength`, `colours`, `tags`, `has_power`, `drawn`,
    `unseen`, `in_game`, `deck_size`, `opening_hand`, `start_gold`.

    ``abilities`` has one row per cell and ability that its seats may be dealt, in the order of the list: `ability`,
    `title`, `mask` (its bits in the column `abilities` of the table `seats`) and `kind` (see `measures.ability_sums`).

    ``facts`` has one row per cell and fact of its deck and rules: `part` ("rule", "card", "draw"), `name`, `says`.
    """

    @property
    def title(self) -> str:
        """The title of the study."""

    @property
    def question(self) -> Mapping[str, Any] | None:
        """The primary question: its metric, and the smallest difference that matters."""

    @property
    def smallest(self) -> Mapping[str, Written]:
        """Smallest differences that matter, by metric, where they differ from the defaults: see `Margin.read`."""

    @property
    def clock(self) -> Clock:
        """How many seconds people take for the events of a game."""

    @property
    def cells(self) -> pl.DataFrame:
        """One row per cell."""

    @property
    def printed(self) -> pl.DataFrame:
        """One row per cell and card."""

    @property
    def abilities(self) -> pl.DataFrame:
        """One row per cell and ability."""

    @property
    def facts(self) -> pl.DataFrame:
        """One row per cell and fact."""

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """Return a table of one cell: games, seats, cards, draws or gambits. Rows are in the order of the games."""


def primary(study: Study) -> str:
    """Return the metric of the study's primary question."""
    return str((study.question or {}).get("metric", PRIMARY))


def check_smallest(smallest: Mapping[str, Written]) -> Mapping[str, Written]:
    """Return smallest differences that matter, by metric, as a command or a program gives them.

    Raises UserError that lists all unknown metrics and all invalid margins.
    """
    problems = []
    for name, written in smallest.items():
        if name not in EVERY:
            problems.append(Problem(f"smallest: there is no metric {name}", hint=suggest(name, EVERY)))
        elif not Margin.fits(written):
            hint = "write a number above 0 in the metric's unit, or a share of the baseline, such as 5%"
            problems.append(Problem(f"smallest: {name} cannot be {brief(written)}", hint=hint))
    if problems:
        raise UserError(problems)
    return smallest


def asked_metrics(names: list[str] | None, study: Study) -> list[Metric]:
    """Return the requested metrics: those named, or the study's primary question, or the default.

    Their smallest differences that matter are the study's. Raises UserError for unknown metrics, and for those that
    are not ratios of sums over games.
    """
    question = primary(study)
    wanted = names or [question if question in METRICS else PRIMARY]
    for name in wanted:
        if name not in METRICS:
            kind = "a metric of single games" if name in EVERY else "a metric"
            raise UserError.of(f"{name} is not {kind}", hint=suggest(name, METRICS))
    return with_smallest((METRICS[name] for name in wanted), study.smallest)


def cell_of(study: Study, cell: str) -> dict[str, Any]:
    """Return the row of a cell; raise UserError if the study has no cell of that name."""
    rows = study.cells.filter(pl.col("cell") == cell)
    if rows.is_empty():
        raise UserError.of(f"the study has no cell {cell!r}")
    return rows.row(0, named=True)


def check_columns(study: Study, cell: str, table: str, wanted: set[str]) -> pl.LazyFrame:
    """Return a table of a cell; raise UserError if the cell is empty or the table lacks a wanted column."""
    if not cell_of(study, cell)["games"]:
        raise UserError.of(f"no game of {cell!r} has been played yet", hint="run the study first")
    frame = study.read(cell, table)
    missing = sorted(wanted - set(frame.collect_schema().names()))
    if missing:
        raise UserError.of(
            f"the {table} of {cell!r} have no column {', '.join(missing)}",
            hint="another version recorded them: run the study again",
        )
    return frame


def pieces(frame: pl.LazyFrame) -> Iterator[pl.DataFrame]:
    """Yield the rows of a table in order, `PIECE` at a time, so that many need no more memory than a few."""
    rows = int(frame.select(pl.len()).collect(engine="streaming").item())
    for start in range(0, rows, AT_ONCE):
        yield from frame.slice(start, AT_ONCE).collect(engine="streaming").iter_slices(PIECE)


def labelled(frame: pl.DataFrame, row: Mapping[str, Any]) -> pl.DataFrame:
    """Put a cell's deck, variant, players and table in front of a frame's columns, as far as they are missing.

    ``row``: the cell's row in `Study.cells`.
    """
    types = {"players": pl.Int64}
    missing = [name for name in WHERE if name not in frame.columns]
    label = [pl.lit(row[name], dtype=types.get(name, pl.String)).alias(name) for name in missing]
    return frame.select(*label, pl.all())

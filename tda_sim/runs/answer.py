"""The answer to a run's first questions as one plain object: what ``tda simulate --json`` prints.

Keys, in order:

- ``game``: cards or dice; ``deck``, ``rules``, ``players``, ``games``, ``unfinished``, ``seed``, ``workers``;
- ``seconds``: spent on playing and writing, compilation apart, in all calls that made the run;
- ``decisions``: questions with two or more options; ``decisions_per_second``; ``games_per_second``;
- ``level``: the confidence level of every ``low`` and ``high``, which are null if there are too few games;
- ``lineup``: the strategies in the order given, ``fixed_seats``; ``own``: those that are not shipped;
- ``strategies``: ``name``, ``win_share`` per seat held, ``low``, ``high``, ``seats`` held per game;
- ``turns``: ``turn`` (the distance to the left of the first leader), ``title``, ``win_share``, ``low``, ``high``;
- ``seats``: ``seat``, ``win_share``, ``low``, ``high``, if seats are fixed, otherwise empty;
- ``length``: a list of ``name``, ``title``, ``unit``, ``mean``, ``low``, ``high`` and ``quantiles`` (a list of ``q``,
  ``value``, ``low``, ``high``): cards played, rounds, and estimated minutes;
- ``clock``: the seconds from which minutes are estimated;
- ``structure``: a list of ``name``, ``title``, ``unit``, ``mean``, ``low``, ``high``, with gambits among them;
  ``gambits``: ``quantiles`` and ``histogram`` (a list of ``gambits``, ``games``);
- ``ends``: a list of ``name``, ``share``, ``low``, ``high``;
- ``rates``: the other metrics of games, a list of ``name``, ``title``, ``unit``, ``value``, ``low``, ``high``;
- ``out``: the run's folder; ``complete``: whether all games are finished.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.clock import Clock
from tda_sim.measures.metrics import EVENTS, GOLD, LEAD, LENGTH, STRUCTURE
from tda_sim.measures.summary import summary
from tda_sim.runs.manifest import Manifest
from tda_sim.stats.intervals import LEVEL

RATES = (LEAD, GOLD, EVENTS)
ABOUT = ("strategies", "turns", "seats", "length", "structure", "ends", "rates")  # lists of estimates, in this order
VALUES = ("win_share", "share", "mean", "value")  # the names of their numbers
ESTIMATES: dict[str, type[pl.DataType]] = {
    **dict.fromkeys(("about", "name", "title", "unit"), pl.String),
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
}


def answer(
    path: Path,
    manifest: Manifest,
    timing: Mapping[str, float | int],
    games: pl.LazyFrame,
    seats: pl.LazyFrame,
    clock: Clock,
) -> dict[str, Any]:
    """Return the object described above, for the run in a folder. Raises UserError for a run without games."""
    if not manifest.games_done:
        raise UserError.of("no game of this run is finished", file=str(path))
    tables = summary(games, seats, clock, manifest.config.players, LEVEL)
    totals = tables["totals"].row(0, named=True)
    seconds = timing["seconds"]
    return {
        "game": manifest.game,
        "deck": manifest.config.deck,
        "rules": manifest.config.rules,
        "players": manifest.config.players,
        "games": totals["games"],
        "unfinished": totals["unfinished"],
        "seed": manifest.config.seed,
        "workers": timing["workers"],
        "seconds": seconds,
        "decisions": totals["decisions"],
        "decisions_per_second": _per_second(totals["decisions"], seconds),
        "games_per_second": _per_second(totals["games"], seconds),
        "level": LEVEL,
        "lineup": list(manifest.config.strategies),
        "own": manifest.own,
        "fixed_seats": manifest.config.fixed_seats,
        "strategies": _rows(tables["strategies"], "win_share", {"strategy": "name"}, "seats"),
        "turns": _rows(tables["turns"], "win_share", {"turn": "turn", "title": "title"}),
        "seats": _rows(tables["seats"], "win_share", {"seat": "seat"}) if manifest.config.fixed_seats else [],
        "length": [row | {"quantiles": _quantiles(tables, row["name"])} for row in _metrics(tables, "mean", (LENGTH,))],
        "clock": clock,
        "structure": _metrics(tables, "mean", (STRUCTURE,)),
        "gambits": {"quantiles": _quantiles(tables, "gambits"), "histogram": tables["histogram"].to_dicts()},
        "ends": _rows(tables["ends"], "share", {"name": "name"}),
        "rates": _metrics(tables, "value", RATES),
        "out": str(path),
        "complete": manifest.complete,
    }


def rows_of(answer: Mapping[str, Any]) -> pl.DataFrame:
    """Return the estimates of an answer as one table with the columns of `Results.summary`."""
    rows = [_estimate(about, row) for about in ABOUT for row in answer[about]]
    return pl.DataFrame(rows, schema=ESTIMATES, orient="row")


def _estimate(about: str, row: Mapping[str, Any]) -> tuple[object, ...]:
    name = str(row.get("name", row.get("turn", row.get("seat"))))
    value = next(row[key] for key in VALUES if key in row)
    return about, name, row.get("title", name), row.get("unit", ""), value, row["low"], row["high"]


def _per_second(count: int, seconds: float) -> float | None:
    return round(count / seconds, 1) if seconds > 0 else None


def _metrics(tables: dict[str, pl.DataFrame], value: str, groups: Sequence[str]) -> list[dict[str, Any]]:
    """Return the metrics of some groups, with each metric's number under the key ``value``."""
    table = tables["metrics"].filter(pl.col("group").is_in(groups))
    return _rows(table, value, {"name": "name", "title": "title", "unit": "unit"})


def _quantiles(tables: dict[str, pl.DataFrame], name: str) -> list[dict[str, Any]]:
    return _rows(tables["quantiles"].filter(pl.col("name") == name), "value", {"q": "q"})


def _rows(table: pl.DataFrame, value: str, keys: dict[str, str], *more: str) -> list[dict[str, Any]]:
    columns = {**keys, "estimate": value, "low": "low", "high": "high", **{name: name for name in more}}
    return [{new: _json_number(row[old]) for old, new in columns.items()} for row in table.iter_rows(named=True)]


def _json_number(value: Any) -> Any:
    """JSON has no NaN or infinity: null stands for an end that needs more games."""
    return None if isinstance(value, float) and not isfinite(value) else value

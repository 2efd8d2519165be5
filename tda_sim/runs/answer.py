"""The answer to a run's first questions as one plain object: what ``tda simulate --json`` prints.

Keys, in order:

- ``deck``, ``rules``, ``players``, ``games``, ``unfinished``, ``seed``, ``workers``;
- ``seconds``: spent on playing and writing, compilation apart, in all calls that made the run;
- ``decisions``: questions with two or more options; ``decisions_per_second``; ``games_per_second``;
- ``level``: the confidence level of every ``low`` and ``high``; they are null where the games are too few;
- ``lineup``: the strategies in the order given, ``fixed_seats``;
- ``strategies``: ``name``, ``win_share`` per seat held, ``low``, ``high``, ``seats`` held per game;
- ``seats``: ``seat``, ``win_share``, ``low``, ``high``;
- ``length``: of games in gambits: ``mean``, ``low``, ``high``, ``quantiles`` (a list of ``q``, ``value``, ``low``,
  ``high``), ``histogram`` (a list of ``gambits``, ``games``), ``others`` (rounds, cards played, decisions);
- ``ends``: a list of ``name``, ``share``, ``low``, ``high``;
- ``rates``: a list of ``name``, ``unit``, ``value``, ``low``, ``high``;
- ``out``: the run's folder; ``complete``: whether all games that were asked for are there.
"""

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.summary import summary
from tda_sim.runs.manifest import Manifest
from tda_sim.stats.intervals import LEVEL


def answer(
    path: Path, manifest: Manifest, timing: Mapping[str, float | int], games: pl.LazyFrame, seats: pl.LazyFrame
) -> dict[str, Any]:
    """Return the object described above, for the run in a folder; raise UserError for a run without games."""
    if not manifest.games_done:
        raise UserError.of("no game of this run is finished", file=str(path))
    tables = summary(games, seats, LEVEL)
    totals = tables["totals"].row(0, named=True)
    seconds = timing["seconds"]
    return {
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
        "fixed_seats": manifest.config.fixed_seats,
        "strategies": _rows(tables["strategies"], "win_share", {"strategy": "name"}, "seats"),
        "seats": _rows(tables["seats"], "win_share", {"seat": "seat"}),
        "length": _length(tables),
        "ends": _rows(tables["ends"], "share", {"name": "name"}),
        "rates": _rows(tables["rates"], "value", {"name": "name", "unit": "unit"}),
        "out": str(path),
        "complete": manifest.complete,
    }


def _per_second(count: int, seconds: float) -> float | None:
    return round(count / seconds, 1) if seconds > 0 else None


def _length(tables: dict[str, pl.DataFrame]) -> dict[str, Any]:
    gambits, *others = _rows(tables["length"], "mean", {"name": "name", "unit": "unit"})
    quantiles = tables["quantiles"].filter(pl.col("name") == "gambits")
    return {
        "mean": gambits["mean"],
        "low": gambits["low"],
        "high": gambits["high"],
        "quantiles": _rows(quantiles, "value", {"q": "q"}),
        "histogram": tables["histogram"].to_dicts(),
        "others": others,
    }


def _rows(table: pl.DataFrame, value: str, keys: dict[str, str], *more: str) -> list[dict[str, Any]]:
    columns = {**keys, "estimate": value, "low": "low", "high": "high", **{name: name for name in more}}
    return [{new: _json_number(row[old]) for old, new in columns.items()} for row in table.iter_rows(named=True)]


def _json_number(value: Any) -> Any:
    """JSON has no NaN and no infinity: null stands for an end that so few games do not give."""
    return None if isinstance(value, float) and not isfinite(value) else value

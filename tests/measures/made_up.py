"""Made-up studies: tables in memory, for tests of what is made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.clock import Clock
from tda_sim.measures.ranking import gathered, placed

CHUNK = 500
GAMES_DTYPES = {"winners": pl.UInt8, "winner": pl.Int8, "first_leader": pl.Int8}
COUNTS = (
    *("gambits", "rounds", "plays", "decisions", "max_stakes", "lead_changes", "reshuffles", "purchases", "triggers"),
    *("colour_flights", "strength_flights", "power_gold", "drawn_gambits", "emptied", "debts", "stakes_won"),
    "openers_won",
)
SECONDS = {"set_up": (60, 15), "ante": (10, 2), "play": (8, 0), "power": (4, 0), "purchase": (10, 0)}
SECONDS |= {"accounts": (15, 5), "shuffle": (30, 0)}
CLOCK = {thing: {"seconds": once, "each_player": each} for thing, (once, each) in SECONDS.items()}


@dataclass
class MadeUpStudy:
    """A study whose tables were written down."""

    cells: pl.DataFrame
    tables: dict[tuple[str, str], pl.DataFrame]
    title: str = "made up"
    question: Mapping[str, Any] | None = None
    smallest: Mapping[str, float | str] = field(default_factory=dict)
    clock: Clock = field(default_factory=lambda: CLOCK)
    printed: pl.DataFrame = field(default_factory=pl.DataFrame)
    abilities: pl.DataFrame = field(default_factory=pl.DataFrame)
    facts: pl.DataFrame = field(default_factory=lambda: facts_of({}))

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        return self.tables[cell, table].lazy()


def facts_of(rules: Mapping[str, Mapping[tuple[str, str, str], str]]) -> pl.DataFrame:
    """The facts of cells: by cell, what is said of (part, name, about)."""
    rows = [(cell, *fact, says) for cell, facts in rules.items() for fact, says in facts.items()]
    schema = dict.fromkeys(("cell", "part", "name", "about", "says"), pl.String)
    return pl.DataFrame(rows, schema=schema, orient="row")


def cell_row(cell: str, games: int, **other: Any) -> dict[str, Any]:
    """A row of `cells`: four balanced players at the deck called like the cell, unless said otherwise."""
    usual = {"deck": cell, "variant": "", "players": 4, "table": "balanced", "kind": "same"}
    usual |= {
        "strategies": ["balanced"] * 4,
        "able": True,
        "strength": None,
        "best": None,
        "fitted": False,
        "looks": 1,
        "twin": None,
        "forced": None,
        "chunk": CHUNK,
        "complete": True,
    }
    return {"cell": cell} | usual | {"games": games} | other


def study_of(
    cells: Sequence[Mapping[str, Any]], tables: dict[tuple[str, str], pl.DataFrame], **other: Any
) -> MadeUpStudy:
    schema = {"strength": pl.Float64, "best": pl.String, "twin": pl.String, "forced": pl.String}
    return MadeUpStudy(pl.DataFrame([dict(row) for row in cells], schema_overrides=schema), tables, **other)


def games_table(games: int = 0, **columns: Any) -> pl.DataFrame:
    """A table of games: what is not given is 0, seat 0 wins alone, and nobody leads at half time."""
    lengths = [len(values) for values in columns.values() if not np.isscalar(values) and values is not None]
    games = lengths[0] if lengths else games
    usual: dict[str, Any] = dict.fromkeys(COUNTS, 0) | {
        "gambits": 8,
        "winners": 1,
        "winner": 0,
        "tie": False,
        "end": "out_of_gold",
    }
    usual |= {"unfinished": False, "first_leader": 0, "half_richest": None, "half_poorest": None}
    usual |= {"behind": 0, "deficit": 0} | columns
    nullable = dict.fromkeys(("half_richest", "half_poorest", "behind", "deficit"), pl.Int32)
    filled = {
        name: pl.repeat(values, games, dtype=nullable.get(name), eager=True)
        if np.isscalar(values) or values is None
        else pl.Series(name, values)
        for name, values in usual.items()
    }
    return pl.DataFrame({"game": pl.arange(games, dtype=pl.Int64, eager=True)} | filled).cast(GAMES_DTYPES)


def one_cell(games: pl.DataFrame, **other: Any) -> MadeUpStudy:
    """A study of one cell, "deck", with these games."""
    return study_of([cell_row("deck", len(games), **other)], {("deck", "games"): games})


def ranked_tables(world: dict[str, Any], **found: Any) -> dict[str, pl.DataFrame]:
    """Facts and groups of estimates about a list at one table, of rows, as analyses return them."""
    frames = {name: pl.DataFrame(rows) for name, rows in found.items()}
    return gathered([pl.DataFrame()], lambda _: placed(frames.items(), world, main=True))

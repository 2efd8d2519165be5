"""How a part of a report was made: strategies, games, seeds, versions, digests, assumptions."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tda_sim import seats
from tda_sim.errors import UserError
from tda_sim.pages.model import Column, Grid, Group, Line, Section, Terms, Words
from tda_sim.pages.numbers import plain
from tda_sim.studies import StudyResults
from tda_sim.studies.folder import STUDY

DIGITS = 12  # of a digest, shown

ASSUMED = (
    "Intervals have 95 %: of 20 of them about one misses the truth. Where it says so, all of a table hold at once.",
    "A difference counts if its interval lies beyond the smallest one that matters, which was chosen beforehand. "
    "“No difference that matters” means that the interval lies within it; “cannot tell yet”, that it takes more games.",
    "Seats take turns, so that no strategy has the better seats. Games are independent of each other.",
    "The answers are about how these strategies play. They are no proof about all ways to play, or about people.",
)


def study_methods(results: StudyResults, strategies: Sequence[str], seed: int) -> list[Section]:
    """Return what was played of a study, by whom, and what is assumed."""
    stored = json.loads((results.path / STUDY).read_text(encoding="utf-8"))
    return [
        Section("Strategies", [strategies_grid(strategies)]),
        Section("Games", [_cells(stored["cells"], results), Terms(list(_facts(stored, results, seed)))], folded=True),
        Section("What is assumed", [Words(ASSUMED, listed=True)]),
    ]


def strategies_grid(names: Iterable[str]) -> Grid:
    """Return how strategies play, in a sentence each, with the digests of their code and parameters."""
    lines = [Line(name, [plain(text), plain(digest)]) for name, text, digest in map(_strategy, names)]
    columns = [Column("strategy", number=False), Column("how it plays", number=False), Column("digest", number=False)]
    return Grid("Who plays", columns, [Group(lines)])


def _strategy(name: str) -> tuple[str, str, str]:
    try:
        found = seats.find(name)
    except UserError:  # it has gone since
        return name, "", ""
    return name, found.text, found.digest[:DIGITS]


def _cells(rows: Sequence[dict[str, Any]], results: StudyResults) -> Grid:
    games = dict(results.cells.select("cell", "games").iter_rows())
    lines = [
        Line(row["cell"], [plain(f"{games[row['cell']]:,}", games[row["cell"]]), plain(row["digest"][:DIGITS])])
        for row in rows
    ]
    columns = [Column("cell", number=False), Column("games"), Column("digest of deck, rules and table", number=False)]
    return Grid("Cells: a deck under its rules at a table", columns, [Group(lines)])


def _facts(stored: dict[str, Any], results: StudyResults, seed: int) -> Iterable[tuple[str, Sequence[str]]]:
    yield "Games in all", [f"{int(results.cells['games'].sum()):,}"]
    yield "Seed", [f"{seed}; games in a block: {stored['chunk']:,}"]
    yield "Versions", [", ".join(f"{name} {version}" for name, version in stored["versions"].items())]
    yield "The data", [shown_path(results.path)]


def shown_path(path: Path) -> str:
    """Return a folder as it is told: as it was named, or only its last part where that says where people live."""
    return path.name if path.is_absolute() else path.as_posix()

"""How an answer was made: strategies, games, seeds, versions, digests, assumptions."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tda_sim import seats
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.errors import UserError
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
    games = dict(results.cells.select("cell", "games").iter_rows())
    cells = doc.texts(
        "Cells: a deck under its rules at a table",
        ["cell", ">games", "digest of deck, rules and table"],
        [(row["cell"], games[row["cell"]], row["digest"][:DIGITS]) for row in stored["cells"]],
    )
    facts = {
        "Games in all": [f"{int(results.cells['games'].sum()):,}"],
        "Seed": [f"{seed}; games in a block: {stored['chunk']:,}"],
        "Versions": [", ".join(f"{name} {version}" for name, version in stored["versions"].items())],
        "The data": [shown_path(results.path)],
    }
    return [
        Section("Strategies", [strategies_table(strategies)]),
        Section("Games", [cells, doc.Facts(facts)], folded=True),
        Section("What is assumed", [doc.Words(ASSUMED, listed=True)]),
    ]


def strategies_table(names: Iterable[str]) -> doc.Table:
    """Return how strategies play, in a sentence each, with the digests of their code and parameters."""
    return doc.texts("Who plays", ["strategy", "how it plays", "digest"], [(name, *_told(name)) for name in names])


def _told(name: str) -> tuple[str, str]:
    try:
        found = seats.find(name)
    except UserError:  # it has gone since
        return "", ""
    return found.text, found.digest[:DIGITS]


def shown_path(path: Path) -> str:
    """Return a folder as it is told: as it was named, or only its last part where that says where people live."""
    return path.name if path.is_absolute() else path.as_posix()

"""How an answer was made: strategies, games, seeds, versions, digests, assumptions."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tda_sim import agents
from tda_sim.answers.titles import strategy_title
from tda_sim.errors import UserError
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.studies import StudyResults
from tda_sim.studies.folder import STUDY

DIGITS = 12  # of a digest

ASSUMED = (
    "Intervals have 95 %: about one in 20 misses the true value. Joint intervals hold together, for a whole table.",
    "A difference counts if its interval lies beyond the smallest difference that matters, chosen before the games. If"
    " the interval lies within it, there is “no difference that matters”; otherwise the answer is “too few games”.",
    "Strategies take turns in the seats, so none has better seats than the others. Games are independent.",
    "The answers describe how these strategies play. They prove nothing about all ways to play, or about people.",
)


def study_methods(results: StudyResults, strategies: Sequence[str], seed: int) -> list[Section]:
    """Return the strategies and games of a study, and the assumptions behind its answers."""
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
    """Return a table of strategies: how each one plays, and the digest of its code and parameters."""
    return doc.texts(
        "Who plays", ["strategy", "how it plays", "digest"], [(strategy_title(name), *_about(name)) for name in names]
    )


def _about(name: str) -> tuple[str, str]:
    """Return how a strategy plays, and its digest; nothing for one whose file is gone."""
    try:
        strategy = agents.find(name)
    except UserError:
        return "", ""
    return strategy.text, strategy.digest[:DIGITS]


def shown_path(path: Path) -> str:
    """Return a folder as it was named, or only its last part: absolute paths may say who made it."""
    return path.name if path.is_absolute() else path.as_posix()

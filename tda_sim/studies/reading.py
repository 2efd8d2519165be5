"""Reads a study file and checks its form. `expand` looks up what the file refers to."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tda_sim.definitions import sources
from tda_sim.definitions.files import part, title_of
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.metrics import EVERY, METRICS
from tda_sim.studies.files import StudyFile

Source = str | Path | Mapping[str, Any]
UNTITLED = "study"


@dataclass(frozen=True)
class Written:
    """A study as written: the checked file, and the position of everything in it."""

    file: StudyFile
    node: Node
    name: str  # the file's name without the suffix
    title: str
    problems: tuple[Problem, ...] = ()  # metrics that do not exist


def read_study(source: Source) -> Written:
    """Return a study by the path of its file, or from a mapping in the form of such a file.

    Raises UserError with all mistakes in the form of the file. `expand` looks up what the file refers to, and reports
    ``problems`` as well.
    """
    node = sources.from_python(dict(source)) if isinstance(source, Mapping) else sources.read_or_raise(Path(source))
    problems: list[Problem] = []
    file = check(StudyFile, node, problems)
    _check_metrics(node, problems)
    if file is None:
        raise UserError(problems)
    name = UNTITLED if isinstance(source, Mapping) else Path(source).stem
    return Written(file, node, name, file.title or title_of(name), tuple(problems))


def _check_metrics(node: Node, problems: list[Problem]) -> None:
    """Check the names of metrics, even if the file has other mistakes."""
    places = [("smallest", name, entry, EVERY) for name, entry in part(node, "smallest").entries.items()]
    for key, known in (("question", EVERY), ("precision", METRICS)):
        entry = part(part(node, key), "metric")
        if isinstance(entry.value, str):
            places.append((key, entry.value, entry, known))
    for key, name, place, known in places:
        if name not in known:
            problems.append(place.problem(f"{key}: there is no metric {name}", suggest(name, known)))

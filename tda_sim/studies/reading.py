"""A study file, read and checked by itself: what it refers to is looked up in `expand`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tda_sim.definitions import sources
from tda_sim.definitions.files import title_of
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.metrics import EVERY, METRICS
from tda_sim.studies.files import StudyFile

Source = str | Path | Mapping[str, Any]
UNTITLED = "study"


@dataclass(frozen=True)
class Written:
    """A study as it is written: the checked file, and where in it everything stands."""

    file: StudyFile
    node: Node
    name: str  # the file's name without the suffix
    title: str


def read_study(source: Source) -> Written:
    """Return a study by the path of its file, or from a mapping in the form of such a file.

    Raises UserError with all mistakes of the file, apart from what it refers to.
    """
    node = sources.from_python(dict(source)) if isinstance(source, Mapping) else sources.read_or_raise(Path(source))
    problems: list[Problem] = []
    file = check(StudyFile, node, problems)
    if file is not None:
        _check_metrics(file, node, problems)
    if problems or file is None:
        raise UserError(problems)
    name = UNTITLED if isinstance(source, Mapping) else Path(source).stem
    return Written(file, node, name, file.title or title_of(name))


def _check_metrics(file: StudyFile, node: Node, problems: list[Problem]) -> None:
    named = {("smallest", name): EVERY for name in file.smallest}
    if file.question:
        named["question", "metric"] = EVERY
    if file.precision:
        named["precision", "metric"] = METRICS
    for path, known in named.items():
        place = node.trail(path)[-1]
        name = path[1] if path[0] == "smallest" else str(place.value)
        if name not in known:
            problems.append(place.problem(f"{path[0]}: there is no metric {name}", suggest(name, known)))

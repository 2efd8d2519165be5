"""A checked study: its cells, with nothing compiled and nothing played yet."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tda_sim.bounds import check_numbers
from tda_sim.definitions.clocks import USUAL, load_clock
from tda_sim.errors import Problem, UserError
from tda_sim.measures.clock import Clock
from tda_sim.measures.margins import Written
from tda_sim.measures.study import check_smallest
from tda_sim.runs.play import Work
from tda_sim.studies.cells import Cell, study_chunk
from tda_sim.studies.expand import expand
from tda_sim.studies.files import Precision
from tda_sim.studies.reading import Source, read_study


@dataclass(frozen=True)
class StudyPlan:
    """A checked study."""

    name: str
    title: str
    cells: tuple[Cell, ...]
    works: tuple[Work, ...]  # the games of the cells, in the order of the cells
    chunk: int  # games per chunk, unless the study's folder or a cell says otherwise
    seed: int
    text: str = ""
    question: Mapping[str, Any] | None = None  # the primary question, as in the file
    smallest: Mapping[str, Written] = field(default_factory=dict)  # differences that matter, if the study names them
    precision: Precision | None = None
    grows: bool = False  # whether its folder may hold cells of other strategies, and more games: a ladder's may
    clock: Clock = field(default_factory=load_clock)  # how many seconds people take for each event of a game
    named: Mapping[str, Written] = field(
        default_factory=dict
    )  # differences that the command names; the study's come first

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """A hex digest of each cell's configuration."""
        return tuple(work.config.digest() for work in self.works)

    @cached_property
    def digest(self) -> str:
        """A hex digest of all cells, whatever their numbers of games."""
        content = [(cell.name, digest) for cell, digest in zip(self.cells, self.digests, strict=True)]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    @cached_property
    def sizes(self) -> str:
        """A hex digest of how many games the cells should have, on which hangs where tables stop."""
        content = [(cell.name, cell.games, cell.first) for cell in self.cells]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:8]


def plan_study(
    source: Source, games: int | None = None, clock: str | None = None, smallest: Mapping[str, Written] | None = None
) -> StudyPlan:
    """Check a study, by the path of its file or from a mapping in the form of such a file.

    ``games``, if given, is the number of games of every cell, whatever the file says. ``clock`` is the name or path of
    a clock, by default the usual one. ``smallest`` are smallest differences that matter, by metric; those of the study
    come first. Raises UserError with all mistakes that show without playing.
    """
    written = read_study(source)
    check_numbers(games=games)
    if games is not None:
        written = replace(
            written, file=written.file.model_copy(update={"games": games, "precision": None, "stages": None})
        )
    cells = expand(written)
    if games is not None:
        cells = [replace(cell, games=written.file.games_at(cell.table.is_slow)) for cell in cells]
    most = [written.file.precision.at_most] if written.file.precision else []
    games_of = [min(cell.games, cell.first or cell.games) if cell.table.is_slow else cell.games for cell in cells]
    usual = [each for each, cell in zip(games_of, cells, strict=True) if not cell.table.is_slow] or games_of
    chunk = study_chunk([*usual, *most], [few for few in games_of if few < min(usual)])
    file, question = written.file, written.file.question
    own = {question.metric: question.smallest} if question and question.smallest else {}
    named, seconds = check_smallest(smallest or {}), load_clock(clock or USUAL)
    return StudyPlan(
        written.name,
        written.title,
        tuple(cells),
        works_of(cells),
        chunk,
        file.seed,
        file.text,
        question.model_dump(exclude_none=True) if question else None,
        {**own, **file.smallest},
        file.precision,
        clock=seconds,
        named=named,
    )


def works_of(cells: Iterable[Cell]) -> tuple[Work, ...]:
    """Return the games of cells. Raises one UserError for all cells that cannot be played."""
    works: list[Work] = []
    problems: list[Problem] = []
    for cell in cells:
        try:
            works.append(cell.work())
        except UserError as error:
            problems.extend(error.problems)
    if problems:
        raise UserError(problems)
    return tuple(works)

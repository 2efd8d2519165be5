"""The answer to a question: it shows itself, and has its numbers as polars frames."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tda_sim.rendering.model import Document
from tda_sim.rendering.shown import Shown
from tda_sim.studies import StudyResults


@dataclass(frozen=True, eq=False, repr=False)
class Answer(Shown):
    """The answer to a question.

    In a terminal it prints its first screen; in a notebook it shows the answer and its figure.

    Attributes:
        tables: all tables behind the answer, as polars frames by name; ``beside``, where there is one: those estimates
            that facets lay side by side, by what they are about.
        study: the games behind the answer: ``study.cells`` lists them, ``study.read(CELL, TABLE)`` reads them. None
            for the dragons of a dice game, whose games are runs of their own.
        path: the folder that the games are kept in.
    """

    whole: Document
    main: Callable[[], pl.DataFrame]
    tables: Mapping[str, pl.DataFrame]
    study: StudyResults | None
    path: Path

    @property
    def document(self) -> Document:
        """The whole answer, as the command prints it."""
        return self.whole

    def summary(self) -> pl.DataFrame:
        """Return the main table of the answer, ready to filter, sort and plot.

        What a row stands for depends on the question; the function that asks it says so.
        """
        return self.main()

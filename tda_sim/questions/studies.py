"""`tda_sim.study`: play any study, and analyse it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim.answers.studies import study as answer
from tda_sim.answers.tables import analysed
from tda_sim.questions.answer import Answer
from tda_sim.rendering.model import Figures, Section, drawn_once
from tda_sim.runs.watch import Scheduler
from tda_sim.studies import StudyResults, plan_study, run_study, usual_folder
from tda_sim.studies.analysing import find_analysis


class StudyAnswer(Answer):
    """The games of a study. `analyse` runs an analysis on them."""

    @property
    def hints(self) -> str:
        """Where to look for more: the last line of the first screen."""
        return "More: .summary(), .analyse(NAME), .to_html(PATH)"

    def analyse(self, name: str) -> Answer:
        """Run an analysis: ``decks``, ``cards``, ``house_rules``, or the path of your own.

        ``summary()`` is its first table of estimates.

        Raises UserError if there is no such analysis, or if it cannot be run on this study.
        """
        assert self.study is not None
        analysis = find_analysis(name)
        tables = analysis.tables(self.study)
        figures = drawn_once(lambda: analysis.figures(tables))
        document = analysed(self.study, analysis.name, tables, [])
        drawn = [Section("Figures", [Figures(figures, analysis.name, analysis.name)])] if figures() else []
        whole = replace(document, sections=[*document.sections, *drawn])
        return Answer(whole, lambda: _estimates(tables), tables, self.study, self.path)


def study(
    source: str | Path | Mapping[str, Any],
    *,
    games: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    clock: str | None = None,
    smallest: Mapping[str, str | float] | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> StudyAnswer:
    """Play a study: decks, rules and tables of strategies of your choice, in one data set.

    The rows of ``summary()`` are the cells: which deck, under which rules, with how many players, at which table.

    >>> from tempfile import mkdtemp
    >>> answer = study({"decks": ["original"], "tables": ["random"], "games": 50}, out=mkdtemp())
    >>> answer.summary().select("deck", "table", "games").row(0)
    ('original', 'random', 50)

    Args:
        source: the path of the study's file, or a mapping in the form of such a file. See docs/studies.md.
        games: games of every cell, whatever the file says.
        workers: threads; as many as there are processors if None.
        out: the folder of the games. None: a folder below ``results/``, where the command keeps them, too. Games that
            are there are not played again.
        clock: the clock by which minutes are estimated: its name, or the path of a YAML file.
        smallest: the smallest difference that matters, by metric: ``{"plays": "5%"}``. The study's own come first.
        progress: show a progress bar; if None, only in a terminal and in a notebook.
        cluster: the address of a Dask scheduler whose workers play.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped. What is finished is kept, and the same call goes on.
    """
    plan = plan_study(source, games, clock, smallest)
    results = run_study(plan, out or usual_folder(plan), workers, progress, cluster)
    return studied(results)


def studied(results: StudyResults) -> StudyAnswer:
    """Return the answer that the results of a study are."""
    tables = {"cells": results.cells}
    return StudyAnswer(answer(results), lambda: results.cells, tables, results, results.path)


def _estimates(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the first table of estimates, or the first of all if there are none."""
    frames = [*tables.values()] or [pl.DataFrame()]
    return next((frame for frame in frames if "estimate" in frame.columns), frames[0])

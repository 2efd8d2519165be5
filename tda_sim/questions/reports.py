"""`tda report`: each part's study is played, or found in its folder, and its answer is a part of one document."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tda_sim.answers.names import placed
from tda_sim.questions.question import Question, Studied, ask
from tda_sim.questions.report_files import Part, Report
from tda_sim.rendering.model import Document, Section, Words
from tda_sim.store.versions import versions
from tda_sim.studies import StudyPlan, load_study
from tda_sim.studies.folder import STUDY


def report(asked: Report, command: str, **means: Any) -> Document:
    """Play what is missing of a report's studies and return it; raise UserError for what the caller can mend.

    Studies are kept in `results`, where the commands keep theirs: a study that a command has played is not played
    again. ``means`` are those settings of a question that say what plays: workers and a cluster.
    """
    settled = [_settled(part) for part in asked.parts]  # mistakes come before games
    parts = []
    for part, (question, plan) in zip(asked.parts, settled, strict=True):
        with placed(part.place):
            made = _answer(replace(question, **means), plan)
        parts.append(replace(made, title=part.title or made.title, text=" ".join(filter(None, (part.text, made.text)))))
    return Document(asked.title, parts=parts, text=asked.text, command=command, versions=dict(versions()))


def _answer(question: Question, plan: StudyPlan | None) -> Document:
    if plan is None:
        return ask(question).document
    assert isinstance(question, Studied)
    return question.part(question.found(plan))


def written(made: Document, path: Path) -> Document:
    """Return what there is to say of a report that was written: its answers, and where it is."""
    answers = [{"title": part.title, "answer": list(part.headline)} for part in made.parts]
    data = {"title": made.title, "out": str(path), "bytes": path.stat().st_size, "parts": answers}
    sections = [Section(part.title, [Words(part.headline)]) for part in made.parts]
    return Document(made.title, sections=sections, kept=f"wrote {path}", data=data)


def _settled(part: Part) -> tuple[Question, StudyPlan | None]:
    """Return the question of a part, with the folder of its games, and its plan; none if it is no single study.

    Where its study is complete with more games than asked for, these are taken. Where a larger one is still being
    played, that is left alone: this one gets a folder of its own.
    """
    with placed(part.place):
        asked = part.question.asked()
        plan = asked.plan()
        if not isinstance(asked, Studied) or asked.by is not None:
            return part.question, None
    folder = asked.folder(plan)
    if plan.grows:  # it takes of what is there as much as it needs
        return replace(asked, out=folder), plan
    there = _games_of(folder)
    most = max((there.get(cell.name, 0) for cell in plan.cells if cell.games == asked.cell_games), default=0)
    if most <= asked.cell_games:
        return replace(asked, out=folder), plan
    larger = replace(asked, games=most, out=folder)
    whole = larger.plan()
    if all(there.get(cell.name) == cell.games for cell in whole.cells):
        return larger, whole
    return replace(asked, out=folder.with_name(f"{folder.name}-{asked.cell_games}")), plan


def _games_of(folder: Path) -> dict[str, int]:
    """Return how many games of each cell a study's folder holds; nothing where there is no study."""
    if not (folder / STUDY).exists():
        return {}
    return dict(load_study(folder).cells.select("cell", "games").iter_rows())

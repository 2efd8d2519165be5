"""`tda report`: each part's study is played, or found in its folder, and its answer is a part of one document."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tda_sim.analyses import abilities as ability_analysis
from tda_sim.analyses.cards import analyse
from tda_sim.answers.abilities import abilities
from tda_sim.answers.cards import cards, cards_in_decks
from tda_sim.answers.compare import compare
from tda_sim.answers.house_rules import house_rules
from tda_sim.answers.ladder import ladder
from tda_sim.answers.methods import study_methods
from tda_sim.answers.names import placed
from tda_sim.definitions import library
from tda_sim.definitions.sources import Node
from tda_sim.documents.model import Document, Section, Words
from tda_sim.questions.compare import Compare
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.report_files import (
    ABILITIES,
    CARDS,
    COMPARE,
    HOUSE_RULES,
    INCLUSION,
    LADDER,
    Common,
    Part,
    Report,
)
from tda_sim.runs.watch import Scheduler
from tda_sim.store.versions import versions
from tda_sim.studies import StudyPlan, StudyResults, load_study, run_study, usual_folder
from tda_sim.studies.ability_study import AbilitiesAsked, plan_abilities, play_abilities
from tda_sim.studies.card_study import CardResults, CardsAsked, plan_cards, play_cards
from tda_sim.studies.folder import STUDY
from tda_sim.studies.house_rule import rule_words
from tda_sim.studies.ladder.playing import SLOW_GAMES, WIDTH, LadderPlan, plan_ladder, play_ladder


@dataclass(frozen=True)
class Means:
    """What games are played with: threads here, or a cluster."""

    workers: int | None = None
    cluster: Scheduler | str | None = None


def report(asked: Report, command: str, means: Means = Means()) -> Document:
    """Play what is missing of a report's studies and return it; raise UserError for what the caller can mend.

    Studies are kept in `results`, where the commands keep theirs: a study that a command has played is not played
    again.
    """
    settled = [_settled(*part) for part in zip(asked.parts, asked.places, strict=True)]  # mistakes come before games
    parts = []
    for part, plan, folder in settled:
        made = _ANSWERS[part.kind](part, plan, folder, means)
        parts.append(replace(made, title=part.title or made.title, text=" ".join(filter(None, (part.text, made.text)))))
    return Document(asked.title, parts=parts, text=asked.text, command=command, versions=dict(versions()))


def written(made: Document, path: Path) -> Document:
    """Return what there is to say of a report that was written: its answers, and where it is."""
    answers = [{"title": part.title, "answer": list(part.headline)} for part in made.parts]
    data = {"title": made.title, "out": str(path), "bytes": path.stat().st_size, "parts": answers}
    sections = [Section(part.title, [Words(part.headline)]) for part in made.parts]
    return Document(made.title, sections=sections, kept=f"wrote {path}", data=data)


def _settled(part: Part, place: Node) -> tuple[Part, Any, Path]:
    """Return a part with its plan and the folder of its games.

    Where its study is complete with more games than asked for, these are taken. Where a larger one is still being
    played, that is left alone: this one gets a folder of its own.
    """
    with placed(place):
        plan = _PLANS[part.kind](part)
    if part.kind == LADDER:  # it takes of what is there as much as it needs
        return part, plan, plan.usual_folder
    folder = usual_folder(plan)
    there = _games_of(folder)
    most = max((there.get(cell.name, 0) for cell in plan.cells if cell.games == part.games), default=0)
    if most <= part.games:
        return part, plan, folder
    larger = part.model_copy(update={"games": most})
    whole = _PLANS[part.kind](larger)
    if all(there.get(cell.name) == cell.games for cell in whole.cells):
        return larger, whole, folder
    return part, plan, folder.with_name(f"{folder.name}-{part.games}")


def _games_of(folder: Path) -> dict[str, int]:
    """Return how many games of each cell a study's folder holds; nothing where there is no study."""
    if not (folder / STUDY).exists():
        return {}
    return dict(load_study(folder).cells.select("cell", "games").iter_rows())


# --- kinds of parts: how each is planned, and answered ----------------------------------------------------


def _asked(part: Part) -> dict[str, Any]:
    return {name: getattr(part, name) for name in Common.model_fields} | {"strategies": _names(part)}


def _compare(part: Part) -> Compare:
    asked = _asked(part)
    return Compare(decks=tuple(part.decks or ()), **asked)


def _house_rule(part: Part) -> HouseRule:
    asked = _asked(part)
    return HouseRule(deck=str(part.deck), rules=tuple(_rules(part)), together=part.together, **asked)


def _plan_ladder(part: Part) -> LadderPlan:
    names = None if part.strategies == "all" else _names(part)
    slow = min(SLOW_GAMES, part.games)
    return plan_ladder(names, str(part.deck), part.players, WIDTH, part.games, slow, part.seed, None)


def _names(part: Part) -> list[str]:
    return list(part.strategies or [])


def _rules(part: Part) -> list[str]:
    """Return the house rules of a part: those it names, or all there are."""
    return list(library.available("house-rule")) if part.rules == "all" else list(part.rules or [])


def _cards_asked(part: Part) -> CardsAsked:
    asked = CardsAsked(str(part.deck), part.players, part.games, tuple(_names(part)), part.seed)
    return replace(asked, power=part.power, forced=part.forced, search=part.search)


def _abilities_asked(part: Part) -> AbilitiesAsked:
    asked = AbilitiesAsked(str(part.deck), (part.players,), part.games, tuple(_names(part)), part.seed, part.search)
    return replace(asked, listed=part.list, each=part.each or 1, bundles=part.bundles)


def _answer_compare(part: Part, plan: StudyPlan, folder: Path, means: Means) -> Document:
    results = run_study(plan, folder, means.workers, cluster=means.cluster)
    return _with_methods(compare(results, part.seed), results, part)


def _answer_rules(part: Part, plan: StudyPlan, folder: Path, means: Means) -> Document:
    results = run_study(plan, folder, means.workers, cluster=means.cluster)
    return _with_methods(house_rules(results, rule_words(_rules(part), part.together), part.seed), results, part)


def _answer_cards(answer: Callable[[CardResults], Document]) -> Callable[..., Document]:
    def made(part: Part, plan: StudyPlan, folder: Path, means: Means) -> Document:
        results = play_cards(plan, _cards_asked(part), analyse, folder, workers=means.workers, cluster=means.cluster)
        return _with_methods(answer(results), results.study, part)

    return made


def _answer_abilities(part: Part, plan: StudyPlan, folder: Path, means: Means) -> Document:
    results = play_abilities(
        plan, _abilities_asked(part), ability_analysis.analyse, folder, workers=means.workers, cluster=means.cluster
    )
    return _with_methods(abilities(results), results.study, part)


def _answer_ladder(part: Part, plan: LadderPlan, folder: Path, means: Means) -> Document:
    return ladder(play_ladder(plan, folder, means.workers))


def _with_methods(made: Document, results: StudyResults, part: Part) -> Document:
    return replace(made, methods=study_methods(results, _names(part), part.seed))


_PLANS: dict[str, Callable[[Part], Any]] = {
    COMPARE: lambda part: _compare(part).plan(),
    CARDS: lambda part: plan_cards(_cards_asked(part)),
    HOUSE_RULES: lambda part: _house_rule(part).plan(),
    INCLUSION: lambda part: plan_cards(_cards_asked(part)),
    LADDER: _plan_ladder,
    ABILITIES: lambda part: plan_abilities(_abilities_asked(part)),
}
_ANSWERS: dict[str, Callable[..., Document]] = {
    COMPARE: _answer_compare,
    CARDS: _answer_cards(lambda results: replace(cards(results), title=results.study.title)),
    HOUSE_RULES: _answer_rules,
    INCLUSION: _answer_cards(cards_in_decks),
    LADDER: _answer_ladder,
    ABILITIES: _answer_abilities,
}

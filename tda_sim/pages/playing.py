"""From what a report asks to its page: each part's study is played, or found in its folder, and analysed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tda_sim.analyses import cards, decks, house_rules
from tda_sim.definitions import library
from tda_sim.definitions.sources import Node
from tda_sim.pages.cards import cards_part, inclusion_part
from tda_sim.pages.compare import compare_part
from tda_sim.pages.house_rules import house_rules_part
from tda_sim.pages.ladder import ladder_part
from tda_sim.pages.methods import study_methods
from tda_sim.pages.model import Page, Part
from tda_sim.pages.names import placed
from tda_sim.pages.spec import CARDS, COMPARE, GAMES, HOUSE_RULES, INCLUSION, LADDER, PartFile, Report
from tda_sim.rating.playing import SLOW_GAMES, WIDTH, Plan, plan_ladder, play_ladder
from tda_sim.runs.watch import Scheduler
from tda_sim.store.versions import versions
from tda_sim.studies import StudyPlan, StudyResults, load_study, plan_study, run_study, usual_folder
from tda_sim.studies.card_study import CardsAsked, plan_cards, play_cards
from tda_sim.studies.comparing import compare_study
from tda_sim.studies.folder import STUDY
from tda_sim.studies.house_rule import house_rule_study, rule_texts


@dataclass(frozen=True)
class Means:
    """What games are played with: threads here, or a cluster."""

    workers: int | None = None
    cluster: Scheduler | str | None = None


def make_page(report: Report, command: str, means: Means = Means()) -> Page:
    """Play what is missing of a report's studies and return the page; raise UserError for what the caller can mend.

    Studies are kept in `results`, where the commands keep theirs: a study that a command has played is not played
    again.
    """
    asked = [_settled(*part) for part in zip(report.parts, report.places, strict=True)]  # mistakes come before games
    parts = [_titled(_MAKERS[part.kind](part, plan, folder, means), part) for part, plan, folder in asked]
    return Page(report.title, parts, command, report.text, dict(versions()))


def _titled(made: Part, part: PartFile) -> Part:
    return replace(made, title=part.title or made.title, text=part.text)


def _settled(part: PartFile, place: Node) -> tuple[PartFile, Any, Path]:
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
    if most <= (part.games or 0):
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


# --- plans ------------------------------------------------------------------------------------------------


def _plan_compare(part: PartFile) -> StudyPlan:
    study = compare_study(
        part.decks or [], part.players or 4, part.games or GAMES[part.kind], _joined(part), part.asked("seed", 1)
    )
    return replace(plan_study(study), name="compare")


def _plan_rules(part: PartFile) -> StudyPlan:
    deck = str(part.deck)
    study = house_rule_study(
        deck,
        rules_of(part),
        part.together,
        part.players or 4,
        part.games or GAMES[part.kind],
        _joined(part),
        part.asked("seed", 1),
    )
    return replace(plan_study(study), name=f"house-rule-{Path(deck).stem}")


def rules_of(part: PartFile) -> list[str]:
    """Return the house rules of a part: those it names, or all there are."""
    return list(library.available("house-rule")) if part.rules == "all" else list(part.rules or [])


def _joined(part: PartFile) -> str:
    return ",".join(part.strategies or [])


def _asked(part: PartFile) -> CardsAsked:
    return CardsAsked(
        str(part.deck),
        part.players or 4,
        part.games,
        tuple(part.strategies or ()),
        part.asked("seed", 1),
        power=part.power,
        forced=part.forced,
    )


def _plan_cards(part: PartFile) -> StudyPlan:
    return plan_cards(_asked(part))


def _plan_ladder(part: PartFile) -> Plan:
    names = None if part.strategies == "all" else list(part.strategies or [])
    games = part.games or GAMES[LADDER]
    slow = min(SLOW_GAMES, games)
    return plan_ladder(names, str(part.deck), part.players or 4, WIDTH, games, slow, part.asked("seed", 1), None)


# --- parts ------------------------------------------------------------------------------------------------


def _compare(part: PartFile, plan: StudyPlan, folder: Path, means: Means) -> Part:
    results = run_study(plan, folder, means.workers, cluster=means.cluster)
    tables = decks.analyse(results)
    made = compare_part(results, tables, decks.figures(tables), part.asked("seed", 1))
    return _with_methods(made, results, part)


def _rules(part: PartFile, plan: StudyPlan, folder: Path, means: Means) -> Part:
    results = run_study(plan, folder, means.workers, cluster=means.cluster)
    tables = house_rules.analyse(results)
    texts = rule_texts(rules_of(part), part.together)
    made = house_rules_part(results, tables, texts, house_rules.figures(tables), part.asked("seed", 1))
    return _with_methods(made, results, part)


def _cards(part: PartFile, plan: StudyPlan, folder: Path, means: Means) -> Part:
    found = play_cards(plan, _asked(part), cards.analyse, folder, workers=means.workers, cluster=means.cluster)
    return _with_methods(cards_part(found, cards.figures(found.tables)), found.study, part)


def _inclusion(part: PartFile, plan: StudyPlan, folder: Path, means: Means) -> Part:
    found = play_cards(plan, _asked(part), cards.analyse, folder, workers=means.workers, cluster=means.cluster)
    return _with_methods(inclusion_part(found), found.study, part)


def _ladder(part: PartFile, plan: Plan, folder: Path, means: Means) -> Part:
    return ladder_part(play_ladder(plan, folder, means.workers))


def _with_methods(made: Part, results: StudyResults, part: PartFile) -> Part:
    methods = study_methods(results, [str(name) for name in part.strategies or ()], part.asked("seed", 1))
    return replace(made, methods=[*made.methods, *methods])


_PLANS: dict[str, Callable[[PartFile], Any]] = {
    COMPARE: _plan_compare,
    CARDS: _plan_cards,
    HOUSE_RULES: _plan_rules,
    INCLUSION: _plan_cards,
    LADDER: _plan_ladder,
}
_MAKERS: dict[str, Callable[[PartFile, Any, Path, Means], Part]] = {
    COMPARE: _compare,
    CARDS: _cards,
    HOUSE_RULES: _rules,
    INCLUSION: _inclusion,
    LADDER: _ladder,
}

"""The laboratory inside a report: it opens with what the report asks."""

from collections.abc import Sequence

from tda_sim.definitions import load_deck
from tda_sim.lab.page import address, page
from tda_sim.questions.compare import Compare
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.question import Question
from tda_sim.questions.report_files import Report
from tda_sim.rendering.html import Inset


def laboratory(report: Report, deck: str | None = None) -> Inset | None:
    """Return the laboratory that a report holds, or None; ``deck`` overrides that of the report's file.

    It opens with the players of the report's first part on that deck and, if that part asks about one house rule, or
    several together, with them in place. Raises UserError as `tda_sim.lab.page.page` does.
    """
    deck = deck or report.lab
    if deck is None:
        return None
    written, name = page(deck), load_deck(deck).name
    asked = [part.question for part in report.parts]
    there = [each for each in asked if any(load_deck(deck).name == name for deck in _decks(each))]
    return Inset(written, address(deck, _players(there[0]), _rules(there[0])) if there else "")


def _decks(question: Question) -> Sequence[str]:
    return question.decks if isinstance(question, Compare) else [question.deck]


def _players(question: Question) -> int:
    return int(question.players[0] if isinstance(question.players, tuple) else question.players)


def _rules(question: Question) -> Sequence[str]:
    """Return the house rules with which the laboratory opens: those of one question, not of several."""
    is_one = isinstance(question, HouseRule) and (question.together or len(question.rules) == 1)
    return question.rules if isinstance(question, HouseRule) and is_one else []

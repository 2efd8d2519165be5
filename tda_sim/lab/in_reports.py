"""The laboratory inside a report: it opens with what the report asks."""

from tda_sim.definitions import load_deck
from tda_sim.documents.html import Inset
from tda_sim.lab.page import address, page
from tda_sim.questions.report_files import HOUSE_RULES, Part, Report


def laboratory(report: Report, deck: str | None = None) -> Inset | None:
    """Return the laboratory that a report holds, or None; ``deck`` overrides that of the report's file.

    It opens with the players of the report's first part on that deck and, if that part asks about one house rule, or
    several together, with them in place. Raises UserError as `tda_sim.lab.page.page` does.
    """
    deck = deck or report.lab
    if deck is None:
        return None
    written, name = page(deck), load_deck(deck).name
    parts = [part for part in report.parts if any(load_deck(each).name == name for each in _decks(part))]
    return Inset(written, address(deck, parts[0].players, _rules(parts[0])) if parts else "")


def _decks(part: Part) -> list[str]:
    return part.decks or [str(part.deck)]


def _rules(part: Part) -> list[str]:
    """Return the house rules with which the laboratory opens: those of one question, not of several."""
    named = part.rules if part.kind == HOUSE_RULES and isinstance(part.rules, list) else []
    return named if part.together or len(named) == 1 else []

"""Which decks a house rule fits, and what is wrong with one that fits none.

A house rule does not name a deck. Whether its cards, effects and parameters exist shows only when it is applied to
decks. It is sound if it fits at least one.
"""

from collections.abc import Iterator, Sequence

from tda_sim.definitions import library
from tda_sim.definitions.decks import load_deck
from tda_sim.definitions.house import HOUSE, kind_of, read_house_rule
from tda_sim.definitions.sources import from_python
from tda_sim.errors import Problem, UserError

DECK = "deck"
EDITIONS = ("original", "legendary", "emperors-gambit")  # tried first, so that mistakes are those of an edition


def check_house_rule(reference: str) -> None:
    """Raise UserError with all that is wrong with a house rule, by name or path, if it fits no deck."""
    node, problems = from_python(reference), list[Problem]()
    read_house_rule(node, problems)
    if kind_of(node, problems) != HOUSE:
        raise UserError(problems)
    tries: list[Sequence[Problem]] = []
    for deck in _decks():
        mistakes = _problems(deck, reference)
        if not mistakes:
            return
        tries.append(mistakes)
    raise UserError(min(tries, key=_strangeness, default=problems))  # of equals, those in the first edition


def _strangeness(problems: Sequence[Problem]) -> tuple[int, int]:
    """Return how badly a deck fits: the number of unknown names, then the number of mistakes."""
    return sum(problem.message.startswith("there is no ") for problem in problems), len(problems)


def fitting_decks(reference: str) -> list[str]:
    """Return the names of the decks that a house rule fits, in alphabetical order."""
    return sorted(deck for deck in _decks() if not _problems(deck, reference))


def misfits(deck: str) -> list[str]:
    """Return the house rules that can be found by name and fit some deck, but not this one.

    Raises UserError for a deck with mistakes.
    """
    load_deck(deck)
    return [rule for rule in library.available(HOUSE) if _problems(deck, rule) and _is_sound(rule)]


def _is_sound(rule: str) -> bool:
    return any(not _problems(deck, rule) for deck in _decks())


def _decks() -> Iterator[str]:
    """Yield the names of all decks that are sound themselves, the three editions first."""
    names = library.available(DECK)
    for name in dict.fromkeys([*(edition for edition in EDITIONS if edition in names), *names]):
        if not _problems(name):
            yield name


def _problems(deck: str, rule: str | None = None) -> list[Problem]:
    try:
        load_deck(deck, rule)
    except UserError as error:
        return error.problems
    return []

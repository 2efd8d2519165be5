"""Options and questions as text: the words that scripts, records and the terminal share."""

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar

from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.engine.terms import Debt, End, Event, Question, Word
from tda_sim.errors import Suggestion, suggest
from tda_sim.wording.phrases import say

if TYPE_CHECKING:
    from tda_sim.definitions import Tables
    from tda_sim.one_game.driver import Asked

MORTAL = "mortal"  # the word where mortals count as a colour
_OPTIONS = {
    **dict.fromkeys([Question.PICK_SEAT, Question.SHARE, Question.NAME_LEADER, Question.PAY_WHOM], "seat"),
    **dict.fromkeys([Question.USE_ABILITY, Question.PICK_ABILITY], "ability"),
    Question.PICK_COLOUR: "colour",
    Question.ROLL: "number",
}


def option_is(kind: Question) -> str:
    """Return what an option of a question is, apart from words: a seat, ability, colour, number or card."""
    return _OPTIONS.get(kind, "card")


class Words:
    """The names and titles behind the numbers of one deck: ``names`` and ``titles`` by what has the number."""

    book: ClassVar[str] = "card_game"
    events: ClassVar[Any] = Event
    kinds: ClassVar[Any] = Question
    words: ClassVar[Any] = Word

    def __init__(self, tables: "Tables") -> None:
        self.creditor = "hole" if tables.rules[0]["debt"] == Debt.HOLE else "stakes"
        self.names: Mapping[str, Sequence[str]] = {
            "card": tables.names,
            "ability": tables.abilities,
            "colour": (*tables.colours, MORTAL),
            "part": tables.parts,
            "end": in_lower_case(End),
            "question": in_lower_case(Question),
        }
        cards = dict(zip(tables.names, tables.titles, strict=True))
        self.titles: Mapping[str, Sequence[str]] = {
            "card": tables.titles,
            "ability": tables.ability_titles,
            "part": [cards.get(name, colour_title(name)) for name in tables.parts],
        }

    def title(self, card: int) -> str:
        """Return a card's title."""
        return self.titles["card"][card]

    def option_is(self, kind: Any, card: int) -> str:
        """Return what an option of a question is, which ``card`` asks; see `option_is`."""
        return option_is(kind)

    def option(self, kind: Any, value: int, card: int = NONE) -> str:
        """Return an option as scripts write it: ``pay``, ``seat 2``, ``black-5``; ``card``: the one that asks."""
        if value < 0:
            return str(self.words(value).name.lower())
        what = self.option_is(kind, card)
        if what in self.names:
            return self.names[what][value]
        return f"seat {value}" if what == "seat" else str(value)

    def options(self, asked: "Asked") -> list[str]:
        """Return all options of an open question, in its order."""
        return [self.option(asked.kind, value, asked.card) for value in asked.options]

    def question(self, asked: "Asked", seats: Sequence[str] | None = None) -> str:
        """Return the question in plain words, addressed to the player who answers."""
        text = say(
            f"card_game.questions.{asked.kind.name.lower()}",
            gold=asked.gold,
            payee=seat_name(asked.payee, seats),
            about=self.title(asked.about) if asked.about != NONE else "it",
        )
        return say("card_game.asked", card=self.title(asked.card) if asked.card != NONE else None, question=text)

    def in_full(self, kind: Any, value: int, seats: Sequence[str] | None = None) -> str:
        """Return an option as a person reads it; ``seats``: the players' names."""
        what = self.option_is(kind, NONE)
        titles = seats if what == "seat" else self.titles.get(what)
        return self.option(kind, value) if titles is None or value < 0 else titles[value]


def colour_title(colour: str) -> str:
    """Return a colour of dragons as a list names it: ``Red``."""
    return colour.replace("-", " ").capitalize()


def in_lower_case(words: type[IntEnum]) -> list[str]:
    """Return the words of a vocabulary, in the order of their numbers."""
    return [word.name.lower() for word in words]


def seat_name(seat: int | str, seats: Sequence[str] | None = None) -> str:
    """Return a player's name, or the seat where players have no names; chance; or a place that gold goes to."""
    if isinstance(seat, str):
        return say("card_game.creditor", place=seat)
    if seat == CHANCE:
        return say("card_game.chance")
    return say("card_game.seat", number=seat) if seats is None else seats[seat]


def numbered(cards: Any, n: int) -> list[int]:
    """Return the first ``n`` numbers of a record's array of cards."""
    return [int(card) for card in cards[:n]]


def unknown_ability(name: str, abilities: Collection[str]) -> tuple[str, Suggestion]:
    """Return the message about an ability that the rules do not have, and the nearest one."""
    return f"there is no ability {name} under these rules", suggest(name.replace(" ", "-"), abilities)


def unknown_card(name: str, cards: Collection[str]) -> tuple[str, Suggestion]:
    """Return the message about a card that the deck does not hold, and the nearest one."""
    return f"there is no card {name} in this deck", suggest(name.replace(" ", "-"), cards)

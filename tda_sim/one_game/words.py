"""Options and questions as text: the words that scripts, records and the terminal share."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.engine.terms import Question, Word
from tda_sim.errors import Suggestion, suggest
from tda_sim.wording.phrases import say

if TYPE_CHECKING:
    from tda_sim.definitions import Tables
    from tda_sim.one_game.driver import Asked

# Kinds of questions whose options are seats, and those whose options are abilities.
_SEATS = frozenset({Question.PICK_SEAT, Question.SHARE, Question.NAME_LEADER, Question.PAY_WHOM})
_ABILITIES = frozenset({Question.USE_ABILITY, Question.PICK_ABILITY})


def options_of(kind: Question) -> str:
    """Return what the options of a question are, apart from words: seats, abilities, colours, numbers or cards."""
    if kind in _SEATS:
        return "seats"
    if kind in _ABILITIES:
        return "abilities"
    return {Question.PICK_COLOUR: "colours", Question.ROLL: "numbers"}.get(kind, "cards")


def names_seats(kind: Question) -> bool:
    """Return whether the options of a question are seats."""
    return kind in _SEATS


def names_card(kind: Question, value: int) -> bool:
    """Return whether an option is a card."""
    return value >= 0 and options_of(kind) == "cards"


MORTAL = "mortal"  # the word where mortals count as a colour


class Words:
    """The names and titles behind the numbers of one deck."""

    def __init__(self, tables: "Tables") -> None:
        self.cards: Sequence[str] = tables.names
        self.titles: Sequence[str] = tables.titles
        self.colours: Sequence[str] = tables.colours
        self.abilities: Sequence[str] = tables.abilities
        self.ability_titles: Sequence[str] = tables.ability_titles

    def title(self, card: int) -> str:
        """Return a card's title."""
        return self.titles[card]

    def colour(self, number: int) -> str:
        """Return a colour, or `MORTAL` where mortals count as one."""
        return self.colours[number] if number < len(self.colours) else MORTAL

    def option(self, kind: Question, value: int) -> str:
        """Return an option as scripts write it: ``pay``, ``seat 2``, ``black-5``."""
        if names_seats(kind):
            return f"seat {value}"
        if value >= 0 and kind in _ABILITIES:
            return self.abilities[value]
        if kind == Question.PICK_COLOUR:
            return self.colours[value]
        if kind == Question.ROLL:
            return str(value)
        return self.cards[value] if names_card(kind, value) else Word(value).name.lower()

    def options(self, asked: "Asked") -> list[str]:
        """Return all options of an open question, in its order."""
        return [self.option(asked.kind, value) for value in asked.options]

    def question(self, asked: "Asked", seats: Sequence[str] | None = None) -> str:
        """Return the question in plain words, addressed to the player who answers."""
        text = say(
            f"card_game.questions.{asked.kind.name.lower()}",
            gold=asked.gold,
            payee=seat_name(asked.payee, seats),
            about=self.titles[asked.about] if asked.about != NONE else "it",
        )
        return say("card_game.asked", card=self.titles[asked.card] if asked.card != NONE else None, question=text)

    def in_full(self, kind: Question, value: int) -> str:
        """Return an option as a person reads it."""
        if value >= 0 and kind in _ABILITIES:
            return self.ability_titles[value]
        return self.titles[value] if names_card(kind, value) else self.option(kind, value)


def seat_name(seat: int | str, seats: Sequence[str] | None = None) -> str:
    """Return a player's name, or the seat where players have no names; chance; or a place that gold goes to."""
    if isinstance(seat, str):
        return say("card_game.creditor", place=seat)
    if seat == CHANCE:
        return say("card_game.chance")
    return say("card_game.seat", number=seat) if seats is None else seats[seat]


def outcome(seat: int, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return how a game has ended for the person in a seat.

    >>> outcome(0, [0], ["you", "Ann"]), outcome(0, [1], ["you", "Ann"])
    ('You win!', 'You do not win this time: Ann had the most gold.')
    """
    who = ("shared" if winners[1:] else "you") if seat in winners else "others" if winners else "nobody"
    return say("card_game.outcome", who=who, winners=[names[winner] for winner in winners])


def numbered(cards: Any, n: int) -> list[int]:
    """Return the first ``n`` numbers of a record's array of cards."""
    return [int(card) for card in cards[:n]]


def unknown_ability(name: str, abilities: Collection[str]) -> tuple[str, Suggestion]:
    """Return the message about an ability that the rules do not have, and the nearest one."""
    return f"there is no ability {name} under these rules", suggest(name.replace(" ", "-"), abilities)


def unknown_card(name: str, cards: Collection[str]) -> tuple[str, Suggestion]:
    """Return the message about a card that the deck does not hold, and the nearest one."""
    return f"there is no card {name} in this deck", suggest(name.replace(" ", "-"), cards)

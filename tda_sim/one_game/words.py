"""Options and questions as text: the words that scripts, records and the terminal share."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.engine.terms import Question, Word
from tda_sim.errors import Suggestion, suggest

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
        text = QUESTIONS[asked.kind].format(
            gold=asked.gold,
            payee=seat_name(asked.payee, seats),
            about=self.titles[asked.about] if asked.about != NONE else "it",
        )
        return f"{self.titles[asked.card]}: {text}" if asked.card != NONE else text

    def in_full(self, kind: Question, value: int) -> str:
        """Return an option as a person reads it."""
        if value >= 0 and kind in _ABILITIES:
            return self.ability_titles[value]
        return self.titles[value] if names_card(kind, value) else self.option(kind, value)


QUESTIONS = {  # {gold}, {payee} and {about} stand for the amount, the player and the card that it is about
    Question.ANTE: "which card do you ante?",
    Question.PLAY: "which card do you play?",
    Question.GIVE_OR_PAY: "give {payee} one of these cards, or pay {gold} gold?",
    Question.TAKE_OR_STAKES: "take gold for yourself, or have your opponents pay into the stakes?",
    Question.PICK_SEAT: "which of the tied players?",
    Question.TAKE_FROM_ANTE: "which ante card do you take?",
    Question.DISCARD_FROM_FLIGHT: "which card is discarded from its flight?",
    Question.DISCARD_FROM_HAND: "which card do you discard from your hand?",
    Question.COPY_POWER: "which card's power do you use?",
    Question.TRIGGER_NEXT: "which card triggers next?",
    Question.RANDOM_CARD: "which card does the random pick turn up?",
    Question.PICK_UNIQUE: "which card do you want in this game?",
    Question.PUT_INTO_ANTE: "which card from your hand goes into the ante?",
    Question.REPLACE_FROM_HAND: "which card from your hand takes its place, if any?",
    Question.SWAP: "which card do you swap it with, if any?",
    Question.COPY_FROM_HAND: "which card from your hand do you reveal to use its power, if any?",
    Question.REPLACE_IN_FLIGHT: "which other card of your flight is replaced?",
    Question.TRIGGER_OR_NOT: "shall {about} trigger?",
    Question.EXCHANGE: "which card do you discard next, or do you stop here?",
    Question.ONE_OR_ALL: "which card do you discard, or all of them?",
    Question.PLAY_LOOKED: "which of the revealed cards takes its place?",
    Question.KEEP_LOOKED: "which of these cards do you keep?",
    Question.ANTE_FIRST: "which card goes into the ante first?",
    Question.SHARE: "who gets the next share of the stakes, {gold} gold?",
    Question.USE_ABILITY: "which of your abilities do you use, if any?",
    Question.NAME_LEADER: "who leads this round instead?",
    Question.PAY_WHOM: "whom do you pay {gold} gold?",
    Question.PICK_COLOUR: "which colour does {about} stand in for?",
    Question.SWAP_ANTE: "which card from your hand takes the place of {about} in the ante?",
    Question.REVEAL_CARD: "which card from your hand do you reveal?",
    Question.PICK_ABILITY: "which ability do you want in this game?",
    Question.ROLL: "what does the die show?",
}


def seat_name(seat: int, seats: Sequence[str] | None = None) -> str:
    """Return a player's name, or the seat where players have no names."""
    return seats[seat] if seats is not None and seat >= 0 else f"seat {seat}"


def asked_of(seat: int) -> str:
    """Return who answers, for messages."""
    return "chance" if seat == CHANCE else f"seat {seat}"


def numbered(cards: Any, n: int) -> list[int]:
    """Return the first ``n`` numbers of a record's array of cards."""
    return [int(card) for card in cards[:n]]


def unknown_ability(name: str, abilities: Collection[str]) -> tuple[str, Suggestion]:
    """Return the message about an ability that the rules do not have, and the nearest one."""
    return f"there is no ability {name} under these rules", suggest(name.replace(" ", "-"), abilities)


def unknown_card(name: str, cards: Collection[str]) -> tuple[str, Suggestion]:
    """Return the message about a card that the deck does not hold, and the nearest one."""
    return f"there is no card {name} in this deck", suggest(name.replace(" ", "-"), cards)

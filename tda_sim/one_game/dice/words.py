"""Options and questions of the dice game, as text."""

from collections.abc import Sequence
from typing import Any

from tda_sim.definitions.dice import DiceTables
from tda_sim.dice.terms import Die, Event, Question, Word
from tda_sim.one_game.driver import Asked
from tda_sim.one_game.words import Words, in_lower_case
from tda_sim.wording.phrases import say


class DiceWords(Words):
    """The names and titles behind the numbers of one dice game."""

    book, events, kinds, words = "dice_game", Event, Question, Word
    creditor = "stakes"

    def __init__(self, tables: DiceTables) -> None:
        self.names = {
            "dragon": tables.names,
            "rolled": ("", *tables.names),  # a die shows them from 1 on
            "die": in_lower_case(Die),
            "question": in_lower_case(Question),
        }
        self.titles = {"dragon": tables.titles}

    def option_is(self, kind: Question, card: int) -> str:
        """Return what an option of a question is, apart from words."""
        if kind != Question.ROLL:
            return "seat"
        return "rolled" if card == Die.DRAGON else "number"

    def question(self, asked: Asked, seats: Sequence[str] | None = None) -> str:
        """Return a question in plain words, addressed to the player who answers."""
        is_roll, card = asked.kind == Question.ROLL, asked.card
        parts: dict[str, Any] = {
            "dragon": None if is_roll or card < 0 else self.titles["dragon"][card],
            "why": say(f"dice_game.rolled_for.{Die(card).name.lower()}") if is_roll else "",
        }
        path = f"dice_game.questions.{asked.kind.name.lower()}"
        return say(path, gold=asked.gold, seat=asked.payee, **parts)

    def in_full(self, kind: Question, value: int, seats: Sequence[str] | None = None) -> str:
        """Return an option as a person reads it."""
        return self.option(kind, value)

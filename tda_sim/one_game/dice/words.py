"""Options, questions and events of the dice game, as text and as data."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tda_sim.definitions.dice import DiceTables
from tda_sim.dice.terms import Die, Event, Question, Word
from tda_sim.engine.layout import CHANCE, NONE, STAKES
from tda_sim.one_game.driver import Asked
from tda_sim.one_game.telling import Telling
from tda_sim.one_game.words import seat_name
from tda_sim.wording.phrases import say

Data = dict[str, Any]


class DiceWords(Telling):
    """The names and titles behind the numbers of one dice game."""

    book = "dice_game"

    def __init__(self, tables: DiceTables, seats: Sequence[str] | None = None) -> None:
        self.names, self.titles, self.seats = tables.names, tables.titles, seats

    def seat(self, number: int | str) -> str:
        """Return a player as a sentence names it, or the stakes."""
        return seat_name(number, self.seats)

    def option(self, asked: Asked, value: int) -> str:
        """Return an option as scripts write it: ``play``, ``seat 2``, ``no``, ``11``, or a dragon that is rolled."""
        if asked.kind == Question.ROLL:
            return self.names[value - 1] if asked.card == Die.DRAGON else str(value)
        return f"seat {value}" if value >= 0 else Word(value).name.lower()

    def options(self, asked: Asked) -> list[str]:
        """Return all options of an open question, in its order."""
        return [self.option(asked, value) for value in asked.options]

    def question(self, asked: Asked) -> str:
        """Return a question in plain words, addressed to the player who answers."""
        return self.question_text(asked.kind, asked.card, asked.gold, asked.payee)

    def question_text(self, kind: Question, card: int, gold: int = 0, seat: int = NONE) -> str:
        """Return a question in plain words, given its parts."""
        is_roll = kind == Question.ROLL
        dragon = self.titles[card] if not is_roll and card >= 0 else None
        why = say(f"dice_game.rolled_for.{Die(card).name.lower()}") if is_roll else ""
        return say(f"dice_game.questions.{kind.name.lower()}", dragon=dragon, gold=gold, seat=seat, why=why)

    # --- events ---

    def data(self, log: Any) -> Iterator[Data]:
        """Yield the events of a log; a question has its options and its answer."""
        asked: Data | None = None
        for row in log:
            kind = Event(int(row["kind"]))
            if kind == Event.QUESTION:
                asked = self._question(row)
            elif kind == Event.OPTION and asked is not None:
                asked["options"].append(self._option_of(asked, int(row["other"])))
            elif kind == Event.ANSWER:
                if asked is not None and asked["seat"] is not None:
                    asked["answer"] = asked["options"][int(row["gold"])]
                    yield asked
                asked = None
            else:
                yield self.event(kind.name.lower(), row)

    def _question(self, row: Any) -> Data:
        kind, seat = Question(int(row["other"])), int(row["seat"])
        card = int(row["card"])
        return {
            "event": "question",
            "seat": None if seat == CHANCE else seat,
            "kind": kind.name.lower(),
            "dragon": self.names[card] if card >= 0 and kind != Question.ROLL else None,
            "options": [],
        }

    def _option_of(self, asked: Data, value: int) -> str:
        if asked["kind"] == Question.ROLL.name.lower():
            return str(value)
        return f"seat {value}" if value >= 0 else Word(value).name.lower()

    def value(self, number: int, how: str) -> Any:
        """Return a number of the log as data: dragons and dice by their names, anything else as it is."""
        match how:
            case "dragon":
                return self.names[number]
            case "die":
                return Die(number).name.lower()
            case "creditor":
                return "stakes" if number == STAKES else number
            case "flag":
                return bool(number)
        return number

    def sentence(self, event: Data) -> str:
        """Return an event as a sentence."""
        if event["event"] != "question":
            return self.told(event)
        dragon = event["dragon"] and self.spoken(event["dragon"], "dragon")
        question, options = event["kind"].replace("_", " "), ", ".join(event["options"])
        parts = {"question": question, "dragon": dragon, "options": options, "answer": event["answer"]}
        return say("dice_game.asked", seat=self.seat(event["seat"]), **parts)

    def spoken(self, value: Any, how: str) -> Any:
        """Return a value as a part of a sentence: players by their names, dragons by their titles."""
        match how:
            case "seat" | "creditor":
                return self.seat(value)
            case "dragon":
                return self.titles[self.names.index(value)]
            case "die":
                return say(f"dice_game.rolled_for.{value}")
        return value


def worth_telling(events: Iterable[Data]) -> Iterator[Data]:
    """Yield the events without rolls that the dragon played shows, and without payments of nothing."""
    for event in events:
        is_nothing = event["event"] in ("pay_stakes", "steal", "pay", "repay") and event["gold"] == 0
        is_repeated = event["event"] == "roll" and event["for"] in ("dragon", "strength")
        if not is_nothing and not is_repeated:
            yield event

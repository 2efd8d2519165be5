"""What happened, as data for other programs and as sentences that a player can follow."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Debt, End, Event, Question
from tda_sim.one_game.telling import Telling
from tda_sim.one_game.words import Words, seat_name
from tda_sim.wording.phrases import say

MAIN = frozenset(  # events that stand at the margin; what follows from them is indented
    {"unique", "ante", "redo", "leader", "play", "award", "no_winner", "leave", "total", "game_over", "win"}
)


class Teller(Telling):
    """Reads the log of a game in the words of its deck."""

    book = "card_game"

    def __init__(self, words: Words, debt: Debt, seats: Sequence[str] | None = None) -> None:
        self.words = words
        self.seats = seats
        self._creditor = "hole" if debt == Debt.HOLE else "stakes"

    def data(self, log: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """Yield each event as a mapping; a question has its options and its answer (None where the log ends before it).

        Answers to questions in earlier parts of the log are left out.
        """
        question: dict[str, Any] | None = None
        for row in log:
            kind = Event(int(row["kind"]))
            if kind in (Event.OPTION, Event.ANSWER):
                if question is not None:
                    self._add_to_question(question, kind, row)
                continue
            if question is not None:
                yield question
            event = self.event(kind.name.lower(), row)
            question = event if kind == Event.QUESTION else None
            if question is None:
                yield event
            else:
                question.update(options=[], answer=None)
        if question is not None:
            yield question

    def sentence(self, event: dict[str, Any]) -> str:
        """Return one event of `data` as a sentence."""
        if event["event"] == "question":
            answer = "?" if event["answer"] is None else event["answer"]
            return self.told(event, options=" | ".join(event["options"]), answer=answer)
        return self.told(event, is_own=event.get("card") == event.get("power"))

    def value(self, number: int, how: str) -> Any:
        """Return a number of the log as data: a seat or an amount as it is, anything else by its name."""
        kind, *optional = how.split()
        if optional and number == NONE:
            return None
        match kind:
            case "card":
                return self.words.cards[number]
            case "ability":
                return self.words.abilities[number]
            case "colour":
                return self.words.colour(number)
            case "creditor":
                return self._creditor if number == NONE else number
            case "end":
                return End(number).name.lower()
            case "question":
                return Question(number).name.lower()
        return number

    def spoken(self, value: Any, how: str) -> Any:
        """Return a value as a part of a sentence: players by their names, cards and abilities by their titles."""
        if value is None:
            return say("card_game.unseen") if how == "card" else None
        match how.split()[0]:
            case "seat" | "creditor":
                return seat_name(value, self.seats)
            case "card":
                return self.words.titles[self.words.cards.index(value)]
            case "ability":
                return self.words.ability_titles[self.words.abilities.index(value)]
            case "colour":
                return say("card_game.colour", colour=value)
            case "end":
                return say(f"card_game.reasons.{value}")
            case "question":
                return value.replace("_", " ")
        return value

    def _add_to_question(self, question: dict[str, Any], kind: Event, row: Any) -> None:
        option = self.words.option(Question[question["question"].upper()], int(row["other"]))
        if kind == Event.OPTION:
            question["options"].append(option)
        else:
            question["answer"] = option


def worth_telling(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the events without those that mean nothing to a player.

    These are payments of no gold (a debt is an event of its own), and repetitions of a power that stays in force, which
    come from powers with several lasting parts.
    """
    before = None
    for event in events:
        again = event["event"] == "lasts" and event == before
        if not again and not (event["event"] in ("pay", "pay_stakes") and event["gold"] == 0):
            yield event
        before = event

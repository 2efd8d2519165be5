"""Events of a game's log as data, and as the sentences of a book of `wording`: the same for cards and for dice."""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tda_sim.engine.layout import CHANCE, NONE, STAKES
from tda_sim.one_game.words import Words, seat_name
from tda_sim.wording.phrases import book, say

Event = dict[str, Any]
Facts = dict[str, tuple[str, str]]

CARDS = Words.book
_PHRASES = {"end": "reasons", "die": "rolled_for"}  # for names that are no words of a sentence


@functools.cache
def facts(name: str) -> dict[str, Facts]:
    """Return the facts of each kind of event in a book: their field of the log, and how the number there is read."""
    fields = book(name)["fields"]
    events = book(name)["events"].items()
    return {kind: {fact.split()[0]: tuple(fields[fact]) for fact in event["has"]} for kind, event in events}


def manner(name: str = CARDS) -> dict[str, Any]:
    """Return how a book tells its events: see ``card_game.yaml``."""
    return dict(book(name)["manner"])


class Teller:
    """Reads the log of a game in the words of its deck; ``seats``: the players' names, if they have any."""

    def __init__(self, words: Words, seats: Sequence[str] | None = None) -> None:
        self.words, self.seats = words, seats
        self.facts, self.manner = facts(words.book), manner(words.book)

    # --- as data ---

    def data(self, log: Iterable[Any]) -> Iterator[Event]:
        """Yield each event as a mapping; a question has its options and its answer (None where the log ends before it).

        Answers to questions in earlier parts of the log are left out, and so are dice as questions to chance.
        """
        asked: Any = None  # the kind of the question
        question: Event | None = None
        for row in log:
            kind = self.words.events(int(row["kind"])).name.lower()
            if kind in ("option", "answer"):
                if question is not None:
                    option = self.words.option(asked, int(row["other"]))
                    question |= {"answer": option} if kind == "answer" else {"options": [*question["options"], option]}
                continue
            if question is not None:
                yield question
            question = None
            if kind != "question":
                yield self._event(kind, row)
            elif row["seat"] != CHANCE or self.manner["chance_is_asked"]:
                asked = self.words.kinds(int(row["other"]))
                question = {**self._event(kind, row), "options": [], "answer": None}
        if question is not None:
            yield question

    def _event(self, kind: str, row: Any) -> Event:
        there = self.facts[kind].items()
        return {"event": kind, **{name: self._value(int(row[field]), how) for name, (field, how) in there}}

    def _value(self, number: int, how: str) -> Any:
        """Return a number of the log as data: a seat or an amount as it is, anything else by its name."""
        kind, *optional = how.split()
        if optional and number == NONE:
            return None
        if kind == "creditor" and number == STAKES:
            return self.words.creditor
        if kind in self.words.names:
            return self.words.names[kind][number]
        return bool(number) if kind == "flag" else number

    # --- as sentences ---

    def sentence(self, event: Mapping[str, Any]) -> str:
        """Return one event of `data` as a sentence."""
        kind = event["event"]
        parts = {name: self._spoken(event[name], how) for name, (_, how) in self.facts[kind].items()}
        if kind == "question":
            answer = "?" if event["answer"] is None else event["answer"]
            parts |= {"options": self.manner["between"].join(event["options"]), "answer": answer}
        return say(f"{self.words.book}.events.{kind}.says", **parts, is_own=event.get("card") == event.get("power"))

    def titles(self, drawn: Iterable[Event]) -> str:
        """Return the parts and cards that events of drawing name, by their titles."""
        return ", ".join(
            self._spoken(each, how) for event in drawn for how in ("part", "card") if (each := event.get(how))
        )

    def cards(self, names: Sequence[str]) -> str:
        """Return cards by their titles."""
        return ", ".join(self._spoken(name, "card") for name in names)

    def _spoken(self, value: Any, how: str) -> Any:
        """Return a value as a part of a sentence: players by their names, cards and abilities by their titles."""
        kind, words = how.split()[0], self.words
        if value is None:
            return say("card_game.unseen") if how == "card" else None
        if kind in ("seat", "creditor"):
            return seat_name(value, self.seats)
        if kind in words.titles:
            return words.titles[kind][words.names[kind].index(value)]
        if kind in _PHRASES:
            return say(f"{words.book}.{_PHRASES[kind]}.{value}")
        if kind == "colour":
            return say("card_game.colour", colour=value)
        return value.replace("_", " ") if kind == "question" else value


# --- which of them are shown ------------------------------------------------------------------------------


def worth_telling(events: Iterable[Event], of: str = CARDS) -> Iterator[Event]:
    """Yield the events without those that mean nothing to a player; ``of``: the book of their game.

    These are payments of no gold (a debt is an event of its own), rolls that the dragon played shows, and repetitions
    of a power that stays in force, which come from powers with several lasting parts.
    """
    before, nothing = None, manner(of)["nothing"]
    for event in events:
        kind = event["event"]
        is_shown = kind == "roll" and event.get("for") in ("dragon", "strength")
        is_known = kind == "lasts" and event == before
        if not is_shown and not is_known and not (kind in nothing and event["gold"] == 0):
            yield event
        before = event


def public_events(events: Iterable[Event], seat: int, shown: bool = False, of: str = CARDS) -> Iterator[Event]:
    """Yield the events as a seat sees them: cards that are none of its business are None.

    ``shown``: whether players see which cards chance has drawn for the game.
    """
    how = manner(of)
    for event in worth_telling(events, of):
        kind, own = event["event"], event.get("seat") == seat
        if kind in how["not_told"] or (kind == "seen" and not own):
            continue
        if kind == "unique" and event["seat"] is None and not shown:
            continue
        hidden = kind in how["own_business"] and not own
        if kind in how["between_two"]:
            hidden = not own and event[how["between_two"][kind]] != seat
        yield {**event, "card": None} if hidden else event

"""Events of a game's log as data, and as the sentences of a book of `wording`: the same for cards and for dice."""

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from tda_sim.wording.phrases import book, say

Facts = dict[str, tuple[str, str]]


@functools.cache
def facts(name: str) -> dict[str, Facts]:
    """Return the facts of each kind of event in a book: their field of the log, and how the number there is read."""
    fields = book(name)["fields"]
    events = book(name)["events"].items()
    return {kind: {fact.split()[0]: tuple(fields[fact]) for fact in event["has"]} for kind, event in events}


class Telling(ABC):
    """Reads events by the facts that a book names, and says them in its words."""

    book: ClassVar[str]

    def event(self, kind: str, row: Any) -> dict[str, Any]:
        """Return a row of the log as an event."""
        there = facts(self.book)[kind].items()
        return {"event": kind, **{name: self.value(int(row[field]), how) for name, (field, how) in there}}

    def told(self, event: Mapping[str, Any], **parts: Any) -> str:
        """Return an event as a sentence; ``parts``: what the sentence needs besides the event's facts."""
        kind = event["event"]
        own = {name: self.spoken(event[name], how) for name, (_, how) in facts(self.book)[kind].items()}
        return say(f"{self.book}.events.{kind}.says", **own, **parts)

    @abstractmethod
    def value(self, number: int, how: str) -> Any:
        """Return a number of the log as data."""

    @abstractmethod
    def spoken(self, value: Any, how: str) -> Any:
        """Return a value as a part of a sentence."""

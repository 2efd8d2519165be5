"""House rules and lists of decks as typed rows, read from what `tda_sim.definitions` describes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tda_sim.answers.effects import text_of
from tda_sim.documents.numbers import read
from tda_sim.documents.words import agree

Row = Mapping[str, Any]  # of JSON


@dataclass(frozen=True)
class Listed:
    """An entry of the list of decks and house rules; with ``problems``, it cannot be loaded and has no other fields."""

    name: str
    problems: list[str]
    title: str = ""
    text: str = ""
    cards: int = 0
    rules: str = ""
    players: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Draw:
    """How many of the unique cards are drawn for each game."""

    cards: int
    of: int
    each_player_picks: bool
    shown: bool

    def __str__(self) -> str:
        picks = ", after every player has picked one of them" if self.each_player_picks else ""
        shown = "; the players know which" if self.shown else ""
        drawn = agree(self.cards, "is drawn", "are drawn")
        return f"{self.cards} of these {self.of} {drawn} for each game{picks}{shown}:"


@dataclass(frozen=True)
class Parameter:
    """A parameter of the rules."""

    name: str
    value: object
    meaning: str


@dataclass(frozen=True)
class Changed:
    """A change of a card, or of all dragons of a colour."""

    kind: str
    name: str
    out: bool
    fields: Mapping[str, object]

    def lines(self) -> Iterator[list[str]]:
        """Yield the card, the field that changes, and its new value."""
        name = f"all of {self.name}" if self.kind == "colour" else self.name
        if self.out:
            yield [name, "is out", ""]
        for word, value in self.fields.items():
            yield [name, word, text_of(value) or "nothing"]
            name = ""


@dataclass(frozen=True)
class Added:
    """Effects added to the powers of a group of cards."""

    of: str
    before: str
    after: str

    def lines(self) -> Iterator[list[str]]:
        """Yield the powers, the place in them, and the effects."""
        for place, effects in (("before", self.before), ("after", self.after)):
            if effects:
                yield [f"every {self.of.replace('_', ' ')}", f"{place} its power", effects]


@dataclass(frozen=True)
class HouseRule:
    """The changes of a house rule; ``deck``: entries of its file on which cards are in; ``fits``: names of decks."""

    house_rule: str
    title: str
    text: str
    reference: str
    fits: list[str]
    rule_set: str | None
    rules: list[Parameter]
    cards: list[Changed]
    powers: list[Added]
    deck: Mapping[str, object]

    @classmethod
    def of(cls, data: Row) -> "HouseRule":
        """Return the rule that `definitions.describe_house_rule` describes."""
        made = {
            "rules": read(Parameter, data["rules"]),
            "cards": read(Changed, data["cards"]),
            "powers": read(Added, data["powers"]),
        }
        return read(cls, [{**data, **made}])[0]

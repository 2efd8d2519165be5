"""Decks and house rules as typed rows, read from what `tda_sim.definitions` describes."""

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
class Colour:
    """The dragons of a colour."""

    title: str
    alignment: str
    strengths: list[int]
    power: str


@dataclass(frozen=True)
class Card:
    """A single card outside the colours; ``drawn``: whether only some games have it."""

    title: str
    strength: int
    alignment: str
    dragon_god: bool
    power: str
    ante: str
    drawn: bool

    @property
    def side(self) -> str:
        """Its alignment, and whether it is a god or has an ante effect."""
        return ", ".join([self.alignment, *["god"] * self.dragon_god, *["ante effect"] * bool(self.ante)])


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
class Ability:
    """An ability of a player."""

    name: str
    title: str
    once: list[str]
    optional: bool
    effects: str

    @property
    def use(self) -> str:
        """How often it may be used, and whether the player decides."""
        often = " and ".join("disk" if word == "disk" else f"once {_OFTEN[word]}" for word in self.once) or "always"
        return f"{often}, {'if wanted' if self.optional else 'by itself'}"


_OFTEN = {"recharged": "until recharged", "gambit": "a gambit", "game": "a game"}


@dataclass(frozen=True)
class Bundle:
    """Abilities that are dealt together."""

    name: str
    title: str
    abilities: list[str]


@dataclass(frozen=True)
class Deck:
    """A deck, with its cards, rules and abilities."""

    name: str
    title: str
    text: str
    cards: int
    players: Mapping[str, int]
    sizes: Mapping[str, int]  # of all its cards, and by alignment
    draw: Draw | None
    colours: list[Colour]
    single_dragons: list[Card]
    unique_cards: list[Card]
    remarks: list[str]
    rules: str
    parameters: list[Parameter]
    list_of_abilities: str
    abilities: list[Ability]
    bundles: list[Bundle]
    digests: Mapping[str, str]

    @classmethod
    def of(cls, data: Row) -> "Deck":
        """Return the deck that `definitions.describe` describes."""
        made = {
            "draw": read(Draw, [data["draw"]])[0] if data["draw"] else None,
            "colours": read(Colour, data["colours"]),
            "single_dragons": read(Card, data["single_dragons"]),
            "unique_cards": read(Card, data["unique_cards"]),
            "rules": data["rules"]["name"],
            "parameters": read(Parameter, data["rules"]["parameters"]),
            "list_of_abilities": data["abilities"]["list"],
            "abilities": read(Ability, data["abilities"]["abilities"]),
            "bundles": read(Bundle, data["abilities"]["bundles"]),
        }
        return read(cls, [{**data, **made}])[0]


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

"""Decks and house rules as typed rows: all that `tda decks` tells is read here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tda_sim.answers.effects import text_of
from tda_sim.documents.numbers import read
from tda_sim.documents.words import agree

Row = Mapping[str, Any]  # of JSON


@dataclass(frozen=True)
class Listed:
    """A deck or a house rule that can be named; ``problems``: why it cannot be loaded, where there is no more."""

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
    """A card that is not one of a colour's dragons; ``drawn``: whether it is drawn for some games only."""

    title: str
    strength: int
    alignment: str
    dragon_god: bool
    power: str
    ante: str
    drawn: bool

    @property
    def side(self) -> str:
        """Its side, and what else it is."""
        return ", ".join([self.alignment, *["god"] * self.dragon_god, *["ante effect"] * bool(self.ante)])


@dataclass(frozen=True)
class Draw:
    """How many cards are drawn for each game, of how many."""

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
    """What becomes of a card, or of all dragons of a colour."""

    kind: str
    name: str
    out: bool
    fields: Mapping[str, object]

    def lines(self) -> Iterator[list[str]]:
        """Yield what it is, what of it changes, and what that becomes."""
        name = f"all of {self.name}" if self.kind == "colour" else self.name
        if self.out:
            yield [name, "is out", ""]
        for word, value in self.fields.items():
            yield [name, word, text_of(value) or "nothing"]
            name = ""


@dataclass(frozen=True)
class Added:
    """The effects that are added to the powers of a group."""

    of: str
    before: str
    after: str

    def lines(self) -> Iterator[list[str]]:
        """Yield which powers they are added to, where, and what they are."""
        for place, effects in (("before", self.before), ("after", self.after)):
            if effects:
                yield [f"every {self.of.replace('_', ' ')}", f"{place} its power", effects]


@dataclass(frozen=True)
class Ability:
    """An ability that players may have."""

    name: str
    title: str
    once: list[str]
    optional: bool
    effects: str

    @property
    def use(self) -> str:
        """How often it may be used, and whether its player is asked."""
        often = " and ".join("disk" if word == "disk" else f"once {_OFTEN[word]}" for word in self.once) or "always"
        return f"{often}, {'if wanted' if self.optional else 'by itself'}"


_OFTEN = {"recharged": "until recharged", "gambit": "a gambit", "game": "a game"}


@dataclass(frozen=True)
class Bundle:
    """Abilities that are given as a whole."""

    name: str
    title: str
    abilities: list[str]


@dataclass(frozen=True)
class Deck:
    """All that there is to say of a deck."""

    name: str
    title: str
    text: str
    cards: int
    players: Mapping[str, int]
    sizes: Mapping[str, int]  # of all its cards, and of those of each side
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
        """Read what `definitions.describe` returns."""
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
    """What a house rule changes; ``deck``: which cards are in, by the entries of its file; ``fits``: names of decks."""

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
        """Read what `definitions.describe_house_rule` returns."""
        made = {
            "rules": read(Parameter, data["rules"]),
            "cards": read(Changed, data["cards"]),
            "powers": read(Added, data["powers"]),
        }
        return read(cls, [{**data, **made}])[0]

"""What may stand in the YAML files of card sets, rule sets and decks, with every bound and its meaning.

A mapping's description is its documentation: the JSON Schemas and ``tda decks`` are made from it.
"""

from enum import IntEnum
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    StringConstraints,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from tda_sim.engine.effects.vocabulary import Per
from tda_sim.engine.layout import (
    MAX_CARDS,
    MAX_FLIGHT,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_STRENGTH,
    MIN_SPECIAL,
    Buy,
    Debt,
    Group,
    Word,
)

MAX_GOLD = 100_000  # keeps every sum of a game far inside 32 bits
POWER = "power"  # marks powers in the schemas of the models, where the list of effects takes its place
NAME = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"


def words(kind: type[IntEnum]) -> list[str]:
    """Return an enumeration's words as YAML writes them."""
    return [member.name.lower() for member in kind]


RESERVED = (*words(Word), *words(Group), *words(Per), "seat", "all")  # they mean something else in powers and scripts


def _enum(kind: type[IntEnum]) -> BeforeValidator:
    def read(value: object) -> IntEnum:
        if isinstance(value, str) and value in words(kind):
            return kind[value.upper()]
        raise PydanticCustomError("word", "{found}", {"found": value, "words": words(kind)})

    return BeforeValidator(read)


def _enum_schema(kind: type[IntEnum]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": words(kind)})


def _free(value: str) -> str:
    if value in RESERVED:
        raise PydanticCustomError("reserved", "{found}", {"found": value})
    return value


def _wrong(message: str, *fields: str) -> PydanticCustomError:
    """Return the error that fields contradict each other."""
    return PydanticCustomError("rule", "{message}", {"message": message, "fields": fields})


def _form(value: object) -> str:
    return "word" if isinstance(value, str) else "list" if isinstance(value, list) else "number"


_LOWER = PlainSerializer(lambda member: member.name.lower(), return_type=str)
DebtWord = Annotated[Debt, _enum(Debt), _LOWER, _enum_schema(Debt)]
BuyWord = Annotated[Buy, _enum(Buy), _LOWER, _enum_schema(Buy)]
All = Annotated[Literal["all"], Tag("word")]
Name = Annotated[str, StringConstraints(pattern=NAME, max_length=40)]
NewName = Annotated[Name, BeforeValidator(_free)]
Line = Annotated[str, StringConstraints(max_length=300, pattern=r"^[^\n]*$")]
Power = Annotated[Any, WithJsonSchema({"format": POWER})]
Strength = Annotated[int, Field(ge=1, le=MAX_STRENGTH)]
Alignment = Literal["good", "evil", "unaligned", "mortal"]
Selection = Annotated[All | Annotated[list[Name], Tag("list")], Discriminator(_form)]


class Model(BaseModel):
    """Nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class File(Model):
    """What every file has."""

    base: str | None = Field(
        default=None, description="The file of the same kind, by name or path, that this one changes."
    )
    title: Line = Field(
        default="", description="What it is called in tables and reports; made from the file's name if absent."
    )
    text: Line = Field(default="", description="What it is, in one sentence.")


# --- rule sets --------------------------------------------------------------------------------------------


class StartingGold(Model):
    """Gold in each hoard at the start: a fixed part and a part that grows with the number of players."""

    each: int = Field(default=0, ge=0, le=MAX_GOLD, description="Gold for every player, whatever their number.")
    per_player: int = Field(default=0, ge=0, le=MAX_GOLD // 10, description="Gold for every player, times the players.")

    @model_validator(mode="after")
    def _some(self) -> Self:
        if self.each + self.per_player == 0:
            raise _wrong("players must start with some gold")
        return self


class Buying(Model):
    """How a player who runs out of cards gets new ones."""

    at: int = Field(
        default=1, ge=0, le=MAX_HAND - 1, description="A turn started with this many cards, or fewer, buys."
    )
    up_to: int = Field(default=4, ge=1, le=MAX_HAND, description="Cards in hand after buying.")
    when: BuyWord = Field(default=Buy.AT_ONCE, description="When a hand that ran empty during a turn buys.")

    @model_validator(mode="after")
    def _gains(self) -> Self:
        if self.up_to <= self.at:
            raise _wrong("up_to must be more than at, or nothing would be bought", "up_to", "at")
        return self


AnteCards = Annotated[All | Annotated[int, Field(ge=0, le=MAX_CARDS), Tag("number")], Discriminator(_form)]


class SpecialFlights(Model):
    """What makes a special flight, and what a strength flight takes."""

    colour: int = Field(
        default=3, ge=0, le=MAX_FLIGHT, description="Dragons of one colour that pay; 0 for no colour flights."
    )
    strength: int = Field(default=3, ge=0, le=MAX_FLIGHT, description="Cards of one strength that pay; 0 for none.")
    mortals_in_strength: bool = Field(default=False, description="Whether mortals count for strength flights.")
    mortals_as_colour: bool = Field(
        default=False, description="Whether mortals count as one colour for colour flights."
    )
    ante_cards: AnteCards = Field(default="all", description="Ante cards that a strength flight takes into hand.")

    @model_validator(mode="after")
    def _several(self) -> Self:
        if any(0 < size < MIN_SPECIAL for size in (self.colour, self.strength)):
            raise _wrong(
                f"a special flight needs at least {MIN_SPECIAL} cards (0: there are none)", "colour", "strength"
            )
        return self


class RuleSet(File):
    """The parameters in which editions and house rules differ."""

    starting_gold: StartingGold = Field(description="Gold in each hoard at the start.")
    opening_hand: int = Field(ge=1, le=MAX_HAND, description="Cards dealt to each player.")
    hand_limit: int = Field(ge=1, le=MAX_HAND, description="Cards over this number are not drawn or taken.")
    buying: Buying = Field(description="When and how far players fill their hands for gold.")
    draw_after_gambit: int = Field(ge=0, le=MAX_HAND, description="Cards that each player draws after a gambit.")
    rounds: int = Field(ge=1, le=MAX_FLIGHT, description="Rounds of a gambit before it can be won.")
    round_cap: int = Field(
        default=12, ge=1, le=MAX_FLIGHT, description="A gambit tied after this many rounds has no winner."
    )
    gambit_cap: int = Field(
        default=10_000, ge=1, le=1_000_000, description="A game that goes on longer counts as unfinished."
    )
    ante_redos: int = Field(
        default=20, ge=0, le=1000, description="How often an ante in which every card is tied is redone."
    )
    leader_triggers: bool = Field(description="Whether the leader of a round always triggers.")
    special_flights: SpecialFlights = Field(description="What makes a special flight, and what it takes.")
    debt: DebtWord = Field(description="What becomes of gold that a player cannot pay.")
    winner_owes_stakes: bool = Field(description="Whether a gambit's winner pays own debts to the stakes or the hole.")
    winner_takes_hole: bool = Field(description="Whether the game's winner gets the gold in the hole.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.opening_hand > self.hand_limit:
            raise _wrong("opening_hand must not be more than hand_limit", "opening_hand", "hand_limit")
        if self.buying.up_to > self.hand_limit:
            raise _wrong("buying: up_to must not be more than hand_limit", "buying", "hand_limit")
        if self.round_cap < self.rounds:
            raise _wrong("round_cap must not be less than rounds", "round_cap", "rounds")
        return self


# --- card sets --------------------------------------------------------------------------------------------


class Carried(Model):
    """What coloured dragons and other cards have in common."""

    title: Line = Field(default="", description="The printed name; made from the name in the file if absent.")
    alignment: Alignment = Field(description="A dragon's side, or mortal for what is no dragon.")
    tags: list[NewName] = Field(default=[], description="Further groups that the card belongs to, for powers to count.")
    text: Line = Field(default="", description="The power in one sentence.")
    power: Power = Field(default=[], description="What happens when the card triggers: effects, one after another.")
    ante: Power = Field(
        default=[], description="What holds while the card lies in the ante: effects, in the same form."
    )


class Dragons(Carried):
    """The dragons of one colour: a card for each strength, called after the colour and the strength."""

    strengths: list[Strength] = Field(min_length=1, description="One card for each of these strengths.")

    @model_validator(mode="after")
    def _once(self) -> Self:
        if len(set(self.strengths)) < len(self.strengths):
            raise _wrong("strengths: each may stand there once, for card names must differ", "strengths")
        if self.alignment == "mortal":
            raise _wrong("alignment: a dragon is good, evil or unaligned, never mortal", "alignment")
        return self


class God(Model):
    """The ability of a dragon god, which holds as long as the card lies in a flight."""

    bars: Name | None = Field(
        default=None, description="With a card of this group in the flight, its owner cannot win."
    )


class SingleCard(Carried):
    """A card that exists once."""

    strength: Strength = Field(description="The printed strength.")
    colour: Name | None = Field(
        default=None, description="The colour of a single dragon that belongs to a colour by nature."
    )
    colours: list[Name] = Field(default=[], description="Colours that the card counts as, for colour flights only.")
    god: God | None = Field(default=None, description="Makes the card a dragon god, with this ability.")

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.alignment == "mortal" and (self.colour or self.god):
            raise _wrong("alignment: a mortal has no colour and is no dragon god", "alignment", "colour", "god")
        return self


class CardSet(File):
    """Cards that belong together."""

    dragons: dict[NewName, Dragons] = Field(default={}, description="The dragons, by colour.")
    cards: dict[NewName, SingleCard] = Field(default={}, description="All other cards, by name.")


# --- decks ------------------------------------------------------------------------------------------------


class Players(Model):
    """How many may play."""

    min: int = Field(default=2, ge=2, le=MAX_PLAYERS, description="The fewest players.")
    max: int = Field(default=MAX_PLAYERS, ge=2, le=MAX_PLAYERS, description="The most players.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min > self.max:
            raise _wrong("min must not be more than max", "min", "max")
        return self


class Changes(Model):
    """Changes to cards, in the form of a card set: only what differs; null removes a card or colour."""

    dragons: dict[str, Any] = Field(default={}, description="Changes to coloured dragons, by colour.")
    cards: dict[str, Any] = Field(default={}, description="Changes to other cards, and further ones, by name.")


class DeckFile(File):
    """A deck: which cards, under which rules, for how many."""

    card_sets: list[str] = Field(min_length=1, description="The card sets it draws on, by name or path.")
    colours: Selection = Field(default="all", description="The colours of dragons that are in, or all.")
    unique_cards: Selection = Field(default="all", description="The other cards that are in, or all.")
    take_from: dict[str, str] = Field(
        default={}, description="Where two card sets share a name: the set whose card is meant."
    )
    changes: Changes = Field(default=Changes(), description="Changes to the cards of this deck.")
    rules: Any = Field(description="The rule set: a name, a path, or a mapping of changes with the key base.")
    players: Players = Field(default=Players(), description="How many may play.")

"""The format of YAML files of card sets and rule sets: every key, its bounds and its meaning.

A field's description is its documentation: the JSON Schemas, ``tda decks`` and ``tda effects`` are made from it.
Decks and house rules: see `deck_files`.
"""

import functools
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

from tda_sim.engine.layout import MAX_CARDS, MAX_FLIGHT, MAX_HAND, MAX_PLAYERS, MAX_STRENGTH, MIN_SPECIAL
from tda_sim.engine.terms import Buy, Debt, Group, Word
from tda_sim.engine.vocabulary import Per

MAX_GOLD = 100_000  # keeps the gold of a whole series within 32 bits
MAX_GAMBITS = 1_000_000
MAX_LINE = 300
MAX_CARD_SETS, MAX_ADDED = 20, 20  # of a deck; of groups whose powers get further effects
POWER, ANTE_POWER = "power", "ante power"  # mark them in the schemas, where the lists of effects take their place
NAME = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"


@functools.cache
def words(kind: type[IntEnum]) -> tuple[str, ...]:
    """Return an enumeration's words as YAML writes them."""
    return tuple(member.name.lower() for member in kind)


RESERVED = (*words(Word), *words(Group), *words(Per), "seat", "all")  # they mean something else in powers and scripts


def _enum(kind: type[IntEnum]) -> BeforeValidator:
    def read(value: object) -> IntEnum:
        if isinstance(value, str) and value in words(kind):
            return kind[value.upper()]
        raise PydanticCustomError("word", "{found}", {"found": value, "words": words(kind)})

    return BeforeValidator(read)


def _enum_schema(kind: type[IntEnum]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(words(kind))})


def _free(value: str) -> str:
    if value in RESERVED:
        raise PydanticCustomError("reserved", "{found}", {"found": value})
    return value


def wrong(message: str, *fields: str) -> PydanticCustomError:
    """Return the error for fields that contradict each other."""
    return PydanticCustomError("rule", "{message}", {"message": message, "fields": fields})


def form(value: object) -> str:
    """Return the tag of a value's form, if several are possible."""
    forms = ((str, "word"), (list, "list"), (dict, "mapping"))
    return next((tag for kind, tag in forms if isinstance(value, kind)), "number")


_LOWER = PlainSerializer(lambda member: member.name.lower(), return_type=str)
DebtWord = Annotated[Debt, _enum(Debt), _LOWER, _enum_schema(Debt)]
BuyWord = Annotated[Buy, _enum(Buy), _LOWER, _enum_schema(Buy)]
All = Annotated[Literal["all"], Tag("word")]
Name = Annotated[str, StringConstraints(pattern=NAME, max_length=40)]
NewName = Annotated[Name, BeforeValidator(_free)]
Line = Annotated[str, StringConstraints(max_length=MAX_LINE, pattern=r"^[^\n]*$")]
Power = Annotated[Any, WithJsonSchema({"format": POWER})]
AntePower = Annotated[Any, WithJsonSchema({"format": ANTE_POWER})]
Strength = Annotated[int, Field(ge=1, le=MAX_STRENGTH)]
Alignment = Literal["good", "evil", "unaligned", "mortal"]


class Model(BaseModel):
    """A strict model: it converts no values and allows no unknown keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class File(Model):
    """The keys of every file."""

    base: str | None = Field(
        default=None, description="The file of the same kind, by name or path, that this one changes."
    )
    title: Line = Field(
        default="", description="The title in tables and reports; by default made from the file's name."
    )
    text: Line = Field(default="", description="A description, in one sentence.")


# --- rule sets --------------------------------------------------------------------------------------------


class StartingGold(Model):
    """Gold in each hoard at the start: a fixed part and a part that grows with the number of players."""

    each: int = Field(default=0, ge=0, le=MAX_GOLD, description="Gold for every player.")
    per_player: int = Field(
        default=0, ge=0, le=MAX_GOLD // 10, description="Gold for every player, times the number of players."
    )

    @model_validator(mode="after")
    def _some(self) -> Self:
        if self.each + self.per_player == 0:
            raise wrong("players must start with some gold")
        return self


class Buying(Model):
    """How a player who runs out of cards gets new ones."""

    at: int = Field(
        default=1, ge=0, le=MAX_HAND - 1, description="A player who starts a turn with this many cards, or fewer, buys."
    )
    up_to: int = Field(default=4, ge=1, le=MAX_HAND, description="Cards in hand after buying.")
    when: BuyWord = Field(
        default=Buy.AT_ONCE,
        description="When a player buys whose hand runs empty during a turn.",
        json_schema_extra={"default": "at_once"},
    )

    @model_validator(mode="after")
    def _gains(self) -> Self:
        if self.up_to <= self.at:
            raise wrong("up_to must be more than at, or nothing would be bought", "up_to", "at")
        return self


AnteCards = Annotated[All | Annotated[int, Field(ge=0, le=MAX_CARDS), Tag("number")], Discriminator(form)]


class SpecialFlights(Model):
    """What makes a special flight, and what a strength flight takes."""

    colour: int = Field(
        default=3, ge=0, le=MAX_FLIGHT, description="Dragons in a colour flight; 0 for no colour flights."
    )
    strength: int = Field(default=3, ge=0, le=MAX_FLIGHT, description="Cards in a strength flight; 0 for none.")
    mortals_in_strength: bool = Field(default=False, description="Whether mortals count for strength flights.")
    mortals_as_colour: bool = Field(
        default=False, description="Whether mortals count as one colour for colour flights."
    )
    ante_cards: AnteCards = Field(default="all", description="Ante cards that a strength flight takes into hand.")

    @model_validator(mode="after")
    def _several(self) -> Self:
        if any(0 < size < MIN_SPECIAL for size in (self.colour, self.strength)):
            raise wrong(f"a special flight needs at least {MIN_SPECIAL} cards (0 for none)", "colour", "strength")
        return self


class End(Model):
    """What ends a game: whichever comes first."""

    players_left: int | None = Field(
        default=None,
        ge=1,
        le=MAX_PLAYERS - 1,
        description="A player out of gold leaves, and the others continue until no more than this many are left; "
        "null: the first one out of gold ends the game.",
    )
    gold: int | None = Field(
        default=None,
        ge=1,
        le=MAX_GOLD,
        description="The game ends when a player has this much gold after a gambit; null for no such end.",
    )
    gambits: int | None = Field(
        default=None, ge=1, le=MAX_GAMBITS, description="The game ends after this many gambits; null for no such end."
    )


class RuleSet(File):
    """The parameters in which editions and house rules differ."""

    starting_gold: StartingGold = Field(description="Gold in each hoard at the start.")
    opening_hand: int = Field(ge=1, le=MAX_HAND, description="Cards dealt to each player.")
    hand_limit: int = Field(
        ge=1, le=MAX_HAND, description="The most cards in a hand; further cards are not drawn or taken."
    )
    buying: Buying = Field(description="When players buy cards, and how many.")
    draw_after_gambit: int = Field(ge=0, le=MAX_HAND, description="Cards that each player draws after a gambit.")
    rounds: int = Field(ge=1, le=MAX_FLIGHT, description="Rounds of a gambit before it can be won.")
    round_cap: int = Field(
        default=12,
        ge=1,
        le=MAX_FLIGHT,
        description="A gambit tied after this many rounds has no winner, unless a power adds rounds.",
    )
    gambit_cap: int = Field(default=10_000, ge=1, le=MAX_GAMBITS, description="A longer game counts as unfinished.")
    ante_redos: int = Field(
        default=20, ge=0, le=1000, description="How often an ante is redone in which every card is tied."
    )
    leader_triggers: bool = Field(description="Whether the leader of a round always triggers.")
    special_flights: SpecialFlights = Field(description="What makes a special flight, and what it takes.")
    debt: DebtWord = Field(description="What happens to gold that a player cannot pay.")
    winner_owes_stakes: bool = Field(description="Whether the winner of a gambit pays debts to the stakes or the hole.")
    winner_takes_hole: bool = Field(description="Whether the winner of the game gets the gold in the hole.")
    end: End = Field(default=End(), description="What else ends a game, besides a player out of gold.")
    series: int = Field(default=1, ge=1, le=100, description="Games in a row whose gold is added up.")
    abilities: str | None = Field(
        default=None, description="The list of abilities that players may have, by name or path; null for none."
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.opening_hand > self.hand_limit:
            raise wrong("opening_hand must not be more than hand_limit", "opening_hand", "hand_limit")
        if self.buying.up_to > self.hand_limit:
            raise wrong("buying: up_to must not be more than hand_limit", "buying", "hand_limit")
        if self.round_cap < self.rounds:
            raise wrong("round_cap must not be less than rounds", "round_cap", "rounds")
        if self.end.gambits is not None and self.end.gambits > self.gambit_cap:
            raise wrong("end: gambits must not be more than gambit_cap", "end", "gambit_cap")
        return self


# --- card sets --------------------------------------------------------------------------------------------


class Carried(Model):
    """The keys that coloured dragons and other cards share."""

    title: Line = Field(default="", description="The printed name; by default made from the name in the file.")
    alignment: Alignment = Field(description="The side of a dragon; mortal for other cards.")
    tags: list[NewName] = Field(default=[], description="Further groups that the card belongs to, for powers to count.")
    text: Line = Field(default="", description="The power in one sentence.")
    power: Power = Field(default=[], description="What happens when the card triggers: effects, one after another.")
    ante: AntePower = Field(default=[], description="Ante effects, which hold while the card is in the ante.")


class Dragons(Carried):
    """The dragons of one colour: a card for each strength, named after the colour and the strength."""

    strengths: list[Strength] = Field(min_length=1, description="One card for each of these strengths.")

    @model_validator(mode="after")
    def _once(self) -> Self:
        if len(set(self.strengths)) < len(self.strengths):
            raise wrong("strengths: list each once, because card names must differ", "strengths")
        if self.alignment == "mortal":
            raise wrong("alignment: a dragon is good, evil or unaligned, never mortal", "alignment")
        return self


class God(Model):
    """The ability of a dragon god, which holds while the card is in a flight."""

    bars: Name | None = Field(
        default=None, description="With a card of this group in the same flight, its owner cannot win."
    )


class SingleCard(Carried):
    """A unique card."""

    strength: Strength = Field(description="The printed strength.")
    colour: Name | None = Field(default=None, description="The colour of a single dragon that belongs to one.")
    colours: list[Name] = Field(default=[], description="Colours that the card counts as, for colour flights only.")
    god: God | None = Field(default=None, description="Makes the card a dragon god, with this ability.")

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.alignment == "mortal" and (self.colour or self.god):
            raise wrong("alignment: a mortal has no colour and is no dragon god", "alignment", "colour", "god")
        return self


class CardSet(File):
    """A set of cards."""

    dragons: dict[NewName, Dragons] = Field(default={}, description="The dragons, by colour.")
    cards: dict[NewName, SingleCard] = Field(default={}, description="All other cards, by name.")

"""What the formats of YAML files have in common, and that of rule sets: every key, its bounds and its meaning.

A field's description is its documentation: the JSON Schemas, ``tda decks`` and ``tda effects`` are made from it.
Card sets: see `card_files`; decks and house rules: see `deck_files`.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    Tag,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from tda_sim.definitions import checks
from tda_sim.definitions.checks import Check
from tda_sim.engine.layout import MAX_CARDS, MAX_FLIGHT, MAX_HAND, MAX_PLAYERS, MAX_STRENGTH
from tda_sim.engine.terms import Buy, Debt, Group, Word
from tda_sim.engine.vocabulary import Per
from tda_sim.errors import Hint

MAX_GOLD = 100_000  # keeps the gold of a whole series within 32 bits
MAX_GAMBITS = 1_000_000
MAX_LINE = 300
MAX_CARD_SETS, MAX_ADDED = 20, 20  # of a deck; of groups whose powers get further effects
NAME = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"


@functools.cache
def words(kind: type[IntEnum]) -> tuple[str, ...]:
    """Return an enumeration's words as YAML writes them."""
    return tuple(member.name.lower() for member in kind)


RESERVED = (*words(Word), *words(Group), *words(Per), "seat", "all")  # they mean something else in powers and scripts


@dataclass(frozen=True)
class AWord:
    """Marks a field that holds a member of an enumeration, which YAML writes as a word."""

    of: type[IntEnum]

    def read(self, value: object) -> IntEnum:
        """Return the member that a word stands for."""
        if isinstance(value, str) and value in words(self.of):
            return self.of[value.upper()]
        raise PydanticCustomError("word", "{found}", {"found": value, "words": words(self.of)})

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        lower = core_schema.plain_serializer_function_ser_schema(lambda member: member.name.lower())
        return core_schema.no_info_plain_validator_function(self.read, serialization=lower)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "enum": list(words(self.of))}


def _free(value: str) -> str:
    if value in RESERVED:
        raise PydanticCustomError("reserved", "{found}", {"found": value})
    return value


def wrong(message: str, *fields: str) -> PydanticCustomError:
    """Return the error for fields that contradict each other."""
    return PydanticCustomError("rule", "{message}", {"message": message, "fields": fields})


def consistent(together: Sequence[Check]) -> Any:
    """Return the validator of a model whose numbers have to fit each other."""

    def validated(model: Model) -> Model:
        for check in together:
            if not check.holds(model):
                raise wrong(check.message, *check.fields)
        return model

    return model_validator(mode="after")(validated)


def mistake(message: str, hint: Hint | None = None) -> PydanticCustomError:
    """Return the error in these words."""
    return PydanticCustomError("mistake", "{message}", {"message": message, "hint": hint})


def form(value: object) -> str:
    """Return the tag of a value's form, if several are possible."""
    forms = ((str, "word"), (list, "list"), (dict, "mapping"))
    return next((tag for kind, tag in forms if isinstance(value, kind)), "number")


All = Annotated[Literal["all"], Tag("word")]
Name = Annotated[str, StringConstraints(pattern=NAME, max_length=40)]
NewName = Annotated[Name, BeforeValidator(_free)]
Line = Annotated[str, StringConstraints(max_length=MAX_LINE, pattern=r"^[^\n]*$")]
Strength = Annotated[int, Field(ge=1, le=MAX_STRENGTH)]
Alignment = Literal["good", "evil", "unaligned", "mortal"]


class Model(BaseModel):
    """A strict model: it converts no values and allows no unknown keys.

    It is built when it is first used: most are only parts of others, and structures need the models of all effects.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Titled(Model):
    """What has a name in its file, and a title."""

    title: Line = Field(default="", description="The title; by default made from the name.")


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

    _consistent = consistent(checks.STARTING_GOLD)


class Buying(Model):
    """How a player who runs out of cards gets new ones."""

    at: int = Field(
        default=1, ge=0, le=MAX_HAND - 1, description="A player who starts a turn with this many cards, or fewer, buys."
    )
    up_to: int = Field(default=4, ge=1, le=MAX_HAND, description="Cards in hand after buying.")
    when: Annotated[Buy, AWord(Buy)] = Field(
        default=Buy.AT_ONCE,
        description="When a player buys whose hand runs empty during a turn.",
        json_schema_extra={"default": "at_once"},
    )
    poorest_pays: int = Field(
        default=100,
        ge=0,
        le=100,
        description="Percent of the price, rounded up, for a player with less gold than every other one.",
    )

    _consistent = consistent(checks.BUYING)


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
    colour_wins: bool = Field(
        default=False, description="Whether a flight with a colour flight in it beats every flight without one."
    )
    ante_cards: AnteCards = Field(default="all", description="Ante cards that a strength flight takes into hand.")

    _consistent = consistent(checks.SPECIAL_FLIGHTS)


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
    unpaid_antes: int | None = Field(
        default=None,
        ge=1,
        le=MAX_GAMBITS,
        description="The game ends after a gambit whose ante a player could not pay in full, for so many times in a "
        "row, as if that player were out of gold; null for no such end.",
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
    debt: Annotated[Debt, AWord(Debt)] = Field(description="What happens to gold that a player cannot pay.")
    winner_owes_stakes: bool = Field(description="Whether the winner of a gambit pays debts to the stakes or the hole.")
    winner_takes_hole: bool = Field(description="Whether the winner of the game gets the gold in the hole.")
    end: End = Field(default=End(), description="What else ends a game, besides a player out of gold.")
    series: int = Field(default=1, ge=1, le=100, description="Games in a row whose gold is added up.")
    abilities: str | None = Field(
        default=None, description="The list of abilities that players may have, by name or path; null for none."
    )

    _consistent = consistent(checks.RULES)

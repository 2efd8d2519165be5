"""The format of YAML files of decks and house rules: every key, its bounds and its meaning."""

from typing import Annotated, Any, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tda_sim.definitions.ability_files import Abilities
from tda_sim.definitions.effects import Power
from tda_sim.definitions.models import MAX_ADDED, MAX_CARD_SETS, All, File, Model, Name, Strength, form, wrong
from tda_sim.engine.layout import MAX_PARTS, MAX_PLAYERS, MAX_POOL

Names = Annotated[list[Name], Tag("list")]
Strengths = Annotated[All | Annotated[list[Strength], Field(min_length=1), Tag("list")], Discriminator(form)]
Colours = Annotated[All | Names | Annotated[dict[Name, Strengths], Tag("mapping")], Discriminator(form)]
ColourChanges = Annotated[All | Names | Annotated[dict[Name, Strengths | None], Tag("mapping")], Discriminator(form)]


class Draw(Model):
    """The other cards of a deck that draws some of them for each game."""

    always: list[Name] = Field(default=[], description="Cards that are in every game.")
    draw: int = Field(ge=1, le=MAX_POOL, description="How many of the others are drawn for each game.")
    from_: Annotated[All | Names, Discriminator(form)] = Field(
        default="all", alias="from", description="The cards to draw from: all the others, or a list."
    )
    each_player_picks: bool = Field(
        default=False, description="Whether each player picks one of them before chance draws the rest."
    )
    shown: bool = Field(default=False, description="Whether the players know which cards were drawn.")


class DrawChanges(Draw):
    """Changes to the cards drawn for each game."""

    draw: int | None = Field(  # type: ignore[assignment]  # a house rule may leave the number as it is
        default=None, ge=1, le=MAX_POOL, description="How many of the others are drawn for each game."
    )


class HowMany(Model):
    """Bounds of a number; every number between them has the same chance."""

    min: int = Field(ge=0, le=MAX_PARTS, description="The least number.")
    max: int = Field(ge=1, le=MAX_PARTS, description="The greatest number.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min > self.max:
            raise wrong("min must not be greater than max", "min", "max")
        return self


Number = Annotated[
    Annotated[int, Field(ge=0, le=MAX_PARTS), Tag("number")] | Annotated[HowMany, Tag("mapping")], Discriminator(form)
]
Named = Annotated[All | Annotated[list[Name], Field(min_length=1), Tag("list")], Discriminator(form)]


class DrawnParts(Model):
    """A draw of parts of the deck for each game. All players know what was drawn."""

    colours: Named | None = Field(
        default=None, description="Draws colours, each with all its dragons: a list, or all that no other draw names."
    )
    dragons_of: Named | None = Field(
        default=None, description="Draws dragons of each of these colours: a list, or all that no other draw names."
    )
    cards: Named | None = Field(
        default=None, description="Draws single cards: a list, or all unique cards that no other draw names."
    )
    number: Number = Field(description="How many are drawn: a number, or bounds; 0 leaves them out.")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(value is not None for value in (self.colours, self.dragons_of, self.cards)) != 1:
            raise wrong("a draw has one of colours, dragons_of and cards", "colours", "dragons_of", "cards")
        return self


class Players(Model):
    """The number of players."""

    min: int = Field(default=2, ge=2, le=MAX_PLAYERS, description="The fewest players.")
    max: int = Field(default=MAX_PLAYERS, ge=2, le=MAX_PLAYERS, description="The most players.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min > self.max:
            raise wrong("min must not be greater than max", "min", "max")
        return self


class AddedEffects(Model):
    """Effects added to the powers of all cards of a group; a card without a power gets one."""

    of: Name = Field(description="The group of cards: mortal, for instance, a colour or a tag.")
    before: Power = Field(default=Power(), description="Effects carried out before those of the card.")
    after: Power = Field(default=Power(), description="Effects carried out after those of the card.")

    @model_validator(mode="after")
    def _some(self) -> Self:
        if not self.before and not self.after:
            raise wrong("effects are missing: a list under before or after", "before", "after")
        return self


class Changes(Model):
    """Changes to cards, in the form of a card set: only what differs; null removes a card or a colour."""

    dragons: dict[str, Any] = Field(default={}, description="Changes to coloured dragons, by colour.")
    cards: dict[str, Any] = Field(
        default={}, description="Changes to other cards, or to one coloured dragon (black-5), and new cards."
    )
    powers: list[AddedEffects] = Field(
        default=[],
        max_length=MAX_ADDED,
        description="Effects added to the powers of whole groups, after all other changes.",
    )


class ChangesStep(Model):
    """One step of changes."""

    changes: Changes


TakeFrom = Annotated[
    Annotated[Annotated[str, Tag("word")] | Annotated[dict[str, str], Tag("mapping")], Discriminator(form)],
    Field(description="For names that several card sets share: the set whose card to take, for each or for all."),
]
Draws = Annotated[
    list[DrawnParts],
    Field(description="Draws of parts of the deck for each game: colours, dragons of a colour, other cards."),
]
SecondCopies = Annotated[
    Annotated[All | Names, Discriminator(form)],
    Field(description="Cards that the deck has twice: a list, or all. The second of red-5 is called red-5-copy."),
]
OwnAbilities = Annotated[
    Annotated[Annotated[str, Tag("word")] | Annotated[Abilities, Tag("mapping")], Discriminator(form)] | None,
    Field(description="The abilities that players may have: the name of a list, or a mapping."),
]
PlayersOfGame = Annotated[Players, Field(description="The number of players.")]


class DeckFile(File):
    """A deck: its cards, its rules, its players."""

    card_sets: list[str] = Field(min_length=1, max_length=MAX_CARD_SETS, description="Its card sets, by name or path.")
    colours: Colours = Field(
        default="all", description="The colours of dragons: a list, all, or the strengths of each."
    )
    unique_cards: Annotated[All | Names | Annotated[Draw, Tag("mapping")], Discriminator(form)] = Field(
        default="all", description="The other cards: a list, all, or how many are drawn from which."
    )
    second_copies: SecondCopies = []
    draw: Draws = []
    take_from: TakeFrom = {}
    changes: Changes = Field(default=Changes(), description="Changes to the cards of this deck.")
    abilities: OwnAbilities = None
    rules: Any = Field(description="The rule set: a name, a path, or a mapping of changes with the key base.")
    players: PlayersOfGame = Players()


class HouseRule(File):
    """A house rule: its changes to any deck and its rules."""

    rules: Any = Field(
        default=None, description="Changes to the deck's own rules; with the key base, or a name, to other rules."
    )
    changes: Changes = Field(default=Changes(), description="Changes to the cards of the deck.")
    colours: ColourChanges | None = Field(
        default=None, description="The colours of dragons: a list, all, or the strengths of each."
    )
    unique_cards: Annotated[All | Names | Annotated[DrawChanges, Tag("mapping")], Discriminator(form)] | None = Field(
        default=None, description="The other cards: a list, all, or how many are drawn from which."
    )
    second_copies: SecondCopies = []
    draw: Draws = []
    take_from: TakeFrom = {}
    abilities: OwnAbilities = None
    card_sets: list[str] = Field(
        default=[], max_length=MAX_CARD_SETS, description="Further card sets, by name or path."
    )
    players: PlayersOfGame = Players()


HOUSE_KEYS = frozenset(HouseRule.model_fields) - frozenset(File.model_fields)

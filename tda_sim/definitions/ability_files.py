"""The format of YAML files with lists of abilities: every key, its bounds and its meaning."""

from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from tda_sim.definitions.models import File, Line, Model, Name, form, words, wrong
from tda_sim.engine.layout import MAX_ABILITIES
from tda_sim.engine.terms import Once, When

EFFECTS, CONDITIONS = "ability effects", "ability conditions"  # mark them in the schemas


def _word(kind: Any) -> BeforeValidator:
    def read(value: object) -> object:
        if value is not None and value not in words(kind):
            raise PydanticCustomError("word", "{found}", {"found": value, "words": words(kind)})
        return value

    return BeforeValidator(read)


WhenWord = Annotated[str, _word(When), WithJsonSchema({"type": "string", "enum": list(words(When))})]
OnceWord = Annotated[str, _word(Once), WithJsonSchema({"type": "string", "enum": list(words(Once))})]

OnceWords = Annotated[Annotated[OnceWord, Tag("word")] | Annotated[list[OnceWord], Tag("list")], Discriminator(form)]
Seats = Annotated[Annotated[str, Tag("word")] | Annotated[list[str], Tag("list")], Discriminator(form)]


class Ability(Model):
    """An ability: when it acts, under which conditions, how often, and what it does."""

    title: Line = Field(default="", description="The title; by default made from the name.")
    text: Line = Field(default="", description="What it does, in one sentence.")
    when: WhenWord | None = Field(default=None, description="The moment at which it acts; without one it does nothing.")
    condition: Annotated[Any, WithJsonSchema({"format": CONDITIONS})] = Field(
        default=[], description="Conditions, all of which must hold."
    )
    once: OnceWords = Field(
        default=[],
        description="How often it may be used: once until it is recharged by a special flight, once a gambit or once a "
        "game; disk: it spends the disk that its player has for all such abilities. Nothing: always.",
    )
    optional: bool = Field(default=False, description="Whether the player may decline; otherwise it always happens.")
    effects: Annotated[Any, WithJsonSchema({"format": EFFECTS})] = Field(
        default=[], description="What it does: effects, one after another."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.when is None) != (not self.effects):
            raise wrong("when and effects belong together: leave out both, or neither", "when", "effects")
        limits = set(self.limits) - {"disk"}
        if len(limits) > 1:
            raise wrong("once: one of recharged, gambit and game is enough", "once")
        return self

    @property
    def limits(self) -> list[str]:
        """The words of `once`, as a list."""
        return [self.once] if isinstance(self.once, str) else list(self.once)


class Bundle(Model):
    """Abilities that are dealt together: a kind of character."""

    title: Line = Field(default="", description="The title; by default made from the name.")
    text: Line = Field(default="", description="A description, in one sentence.")
    abilities: list[Name] = Field(min_length=1, description="Its abilities.")


class AbilityList(File):
    """A list of abilities for games."""

    unshared: bool = Field(default=False, description="Whether no two players may have the same ability.")
    abilities: dict[Name, Ability] = Field(
        default={}, max_length=MAX_ABILITIES, description="The abilities, by name, in order."
    )
    bundles: dict[Name, Bundle] = Field(default={}, description="Sets of abilities that are dealt together.")


class Abilities(Model):
    """The abilities of a deck or a house rule."""

    list: str | None = Field(default=None, description="The list, by name or path; by default that of the rules.")
    unshared: bool | None = Field(default=None, description="Whether no two players may have the same ability.")
    entries: dict[Name, Any] = Field(
        default={}, description="Changes to abilities of the list, new ones, and null for removed ones."
    )
    bundles: dict[Name, Any] = Field(
        default={}, description="Changes to the bundles of the list, new ones, and null for removed ones."
    )
    seats: Seats | None = Field(
        default=None,
        description="The default for --abilities: random:2, draft:1, bundles, or a text for each seat.",
    )

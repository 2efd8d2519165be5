"""What may stand in the YAML files of lists of abilities, with every bound and its meaning."""

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
    """An ability: when it does something, under which conditions, how often, and what."""

    title: Line = Field(default="", description="What it is called; made from its name if absent.")
    text: Line = Field(default="", description="What it does, in one sentence.")
    when: WhenWord | None = Field(
        default=None, description="The moment at which it does something; without one it does nothing at all."
    )
    condition: Annotated[Any, WithJsonSchema({"format": CONDITIONS})] = Field(
        default=[], description="Conditions, all of which have to hold then."
    )
    once: OnceWords = Field(
        default=[],
        description="How often it may be used: once until it is recharged by a special flight, once a gambit or once a "
        "game; disk: it spends the disk that its player has for all such abilities. Nothing: always.",
    )
    optional: bool = Field(
        default=False, description="Whether its player is asked; if not, it happens by itself, and always."
    )
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
    """Abilities that go together: a character of a kind."""

    title: Line = Field(default="", description="What it is called; made from its name if absent.")
    text: Line = Field(default="", description="Who it is, in one sentence.")
    abilities: list[Name] = Field(min_length=1, description="Its abilities.")


class AbilityList(File):
    """The abilities from which those of a game are taken."""

    unshared: bool = Field(default=False, description="Whether no two players may have the same ability.")
    abilities: dict[Name, Ability] = Field(
        default={}, max_length=MAX_ABILITIES, description="The abilities, by name, in their order."
    )
    bundles: dict[Name, Bundle] = Field(default={}, description="Sets of abilities that are given as a whole.")


class Abilities(Model):
    """The abilities of a deck or a house rule."""

    list: str | None = Field(default=None, description="The list, by name or path; the rules' own if absent.")
    unshared: bool | None = Field(default=None, description="Whether no two players may have the same ability.")
    entries: dict[Name, Any] = Field(
        default={}, description="Changes to abilities of the list, further ones, and null for those that go."
    )
    bundles: dict[Name, Any] = Field(default={}, description="The same for its bundles.")
    seats: Seats | None = Field(
        default=None,
        description="Who has which, as --abilities says it, where a run says nothing else: random:2, draft:1, "
        "bundles, or a text for each seat.",
    )

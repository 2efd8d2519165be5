"""The format of YAML files with lists of abilities: every key, its bounds and its meaning."""

from typing import Annotated, Any, Self

from pydantic import Discriminator, Field, Tag, ValidationInfo, model_validator

from tda_sim.definitions.effects import AbilityEffects, Conditions
from tda_sim.definitions.models import AWord, File, Line, Model, Name, Titled, form, wrong
from tda_sim.definitions.validate import Reading
from tda_sim.engine.layout import MAX_ABILITIES
from tda_sim.engine.terms import Once, When

OnceWord = Annotated[Once, AWord(Once)]
OnceWords = Annotated[Annotated[OnceWord, Tag("word")] | Annotated[list[OnceWord], Tag("list")], Discriminator(form)]
Seats = Annotated[Annotated[str, Tag("word")] | Annotated[list[str], Tag("list")], Discriminator(form)]


class Ability(Titled):
    """An ability: when it acts, under which conditions, how often, and what it does."""

    text: Line = Field(default="", description="What it does, in one sentence.")
    when: Annotated[When, AWord(When)] | None = Field(
        default=None, description="The moment at which it acts; without one it does nothing."
    )
    condition: Conditions = Field(default=Conditions(), description="Conditions, all of which must hold.")
    once: OnceWords = Field(
        default=[],
        description="How often it may be used: once until it is recharged by a special flight, once a gambit or once a "
        "game; disk: it spends the disk that its player has for all such abilities. Nothing: always.",
    )
    optional: bool = Field(default=False, description="Whether the player may decline; otherwise it always happens.")
    effects: AbilityEffects = Field(default=AbilityEffects(), description="What it does: effects, one after another.")

    @model_validator(mode="before")
    @classmethod
    def _at_its_moment(cls, written: Any, info: ValidationInfo) -> Any:
        Reading.of(info).moment = written.get("when") if isinstance(written, dict) else None
        return written

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.when is None) != (not self.effects):
            raise wrong("when and effects belong together: leave out both, or neither", "when", "effects")
        limits = set(self.limits) - {Once.DISK}
        if len(limits) > 1:
            raise wrong("once: one of recharged, gambit and game is enough", "once")
        return self

    @property
    def limits(self) -> list[Once]:
        """Its limits of use."""
        written = [self.once] if isinstance(self.once, Once) else self.once
        return [limit for limit in Once if limit in written]

    @property
    def in_words(self) -> str:
        """What it does: its text, or else its effects as YAML names them."""
        return self.text or self.effects.words or "nothing"


class Bundle(Titled):
    """Abilities that are dealt together: a kind of character."""

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

"""The format of YAML files of card sets: every key, its bounds and its meaning."""

from typing import Self

from pydantic import Field, model_validator

from tda_sim.definitions.effects import AntePower, Power
from tda_sim.definitions.models import Alignment, File, Line, Model, Name, NewName, Strength, wrong


class Carried(Model):
    """The keys that coloured dragons and other cards share."""

    title: Line = Field(default="", description="The printed name; by default made from the name in the file.")
    alignment: Alignment = Field(description="The side of a dragon; mortal for other cards.")
    tags: list[NewName] = Field(default=[], description="Further groups that the card belongs to, for powers to count.")
    text: Line = Field(default="", description="The power in one sentence.")
    power: Power = Field(
        default=Power(), description="What happens when the card triggers: effects, one after another."
    )
    ante: AntePower = Field(default=AntePower(), description="Ante effects, which hold while the card is in the ante.")


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

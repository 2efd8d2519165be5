"""Clocks: how many seconds each event of a game takes, in YAML."""

from typing import Annotated

from pydantic import Field

from tda_sim.definitions import library, sources
from tda_sim.definitions.models import Line, Model
from tda_sim.definitions.validate import check
from tda_sim.errors import sound

USUAL, DICE = "usual", "dice-gambit"
MAX_SECONDS = 3600.0

Seconds = Annotated[float, Field(ge=0.0, le=MAX_SECONDS)]
Clock = dict[str, dict[str, float]]


class Pace(Model):
    """How long one kind of event takes."""

    seconds: Seconds = Field(description="Seconds, whatever the number of players.")
    each_player: Seconds = Field(default=0.0, description="Further seconds for each player.")
    why: Line = Field(default="", description="The reason.")


class Reach(Model):
    """How much faster and slower others plausibly play, as multiples of the clock's times."""

    least: Annotated[float, Field(gt=0.0, le=1.0)] = Field(default=1.0, description="The fastest: 0.5 takes half.")
    most: Annotated[float, Field(ge=1.0, le=100.0)] = Field(default=1.0, description="The slowest: 2 takes twice.")
    why: Line = Field(default="", description="The reason.")


class ClockFile(Model):
    """How long people take, in seconds. Minutes are estimated from it."""

    text: Line = Field(default="", description="The group that plays at this pace, in one sentence.")
    reach: Reach | None = Field(default=None, description="Without it, minutes have no range.")
    set_up: Pace = Field(description="Before the first gambit.")
    ante: Pace = Field(description="At the start of each gambit.")
    play: Pace = Field(description="For each card played.")
    power: Pace = Field(description="For each power used.")
    purchase: Pace = Field(description="For each purchase of cards.")
    accounts: Pace = Field(description="At the end of each gambit.")
    shuffle: Pace = Field(description="For each time the discard pile becomes the deck.")


def load_clock(name: str = USUAL) -> Clock:
    """Return the seconds of a clock, by its name or the path of its file: for each thing `seconds`, `each_player`.

    Under `reach`, if the clock has it, are the multiples `least` and `most` of others' times. Raises UserError with all
    mistakes of the file.
    """
    node = sources.read_or_raise(library.find("clock", name))
    file = sound(lambda problems: check(ClockFile, node, problems))
    parts = {name: getattr(file, name) for name in ClockFile.model_fields if name != "text"}
    return {name: part.model_dump(exclude={"why"}) for name, part in parts.items() if part is not None}

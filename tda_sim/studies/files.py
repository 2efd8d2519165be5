"""The format of a study's YAML file: every key, its bounds and its meaning.

A field's description is its documentation. ``tda schema study`` prints it.
"""

from typing import Annotated, Any, Self

from pydantic import Discriminator, Field, StringConstraints, Tag, model_validator

from tda_sim.bounds import DIFFERENCE, GAMES, PLAYERS, SEED
from tda_sim.definitions.deck_files import Names
from tda_sim.definitions.models import All, Line, Model, form, wrong
from tda_sim.definitions.validate import NAMED
from tda_sim.wording.numbers import SHARE

USUAL_GAMES = 100_000
MAX_LISTED = 200  # decks, variants or tables
MAX_LADDER = 72  # strategies: 73 would need more tables than a study may have
MAX_TOGETHER = 20  # rules of one variant


def named_form(value: object) -> str:
    """Return the tag of a value's form; a text is a name."""
    tag = form(value)
    return NAMED if tag == "word" else tag


Text = Annotated[str, Field(min_length=1, max_length=200)]
Mapping = Annotated[dict[str, Any], Tag("mapping")]
Reference = Annotated[Annotated[Text, Tag(NAMED)] | Mapping, Discriminator(named_form)]
References = Annotated[list[Reference], Field(min_length=1, max_length=MAX_TOGETHER), Tag("list")]
Variant = Annotated[Annotated[Text, Tag(NAMED)] | References | Mapping, Discriminator(named_form)]
PlayerCount = Annotated[int, PLAYERS.field]
Counts = Annotated[list[PlayerCount], Field(min_length=1, max_length=PLAYERS.high), Tag("list")]
Players = Annotated[Annotated[PlayerCount, Tag("number")] | Counts, Discriminator(form)]
Cards = Annotated[All | Names, Discriminator(form)]
Games = Annotated[int, GAMES.field]
Difference = Annotated[float, DIFFERENCE.field]
Share = Annotated[str, StringConstraints(pattern=SHARE), Tag("word")]
Smallest = Annotated[Annotated[Difference, Tag("number")] | Share, Discriminator(form)]


class Ladder(Model):
    """Each strategy alone against a table of each of the others."""

    ladder: list[Text] = Field(min_length=2, max_length=MAX_LADDER, description="The strategies, by name or path.")


Abilities = Annotated[
    Annotated[Text, Tag("word")] | Annotated[list[Text], Field(min_length=1, max_length=PLAYERS.high), Tag("list")],
    Discriminator(form),
]
Lineup = Annotated[list[Text], Field(min_length=1, max_length=PLAYERS.high), Tag("list")]
Table = Annotated[Annotated[Text, Tag(NAMED)] | Lineup | Annotated[Ladder, Tag("mapping")], Discriminator(named_form)]


class Question(Model):
    """The primary question: a metric, and the difference that would matter."""

    metric: Text = Field(description="The metric that the question is about.")
    smallest: Smallest | None = Field(
        default=None,
        description="The smallest difference that matters, in the metric's unit or as a share of the baseline (5%); "
        "by default the metric's usual one.",
    )


class Precision(Model):
    """Enough games for an interval of a given width: a pilot decides how many."""

    metric: Text = Field(description="The metric whose interval counts.")
    within: Difference = Field(description="Half the width of the 95 % interval, in the metric's unit.")
    pilot: Games = Field(
        default=5_000, description="Games of a cell's pilot, which decides how many games the cell gets."
    )
    at_most: Games = Field(default=1_000_000, description="No cell gets more games than this.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.pilot > self.at_most:
            raise wrong("pilot must not be more than at_most", "pilot", "at_most")
        return self


class Stages(Model):
    """Tables that stop early. All but the main table, and those that measure skill, are played in stages.

    Each stage has twice the games of the one before. A table stops when no verdict hangs on it any more.
    """

    first: Games = Field(default=10_000, description="Games of each cell in the first stage.")
    slow_first: Games = Field(default=3_000, description="The same where somebody plays ahead.")


class Record(Model):
    """Further data to record, which takes space."""

    gambits: Annotated[int, GAMES.or_none.field] = Field(
        default=0,
        description="This many games of each cell, the first ones, have a row per gambit in the table gambits. Cells "
        "of kind against, and cells with twins or forced cards, have none.",
    )


class Further(Model):
    """Further cells, one for each of some cards, at the first table where all play the same strategy."""

    cards: Cards = Field(description="The cards: all, or a list.")
    games: Games | None = Field(
        default=None, description="Games of each of these cells; by default as many as the others have."
    )


class Twins(Further):
    """Cells in which one card has no power, for comparison with the deck as printed."""


class Forced(Further):
    """Cells in which one card is dealt to somebody in every game."""

    powerless: list[Line] = Field(
        default=[],
        max_length=MAX_LISTED,
        description="Cards that are also forced without their power, to show what the power brings its holder.",
    )


class StudyFile(Model):
    """A study: its decks, rules and tables, how many games they get, and the question."""

    title: Line = Field(default="", description="The study's title; by default made from the file's name.")
    text: Line = Field(default="", description="What the study is about, in one sentence.")
    decks: list[Reference] = Field(min_length=1, max_length=MAX_LISTED, description="Decks, by name or path.")
    variants: list[Variant] = Field(
        default=[],
        max_length=MAX_LISTED,
        description="House rules or rule sets: one, or a list applied in order. Each is applied to every deck. "
        "The decks as printed are always included.",
    )
    players: Players = Field(default=4, description="Number of players, 2 to 6, or a list of numbers.")
    tables: list[Table] = Field(
        default=[],
        min_length=1,
        max_length=MAX_LISTED,
        description="Who sits at each table: one strategy for all seats, a list with one for each seat, or a ladder; "
        "by default regular players, weighted with abilities, and balanced in the dice game.",
    )
    games: Games | None = Field(
        default=None, description="Games of each cell; by default 100,000, unless there is a precision."
    )
    slow_games: Games | None = Field(
        default=None,
        description="Games of each cell at which somebody plays ahead, which takes hundreds of times as long; by "
        "default as many as other cells have.",
    )
    stages: Stages | None = Field(
        default=None,
        description="Tables other than the main one stop when their verdicts are settled; by default they do not.",
    )
    precision: Precision | None = Field(default=None, description="Enough games for an interval of a given width.")
    seed: Annotated[int, SEED.field] = Field(default=1, description="Seed of all randomness, the same for all cells.")
    question: Question | None = Field(default=None, description="The primary question.")
    smallest: dict[Text, Smallest] = Field(
        default={},
        description="Smallest differences that matter, by metric: numbers, or shares of the baseline (5%). They come "
        "before the usual ones and before those of a command.",
    )
    record: Record = Field(default=Record(), description="Further data to record.")
    abilities: Abilities | None = Field(
        default=None,
        description="Who has which abilities, in all cells, written as for --abilities: random:2, draft:1, bundles, or "
        "a text for each place; by default as the decks say.",
    )
    twins: Twins | None = Field(default=None, description="Cells in which one card has no power.")
    forced: Forced | None = Field(default=None, description="Cells in which one card is dealt in every game.")

    @model_validator(mode="after")
    def _one_number_of_games(self) -> Self:
        if self.games is not None and self.precision is not None:
            raise wrong(
                "games and precision exclude each other, because each decides how many games there are", "precision"
            )
        if self.stages is not None and self.precision is not None:
            raise wrong(
                "stages and precision exclude each other, because each decides how many games there are", "stages"
            )
        for key in ("twins", "forced"):
            further = getattr(self, key)
            if self.precision is not None and further is not None and further.games is None:
                raise wrong(f"{key}.games is missing: precision does not say how many games these cells have", key)
        return self

    @property
    def player_counts(self) -> list[int]:
        """The numbers of players, as a list."""
        return self.players if isinstance(self.players, list) else [self.players]

    @property
    def cell_games(self) -> int:
        """Games of a cell, or of its pilot if the study asks for a precision."""
        return self.precision.pilot if self.precision else self.games or USUAL_GAMES

    def games_at(self, slow: bool) -> int:
        """Games of a cell; ``slow`` if somebody plays ahead at its table."""
        return min(self.cell_games, self.slow_games) if slow and self.slow_games else self.cell_games

    def first_at(self, slow: bool) -> int | None:
        """Games of the first stage of a cell whose table may stop early."""
        if self.stages is None:
            return None
        return self.stages.slow_first if slow else self.stages.first

"""What may stand in a study's YAML file, with every bound and its meaning.

A field's description is its documentation: ``tda schema study`` is made from it.
"""

from typing import Annotated, Any, Self

from pydantic import Discriminator, Field, StringConstraints, Tag, model_validator

from tda_sim.bounds import DIFFERENCE, GAMES, PLAYERS, SEED
from tda_sim.definitions.deck_files import Names
from tda_sim.definitions.models import All, Line, Model, form, wrong
from tda_sim.definitions.validate import NAMED
from tda_sim.documents.numbers import SHARE

USUAL_GAMES = 100_000
MAX_LISTED = 200  # decks, variants or tables
MAX_LADDER = 72  # strategies: one more, and they would need more tables than a study may have
MAX_TOGETHER = 20  # rules of one variant


def named_form(value: object) -> str:
    """Return which form a value has, where a text is somebody's name: the tag of that form."""
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
    """Each strategy alone against a table of each other one."""

    ladder: list[Text] = Field(min_length=2, max_length=MAX_LADDER, description="The strategies, by name or path.")


Abilities = Annotated[
    Annotated[Text, Tag("word")] | Annotated[list[Text], Field(min_length=1, max_length=PLAYERS.high), Tag("list")],
    Discriminator(form),
]
Lineup = Annotated[list[Text], Field(min_length=1, max_length=PLAYERS.high), Tag("list")]
Table = Annotated[Annotated[Text, Tag(NAMED)] | Lineup | Annotated[Ladder, Tag("mapping")], Discriminator(named_form)]


class Question(Model):
    """The primary question: what is asked about, and which difference would matter."""

    metric: Text = Field(description="The metric that is asked about.")
    smallest: Smallest | None = Field(
        default=None,
        description="The smallest difference that matters, in the metric's unit, or as a share of what it is compared "
        "with (5%); its usual one if absent.",
    )


class Precision(Model):
    """Games until an interval is narrow enough: a pilot fixes their number."""

    metric: Text = Field(description="The metric whose interval is meant.")
    within: Difference = Field(description="Half of the width that the 95 % interval is to have, in the metric's unit.")
    pilot: Games = Field(default=5_000, description="The first so many games of a cell fix how many it gets.")
    at_most: Games = Field(default=1_000_000, description="No cell gets more games than this.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.pilot > self.at_most:
            raise wrong("pilot must not be more than at_most", "pilot", "at_most")
        return self


class Record(Model):
    """What is written down beyond the usual, which takes room."""

    gambits: Annotated[int, GAMES.or_none.field] = Field(
        default=0,
        description="The first so many games of each cell have a row per gambit in the table gambits; not in cells of "
        "kind against, nor with twins or forced cards.",
    )


class Further(Model):
    """Further cells, one for each of some cards, at the first table of which all play the same."""

    cards: Cards = Field(description="The cards: all, or a list.")
    games: Games | None = Field(default=None, description="Games of each of these cells; as many as others if absent.")


class Twins(Further):
    """Cells in which one card has no power, to be compared with the deck as printed."""


class Forced(Further):
    """Cells in which one card is dealt to somebody in every game."""

    powerless: list[Line] = Field(
        default=[],
        max_length=MAX_LISTED,
        description="Cards that are forced without their power as well: what the power brings its holder.",
    )


class StudyFile(Model):
    """A study: which decks, rules and tables, how many games, and what is asked about them."""

    title: Line = Field(default="", description="What the study is called; made from the file's name if absent.")
    text: Line = Field(default="", description="What it is about, in one sentence.")
    decks: list[Reference] = Field(min_length=1, max_length=MAX_LISTED, description="Decks, by name or path.")
    variants: list[Variant] = Field(
        default=[],
        max_length=MAX_LISTED,
        description="House rules or rule sets, one or a list that takes effect in order: each is laid over every deck. "
        "The deck as printed is always there as well.",
    )
    players: Players = Field(default=4, description="Number of players, 2 to 6, or a list of numbers.")
    tables: list[Table] = Field(
        default=["balanced"],
        min_length=1,
        max_length=MAX_LISTED,
        description="Who sits there: one strategy for all seats, a list with one for each seat, or a ladder.",
    )
    games: Games | None = Field(default=None, description="Games of each cell; 100 000 if there is no precision.")
    slow_games: Games | None = Field(
        default=None,
        description="The same where somebody plays ahead, which takes hundreds of times as long; as many as elsewhere "
        "if absent.",
    )
    precision: Precision | None = Field(default=None, description="Games until an interval is narrow enough.")
    seed: Annotated[int, SEED.field] = Field(default=1, description="Seed of all randomness, the same for all cells.")
    question: Question | None = Field(default=None, description="The primary question.")
    smallest: dict[Text, Smallest] = Field(
        default={},
        description="Smallest differences that matter, by metric, in place of the usual ones and of those that a "
        "command names: numbers, or shares of what is compared with (5%).",
    )
    record: Record = Field(default=Record(), description="What is written down beyond the usual.")
    abilities: Abilities | None = Field(
        default=None,
        description="Who has which abilities, in all cells, as --abilities says it: random:2, draft:1, bundles, or a "
        "text for each place; as the decks say if absent.",
    )
    twins: Twins | None = Field(default=None, description="Cells in which one card has no power.")
    forced: Forced | None = Field(default=None, description="Cells in which one card is dealt in every game.")

    @model_validator(mode="after")
    def _one_number_of_games(self) -> Self:
        if self.games is not None and self.precision is not None:
            raise wrong("games and precision exclude each other: either says how many games there are", "precision")
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
        """Games of a cell, or of its pilot where a precision is to be reached."""
        return self.precision.pilot if self.precision else self.games or USUAL_GAMES

    def games_at(self, slow: bool) -> int:
        """Games of a cell; ``slow``: somebody plays ahead there."""
        return min(self.cell_games, self.slow_games) if slow and self.slow_games else self.cell_games

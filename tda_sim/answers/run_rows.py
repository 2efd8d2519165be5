"""A run as typed rows: all that `tda simulate` tells is read here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.documents.numbers import Estimate, read

Row = Mapping[str, Any]  # of JSON
Rows = Sequence[Row]


@dataclass(frozen=True)
class Played:
    """What was played, and how fast."""

    game: str  # see `seats.games`
    deck: str
    rules: str
    players: int
    games: int
    unfinished: int
    seed: int
    workers: int
    seconds: float
    games_per_second: float | None
    decisions_per_second: float | None
    level: float
    lineup: list[str]
    own: list[str]  # strategies of these that are not the shipped ones
    fixed_seats: bool
    out: str
    complete: bool


@dataclass(frozen=True)
class Share:
    """A share of the games, or of their wins; ``title``: who or what has it."""

    title: str
    found: Estimate


@dataclass(frozen=True)
class Measure:
    """A metric."""

    name: str
    title: str
    unit: str
    found: Estimate


@dataclass(frozen=True)
class Quantile:
    """No more than ``value`` in a share ``q`` of the games."""

    q: float
    value: float


@dataclass(frozen=True)
class Length:
    """How long games last, by one of the measures of that."""

    name: str
    title: str
    found: Estimate
    quantiles: list[Quantile]


@dataclass(frozen=True)
class Pace:
    """The seconds that a thing takes, and those that each player adds."""

    thing: str
    seconds: float
    each_player: float


@dataclass(frozen=True)
class Bin:
    """How many games have so many gambits."""

    gambits: int
    games: int


@dataclass(frozen=True)
class Run:
    """All that `tda simulate` says."""

    played: Played
    strategies: list[Share]
    seats: list[Share]  # where these are fixed
    turns: list[Share]
    ends: list[Share]
    lengths: list[Length]
    clock: list[Pace]
    structure: list[Measure]
    gambits: list[Quantile]
    histogram: list[Bin]
    rates: list[Measure]

    @classmethod
    def of(cls, answer: Row) -> "Run":
        """Read the object that `Results.summary` returns."""
        return cls(
            played=read(Played, [answer])[0],
            strategies=_won(answer["strategies"], lambda row: row["name"]),
            seats=_won(answer["seats"], lambda row: f"seat {row['seat']}"),
            turns=_won(answer["turns"], lambda row: row["title"]),
            ends=_won(answer["ends"], lambda row: row["name"].replace("_", " "), "share"),
            lengths=[_length_of(row) for row in answer["length"]],
            clock=[Pace(thing, **pace) for thing, pace in answer["clock"].items()],
            structure=read(Measure, answer["structure"], "mean"),
            gambits=read(Quantile, answer["gambits"]["quantiles"]),
            histogram=read(Bin, answer["gambits"]["histogram"]),
            rates=read(Measure, answer["rates"], "value"),
        )


def _won(rows: Rows, title: Callable[[Row], str], value: str = "win_share") -> list[Share]:
    return [Share(title(row), Estimate.of(row, value=value)) for row in rows]


def _length_of(row: Row) -> Length:
    return Length(row["name"], row["title"], Estimate.of(row, value="mean"), read(Quantile, row["quantiles"]))

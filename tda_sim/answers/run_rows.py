"""A run as typed rows, read from the data of `Results.summary`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.answers.titles import strategy_title
from tda_sim.documents.numbers import Estimate, read

Row = Mapping[str, Any]  # of JSON
Rows = Sequence[Row]


@dataclass(frozen=True)
class Played:
    """The games of a run, and how fast they were played."""

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
    own: list[str]  # strategies of the line-up that are not shipped with the project
    fixed_seats: bool
    out: str
    complete: bool


@dataclass(frozen=True)
class Share:
    """A share of the games, or a win rate; ``title``: whose it is."""

    title: str
    estimate: Estimate


@dataclass(frozen=True)
class Measure:
    """A metric."""

    name: str
    title: str
    unit: str
    estimate: Estimate


@dataclass(frozen=True)
class Quantile:
    """A quantile: in a share ``q`` of the games, the number is at most ``value``."""

    q: float
    value: float


@dataclass(frozen=True)
class Length:
    """How long games last, in one unit."""

    name: str
    title: str
    estimate: Estimate
    quantiles: list[Quantile]


@dataclass(frozen=True)
class Pace:
    """Seconds that a thing takes, and seconds that each player adds."""

    thing: str
    seconds: float
    each_player: float


@dataclass(frozen=True)
class Bin:
    """The number of games with this many gambits."""

    gambits: int
    games: int


@dataclass(frozen=True)
class Run:
    """All that `tda simulate` reports."""

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

    @property
    def is_alone(self) -> bool:
        """Whether one strategy holds all seats."""
        return len(self.strategies) == 1

    @property
    def games_in_histogram(self) -> int:
        """The number of games that the histogram counts."""
        return sum(each.games for each in self.histogram)

    @classmethod
    def of(cls, answer: Row) -> "Run":
        """Read the data of `Results.summary`."""
        return cls(
            played=read(Played, [answer])[0],
            strategies=_won(answer["strategies"], lambda row: strategy_title(row["name"])),
            seats=_won(answer["seats"], lambda row: f"seat {row['seat']}"),
            turns=_won(answer["turns"], lambda row: row["title"]),
            ends=_won(answer["ends"], lambda row: row["name"], "share"),
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

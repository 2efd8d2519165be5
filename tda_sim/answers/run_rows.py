"""A run as its answer reads it: what was played, its table of estimates, and both as `--json` prints them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.clock import Clock
from tda_sim.measures.metrics import EVENTS, GOLD, LEAD, LENGTH, STRUCTURE
from tda_sim.measures.summary import ENDS, SEATS, STRATEGIES, TURNS
from tda_sim.measures.table import COUNTS, LEVELS, QUANTILES, Row
from tda_sim.runs.results import Results
from tda_sim.stats.intervals import LEVEL
from tda_sim.wording.numbers import Estimate, known

RATES = (LEAD, GOLD, EVENTS)
LAST = ("out", "complete")  # the last keys of the data


@dataclass(frozen=True)
class Played:
    """The games of a run, and how fast they were played: the first keys of the data.

    Attributes:
        game: cards or dice.
        seconds: spent on playing and writing, compilation apart, in all calls that made the run.
        decisions: questions with two or more options.
        level: the confidence level of every interval.
        lineup: the strategies in the order given; ``own``: those that are not shipped with the project.
        out: the run's folder.
        complete: whether all games are finished.
    """

    game: str
    deck: str
    rules: str
    players: int
    games: int
    unfinished: int
    seed: int
    workers: int
    seconds: float
    decisions: int
    decisions_per_second: float | None
    games_per_second: float | None
    level: float
    lineup: list[str]
    own: list[str]
    fixed_seats: bool
    out: str
    complete: bool

    @classmethod
    def of(cls, results: Results, table: pl.DataFrame) -> "Played":
        """Return what was played, given the run's table of estimates."""
        manifest, config = results.manifest, results.manifest.config
        seconds, workers = float(results.timing["seconds"]), int(results.timing["workers"])
        totals = {row["measure"]: int(row["estimate"]) for row in table.filter(kind=COUNTS).to_dicts()}
        return cls(
            game=manifest.game,
            deck=config.deck,
            rules=config.rules,
            players=config.players,
            games=totals["games"],
            unfinished=totals["unfinished"],
            seed=config.seed,
            workers=workers,
            seconds=seconds,
            decisions=totals["decisions"],
            decisions_per_second=_per_second(totals["decisions"], seconds),
            games_per_second=_per_second(totals["games"], seconds),
            level=LEVEL,
            lineup=list(config.strategies),
            own=manifest.own,
            fixed_seats=config.fixed_seats,
            out=str(results.path),
            complete=manifest.complete,
        )


class Share(NamedTuple):
    """A share of the games, or a win rate; ``title``: whose it is."""

    title: str
    estimate: Estimate


@dataclass(frozen=True)
class Run:
    """What was played, the table of `measures.summary`, and the clock of its minutes."""

    played: Played
    table: pl.DataFrame
    clock: Clock

    @classmethod
    def of(cls, results: Results, clock: Clock | None = None) -> "Run":
        """Return a run; ``clock``: by default that of the game. Raises UserError for a run without games."""
        if not results.manifest.games_done:
            raise UserError.of("no game of this run is finished", file=str(results.path))
        table = results.summary(clock)
        return cls(Played.of(results, table), table, clock or results.clock)

    def rows(self, *groups: str, kind: str = LEVELS) -> Sequence[Row]:
        """Return the rows of some groups in their order."""
        return self.table.filter(pl.col("group").is_in(groups), kind=kind).to_dicts()

    def shares(self, group: str, title: Callable[[str], str] = str) -> list[Share]:
        """Return the shares of a group; ``title``: what a subject is called."""
        return [Share(title(row["subject"]), Estimate.of(row)) for row in self.rows(group)]

    def metrics(self, *groups: str) -> dict[str, Estimate]:
        """Return the metrics of some groups, by name."""
        return {row["measure"]: Estimate.of(row) for row in self.rows(*groups)}

    def quantiles(self, measure: str) -> Sequence[Row]:
        """Return the quantiles of a metric; ``target``: the share of games that have at most so much."""
        return self.table.filter(kind=QUANTILES, measure=measure).to_dicts()

    @property
    def histogram(self) -> list[tuple[int, int]]:
        """The numbers of gambits that games have, each with the number of these games."""
        lengths = self.table.filter(kind=COUNTS, measure="gambits")
        return [(int(length), int(games)) for length, games in lengths.select("target", "estimate").iter_rows()]

    @property
    def is_alone(self) -> bool:
        """Whether one strategy holds all seats."""
        return len(self.rows(STRATEGIES)) == 1

    def data(self) -> dict[str, Any]:
        """Return the object that ``tda simulate --json`` prints.

        After what was played come lists whose entries have ``low`` and ``high``, null if there are too few games:

        - ``strategies``: ``name``, ``win_share`` per seat held, ``seats`` held per game;
        - ``turns``: ``turn`` (the distance to the left of the first leader), ``title``, ``win_share``;
        - ``seats``: ``seat``, ``win_share``, if seats are fixed, otherwise empty;
        - ``length``: ``name``, ``title``, ``unit``, ``mean``, and ``quantiles``, a list of ``q`` and ``value``;
        - ``clock``: the seconds from which minutes are estimated;
        - ``structure``: ``name``, ``title``, ``unit``, ``mean``;
        - ``gambits``: ``quantiles``, and ``histogram``, a list of ``gambits`` and ``games``;
        - ``ends``: ``name``, ``share``;
        - ``rates``: the other metrics, ``name``, ``title``, ``unit``, ``value``.
        """
        played = asdict(self.played)
        last = {name: played.pop(name) for name in LAST}
        held = {row["subject"]: row["estimate"] for row in self.table.filter(kind=COUNTS, measure="seats").to_dicts()}
        winners, metric = {"name": "subject"}, {"name": "measure", "title": "title", "unit": "unit"}
        seats = self.rows(SEATS) if self.played.fixed_seats else []
        return {
            **played,
            "strategies": [
                row | {"seats": held[row["name"]]} for row in _plain(self.rows(STRATEGIES), winners, "win_share")
            ],
            "turns": _numbered("turn", _plain(self.rows(TURNS), {"title": "subject"}, "win_share")),
            "seats": _numbered("seat", _plain(seats, {}, "win_share")),
            "length": [
                row | {"quantiles": self._quantiles(row["name"])} for row in _plain(self.rows(LENGTH), metric, "mean")
            ],
            "clock": self.clock,
            "structure": _plain(self.rows(STRUCTURE), metric, "mean"),
            "gambits": {
                "quantiles": self._quantiles("gambits"),
                "histogram": [{"gambits": length, "games": games} for length, games in self.histogram],
            },
            "ends": _plain(self.rows(ENDS), winners, "share"),
            "rates": _plain(self.rows(*RATES), metric, "value"),
            **last,
        }

    def _quantiles(self, measure: str) -> list[dict[str, Any]]:
        return _plain(self.quantiles(measure), {"q": "target"}, "value")


def _plain(rows: Iterable[Row], keys: dict[str, str], value: str) -> list[dict[str, Any]]:
    """Return rows in JSON's types; ``keys``: columns by their keys; ``value``: the key of the estimate."""
    columns = {**keys, value: "estimate", "low": "low", "high": "high"}
    return [{key: known(row[column]) for key, column in columns.items()} for row in rows]


def _numbered(key: str, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: place, **row} for place, row in enumerate(rows)]


def _per_second(count: int, seconds: float) -> float | None:
    return round(count / seconds, 1) if seconds > 0 else None

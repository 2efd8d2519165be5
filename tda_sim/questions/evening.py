"""How many games fit into an evening? Minutes of whole games, and of games one after the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.bounds import Bounds
from tda_sim.questions.question import Found, Measured, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Seed, Setting

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.rendering.model import Document, Section
    from tda_sim.studies import StudyPlan, StudyResults
    from tda_sim.wording.numbers import Estimate

MINUTE = 60_000  # milliseconds
PERCENT = 100
QUANTILES = {"minutes_5": 0.05, "minutes_50": 0.5, "minutes_95": 0.95}
OVER, GAMES, AT_LEAST = "over_in_time", "games_in_time", "at_least_games"
MEASURES = {  # title and unit
    "minutes_5": ("minutes of the game that one in 20 is shorter than", "minutes"),
    "minutes_50": ("minutes of the game in the middle", "minutes"),
    "minutes_95": ("minutes of the game that one in 20 is longer than", "minutes"),
    OVER: ("games that are over in time", "%"),
    GAMES: ("games that are finished in time", "games"),
    AT_LEAST: ("evenings with at least so many finished games", "%"),
}
MOST, NEARLY_ALL = 50, 90  # percent of evenings
RARE, SURE = 0.5, 99.5  # percent of evenings: numbers of games below and above them are not listed

Table = Mapping[tuple[str, str], "Estimate"]  # by measure and subject


@dataclass(frozen=True, kw_only=True)
class Evening(Measured):
    """Show how many games fit into an evening.

    It also shows how long a game may last. A game that is not over in time does not count. A clock estimates minutes.

    The rows of ``summary()`` are the measures at each table, with 95 % intervals: quantiles of a game's minutes, the
    share of games that are over in time, the mean number of games that are finished, and the share of evenings with at
    least one game, two games, and so on (``subject``).

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.evening("original", minutes=1000, games=400, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(measure="over_in_time")["estimate"].to_list()
    [100.0]
    """

    command: ClassVar = "evening"
    example: ClassVar = "tda evening original --minutes 90 -n 10_000"
    kind: ClassVar = "evening"
    about: ClassVar = "how many games fit into an evening"
    parts: ClassVar = ("deck", "rules", "minutes")
    lacks: ClassVar = ("smallest",)

    deck: Deck
    minutes: Annotated[float, Setting("Minutes that you have.", Bounds(1, 10_000, whole=False))] = 120
    games: Annotated[int, Setting("Games of each table.", "games")] = 20_000
    players: Players = 4
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            "Strategies, separated by commas. The answer is about tables of the first; the others show whether it"
            " holds. By default: the levels of play, master and lookahead; regular players come first.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    rules: Rules = None
    seed: Seed = 1

    # --- the steps ---

    name: ClassVar = "evening"

    def study(self) -> dict[str, Any]:
        """Return the study of the deck at one table of each strategy."""
        from tda_sim.definitions.library import name_of

        decks = [self.under_rules(self.deck, self.rules)]
        return self.at_tables(f"An evening with {name_of(self.deck)}", decks=decks)

    def tables(self) -> list[Any]:
        """Return who plays: the strategies that are named, or the usual ones that can play."""
        from tda_sim.agents.strength import is_able
        from tda_sim.studies.usual import names_of, usual_at

        names = names_of(usual_at(self.played, self.strategies, search=False))
        return names if self.strategies is not None else [name for name in names if is_able(name)]

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the table of estimates: see `MEASURES`."""
        from tda_sim.measures.table import estimates

        rows = [
            {"deck": cell["deck"], "rule": cell["variant"], "players": cell["players"], "table": cell["table"]}
            | {"able": cell["able"], "main": cell["table"] == self.main, "kind": "level"}
            | row
            for cell in study.cells.filter(kind="same").iter_rows(named=True)
            for row in _measures(study, cell, self.minutes)
        ]
        return Found(study, {"estimates": estimates(rows)})

    def document(self, found: Found) -> "Document":
        """Return the answer: what to expect, how far it depends on who plays, and all numbers."""
        from tda_sim.answers.titles import strategy_title, title_under
        from tda_sim.measures.table import plain_rows
        from tda_sim.rendering import model as doc

        tables = _by_table(found.tables["estimates"])
        ours = tables[self.main]
        others = [table for name, table in tables.items() if name != self.main]
        return doc.Document(
            f"{title_under(self.deck, as_list(self.rules))}: an evening of {self.minutes:g} minutes",
            [*_expected(ours, self.minutes, strategy_title(self.main)), _elsewhere(ours, others)],
            [_games(ours), _who(tables)],
            about=f"{self.players} players; {self.games:,} games of each table; seed {self.seed}",
            kept=f"Data: {found.study.path}. --markdown FILE writes every table, --json every number.",
            data={"minutes": self.minutes, "estimates": [*plain_rows(found.tables["estimates"])]},
        )

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per measure and table."""
        wanted = ["deck", "rule", "players", "table", "measure", "subject", "unit", "estimate", "low", "high", "n"]
        return found.tables["estimates"].select(wanted)

    @property
    def main(self) -> str:
        """The strategy that the answer is about."""
        return str(self.seated[0])


# --- estimates --------------------------------------------------------------------------------------------


def _measures(study: "StudyResults", cell: Mapping[str, Any], minutes: float) -> Iterator[dict[str, Any]]:
    """Yield the measures of a cell as rows."""
    import numpy as np

    from tda_sim.measures.clock import COUNTED, milliseconds
    from tda_sim.measures.study import check_columns
    from tda_sim.stats.exact import exact
    from tda_sim.stats.intervals import mean, quantile

    columns = {column for column in COUNTED.values() if column}
    games = check_columns(study, cell["cell"], "games", {"game", *columns})
    length = milliseconds(study.clock, cell["players"]).alias("length")
    lengths = games.sort("game").select(length).collect(engine="streaming")["length"].to_numpy()
    values, counts = np.unique(lengths, return_counts=True)
    for name, share in QUANTILES.items():
        yield _row(name, quantile(values / MINUTE, counts, share))
    yield _row(OVER, exact(int((lengths <= minutes * MINUTE).sum()), len(lengths)), scale=PERCENT)
    finished = finished_games(lengths, minutes * MINUTE)
    if evenings := len(finished):
        yield _row(GAMES, mean(int(finished.sum()), int((finished**2).sum()), evenings))
        for least in range(1, int(finished.max()) + 1):
            share_of_evenings = exact(int((finished >= least).sum()), evenings)
            yield _row(AT_LEAST, share_of_evenings, scale=PERCENT, subject=str(least))


def finished_games(lengths: Any, time: float) -> Any:
    """Return the number of games that are finished in each of many evenings of ``time``, shape (evenings,).

    ``lengths`` are those of games in the order in which they are played. An evening ends with the first game that is
    not over in time, and the next begins with another game; the last evening, which has no such end, is left out.

    >>> import numpy as np
    >>> finished_games(np.array([3, 3, 6, 9, 4, 4, 1, 5]), 8)
    array([2, 0, 2])
    """
    import numpy as np

    ends = np.concatenate([[0], np.cumsum(lengths)])
    finished: list[int] = []
    first = 0
    while True:
        late = int(np.searchsorted(ends, ends[first] + time, side="right"))  # one more than the games that are over
        if late == len(ends):
            return np.array(finished, np.int64)
        finished.append(late - 1 - first)
        first = late


def _row(measure: str, estimate: Any, scale: float = 1, subject: str = "") -> dict[str, Any]:
    title, unit = MEASURES[measure]
    ends = {name: scale * value for name, value in asdict(estimate).items() if name != "n"}
    known = {name: value if abs(value) < float("inf") else None for name, value in ends.items()}
    return {"measure": measure, "title": title, "unit": unit, "subject": subject, **known, "n": estimate.n}


# --- the answer -------------------------------------------------------------------------------------------


def _by_table(estimates: "pl.DataFrame") -> Mapping[str, Table]:
    """Return the estimates of each table, the main one first."""
    from tda_sim.wording.numbers import Estimate

    tables: dict[str, dict[tuple[str, str], Estimate]] = {}
    for row in estimates.sort("main", descending=True, maintain_order=True).iter_rows(named=True):
        tables.setdefault(row["table"], {})[row["measure"], row["subject"]] = Estimate.of(row)
    return tables


def _expected(table: Table, minutes: float, who: str) -> Iterator[str]:
    """Yield what to expect of an evening with these players."""
    from tda_sim.wording.numbers import whole
    from tda_sim.wording.words import counted

    short, middle, long = (whole(table[name, ""].value) for name in QUANTILES)
    yield f"Half of the games of {who} take at most {middle} minutes; nine in ten take {short} to {long}."
    usual, sure = _least(table, MOST), _least(table, NEARLY_ALL)
    if not usual:
        yield f"In {minutes:g} minutes, {table[OVER, ''].value or 0:.0f} % of games are over: plan for more time."
        return
    at_least = f", and at least {counted(sure, 'game')} in nine of ten" if 0 < sure < usual else ""
    yield f"In {minutes:g} minutes, most evenings have time for {counted(usual, 'game')}{at_least}."


def _elsewhere(ours: Table, others: list[Table]) -> str:
    """Return the range over all tables."""
    from tda_sim.wording.numbers import span, whole

    if not others:
        return ""
    tables = [ours, *others]
    middle = span((table["minutes_50", ""].value for table in tables), whole)
    games = span((_least(table, MOST) for table in tables), whole)
    word = "game" if games == "1" else "games"
    return f"Over all strategies here, the middle game takes {middle} minutes, with time for {games} {word}."


def _least(table: Table, percent: float) -> int:
    """Return the most games of which this share of evenings, in percent, has time."""
    return max(
        (int(least) for (name, least), it in table.items() if name == AT_LEAST and (it.value or 0) >= percent),
        default=0,
    )


def _games(table: Table) -> "Section":
    """Return how likely it is that so many games are finished, as bars."""
    from tda_sim.rendering import model as doc
    from tda_sim.wording.words import counted

    bars = [
        doc.Bar.of(f"at least {counted(int(least), 'game')}", it)
        for (name, least), it in table.items()
        if name == AT_LEAST and RARE <= (it.value or 0) <= SURE
    ]
    return doc.Section("", [doc.Bars("Evenings with so many finished games", bars, "%")] if bars else [])


def _who(tables: Mapping[str, Table]) -> "Section":
    """Return the numbers by who plays."""
    from tda_sim.answers.titles import strategy_title
    from tda_sim.rendering import model as doc
    from tda_sim.wording.numbers import tenths

    def column(title: str, name: str) -> doc.Column:
        return doc.Column(
            title, lambda who: doc.number(tables[who].get((name, "")), tenths), MEASURES[name][0], interval=doc.ENDS
        )

    columns = [
        doc.text("who plays", strategy_title),
        *(column(f"{100 * share:g} %", name) for name, share in QUANTILES.items()),
        column("over in time, %", OVER),
        column("games finished", GAMES),
    ]
    note = "5, 50 and 95 %: so many games take at most so many minutes. Games finished: the mean over evenings."
    return doc.Section("By who plays", [doc.table("", [*tables], columns, note)])

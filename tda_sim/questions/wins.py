"""How are games won? The gold of winners by its source, flights that win, and how much the opening hand decides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.questions.question import Found, Tabled, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Search, Seed, Setting, Strategies

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.answers.contrasts import Entry
    from tda_sim.measures.wins import Faces, Flights
    from tda_sim.rendering.model import Document, Section
    from tda_sim.studies import StudyPlan, StudyResults

BLOCKS = 200  # of opening hands, over which errors are measured
NAMED = 2  # sources, or cards, in a sentence
REPLAYED = 5_000  # games of the main table that are played again for their flights
FLIGHT_BLOCKS = 100  # of these
SHOWN = 6  # cards that are more often in winning flights, and as many that are less often
HOW = (
    "Winners differ from the others in all that they do: a difference shows what winning looks like, not what to do."
    " What powers bring is all that is stolen or received, less what special flights and debtors bring."
)
FLIGHTS = (
    "Each flight as it was scored, in {games:,} games played again. Players choose what they play: a card that is more"
    " often in winning flights goes with winning there, and need not be its cause."
)
DECIDES = (
    "The share of the variance that a seat's own cards explain, in games that the explanation has not seen. The rest is"
    " later cards, the other hands, and play."
)


@dataclass(frozen=True, kw_only=True)
class Wins(Tabled):
    """Show how games are won.

    Where the gold of winners comes from, beside that of the others; what the flights that win gambits are made of; and
    how much of a result the opening hand decides.

    The rows of ``summary()`` are the measures at each table with 95 % intervals: of the ``winner``, of the ``others``,
    and the difference; and, at the main table, those of flights, and the shares of results that opening hands explain.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.wins("original", games=300, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(measure="gambits_won", kind="difference")["estimate"][0] > 0
    True
    """

    command: ClassVar = "wins"
    example: ClassVar = "tda wins original -n 20_000"
    kind: ClassVar = "wins"
    about: ClassVar = "how games are won"
    parts: ClassVar = ("deck", "rules")

    deck: Deck
    games: Annotated[int, Setting("Games of each table.", "games")] = 50_000
    players: Players = 4
    strategies: Strategies = None
    search: Search = False
    rules: Rules = None
    seed: Seed = 1

    # --- the steps ---

    def study(self) -> dict[str, Any]:
        """Return the study of the deck at one table of each strategy."""
        from tda_sim.definitions.games import plays_dice
        from tda_sim.definitions.library import name_of
        from tda_sim.errors import UserError

        if plays_dice(self.deck):
            raise UserError.of(f"{self.deck} is a dice game: there are no opening hands", hint="tda cards has dragons")
        decks = [self.under_rules(self.deck, self.rules)]
        return self.at_tables(f"How {name_of(self.deck)} is won", decks=decks)

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the table of estimates: see `measures.wins`."""
        from tda_sim.measures.table import estimates, where_of
        from tda_sim.measures.wins import explained, ways_to_win, winning_flights

        rows: list[dict[str, Any]] = []
        for number, cell in enumerate(study.cells.iter_rows(named=True)):
            where = where_of(cell, main=number == 0)
            rows += [{**where, **row} for row in ways_to_win(study, cell["cell"])]
            if number == 0:
                flights = winning_flights(_flights(plan, study), _faces(study, cell["cell"]))
                rows += [{**where, **row} for row in (*flights, *explained(_hands(plan, study)))]
        return Found(study, {"estimates": estimates(rows)})

    def document(self, found: Found) -> "Document":
        """Return the answer: what winners have more of, and what the opening hand decides."""
        from tda_sim.answers.contrasts import Entry
        from tda_sim.answers.titles import strategy_title, title_under
        from tda_sim.measures.table import plain_rows
        from tda_sim.rendering import model as doc

        main = [Entry(row) for row in found.tables["estimates"].filter("main").iter_rows(named=True)]
        return doc.Document(
            f"{title_under(self.deck, as_list(self.rules))}: how games are won",
            [*_differing(main, strategy_title(str(self.seated[0]))), *_flying(main), *_deciding(main), HOW],
            [_sources(main, min(self.games, REPLAYED)), _by_table(found.tables["estimates"])],
            about=f"{self.players} players; {self.games:,} games of each table; seed {self.seed}",
            kept=f"Data: {found.study.path}. --markdown FILE writes every table, --json every number.",
            data={"tables": {"estimates": plain_rows(found.tables["estimates"])}},
        )

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per measure, seat and table."""
        about = ["deck", "rule", "players", "table", "kind", "measure", "title", "subject", "unit"]
        return found.tables["estimates"].select(*about, "estimate", "low", "high", "n")


def _hands(plan: "StudyPlan", study: "StudyResults") -> Iterator[Any]:
    """Yield opening hands of the main table, dealt again, with the wins and the gold of their seats."""
    import numpy as np
    import polars as pl

    from tda_sim.runs.deals import opening_hands

    row = study.cells.row(0, named=True)
    games, players = int(row["games"]), int(row["players"])
    size = max(1, -(-games // BLOCKS))
    seats = study.read(row["cell"], "seats").sort("game", "seat").select(pl.col("win_share", "gold").cast(pl.Float32))
    results = seats.collect(engine="streaming")
    for number, (holder, _) in enumerate(opening_hands(plan.works[0], games, size)):
        held = (holder[:, None, :] == np.arange(players)[:, None]).reshape(-1, holder.shape[1])
        here = results.slice(number * size * players, size * players).cast(pl.Float64)
        yield held, {"win": here["win_share"].to_numpy(), "gold": here["gold"].to_numpy()}


def _flights(plan: "StudyPlan", study: "StudyResults") -> "Iterator[Flights]":
    """Yield blocks of the flights of the main table's first games, played again."""
    import numpy as np

    from tda_sim.measures.wins import Flights
    from tda_sim.one_game.script import blocks_of_gambits

    work, games = plan.works[0], min(int(study.cells.row(0, named=True)["games"]), REPLAYED)
    n_cards = len(work.tables.names)
    for gambits in blocks_of_gambits(work, games, FLIGHT_BLOCKS):
        won, cards = [], []
        for gambit in gambits:
            there = [seat for seat, flight in enumerate(gambit.flights) if len(flight)]
            won += [seat == gambit.winner for seat in there]
            cards += [np.bincount(gambit.flights[seat], minlength=n_cards) for seat in there]
        yield Flights(np.array(won, bool), np.reshape(cards, (-1, n_cards)).astype(float))


def _faces(study: "StudyResults", cell: str) -> "Faces":
    import numpy as np

    from tda_sim.measures.card_sums import printed
    from tda_sim.measures.wins import Faces

    cards = printed(study, cell)
    strength = cards["strength"].to_numpy()
    colours = [set(each) for each in cards["colours"].to_list()]
    names = sorted(set().union(*colours))
    return Faces(
        titles=dict(cards.select("card", "title").iter_rows()),
        strength=strength.astype(float),
        colours=np.array([[name in each for name in names] for each in colours], float),
        strengths=(strength[:, None] == np.unique(strength)).astype(float),
    )


# --- the answer -------------------------------------------------------------------------------------------


def _differing(rows: "Sequence[Entry]", who: str) -> Iterator[str]:
    """Yield what winners certainly have more of, and what less, the most first."""
    from tda_sim.measures.wins import IN, OUT
    from tda_sim.wording.numbers import plus_minus
    from tda_sim.wording.words import listed

    gaps = [row for row in rows if row.kind == "difference"]
    gold = sorted((row for row in gaps if row.group in (IN, OUT)), key=lambda row: -row.estimate.size)
    sure = [row for row in gold if row.estimate.sign()]
    if not sure:
        yield "Too few games to say where winners get their gold."
        return
    named = [f"{row.title} ({plus_minus(row.estimate, 1)} gold)" for row in sure[:NAMED]]
    yield f"With {who}, winners differ from the others most by what is {listed(named)}, in a game."
    for row in gaps:
        if row.measure == "gambits_won" and row.estimate.sign():
            yield f"They win {plus_minus(row.estimate, 1)} gambits more than another player."


def _flying(rows: "Sequence[Entry]") -> Iterator[str]:
    """Yield what flights that win are made of, beside the others."""
    from tda_sim.measures.wins import CARDS, FLIGHT, OTHERS, WINNER
    from tda_sim.wording.numbers import plus_minus
    from tda_sim.wording.words import listed

    means = {(row.measure, row.subject): row.estimate.value for row in rows if row.kind == "level"}
    gaps = {row.measure: row for row in rows if row.kind == "difference" and row.group in (FLIGHT, CARDS)}
    strength = "flight_strength"
    if strength not in gaps or not gaps[strength].estimate.sign():
        return
    won, others = (f"{means[strength, who]:.1f}" for who in (WINNER, OTHERS))
    yield f"A flight that wins its gambit has a printed strength of {won}, the others have {others}."
    sure = [row for row in gaps.values() if row.group == CARDS and row.estimate.sign()]
    most = sorted((row for row in sure if row.estimate.sign() > 0), key=lambda row: -(row.estimate.value or 0))[:NAMED]
    if most:
        named = [f"{row.title} ({plus_minus(row.estimate, 1)} points)" for row in most]
        yield f"The cards that lie in winning flights more often than in others are above all {listed(named)}."


def _deciding(rows: "Sequence[Entry]") -> Iterator[str]:
    from tda_sim.wording.numbers import places, with_interval
    from tda_sim.wording.words import listed

    shares = [f"{with_interval(row.estimate, places(1))} % {row.title}" for row in rows if "explained" in row.measure]
    if shares:
        yield f"The cards of the opening hand explain {listed(shares)}."


def _sources(rows: "Sequence[Entry]", replayed: int) -> "Section":
    """Return a line for each source, and for flights: winner, others, difference; and what opening hands explain."""
    from tda_sim.answers.ranking_tables import number
    from tda_sim.measures.wins import CARDS, FLIGHT, OTHERS, WINNER
    from tda_sim.rendering import model as doc
    from tda_sim.wording.numbers import places

    by_kind = {(row.measure, row.kind, row.subject): row.estimate for row in rows}
    happens = {
        row.measure for row in rows if row.kind == "level" and row.estimate.value
    }  # what never happens is left out, such as a hole that no card has
    lines = [row for row in rows if row.kind == "difference" and row.measure in happens]

    def of(subject: str, kind: str = "level") -> Any:
        return lambda row: by_kind.get((row.measure, kind, subject))

    words = {"more": "more than the others", "less": "less than the others"}

    def columns(of_what: str, winner: str, others: str, digits: int = 1) -> list[doc.Column]:
        return [
            doc.text(of_what, lambda row: f"{row.title}, {row.unit}" if row.unit else row.title),
            number("winner", of(WINNER), digits, winner, sign=False),
            number("others", of(OTHERS), digits, others, sign=False),
            number("difference", of(WINNER, "difference"), digits, words=words),
        ]

    of_games = [row for row in lines if row.group not in (FLIGHT, CARDS)]
    shapes = [row for row in lines if row.group == FLIGHT]
    cards = sorted((row for row in lines if row.group == CARDS), key=lambda row: -(row.estimate.value or 0))
    ends = cards if len(cards) <= 2 * SHOWN else [*cards[:SHOWN], *cards[-SHOWN:]]
    shares = [row for row in rows if "explained" in row.measure]
    explained = [
        doc.text("the opening hand explains", lambda row: row.title),
        doc.Column("share", lambda row: doc.number(row.estimate, places(1), unit="%"), DECIDES, interval=doc.ENDS),
    ]
    flights = "Flights that win their gambit.", "The other flights of these gambits."
    game = columns("in a game", "The mean of who wins the game.", "The mean of another player.")
    tables = [
        doc.table("", of_games, game, group=lambda row: row.group),
        doc.table("", shapes, columns("a flight", *flights, digits=2)),
        doc.table("", ends, columns("% of flights with", *flights), FLIGHTS.format(games=replayed)),
        doc.table("", shares, explained, DECIDES),
    ]
    return doc.Section("", tables)


def _by_table(estimates: "pl.DataFrame") -> "Section":
    """Return the differences at every table."""
    from tda_sim.answers.ranking_tables import number
    from tda_sim.answers.titles import strategy_title
    from tda_sim.rendering import model as doc
    from tda_sim.wording.numbers import Estimate

    gaps: dict[str, dict[str, Estimate]] = {}
    titles: dict[str, str] = {}
    for row in estimates.filter(kind="difference").iter_rows(named=True):
        gaps.setdefault(row["table"], {})[row["measure"]] = Estimate.of(row)
        titles[row["measure"]] = row["title"]

    def column(table: str) -> doc.Column:
        return number(strategy_title(table), lambda measure: gaps[table].get(measure), 1)

    columns = [doc.text("winner minus others", lambda measure: titles[measure]), *map(column, gaps)]
    return doc.Section("By who plays", [doc.table("", [*titles] if len(gaps) > 1 else [], columns)], folded=True)

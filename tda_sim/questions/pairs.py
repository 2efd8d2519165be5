"""Which cards are worth more together than apart, or less? All pairs, in the opening hand and in flights.

`Cards` asks it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.questions.question import Found, Tabled, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Search, Seed, Setting, Strategies

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

GAMES = 300_000
FLIGHTS = 10  # times as many games have opening hands as are played by chance, for flights
MOST_FLIGHTS = 30_000  # games played by chance
BY_CHANCE = "random"
BLOCKS = 200  # of games, over which errors are measured


@dataclass(frozen=True, kw_only=True)
class Pairs(Tabled):
    """What every two cards of a deck are worth together, beyond what each is worth apart."""

    command: ClassVar = "cards"
    about: ClassVar = "which cards are worth more together"

    deck: Deck
    players: Players = 4
    games: Annotated[int | None, Setting("Games.", "games")] = None
    strategies: Strategies = None
    search: Search = False
    rules: Rules = None
    seed: Seed = 1

    @property
    def name(self) -> str:
        """The name of its study."""
        return super().name.replace(self.command, "pairs", 1)

    @property
    def cell_games(self) -> int:
        """Games at the table."""
        return self.games or GAMES

    def tables(self) -> list[Any]:
        """Return the one table: all play the first strategy."""
        return self.names[:1]

    def study(self) -> dict[str, Any]:
        """Return natural deals, with the gold after each gambit."""
        decks, few = [self.under_rules(self.deck, self.rules)], {"slow_games": None}
        return self.at_tables(f"Pairs of cards of {self.deck}", decks=decks, record={"gambits": self.cell_games}, **few)

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the groups `synergy` and `synergy_groups` of the estimates: see `measures.card_pairs`."""
        from tda_sim.measures.card_pairs import GROUP, GROUPS, group_rows, kinds_of, pair_rows, pair_values
        from tda_sim.measures.card_sums import printed
        from tda_sim.measures.ranking import gathered, placed
        from tda_sim.stats.intervals import LEVEL

        row, cards = study.cells.row(0, named=True), tuple(plan.works[0].tables.names)
        values = {**pair_values(cards, _blocks(plan, study)), **pair_values(cards, self._flights())}
        listed = printed(study, row["cell"]).drop("cell").rename({"card": "subject"})
        kinds = kinds_of(cards, {each["subject"]: each for each in listed.iter_rows(named=True)})
        found = [("list", listed), (GROUP, pair_rows(cards, values, kinds)), (GROUPS, group_rows(values, kinds, LEVEL))]
        return Found(study, gathered([study.cells], lambda _: placed(found, row, main=True)))

    @property
    def flight_games(self) -> int:
        """Games that are played by chance, for the flights in them."""
        return min(max(BLOCKS, self.cell_games // FLIGHTS), MOST_FLIGHTS)

    def _flights(self) -> Iterator[Any]:
        """Yield flights of games in which everybody chooses by chance, with the gold that each brings in its gambit."""
        import numpy as np

        from tda_sim.measures.card_pairs import FLIGHT
        from tda_sim.one_game.script import blocks_of_gambits
        from tda_sim.runs.play import plan_work
        from tda_sim.runs.progress import Reporter

        work = plan_work(self.deck, as_list(self.rules), self.players, [BY_CHANCE], self.seed, False)
        with Reporter(self.progress) as reporter:
            reporter.start(BLOCKS, 0)
            for gambits in blocks_of_gambits(work, self.flight_games, BLOCKS):
                holder = np.full((len(gambits), len(work.tables.names)), -1)
                present = np.zeros(holder.shape, bool)
                for k, gambit in enumerate(gambits):
                    present[k, gambit.present] = True
                    for seat, flight in enumerate(gambit.flights):
                        holder[k, flight] = seat
                yield holder, present, {FLIGHT: np.array([gambit.gains for gambit in gambits], float)}
                reporter.add(1)

    def document(self, found: Found) -> "Document":
        """Return which pairs go together."""
        from tda_sim.answers.card_pairs import pairs
        from tda_sim.answers.titles import title_under

        games = int(found.study.cells["games"][0])
        by_chance = f"{self.flight_games:,} played by chance"
        played = f"{self.players} players; {games:,} games, and {by_chance}; seed {self.seed}"
        title = title_under(self.deck, as_list(self.rules))
        return pairs(title, str(self.seated[0]), found.tables, played, f"The games: {found.study.path}")

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per pair and outcome."""
        wanted = ["subject", "reference", "measure", "unit", "estimate", "low", "high", "n", "verdict"]
        return found.tables["estimates"].filter(group="synergy").select(wanted)


def _blocks(plan: "StudyPlan", study: "StudyResults") -> Iterator[Any]:
    """Yield opening hands, dealt again, with what became of them."""
    import polars as pl

    from tda_sim.measures.card_pairs import FIRST, WINS
    from tda_sim.runs.deals import opening_hands

    row = study.cells.row(0, named=True)
    games, players, size = int(row["games"]), int(row["players"]), max(1, -(-int(row["games"]) // BLOCKS))
    won = study.read(row["cell"], "seats").sort("game", "seat").select(pl.col("win_share").cast(pl.Float32))
    gold = [pl.col(f"gold_{seat}").cast(pl.Int32) - int(row["start_gold"]) for seat in range(players)]
    first = study.read(row["cell"], "gambits").filter(gambit=1).sort("game").select(gold)
    wins = won.collect(engine="streaming").to_numpy().reshape(-1, players)
    gained = first.collect(engine="streaming").to_numpy()
    for number, (holder, present) in enumerate(opening_hands(plan.works[0], games, size)):
        here = slice(number * size, (number + 1) * size)
        yield holder, present, {FIRST: gained[here], WINS: wins[here]}

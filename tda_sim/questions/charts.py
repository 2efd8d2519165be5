"""What to ante, lead, keep and pay? Charts for players, by options forced in positions of real games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from tda_sim.questions.question import Question, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Seed, Setting

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.questions.answer import Answer
    from tda_sim.rendering.model import Document
    from tda_sim.review.forced_games import ForcedPlan

GAMES = 1_000  # of each strategy; a part of a report has no more of them: each one takes seconds
BY_DEFAULT = ("regular", "first-evening", "master", "balanced")
COLUMNS = ("deck", "rule", "players", "table", "group", "subject", "measure", "reference")
NUMBERS = ("unit", "estimate", "low", "high", "n", "margin", "verdict")


@dataclass(frozen=True, kw_only=True)
class Charts(Question):
    """Show what to ante, lead, keep and pay: charts for players.

    Each option is forced in positions of real games and played ahead on the same deals, so that a chart shows what the
    option does, and not who takes it. Printed, the answer fits on a page.

    The rows of ``summary()`` are the cells of the charts at the table of the first strategy: what a class of options
    (``measure``) wins in a class of positions (``subject``), in percentage points of win rate against the
    ``reference``. Intervals hold jointly for a chart (``group``); they are over games, as positions of a game depend
    on each other.
    """

    command: ClassVar = "charts"
    example: ClassVar = "tda charts original -n 100 --strategies regular"
    kind: ClassVar = "charts"
    about: ClassVar = "what to ante, lead, keep and pay"
    parts: ClassVar = ("deck", "rules")
    thing: ClassVar = "set of charts"
    lacks: ClassVar = ("cluster", "patience")
    views: ClassVar = {"everything": "Also show every piece of advice by who plays, and how it is counted."}

    deck: Deck
    players: Players = 4
    games: Annotated[int, Setting("Games of each strategy; about 18 positions are drawn from each.", "games")] = GAMES
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            "Strategies, separated by commas. The charts are about games of the first; the others show whether they"
            " hold. By default: regular, first-evening, master and balanced.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    rules: Rules = None
    seed: Seed = 1

    @classmethod
    def of_part(cls, **said: Any) -> Self:
        """Return the question that a part of a report asks, of not too many games."""
        return super().of_part(**{**said, "games": min(said.get("games", GAMES), GAMES)})

    @property
    def by_default(self) -> Sequence[str]:
        """The strategies that play if none are named."""
        return BY_DEFAULT

    def plan(self) -> "ForcedPlan":
        """Return which games are played. Raises UserError for what the caller can mend."""
        from tda_sim.review.forced_games import plan_forced

        self.check()
        return plan_forced(self.deck, self.rules, self.players, self.names, self.games, self.seed)

    def answer(self) -> "Answer":
        """Force options in what is missing of the games, and return the charts."""
        from tda_sim.definitions.library import name_of
        from tda_sim.one_game.driver import say_compiling
        from tda_sim.questions.answer import Answer
        from tda_sim.review.charts import estimates_of
        from tda_sim.review.forced_games import play_forced

        plan = self.plan()
        say_compiling()
        folder = self.out or plan.usual_folder
        found = play_forced(plan, folder, self.workers, self.progress)
        rules = "+".join(name_of(rule) if isinstance(rule, str) else "changed" for rule in as_list(self.rules))
        where = {"deck": name_of(self.deck), "rule": rules, "players": self.players}
        table = estimates_of(found, plan, where)
        main = table.filter("main", ~table["group"].str.contains(", (pairs|check)$")).select(*COLUMNS, *NUMBERS)
        document = self.document(table, sum(map(len, found.values())), str(folder))
        return Answer(document, lambda: main, {"estimates": table}, None, folder)

    def document(self, table: "pl.DataFrame", positions: int, folder: str) -> "Document":
        """Return the charts: what is certain, all cells, and whether it holds for other players."""
        from tda_sim.answers.charts import advice_of, compared, headline, sections
        from tda_sim.answers.titles import strategy_title, title_under
        from tda_sim.measures.table import plain_rows
        from tda_sim.rendering.model import Document
        from tda_sim.review.charts import ADVISING, MARGIN
        from tda_sim.review.forced import DEALS

        found = compared(table)
        advice = [each for chart in ADVISING for each in advice_of(chart, found)]
        return Document(
            f"{title_under(self.deck, as_list(self.rules))}: charts for players",
            headline(advice, found, self.names[1:]),
            sections(table, advice, found),
            about=f"{strategy_title(self.names[0])}; {self.players} players; {self.games:,} games of each strategy, "
            f"{positions:,} positions, {DEALS} deals for each option; seed {self.seed}",
            kept=f"Data: {folder}. --html FILE writes a page to print, --json every number.",
            sheet=True,
            matters=f"A difference matters from {MARGIN:g} point of win rate on.",
            data={"games": self.games, "positions": positions, "estimates": plain_rows(table)},
        )

"""What to ante, lead, keep and pay? Charts for players, by options forced in positions of real games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from tda_sim.questions.question import Question
from tda_sim.questions.settings import AT_TABLES, By, Deck, Players, Rules, Seed, Setting

if TYPE_CHECKING:
    from tda_sim.questions.answer import Answer
    from tda_sim.review.forced_games import ForcedPlan

GAMES = 1_000  # of each strategy; a part of a report has no more of them: each one takes seconds
WHAT = ("deck", "rule", "players", "table", "group", "subject", "measure", "reference")
COLUMNS = (*WHAT, "unit", "estimate", "low", "high", "n", "margin", "verdict")


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
    facets: ClassVar = ("players", "strategy")
    undivided: ClassVar = "charts are of positions, and neither the phase of their game nor its cards are kept"
    counted: ClassVar = "{:,} games of each strategy"
    views: ClassVar = {"everything": "Also show every piece of advice by who plays, and how it is counted."}

    deck: Deck
    players: Players = 4
    games: Annotated[int, Setting("Games of each strategy; about 18 positions are drawn from each.", "games")] = GAMES
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            f"{AT_TABLES}regular, first-evening, master and balanced.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    rules: Rules = None
    seed: Seed = 1
    by: By = None

    @classmethod
    def of_part(cls, **said: Any) -> Self:
        """Return the question that a part of a report asks, of not too many games."""
        return super().of_part(**{**said, "games": min(said.get("games", GAMES), GAMES)})

    @property
    def by_default(self) -> Sequence[str]:
        """The strategies that play if none are named."""
        return ("regular", "first-evening", "master", "balanced")

    def plan(self) -> "ForcedPlan":
        """Return which games are played. Raises UserError for what the caller can mend."""
        from tda_sim.review.forced_games import plan_forced

        self.check()
        return plan_forced(self.deck, self.rules, self.players, self.names, self.games, self.seed)

    def answer(self) -> "Answer":
        """Force options in what is missing of the games, and return the charts."""
        from tda_sim.answers.charts import charts, effects
        from tda_sim.answers.titles import title_under
        from tda_sim.definitions.library import name_of
        from tda_sim.one_game.driver import say_compiling
        from tda_sim.questions.answer import Answer
        from tda_sim.review.charts import estimates_of
        from tda_sim.review.forced_games import play_forced

        plan = self.plan()
        say_compiling()
        folder = self.out or plan.usual_folder
        found = play_forced(plan, folder, self.workers, self.progress)
        rules = "+".join(name_of(rule) if isinstance(rule, str) else "changed" for rule in self.under)
        where = {"deck": name_of(self.deck), "rule": rules, "players": self.players}
        table = estimates_of(found, plan, where)
        title, positions = title_under(self.deck, self.under), sum(map(len, found.values()))
        document = charts(title, plan, table, positions, folder)
        main = table.filter("main", ~table["group"].str.contains(", (pairs|check)$")).select(COLUMNS)
        return Answer(document, lambda: main, {"estimates": table, "beside": effects(table)}, None, folder)

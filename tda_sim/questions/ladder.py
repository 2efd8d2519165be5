"""Which strategy is the strongest? Each plays alone against tables of each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from tda_sim.bounds import WIDTH
from tda_sim.questions.question import Found, Studied
from tda_sim.questions.settings import OnDeck, Players, Rules, Seed, Setting, Workers, or_none

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults
    from tda_sim.studies.ladder.playing import LadderPlan

NAMES = {"subject": "strategy", "best": "place", "worst": "last_place", "n": "games"} | {
    column: name for name, column in (("rating", "estimate"), ("rating_low", "low"), ("rating_high", "high"))
}


def _names(written: Sequence[str | Path] | str) -> tuple[str, ...]:
    names = written.split(",") if isinstance(written, str) else map(str, written)
    return tuple(map(str.strip, names))


@dataclass(frozen=True, kw_only=True)
class Ladder(Studied):
    """Rate strategies against each other.

    Each plays alone against tables of each of the others.

    The rows of ``summary()`` are the strategies, the strongest first, with their ``rating`` in points of Elo and its
    interval; ``place`` to ``last_place`` are the places it may hold. A ladder goes on from what is in its folder: where
    it was stopped, with narrower intervals, or with more strategies.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.ladder("balanced", "random", games=200, width=5, out=mkdtemp())
    >>> answer.summary()["strategy"].to_list()
    ['balanced', 'random']
    """

    command: ClassVar = "ladder"
    example: ClassVar = "tda ladder balanced,weighted,spender -n 20_000"
    kind: ClassVar = "ladder"
    about: ClassVar = "how strong strategies are"
    drawn: ClassVar = "Draw the ladder"
    parts: ClassVar = ("deck", "strategies")
    part_games: ClassVar = 100_000
    lacks: ClassVar = ("cluster", "patience")
    facets: ClassVar = ("players", "card")
    undivided: ClassVar = (
        "a ladder has two strategies at each table, and compares them itself; its gambits are not recorded"
    )
    counted: ClassVar = "up to {:,} games of each table"
    views: ClassVar = {"everything": "Show all tables, including folded ones."}

    strategies: Annotated[
        tuple[str, ...],
        Setting(
            "Strategies, separated by commas: names or paths; by default all.",
            argument="names",
            typed=str | None,
            read=_names,
            several=True,
            alternative=True,
        ),
    ] = ()
    deck: OnDeck = "original"
    players: Players = 4
    width: Annotated[
        float, Setting("Half the width of every win rate's 95 % interval, in points.", WIDTH.times(100))
    ] = 0.5
    games: Annotated[int, Setting("Most games per table, rounded up to a multiple of 1,200.", "games")] = 1_000_000
    slow_games: Annotated[int, Setting("Most games for each table with a strategy that plays ahead.", "slow_games")] = (
        1_200
    )
    seed: Seed = 1
    workers: Workers = None
    out: Annotated[
        Path | None,
        Setting(
            "The ladder's folder. If it holds a ladder, the ladder continues.",
            given="str | Path | None",
            read=or_none(Path),
        ),
    ] = None
    rules: Rules = None

    @classmethod
    def of_part(cls, **said: Any) -> Self:
        """Return the ladder of a report's part, among the usual strategies if it names none; ``all`` are all."""
        from tda_sim.studies.usual import USUAL

        said.pop("search", None)
        names = said.setdefault("strategies", USUAL)
        asked = super().of_part(**{**said, "strategies": () if names == "all" else names})
        return replace(asked, slow_games=min(cls.slow_games, asked.games))

    @cached_property
    def planned(self) -> "LadderPlan":
        """The checked ladder: its settings, and the study that answers it."""
        from tda_sim.studies.ladder.playing import plan_ladder

        self.check()
        asked = self.deck, self.players, self.width / 100, self.games, self.slow_games, self.seed, self.rules
        return plan_ladder(self.strategies or None, *asked)

    def plan(self) -> "StudyPlan":
        """Return the study in which each strategy meets each other."""
        return self.planned.study

    def folder(self, plan: "StudyPlan") -> Path:
        """Return the folder of a ladder: the same for all strategies and widths."""
        return self.planned.usual_folder

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the ratings, the tables that were played, and what each rung wins more than the next."""
        from tda_sim.studies.ladder.playing import rate

        rated = rate(self.planned, study, study.path)
        return Found(study, rated.tables, rated)

    def document(self, found: Found) -> "Document":
        """Return the ladder."""
        from tda_sim.answers.ladder import ladder

        return ladder(found.more)

    def part(self, found: Found) -> "Document":
        """Return the ladder, which says itself how it was made."""
        return self.document(found)

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per strategy."""
        ratings: pl.DataFrame = found.more.ratings
        return ratings.rename(NAMES)

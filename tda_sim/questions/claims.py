"""Do sayings about the game hold? A file of sayings, tried at every level of play."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.questions.question import Found, Measured
from tda_sim.questions.settings import Seed, Setting

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.questions.claim_files import Sayings
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

COLUMNS = {"group": "saying", "subject": "claim"}


@dataclass(frozen=True, kw_only=True)
class Claims(Measured):
    """Try sayings about the game: do they hold, and whoever plays?

    A file lists what people say as claims about numbers, with margins: see analyses/claims/myths.yaml.

    The rows of ``summary()`` are the claims at each table: the number with its 95 % interval, the margin, and the
    verdict. The sayings' own verdicts are the rows without a table.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.claims("myths", games=60, strategies="balanced", out=mkdtemp())
    >>> answer.summary().filter(claim="")["saying"].len() > 10
    True
    """

    command: ClassVar = "claims"
    example: ClassVar = "tda claims myths -n 5000"
    kind: ClassVar = "claims"
    about: ClassVar = "sayings about the game, tried"
    parts: ClassVar = ("claims",)
    lacks: ClassVar = ("smallest",)

    claims: Annotated[
        str,
        Setting(
            "A file of sayings: its name, or its path.",
            argument="FILE",
            completes="claims",
            given="str | Path",
            read=str,
        ),
    ]
    games: Annotated[int, Setting("Games of each world at each table.", "games")] = 20_000
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            "Strategies, separated by commas: sayings are tried where all play one of them. By default: the levels of"
            " play, and master; regular players come first.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    seed: Seed = 1

    @cached_property
    def file(self) -> "Sayings":
        """The file, checked. Raises UserError with all its mistakes."""
        from tda_sim.questions.claim_files import read_sayings

        return read_sayings(self.claims)

    @property
    def played(self) -> Sequence[str]:
        """The decks, by name or path."""
        return list(dict.fromkeys(world.deck for world in self.file.worlds))

    @property
    def name(self) -> str:
        """The name of its study."""
        return f"{self.command}-{self.file.name}"

    @property
    def by_default(self) -> Sequence[str]:
        """The levels and the strongest, if no strategies are named."""
        from tda_sim.studies.usual import HEADLINE, OTHERS

        return (HEADLINE, *OTHERS)

    def tables(self) -> list[Any]:
        """Return who sits at the tables: everybody plays one strategy."""
        return self.names

    def study(self) -> dict[str, Any]:
        """Return what the studies of all worlds have in common."""
        record = {"gambits": min(self.recorded, self.games)}
        common = {"title": self.file.title, "tables": self.seated, "games": self.games, "seed": self.seed}
        return {**common, "slow_games": self.slow_games, "record": record}

    def plan(self) -> "StudyPlan":
        """Return the worlds of all claims as one study. Raises UserError for what the caller can mend."""
        from tda_sim.answers.names import placed
        from tda_sim.questions.claim_files import studies_of

        self.check()
        plans = []
        for study, place in studies_of(self.file, self.study()):
            with placed(place):
                plans.append(self.planned(study))
        cells = tuple(cell for plan in plans for cell in plan.cells)
        return replace(plans[0], cells=cells, works=tuple(work for plan in plans for work in plan.works))

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the table of `measures.claims.tried`."""
        from tda_sim.measures.claims import tried

        return Found(study, {"estimates": tried(study, self.file.sayings)})

    def document(self, found: Found) -> "Document":
        """Return which sayings hold, and for whom."""
        from tda_sim.answers.claims import claimed

        file = self.file
        return claimed(found.study, found.tables["estimates"], file.title, file.text, file.sayings, self.seed)

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per claim and table, and one per saying."""
        rows = found.tables["estimates"].rename(COLUMNS)
        wanted = ["deck", "rule", "players", "table", "measure", "unit", "kind", "estimate", "low", "high", "n"]
        rows = rows.filter(rows["verdict"].is_not_null() | rows["holds"].is_not_null())
        return rows.select("saying", "claim", *wanted, "margin", "verdict", "holds")

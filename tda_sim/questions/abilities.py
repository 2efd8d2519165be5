"""What are abilities worth? Everybody is dealt some at random, blanks among them.

Chance decides who has what, so this is an experiment. Abilities are compared with blanks, which do nothing. The
comparisons are sharpest with about as many blanks as the square root of the number of abilities (Dunnett 1955, Journal
of the American Statistical Association 50, p. 1096).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import UserError
from tda_sim.questions.question import Found, Tabled, as_list
from tda_sim.questions.settings import AT_TABLES, Deck, Rules, Search, Seed, Setting, or_none

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.definitions.abilities import AbilitySet
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults
    from tda_sim.studies.asked import RankingResults

GAMES = 1_000_000  # of four players: each of sixteen abilities is known to about 0.2 points
COLUMNS = ("ability", "title", "estimate", "low", "high", "n", "best", "worst", "tied", "margin", "verdict")


def _numbers(players: int | Sequence[int]) -> tuple[int, ...]:
    return (players,) if isinstance(players, int) else tuple(players)


@dataclass(frozen=True, kw_only=True)
class Abilities(Tabled):
    """Show what each ability is worth.

    Also shows which pairs work together, and in which order to draft them.

    The rows of ``summary()`` are the abilities, the best first. ``estimate`` is what the holder wins more than the
    holder of a blank, in percentage points, with an interval that holds for all abilities at once.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.abilities("original", games=200, strategies="balanced", out=mkdtemp())
    >>> answer.summary().columns[:2]
    ['ability', 'title']
    """

    command: ClassVar = "abilities"
    example: ClassVar = "tda abilities legendary -n 1e5"
    kind: ClassVar = "abilities"
    about: ClassVar = "what each ability of a list is worth"
    parts: ClassVar = ("deck", "rules", "listed", "each", "bundles")
    drawn: ClassVar = "Draw the values"
    views: ClassVar = {"everything": "Show all pairs and all tables."}
    slow_games: ClassVar = 20_000  # each ability is known to less than 2 points

    deck: Deck
    players: Annotated[
        tuple[int, ...],
        Setting(
            "Number of players; repeat for several; by default 4.",
            "players",
            typed=list[int] | None,
            given="int | Sequence[int]",
            read=_numbers,
        ),
    ] = (4,)
    games: Annotated[int, Setting("Games per table and number of players.", "games")] = GAMES
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(
            f"{AT_TABLES}weighted, balanced, spender, heretic, regular, master, random and lookahead; learned players"
            " have never had abilities.",
            completes="strategies",
            typed=str | None,
        ),
    ] = None
    search: Search = False
    rules: Rules = None
    seed: Seed = 1
    listed: Annotated[
        str | None,
        Setting(
            "A list of abilities: name or path; by default the deck's own.",
            option="list",
            given="str | Path | None",
            read=or_none(str),
        ),
    ] = None
    each: Annotated[int, Setting("Abilities per player.", "each")] = 1
    bundles: Annotated[bool, Setting("Deal each player one bundle of the list: are bundles equally strong?")] = False
    blanks: Annotated[
        int | None, Setting("Number of blanks; by default about the square root of the number of abilities.", "blanks")
    ] = None
    margin: Annotated[
        float | None,
        Setting("Smallest difference that matters, in points; by default 0.5, or 2 for bundles.", "margin"),
    ] = None

    @property
    def name(self) -> str:
        """The name of its study."""
        return super().name.replace(self.command, "bundles", 1) if self.bundles else super().name

    @property
    def by_default(self) -> Sequence[str]:
        """The strategies that play where there are abilities, if none are named."""
        from tda_sim.studies.usual import WITH_ABILITIES

        return WITH_ABILITIES

    def study(self) -> dict[str, Any]:
        """Return the study in which everybody is dealt abilities."""
        from tda_sim.studies.printed import BUNDLES, RANDOM

        players, dealt = list(dict.fromkeys(self.players)), BUNDLES if self.bundles else f"{RANDOM}:{self.each}"
        title = f"{self._list().title}, {self.deck}"
        return self.at_tables(
            title, decks=[self.under_rules(self._with_blanks(), self.rules)], players=players, abilities=dealt
        )

    def _list(self) -> "AbilitySet":
        """Return the list of abilities that it is about. Raises UserError if there is none."""
        from tda_sim.definitions import load_deck

        abilities = load_deck(self._deck({}), as_list(self.rules) or None).abilities
        if not abilities.abilities:
            raise UserError.of(f"{self.deck} has no list of abilities", hint="--list legendary names one")
        if self.bundles and not abilities.bundles:
            raise UserError.of(f"{abilities.title} has no bundles", hint="--list tournament has some")
        return abilities

    def _with_blanks(self) -> dict[str, Any] | str:
        """Return the deck with the blanks of the question among its abilities."""
        there = len(self._list().abilities)
        blanks = 0 if self.bundles else round(sqrt(there)) if self.blanks is None else self.blanks
        return self._deck({f"blank-{k}": {"text": "Does nothing."} for k in range(1, blanks + 1)})

    def _deck(self, further: dict[str, Any]) -> dict[str, Any] | str:
        """Return the deck with its own list of abilities, or the one that is named, and further entries."""
        listed = {} if self.listed is None else {"list": self.listed}
        abilities = {**listed, **({"entries": further} if further else {})}
        return {"base": self.deck, "abilities": abilities} if abilities else self.deck

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the tables of `analyses.abilities`, and the list that was dealt from."""
        from tda_sim.analyses.abilities import analyse

        return Found(study, analyse(study, smallest=self.smallest), self._list())

    @property
    def smallest(self) -> float:
        """The smallest difference that matters, in points of win rate."""
        from tda_sim.measures.ability_values import FAIR, SMALLEST

        return self.margin or (FAIR if self.bundles else SMALLEST)

    def results(self, found: Found) -> "RankingResults":
        """Return what the games show together with what was asked of them."""
        from tda_sim.studies.asked import Asked, RankingResults

        asked = Asked(
            self.deck,
            self.players,
            self.games,
            tuple(self.names),
            self.seed,
            each=self.each,
            rules=tuple(as_list(self.rules)),
        )
        return RankingResults(asked, found.study, found.tables, listed=found.more)

    def document(self, found: Found) -> "Document":
        """Return what the abilities are worth."""
        from tda_sim.answers.abilities import abilities

        return abilities(self.results(found))

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per ability, or bundle, at the main table."""
        values = found.tables["estimates"].filter("main", group="values").drop("title")
        titles = found.tables["list"].select("subject", "title").unique("subject")
        main = values.filter(players=values["players"][0], measure=values["measure"][0])
        rows = main.sort("estimate", descending=True, nulls_last=True)
        rows = rows.join(titles, on="subject", how="left", maintain_order="left").rename({"subject": "ability"})
        return rows.select(name for name in COLUMNS if name in rows.columns)

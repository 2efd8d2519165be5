"""What does each part of a deck do? One game per random deck; then some decks are built and played.

This joins several questions, each of which has modules of one name in `measures`, `studies` and `answers`, as far as it
needs them: what parts and pairs of them do (`composition`, and in `answers` `composition_parts`), what cards are worth
with and without others (`composition_presence`), which of them nobody would miss (`composition_missed`), and whether
decks are as predicted (`composition_built`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import UserError
from tda_sim.questions.question import Found, Graded, as_list
from tda_sim.questions.settings import AT_TABLES, Deck, Players, Rules, Seed, Setting

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.definitions.decks import Deck as Loaded
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults

FRESH = 1 << 63  # flips the first bit of a seed, so that no nearby seed plays the same games
DECKS = 20  # that are built
FEWER = 10  # times fewer games of each of them


@dataclass(frozen=True, kw_only=True)
class Composition(Graded):
    """Show what each part of a deck does to the game.

    Of a deck that draws its parts, such as every-card: each colour and card. Of others: each card, left out or there
    twice. Then some of the decks are built and played.

    The rows of ``summary()`` are the parts and what they do to each measure, the largest effect first: ``estimate``
    compares games with a part to games with another of its kind in its place. The intervals of a measure hold for all
    parts at once.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.composition("legendary", games=2000, strategies="balanced", built=False, out=mkdtemp())
    >>> answer.summary().columns[:4]
    ['part', 'title', 'measure', 'unit']
    """

    command: ClassVar = "composition"
    example: ClassVar = "tda composition every-card -n 50_000"
    kind: ClassVar = "composition"
    about: ClassVar = "what each part of a deck does"
    parts: ClassVar = ("deck", "rules", "built")
    drawn: ClassVar = "Draw how the worth of cards depends on what else is in the deck"
    views: ClassVar = {"everything": "Show all parts, all pairs and all cards."}
    slow_games: ClassVar = 20_000

    deck: Deck
    players: Players = 4
    games: Annotated[
        int, Setting("Games per table: 200,000 show what a colour does to length to about 0.3 cards.", "games")
    ] = 200_000
    strategies: Annotated[
        Sequence[str] | str | None,
        Setting(f"{AT_TABLES}the levels of play and master.", completes="strategies", typed=str | None),
    ] = None
    rules: Rules = None
    seed: Seed = 1
    built: Annotated[bool, Setting(f"Also build {DECKS} of the decks and play them, to check predictions.")] = True

    name: ClassVar = "composition"

    # --- plan ---

    @cached_property
    def loaded(self) -> "Loaded":
        """The deck under its rules, as it is played. Raises UserError for mistakes in it."""
        from tda_sim.definitions import load_deck

        return load_deck(self._pool, as_list(self.rules) or None)

    @cached_property
    def _pool(self) -> Any:
        """The deck, or, where all its games have the same cards, the deck with cards left out and doubled."""
        from tda_sim.definitions.games import plays_dice
        from tda_sim.studies.composition_missed import pool_of

        if plays_dice(self.deck):
            message = f"{self.deck} is a dice game, whose dragons are always the same"
            raise UserError.of(message, hint="give a deck of cards")
        return pool_of(self.deck, as_list(self.rules) or None)

    @property
    def exchanges(self) -> bool:
        """Whether cards of a fixed deck are left out and doubled."""
        return isinstance(self._pool, dict)

    def study(self) -> dict[str, Any]:
        """Return the study of the deck at all tables."""
        self.loaded  # noqa: B018  # mistakes in the deck are reported before the study's
        return self.at_tables(f"What {self.deck} is made of", decks=[self.under_rules(self._pool, self.rules)])

    # --- what games show ---

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the table of estimates, the list of parts and cards, and the parts, which predict decks."""
        import polars as pl

        from tda_sim.studies.composition import estimate

        tables, parts = estimate(plan, study)
        listed = pl.DataFrame([*parts.titles.items()], schema=["subject", "title"], orient="row")
        return Found(study, {**tables, "list": listed}, parts)

    def further(self, found: Found) -> "StudyPlan | None":
        """Return games of decks that are built: some drawn by chance, some of the most extreme prediction."""
        if not self.built:
            return None
        from tda_sim.definitions.decks import settled
        from tda_sim.studies.composition_built import chosen

        insides = chosen(found.more, DECKS, self.seed)
        rules = [settled(self.loaded, inside) | {"title": f"deck-{k + 1}"} for k, inside in enumerate(insides)]
        games = max(self.games // FEWER, 200)
        few = {"tables": [self.seated[0]], "games": games, "slow_games": None, "seed": self.seed ^ FRESH}
        decks = [self.under_rules(self._pool, self.rules)]
        return self.planned(self.at_tables(f"Decks of {self.deck}", decks=decks, variants=rules, **few))

    def joined(self, found: Found, further: "StudyResults") -> Found:
        """Return the tables with what was predicted of the decks, and what was played."""
        from tda_sim.measures.ranking import ESTIMATES
        from tda_sim.studies.composition_built import checked

        estimates = found.tables[ESTIMATES]
        rows = checked(found.study, further, found.more, estimates)
        return replace(found, tables=found.tables | {ESTIMATES: estimates.vstack(rows)})

    # --- the answer ---

    def document(self, found: Found) -> "Document":
        """Return what the parts do, pairs of them, and what becomes of cards."""
        from tda_sim.answers.composed import Composed
        from tda_sim.answers.composition import composition
        from tda_sim.answers.titles import title_under

        title = f"What {title_under(self.deck, as_list(self.rules))} is made of"
        about = f"{self.players} players; {self.games:,} games of each table; seed {self.seed}"
        it = Composed(found.tables["estimates"], found.more.titles, self.exchanges)
        return composition(it, self.loaded, title, about, f"The games: {found.study.path}")

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per part and measure at the main table."""
        import polars as pl

        from tda_sim.measures.composition import EFFECTS

        rows = found.tables["estimates"].filter("main", group=EFFECTS)
        size = (pl.col("estimate").abs() / pl.col("margin")).max().over("subject")
        return (
            rows.sort(size, descending=True, maintain_order=True)
            .with_columns(title=pl.col("subject").replace(dict(found.more.titles)))
            .rename({"subject": "part"})
            .select("part", "title", "measure", "unit", "estimate", "low", "high", "n", "margin", "verdict")
        )

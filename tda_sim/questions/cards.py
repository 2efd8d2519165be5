"""What are a deck's cards worth? Natural deals, vanilla twins, then forced hands. Of a dice game, its dragons."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tda_sim.errors import Problem, UserError, suggest
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.pairs import Pairs
from tda_sim.questions.question import Found, Question, Tabled, as_list
from tda_sim.questions.settings import Deck, Players, Rules, Search, Seed, Setting, Strategies

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.definitions.decks import Deck as Loaded
    from tda_sim.questions.answer import Answer
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan, StudyResults
    from tda_sim.studies.asked import RankingResults
    from tda_sim.studies.card_study import Claim

GAMES, SCREENING_GAMES = 300_000, 200_000  # fewer do not show at which horizon gold ranks cards as wins do
PAGE_GAMES = 20_000  # at each table, for the page of a single card
FEWEST_TWIN_GAMES = 20_000
NATURAL_GAMES = 10_000  # beside forced hands, at most: their cell must exist, but no analysis reads it
# What the question about a card and that about its rules have in common.
ALIKE = ("deck", "players", "strategies", "stakes", "seed", "workers", "cluster", "patience", "progress")
NEW = "new"  # `tda cards new NAME`
GAME = "game"  # the folder of the games that show what house rules do, in that of a card
FRESH = 1 << 63  # flips the first bit of a seed, so that no nearby seed plays the same games
ENDS = {"": "estimate", "_low": "low", "_high": "high"}
PRINTED = ("card", "title", "colours", "strength")
DRAGONS = ("deck", "players", "table", "subject", "reference", "measure", "n", "estimate", "low", "high", "tier")


def _cards(written: Sequence[str] | str | None) -> tuple[str, ...] | None:
    """Return names of cards from a list, or from a text in which commas separate them."""
    names = written.split(",") if isinstance(written, str) else written
    return None if names is None else tuple(map(str.strip, names))


@dataclass(frozen=True, kw_only=True)
class Cards(Tabled):
    """Show what every card of a deck is worth.

    When drawn, when dealt, and for its power. Of a dice game, every dragon.

    The rows of ``summary()`` are the cards, the best first, with every value at the main table and its interval,
    which holds for all cards at once. Values are in percentage points of win rate, those called gold in gold.
    ``best`` and ``worst`` are the places that a card may hold; cards of one ``tied`` set cannot be ranked. A card's
    own page takes the same games, with this card's power only, and by default 20,000 at each table; a dice game
    takes 1,000,000.

    >>> import tda_sim
    >>> from tempfile import mkdtemp
    >>> answer = tda_sim.cards("original", games=2000, strategies="balanced", screen=True, out=mkdtemp())
    >>> answer.summary().columns[:7]
    ['card', 'title', 'colours', 'strength', 'best', 'worst', 'tied']
    """

    command: ClassVar = "cards"
    example: ClassVar = "tda cards original --screen -n 50_000"
    kind: ClassVar = "cards"
    about: ClassVar = "what each card of a deck is worth"
    parts: ClassVar = ("deck", "card", "rules", "power", "forced", "synergy")
    drawn: ClassVar = "Draw the values"
    views: ClassVar = {
        "everything": "Show all cards, not just both ends of the list.",
        "naive": "Also show the biased win rates of other trackers.",
    }

    deck: Deck
    card: Annotated[
        str | None,
        Setting(
            "Show the page of this card or dragon only: its name or title. After new in place of a deck: start a card"
            " of this name, as a house rule to change.",
            argument="CARD",
            completes="cards",
        ),
    ] = None
    players: Players = 4
    games: Annotated[
        int | None,
        Setting(
            "Games per table; by default 300,000 (dealt values to half a point), or 200,000 with --screen.", "games"
        ),
    ] = None
    strategies: Strategies = None
    search: Search = False
    rules: Rules = None
    seed: Seed = 1
    screen: Annotated[bool, Setting("Show only values and rates at the main table, which is quick.")] = False
    power: Annotated[bool, Setting("Also play games in which each card has no power.")] = True
    forced: Annotated[
        bool, Setting("Also test the biggest claims on fresh shuffles, with the card dealt on purpose.")
    ] = True
    synergy: Annotated[
        bool, Setting("Show which pairs of cards are worth more together than apart, at the main table.")
    ] = False
    only: Annotated[
        tuple[str, ...] | None,
        Setting(
            "Only play these cards without power or deal them on purpose; separated by commas.",
            option="cards",
            completes="card_lists",
            typed=str | None,
            given="Sequence[str] | str | None",
            read=_cards,
        ),
    ] = None

    def asked(self) -> Question:
        """Return the question about the dragons of a dice game, or about the power of one card alone."""
        from tda_sim.answers.cards_faces import find_card
        from tda_sim.definitions.games import plays_dice

        if plays_dice(self.deck):
            if self._is_of_cards:
                hint = "leave screen, search, synergy, rules, power, forced and only out"
                raise UserError.of(f"{self.deck} is a dice game: no cards are dealt or drawn", hint=hint)
            return Dragons(**{each.name: getattr(self, each.name) for each in fields(Dragons)})
        if self.synergy:
            return Pairs(**{each.name: getattr(self, each.name) for each in fields(Pairs)})
        if self.card is None:
            return self
        only = (find_card(self.deck, self.card, self._loaded).name,)
        return replace(self, only=only, games=self.games or PAGE_GAMES, forced=False)  # one card makes no claims

    def told(self) -> "Document":
        """Return the answer's document; where the deck is called new, start a card."""
        if self.deck != NEW:
            return super().told()
        from tda_sim.answers.card_page import begun
        from tda_sim.definitions.beginning import write_new_card

        if self.card is None:
            raise UserError.of("the new card has no name", hint="tda cards new jester")
        return begun(self.card, write_new_card(self.card))

    @property
    def _is_of_cards(self) -> bool:
        """Whether it asks for what a dice game has not."""
        further = self.screen or self.search or self.synergy or bool(self.rules) or self.only is not None
        return further or not (self.power and self.forced)

    @property
    def _loaded(self) -> "Loaded":
        """The deck under its rules. Raises UserError for mistakes in them."""
        from tda_sim.definitions import load_deck

        return load_deck(self.deck, as_list(self.rules) or None)

    def view(self, wanted: Collection[str]) -> dict[str, Any]:
        """Return which folds are open. Raises UserError for what a dice game has not."""
        from tda_sim.answers.cards import FOLDS, NAIVE_FOLD
        from tda_sim.definitions.games import plays_dice

        if (self._is_of_cards or {"naive", "picture"} & set(wanted)) and plays_dice(self.deck):
            options = "screen, search, synergy, rules, naive, cards, picture, no-power and --no-forced"
            hint = f"leave out --{options.replace(', ', ', --')}"
            message = f"{self.deck} is a dice game: its dragons are rolled, and no cards are dealt or drawn"
            raise UserError.of(message, hint=hint)
        opened = FOLDS if "everything" in wanted else [NAIVE_FOLD] if "naive" in wanted else []
        return {**super().view(wanted), "opened": opened}

    @property
    def cell_games(self) -> int:
        """Games at each table."""
        return self.games or (SCREENING_GAMES if self.screen else GAMES)

    def tables(self) -> list[Any]:
        """Return who sits at the tables; at a first look, only the main one."""
        return self.names[:1] if self.screen else super().tables()

    def study(self) -> dict[str, Any]:
        """Return the first step: natural deals, and cards without their power."""
        powerful, games = self._with_power(), min(self.cell_games, max(self.cell_games // 10, FEWEST_TWIN_GAMES))
        twins = {"cards": "all" if self.only is None else powerful, "games": games}
        has_twins = self.power and not self.screen and powerful
        return self._of_deck(f"The cards of {self.deck}", **({"twins": twins} if has_twins else {}))

    def _of_deck(self, title: str, **more: Any) -> dict[str, Any]:
        return self.at_tables(title, decks=[self.under_rules(self.deck, self.rules)], **more)

    def _with_power(self) -> list[str]:
        """Return the cards of the question that have a power. Raises UserError for cards that the deck has not."""
        from tda_sim.studies.settings import has_power

        known = {card.name: card for card in self._loaded.cards}
        names = known if self.only is None else self.only
        problems = [
            Problem(f"there is no card {name} in {self.deck}", hint=suggest(name, known))
            for name in names
            if name not in known
        ]
        if problems:
            raise UserError(problems)
        return [name for name in names if has_power(known[name])]

    def estimate(self, plan: "StudyPlan", study: "StudyResults") -> Found:
        """Return the tables of `analyses.cards`, and of a single card also the company that it keeps."""
        from tda_sim.analyses.cards import analyse
        from tda_sim.studies.card_study import company_of

        tables = analyse(study)
        if self.card is not None and self.only is not None:
            tables["estimates"] = tables["estimates"].vstack(company_of(plan, study, self.only[0]))
        return Found(study, tables)

    def further(self, found: Found) -> "StudyPlan | None":
        """Return games of other seeds in which somebody is always dealt a card of the biggest claims.

        A claim about a power also gets games in which the card has no power.
        """
        from tda_sim.measures.card_forced import POWER

        claims = self._claims(found)
        if not claims:
            return None
        cards, games = list(dict.fromkeys(claim.card for claim in claims)), max(self.cell_games // 3, 1)
        forced: dict[str, Any] = {"cards": cards, "games": games}  # about as many as deal it by chance at the table
        if powerless := [claim.card for claim in claims if claim.about == POWER]:
            forced["powerless"] = powerless
        few = {"tables": self.names[:1], "games": min(games, NATURAL_GAMES), "slow_games": None}
        title = f"Forced hands: {', '.join(cards)}"
        return self.planned(self._of_deck(title, **few, seed=self.seed ^ FRESH, forced=forced))

    def _claims(self, found: Found) -> "Sequence[Claim]":
        from tda_sim.studies.card_study import claims_about

        return claims_about(self.only, found.tables) if self.forced and not self.screen else ()

    def found(self, plan: "StudyPlan") -> Found:
        """Play what is missing and return what all games show; of a card of house rules also what these do."""
        found = super().found(plan)
        game = self._on_the_game()
        return found if game is None else replace(found, more=game.document(game.found(game.plan())))

    def _on_the_game(self) -> "HouseRule | None":
        """Return the question what the rules of a card do to the game; None for a card as printed, or for all cards.

        As many games are played for it as for the card.
        """
        rules = as_list(self.rules)
        if self.card is None or not rules or any(isinstance(rule, dict) for rule in rules):
            return None  # a rule without a file has no name to ask by
        alike = {name: getattr(self, name) for name in ALIKE}
        about: dict[str, Any] = {"games": self.cell_games, "together": True}
        return OnTheGame(rules=tuple(map(str, rules)), out=self.out and self.out / GAME, **about, **alike)

    def joined(self, found: Found, further: "StudyResults") -> Found:
        """Return the tables, with what became of the claims."""
        from tda_sim.studies.card_study import put_to_the_test

        tested = put_to_the_test(found.study, further, self._claims(found))
        return replace(found, tables={**found.tables, "estimates": found.tables["estimates"].vstack(tested)})

    def results(self, found: Found) -> "RankingResults":
        """Return what the games show together with what was asked of them."""
        from tda_sim.studies.asked import Asked, RankingResults

        who, rules = tuple(self.names), tuple(as_list(self.rules))
        asked = Asked(self.deck, self.players, self.cell_games, who, self.seed, self.screen, rules=rules)
        return RankingResults(asked, found.study, found.tables)

    def document(self, found: Found) -> "Document":
        """Return what the cards are worth, or the page of one."""
        from tda_sim.answers.card_page import card
        from tda_sim.answers.cards import cards

        results = self.results(found)
        return cards(results) if self.card is None or self.only is None else card(results, self.only[0], found.more)

    def part(self, found: Found) -> "Document":
        """Return the answer; that on all cards under the title of its study."""
        made = super().part(found)
        return made if self.card is not None else replace(made, title=found.study.title)

    def summary(self, found: Found) -> "pl.DataFrame":
        """Return a row per card with all its values at the main table, in the order of the answer."""
        import polars as pl

        from tda_sim.answers.cards import cards_of
        from tda_sim.measures.card_values import CURVE

        main, order = found.tables["estimates"].filter("main", group="values"), cards_of(self.results(found)).order
        kinds = sorted(main["measure"].unique(maintain_order=True), key=lambda kind: (kind in CURVE, kind != order))
        rows = main.filter(measure=order).sort("estimate", descending=True, nulls_last=True)
        rows = rows.select(pl.col("subject").alias("card"), "best", "worst", "tied")
        for kind in kinds:
            ends = {f"{kind}{end}": column for end, column in ENDS.items()}
            own = main.filter(measure=kind).select(pl.col("subject").alias("card"), **ends)
            rows = rows.join(own, on="card", how="left", maintain_order="left")
        printed = found.tables["list"].rename({"subject": "card"}).select(PRINTED).unique("card")
        return printed.join(rows, on="card", maintain_order="right").select(*PRINTED, pl.exclude(PRINTED))


@dataclass(frozen=True, kw_only=True)
class OnTheGame(HouseRule):
    """What the house rules of a card do to the game: where nobody plays ahead, which takes long."""

    def tables(self) -> list[Any]:
        """Return the usual tables, or those of the named strategies, without those at which somebody plays ahead."""
        from tda_sim.studies.usual import plays_ahead

        tables = super().tables()
        quick = [table for table in tables if not any(map(plays_ahead, [table] if isinstance(table, str) else table))]
        return quick or tables


@dataclass(frozen=True, kw_only=True)
class Inclusion(Cards):
    """What cards that are drawn game by game do to the game by being in the deck: a part of reports."""

    kind: ClassVar = "inclusion"
    about: ClassVar = "what cards drawn game by game do to the game"

    def part(self, found: Found) -> "Document":
        """Return what the cards do to the game."""
        from tda_sim.answers.cards import cards_in_decks

        return replace(cards_in_decks(self.results(found)), methods=super().part(found).methods)


@dataclass(frozen=True, kw_only=True)
class Dragons(Question):
    """What each dragon of a dice game is worth to who rolls it. `Cards` asks it."""

    deck: Deck
    card: Any = None
    players: Players = 4
    games: Any = None
    strategies: Strategies = None
    seed: Seed = 1

    def answer(self) -> "Answer":
        """Play single gambits, whose runs are no study, and return what the dragons are worth, or the page of one."""
        from tda_sim.answers.dragons import dragon, dragons, find_dragon
        from tda_sim.questions.answer import Answer
        from tda_sim.studies.asked import Asked
        from tda_sim.studies.dragon_study import GAMES, play_dragons
        from tda_sim.studies.usual import DICE, names_of

        names = tuple(names_of(self.strategies or DICE[:3]))
        name = None if self.card is None else find_dragon(self.deck, self.card)
        asked = Asked(self.deck, self.players, self.games or GAMES, names, self.seed)
        played = play_dragons(asked, self.out, self.workers, self.where)
        titles = played.tables["list"].select("subject", "title").unique()
        values = played.tables["estimates"].filter("main", group="values").select(DRAGONS)
        main = values.join(titles, on="subject", maintain_order="left")
        document = dragons(played) if name is None else dragon(played, name)
        return Answer(document, lambda: main, played.tables, None, played.out)

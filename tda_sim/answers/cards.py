"""`tda cards`: what every card of a deck is worth, in tiers, and what it does to the game."""

from collections.abc import Sequence

from tda_sim.analyses import cards as analysis
from tda_sim.answers.cards_faces import Cards, faces
from tda_sim.answers.cards_tables import (
    NAIVE_NOTE,
    NAIVE_TITLE,
    all_numbers,
    along,
    colours,
    correlations,
    gold_curves,
    inclusion,
    most_of_all,
    naive_figures,
    tested,
    what_matters,
)
from tda_sim.answers.cards_words import carrying, flagged, included, opening
from tda_sim.answers.players import every_seat
from tda_sim.answers.ranking_tables import data_of, tables_played, tiers
from tda_sim.answers.titles import strategy_title, titled
from tda_sim.measures.card_checks import screening_value
from tda_sim.measures.card_rates import NAIVE
from tda_sim.measures.card_values import KINDS
from tda_sim.measures.ranking import ESTIMATES
from tda_sim.measures.tiers import NOT_ALL, OTHERWISE, TIERS
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section
from tda_sim.studies.asked import RankingResults

NUMBERS_FOLD, NAIVE_FOLD, MORE_FOLD = "numbers", "naive", "more"
FOLDS = (NUMBERS_FOLD, MORE_FOLD, NAIVE_FOLD)  # all that a terminal can open
IN_THE_DECK = "What a card does to the game when it is in the deck"
NONE_DRAWN = "All games of this deck have the same cards, so there is nothing to compare."


def cards_data(results: RankingResults) -> dict[str, object]:
    """Return the object that `tda cards --json` prints: the question, the sentences, the cards by tier, all tables."""
    listed = cards_of(results)
    return data_of(
        results,
        study=results.study.title,
        level=results.level,
        ordered_by=listed.order,
        opening=opening(listed),
        carrying=carrying(listed),
        tiers={letter: [card.name for card in listed.rows if card.tier == letter] for letter in TIERS},
        other_tier_elsewhere=[card.name for card in listed.rows if NOT_ALL in card.marks],
        other_side_when_dealt=[card.name for card in listed.rows if OTHERWISE in card.marks],
        naive_figures={each.title: each.meaning for each in NAIVE},
    )


def cards_of(results: RankingResults) -> Cards:
    """Return the cards in the order of wins; a screened list in that of gold, where gold ranks cards as wins do."""
    printed = faces(results.asked)
    if not results.asked.screen:
        return Cards(results.tables, faces=printed)
    return Cards(results.tables, screening_value(results.tables[ESTIMATES].filter(group="horizons")), faces=printed)


def cards(results: RankingResults) -> doc.Document:
    """Return what the cards of a deck are worth: sentences and tiers, the cards and what they do, then all numbers."""
    listed, asked = cards_of(results), results.asked
    player = strategy_title(listed.player)
    figures = doc.drawn_once(lambda: analysis.figures(titled(results.tables), listed.order))
    who_plays = every_seat(listed.player, [asked.deck], asked.players, results.study.own, as_printed=not asked.rules)
    more: dict[str, doc.Block] = {
        "Gold by horizon": gold_curves(listed.rows),
        f"Cards that {player} misuses, or mostly antes": doc.Words(flagged(listed), listed=True),
        "Big claims, tested on new shuffles": tested(listed),
        f"{IN_THE_DECK}: all cards": inclusion(listed),
        "Rank correlations between tables, corrected for noise": correlations(listed),
        "Each card by who plays": along(listed),
    }

    def drawn(*names: str, instead: Sequence[doc.Block] = ()) -> doc.Figures:
        return doc.Figures(
            lambda: {name: figures()[name] for name in names}, f"cards-{asked.deck}", "Values of the cards", instead
        )

    sections = [
        Section("", [drawn("tiers", instead=[tiers(listed.rows, "card", KINDS[listed.order].title)])]),
        Section("What the cards do", [what_matters(listed)]),
        Section("By colour", [drawn("strength"), colours(listed)]),
        Section(f"{IN_THE_DECK} (largest effects)", [most_of_all(listed)]),
        Section("How far to trust the list", [doc.Words([*carrying(listed), tables_played(results)], listed=True)]),
        Section("All numbers of each card", [all_numbers(listed.rows)], folded=True, key=NUMBERS_FOLD),
        Section("Every value with its interval", [drawn("values", "gold")], folded=True),
        *(Section(title, [block], folded=True, key=MORE_FOLD) for title, block in more.items()),
        Section(NAIVE_TITLE, [doc.Words([NAIVE_NOTE]), naive_figures(listed.rows)], folded=True, key=NAIVE_FOLD),
    ]
    return doc.Document(
        f"What each card is worth: {asked.title}, {asked.players} players",
        [*opening(listed), who_plays],
        sections,
        about=played(results),
        kept=f"The games: {results.out}",
        picture=lambda: next(iter(figures().values())),
        data=cards_data(results),
    )


def cards_in_decks(results: RankingResults) -> doc.Document:
    """Return what each card that is drawn for some games only does to the game by being in the deck."""
    listed = cards_of(results)
    every = inclusion(listed)
    return doc.Document(
        f"What each card does to the game: {results.asked.title}",
        included(listed) if every.lines else [NONE_DRAWN],
        [Section("Every card that may be in the deck", [every])],
        about=f"{played(results)}. Chance decides which of these cards are in a game, so the mean of the games with a"
        " card minus the mean of the games without it is the effect of the card, in random company.",
        kept=f"The games: {results.out}",
    )


def played(results: RankingResults) -> str:
    """Return how many games were played at the main table."""
    games = results.tables["cells"]["games"][0]
    return f"{results.asked.players} players; {games:,} games; seed {results.asked.seed}"

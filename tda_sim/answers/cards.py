"""`tda cards`: what every card of a deck is worth, in the order of draw value, and what it does to the game."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tda_sim.analyses import cards as analysis
from tda_sim.answers.cards_rows import MAIN, Card, Cards, Estimates, descending
from tda_sim.answers.cards_words import REMARKS, carrying, effect, flagged, included, opening
from tda_sim.answers.tables import plain_rows
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import Estimate, decimals, places, whole
from tda_sim.documents.words import with_unit
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_rates import NAIVE, RATES
from tda_sim.measures.card_values import KINDS
from tda_sim.studies.card_study import CardsFound

Data = dict[str, Any]

VALUES = {  # title, in short, meaning, places
    MAIN: ("draw value, gold", "draw", KINDS[MAIN].meaning, 2),
    "dealt": ("dealt value, points", "dealt", KINDS["dealt"].meaning, 1),
    "power": ("power, gold", "power", "Draw value, less that of the same card without its power.", 2),
}
SHOWN_RATES = {"anted": "ante", "played": "play", "used": "use", "unused": "unused"}
ENDS = 12  # cards shown from either end of the list, unless all are wanted
FEWEST_TABLES = 3  # for a table of correlations; two have one, which is told in words
MOST_EFFECTS = 3  # cards named for each outcome, in each direction
NAIVE_FOLD = "naive"

LEGEND = (
    "Places hold for all cards at once with 95 %: where they overlap, cards are not told apart. Draw: gold over two"
    " gambits, against a random card of the pile; dealt: points of win share, in the opening hand against elsewhere;"
    " power: gold, against the same card without. ± for all cards at once. Of 100 times in a hand: anted, played; power"
    " used per 100 plays. Agree: tables at which the draw value has the sign of its mean over all of them."
)
NAIVE_NOTE = (
    "Win rates in %, with the names that other trackers give them. They compare players who got to play, hold or draw"
    " the card with players who did not, and such players win more or less for other reasons: read the dealt value."
)
IN_THE_DECK = "What a card does to the game when it is in the deck"
NONE_DRAWN = "This deck is the same in every game: no card is drawn game by game, so there is nothing to tell."
SURELY = "▲ surely more, ▼ surely less with the card in the deck; the intervals of a column hold for all cards at once."


def cards_data(found: CardsFound) -> Data:
    """Return the object that `tda cards --json` prints: title, folder, what was asked, sentences, and all tables."""
    asked, told = found.asked, Cards(found.tables)
    return {
        "study": found.study.title,
        "out": str(found.study.path),
        "deck": asked.deck,
        "players": asked.players,
        "strategies": list(asked.strategies[:1] if asked.screen else asked.strategies),
        "games": asked.cell_games,
        "seed": asked.seed,
        "level": found.level,
        "opening": opening(told),
        "carrying": carrying(told),
        "naive_figures": {each.title: each.bias for each in NAIVE},
        "tables": {name: plain_rows(frame) for name, frame in found.tables.items()},
    }


def cards(found: CardsFound) -> doc.Document:
    """Return what the cards of a deck are worth: the sentences first, then all cards."""
    told, data, deck = Cards(found.tables), cards_data(found), found.asked.deck
    figures = cache(lambda: analysis.figures(found.tables))
    sections = [
        Section("What every card is worth", [all_cards(told.rows)]),
        Section("Pictures", [doc.Figures(figures, f"cards-{deck}", "Values of the cards")]),
        Section(
            f"Cards that {told.player} cannot use yet, or uses in one way only", [doc.Words(flagged(told), listed=True)]
        ),
        Section("Mean of a colour's dragons", [_colours(told)]),
        Section("Big claims put to the test: dealt for sure, on fresh shuffles", [_forced(told)]),
        Section(f"{IN_THE_DECK} (surely, most first)", [most_of_all(told)]),
        Section(f"{IN_THE_DECK}: every card", [inclusion(told)], folded=True),
        Section("Rank correlations between tables, by draw value", [_correlations(told)]),
        Section("How far this carries", [doc.Words(data["carrying"], listed=True)]),
        Section(
            "Naive figures, which mislead", [doc.Words([NAIVE_NOTE]), _naive(told.rows)], folded=True, key=NAIVE_FOLD
        ),
    ]
    return doc.Document(
        f"The cards of {deck}, {found.asked.players} players, {told.player}",
        data["opening"],
        sections,
        about=played(found),
        kept=f"The games: {found.study.path}",
        picture=lambda: next(iter(figures().values())),
        data=data,
    )


def cards_in_decks(found: CardsFound) -> doc.Document:
    """Return what each card that is drawn game by game does to the game by being in the deck."""
    told = Cards(found.tables)
    every = inclusion(told)
    return doc.Document(
        f"What each card of {found.asked.deck} does to the game",
        included(told) if every.lines else [NONE_DRAWN],
        [Section("Every card that may be in the deck", [every])],
        about=f"{played(found)}. Which of these cards are in a game is chance, so the"
        " mean over the games with a card, less the mean over the games without it, is what the card does, in company"
        " of others drawn at random.",
        kept=f"The games: {found.study.path}",
    )


def played(found: CardsFound) -> str:
    """Return how many games were played for what."""
    cells = found.tables["cells"]
    first, *others = cells["table"].to_list()
    more = f", and as many of {', '.join(others)}" if others else ""
    return f"{cells['games'][0]:,} games of {first}{more}; seed {found.asked.seed}; {found.asked.players} players"


# --- all cards --------------------------------------------------------------------------------------------


def all_cards(rows: Sequence[Card]) -> doc.Table:
    """Return every card with its places, values and rates, the best to draw first; those in the middle are details."""
    known = [name for name in VALUES if any(name in card.values for card in rows)]
    hold = "The places that it may hold by its draw value, for all cards at once with 95 %."
    agree = "At how many of the tables the draw value has the sign of its mean over all of them."
    columns = [
        doc.text("card", lambda card: card.title),
        Column("places", lambda card: doc.plain(card.places, card.best), hold),
        *_values(known, lambda card: card.values),
        *(_rate(name) for name in SHOWN_RATES),
        Column("agree", lambda card: card.agreeing, agree, detail=True),
        doc.text("remarks", _remarks, "What the main strategy makes of the card.", detail=True),
    ]
    return _both_ends("", rows, columns, LEGEND)


def _remarks(card: Card) -> str:
    return ", ".join(REMARKS[flag] for flag in card.flags)


def _both_ends(title: str, rows: Sequence[Card], columns: Sequence[Column], note: str = "") -> doc.Table:
    """Return a table of cards; where they are many, those in the middle are details."""
    middle = {card.name for card in rows[ENDS:-ENDS]} if len(rows) > 2 * ENDS + 2 else set()
    more = f"{len(middle)} more: --all" if middle else ""
    return doc.table(title, rows, columns, note, more, detail=lambda card: card.name in middle)


def _values(names: Sequence[str], of: Callable[[Any], Estimates], digits: int | None = None) -> list[Column]:
    """Return a column for each of some values."""

    def column(name: str) -> Column:
        title, short, meaning, usual = VALUES[name]
        show = places(usual if digits is None else digits)
        return Column(title, lambda row: doc.number(of(row).get(name), show, with_sign=True), meaning, short=short)

    return [column(name) for name in names]


def _rate(name: str) -> Column:
    """Return the column of a rate; a power that a card does not have is not used."""
    rate = next(rate for rate in RATES if rate.name == name)

    def shown(card: Card) -> doc.Cell:
        return doc.number(None if name == "used" and not card.has_power else card.rates.get(name), whole)

    title, is_detail = f"{rate.title}, %", name == "unused"
    return Column(title, shown, rate.meaning, short=SHOWN_RATES[name], detail=is_detail, interval="")


def _naive(rows: Sequence[Card]) -> doc.Table:
    """Return the figures that trackers of other games show, named for their bias, beside the dealt value."""

    def figure(name: str) -> Callable[[Card], doc.Cell]:
        return lambda card: doc.number(card.naive.get(name), places(1))

    columns = [doc.text("card", lambda card: card.title), *_values(["dealt"], lambda card: card.values)]
    columns += [Column(each.title, figure(each.name), f"Biased: {each.bias}.", interval="") for each in NAIVE]
    return _both_ends("Win rates as trackers show them, %", rows, columns)


# --- some of them -----------------------------------------------------------------------------------------


def _colours(told: Cards) -> doc.Table:
    """Return the mean values of each colour's dragons, best first."""
    found = [row for row in told.named("colours", "colour", "value").items() if MAIN in row[1]]
    names = [name for name in VALUES if any(name in values for _, values in found)]
    order = sorted(found, key=lambda row: -descending(row[1][MAIN]))
    return doc.table(
        "", order, [doc.text("colour", lambda row: row[0].title()), *_values(names, lambda row: row[1], digits=2)]
    )


def _forced(told: Cards) -> doc.Table:
    """Return what cards are worth that are dealt on purpose."""
    verdicts = {row["card"]: row["verdict"] for row in told.at("forced", value="forced")}

    def value(name: str) -> Callable[[Any], doc.Cell]:
        return lambda row: doc.number(row[1][name], places(1), with_sign=True)

    on_purpose = "The same where somebody is dealt it in every game, on fresh shuffles."
    columns = [
        doc.text("card", lambda row: told.titles[row[0]]),
        Column("dealt by chance, points", value("dealt"), KINDS["dealt"].meaning),
        Column("dealt on purpose, points", value("forced"), on_purpose),
        doc.text("verdict", lambda row: verdicts[row[0]]),
    ]
    found = told.named("forced", "card", "value").items()
    return doc.table("", sorted(found, key=lambda row: -descending(row[1]["dealt"])), columns)


def _correlations(told: Cards) -> doc.Table:
    """Return how well the tables agree on the order of the cards by draw value, where there are three or more."""
    found = {(row["table"], row["other"]): row["estimate"] for row in told.at("agreement", table=..., value=MAIN)}
    names = list(dict.fromkeys(table for table, _ in found))

    def correlation(other: str) -> Callable[[str], object]:
        return lambda one: "·" if one == other else doc.number(Estimate(found[one, other]), places(2))

    columns = [doc.text(""), *(Column(name, correlation(name)) for name in names)]
    return doc.table("", names if len(names) >= FEWEST_TABLES else [], columns)


# --- in the deck or not -----------------------------------------------------------------------------------


def most_of_all(told: Cards) -> doc.Table:
    """Return how many cards drawn game by game surely change each outcome, and which change it most."""
    rows = []
    found = told.named("inclusion", "outcome", "card")
    for outcome in OUTCOMES if found else ():
        order = sorted(found[outcome.name].items(), key=lambda row: -descending(row[1]))
        raising, lowering = ([row for row in order if row[1].sign() == sign] for sign in (1, -1))
        named = [
            f"{told.titles[card]} {effect(each)}" for card, each in raising[:MOST_EFFECTS] + lowering[-MOST_EFFECTS:]
        ]
        rows.append([outcome.title, outcome.unit, len(raising), len(lowering), ", ".join(named) or "none"])
    return doc.texts("", ["outcome", "unit", ">raised by", ">lowered by", "most of all"], rows)


def inclusion(told: Cards) -> doc.Table:
    """Return the effects of all cards drawn game by game on all outcomes."""
    found = told.named("inclusion", "card", "outcome")

    def column(name: str, title: str, unit: str) -> Column:
        show = decimals(row[name] for row in found.values())

        def shown(row: Any) -> doc.Cell:
            verdict = {1: "more", -1: "less", 0: ""}[row[1][name].sign()]
            return doc.number(row[1][name].judged(verdict), show, with_sign=True, said=verdict and f"surely {verdict}")

        return Column(with_unit(title, unit), shown, f"Mean {title} of games with the card, less games without.")

    columns = [doc.text("card", lambda row: told.titles[row[0]])]
    columns += [column(outcome.name, outcome.title, outcome.unit) for outcome in OUTCOMES]
    rows = sorted(found.items(), key=lambda row: -descending(row[1][OUTCOMES[0].name]))
    return doc.table("Games with the card, less games without it", rows, columns, SURELY)

"""`tda cards`: what every card of a deck is worth, in the order of wins, and what it does to the game."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache

from tda_sim.analyses import cards as analysis
from tda_sim.answers.along import cards_along
from tda_sim.answers.cards_rows import Card, Cards
from tda_sim.answers.cards_words import REMARKS, carrying, effect, flagged, included, opening
from tda_sim.answers.players import games_played, strength
from tda_sim.answers.tables import plain_rows
from tda_sim.answers.told import Estimates, descending
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import Estimate, decimals, places, whole
from tda_sim.documents.words import with_unit
from tda_sim.measures.card_forced import POWER
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_order import screening_value
from tda_sim.measures.card_pooling import POOLED
from tda_sim.measures.card_rates import NAIVE, RATES
from tda_sim.measures.card_values import CURVE, GOLD, KINDS, MAIN
from tda_sim.studies.card_study import CardsFound

VALUES = {  # title, in short, meaning, places
    MAIN: ("draw value, points", "draw", KINDS[MAIN].meaning, 2),
    "dealt": ("dealt value, points", "dealt", KINDS["dealt"].meaning, 1),
    POOLED: (
        "dealt, pooled, points",
        "pooled",
        "The dealt value with strength borrowed from cards alike; each interval for itself.",
        1,
    ),
    "power": ("power, points", "power", "Draw value, less that of the same card without its power.", 2),
    GOLD: (KINDS[GOLD].title, "gold", KINDS[GOLD].meaning, 1),
    "power_gold": ("power, gold", "power gold", "The same for gold over four gambits.", 2),
}
DETAILS = {"power_gold"}
SPARE = {GOLD, "anted", "used"}
SHOWN_RATES = {"anted": "ante", "played": "play", "used": "use", "unused": "unused"}
ENDS = 12  # cards shown from either end of the list, unless all are wanted
FEWEST_TABLES = 3  # for a table of correlations; two have one, which is told in words
MOST_EFFECTS = 3  # cards named for each outcome, in each direction
NAIVE_FOLD = "naive"

LEGEND = (
    "A point is 10 wins in 1,000 games. Draw: against a random card of the pile; dealt: in the opening hand against"
    " elsewhere; power: against the same card without; gold: over four gambits, on the way to the win. Places hold for"
    " all cards at once with 95 %: where they overlap, cards are not told apart. ± for all cards at once, but that of"
    " pooled values for each. Of 100 times in a hand: anted, played; power used per 100 plays. Agree: tables at which"
    " the draw value has the sign of its mean over all of them."
)
CURVE_NOTE = "Gold that a drawn card brings over ever more gambits, above a random card of the pile: how a value comes."
NAIVE_NOTE = (
    "Win rates in %, with the names that other trackers give them. They compare players who got to play, hold or draw"
    " the card with players who did not, and such players win more or less for other reasons: read the dealt value."
)
IN_THE_DECK = "What a card does to the game when it is in the deck"
NONE_DRAWN = "This deck is the same in every game: no card is drawn game by game, so there is nothing to tell."
SURELY = "▲ surely more, ▼ surely less with the card in the deck; the intervals of a column hold for all cards at once."


@dataclass(frozen=True)
class CardsData:
    """What `tda cards --json` prints: what was asked, what is told, and all tables."""

    study: str
    out: str
    deck: str
    players: int
    strategies: list[str]
    games: int
    seed: int
    level: float
    ordered_by: str  # the value, of `measures.card_values.KINDS`
    opening: list[str]
    carrying: list[str]
    naive_figures: dict[str, str]
    tables: dict[str, list[dict[str, object]]]


def cards_data(found: CardsFound) -> dict[str, object]:
    """Return the object that `tda cards --json` prints: see `CardsData`."""
    asked, told = found.asked, told_of(found)
    data = CardsData(
        study=found.study.title,
        out=str(found.study.path),
        deck=asked.deck,
        players=asked.players,
        strategies=list(asked.strategies[:1] if asked.screen else asked.strategies),
        games=asked.cell_games,
        seed=asked.seed,
        level=found.level,
        ordered_by=told.order,
        opening=opening(told),
        carrying=carrying(told),
        naive_figures={each.title: each.bias for each in NAIVE},
        tables={name: plain_rows(frame) for name, frame in found.tables.items()},
    )
    return asdict(data)


def told_of(found: CardsFound) -> Cards:
    """Return the cards in the order of wins; a screened list in that of gold, where gold orders cards as wins do."""
    cards = Cards(found.tables)
    if not found.asked.screen:
        return cards
    return Cards(found.tables, screening_value(found.tables["horizons"]))


def cards(found: CardsFound) -> doc.Document:
    """Return what the cards of a deck are worth: the sentences first, then all cards."""
    told, data, deck = told_of(found), cards_data(found), found.asked.deck
    figures = cache(lambda: analysis.figures(found.tables, told.order))
    sections = [
        Section("What every card is worth", [all_cards(told.rows)]),
        Section("Gold by horizon", [gold_curves(told.rows)], folded=True),
        Section("Pictures", [doc.Figures(figures, f"cards-{deck}", "Values of the cards")]),
        Section(
            f"Cards that {told.player} cannot use yet, or uses in one way only", [doc.Words(flagged(told), listed=True)]
        ),
        Section("Mean of a colour's dragons", [_colours(told)]),
        Section("Big claims put to the test: dealt for sure, on fresh shuffles", [_forced(told)]),
        Section(f"{IN_THE_DECK} (surely, most first)", [most_of_all(told)]),
        Section(f"{IN_THE_DECK}: every card", [inclusion(told)], folded=True),
        Section("Rank correlations between tables, by wins, but for noise", [_correlations(told)]),
        Section("Along the ladder: every card, and who plays", [cards_along(told)], folded=True),
        Section("How far this carries", [doc.Words(carrying(told), listed=True)]),
        Section(
            "Naive figures, which mislead", [doc.Words([NAIVE_NOTE]), _naive(told.rows)], folded=True, key=NAIVE_FOLD
        ),
    ]
    return doc.Document(
        f"The cards of {deck}, {found.asked.players} players, {told.player}",
        [*opening(told), strength(told.player, [deck], found.asked.players, found.study.own)],
        sections,
        about=played(found),
        kept=f"The games: {found.study.path}",
        picture=lambda: next(iter(figures().values())),
        data=data,
    )


def cards_in_decks(found: CardsFound) -> doc.Document:
    """Return what each card that is drawn game by game does to the game by being in the deck."""
    told = told_of(found)
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
    games = games_played(dict(zip(cells["table"], cells["games"], strict=True)))
    return f"{games}; seed {found.asked.seed}; {found.asked.players} players"


# --- all cards --------------------------------------------------------------------------------------------


def all_cards(rows: Sequence[Card]) -> doc.Table:
    """Return every card with its places, values and rates, the best to draw first; those in the middle are details."""
    known = [name for name in VALUES if any(name in card.values for card in rows)]
    hold = "The places that it may hold, for all cards at once with 95 %."
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


def _values(names: Sequence[str], of: Callable[..., Estimates], digits: int | None = None) -> list[Column]:
    """Return a column for each of some values."""

    def column(name: str) -> Column:
        title, short, meaning, usual = VALUES[name]
        show = places(usual if digits is None else digits)
        return Column(
            title,
            lambda row: doc.number(of(row).get(name), show, with_sign=True),
            meaning,
            short=short,
            detail=name in DETAILS,
            spare=name in SPARE,
            interval="" if name == GOLD else doc.HALF,
        )

    return [column(name) for name in names]


def gold_curves(rows: Sequence[Card]) -> doc.Table:
    """Return the gold that every card brings, over ever more gambits."""

    def gold(name: str) -> Callable[[Card], doc.Cell]:
        return lambda card: doc.number(card.values.get(name), places(1), with_sign=True)

    columns = [doc.text("card", lambda card: card.title), *_values([MAIN], lambda card: card.values)]
    columns += [
        Column(KINDS[name].title, gold(name), KINDS[name].meaning, short=name.removeprefix("draw_"), interval="")
        for name in CURVE
    ]
    return _both_ends("", rows, columns, CURVE_NOTE)


def _rate(name: str) -> Column:
    """Return the column of a rate; a power that a card does not have is not used."""
    rate = next(rate for rate in RATES if rate.name == name)

    def shown(card: Card) -> doc.Cell:
        return doc.number(None if name == "used" and not card.has_power else card.rates.get(name), whole)

    title, short, left_out = f"{rate.title}, %", SHOWN_RATES[name], {"detail": name == "unused", "spare": name in SPARE}
    return Column(title, shown, rate.meaning, short=short, interval="", **left_out)


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
    """Return what cards, and their powers, are worth that are dealt on purpose: a line for each claim."""
    claims: dict[tuple[str, str], Estimates] = {}
    verdicts = {}
    for row in told.forced:
        claims.setdefault((row.card, row.claim), {})[row.value] = row.found
        verdicts[row.card, row.claim] = row.verdict

    def value(name: str) -> Callable[[tuple[str, str]], doc.Cell]:
        return lambda claim: doc.number(claims[claim].get(name), places(1), with_sign=True)

    def title(claim: tuple[str, str]) -> str:
        return told.titles[claim[0]] + (": its power" if claim[1] == POWER else "")

    on_purpose = "The same where somebody is dealt it in every game, on fresh shuffles; a power: less that without it."
    columns = [
        doc.text("claim about", title),
        Column("dealt by chance, points", value("dealt"), KINDS["dealt"].meaning),
        Column("dealt on purpose, points", value("forced"), on_purpose),
        doc.text("verdict", lambda claim: verdicts[claim]),
    ]
    return doc.table("", sorted(claims, key=lambda claim: -descending(claims[claim]["dealt"])), columns)


def _correlations(told: Cards) -> doc.Table:
    """Return how well the tables agree on the order of the cards by wins, where there are three or more."""
    found = {(row.table, row.other): row.corrected for row in told.agreements(MAIN)}
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

        def shown(row: tuple[str, Estimates]) -> doc.Cell:
            verdict = {1: "more", -1: "less", 0: ""}[row[1][name].sign()]
            return doc.number(row[1][name].judged(verdict), show, with_sign=True, said=verdict and f"surely {verdict}")

        return Column(with_unit(title, unit), shown, f"Mean {title} of games with the card, less games without.")

    columns = [doc.text("card", lambda row: told.titles[row[0]])]
    columns += [column(outcome.name, outcome.title, outcome.unit) for outcome in OUTCOMES]
    rows = sorted(found.items(), key=lambda row: -descending(row[1][OUTCOMES[0].name]))
    return doc.table("Games with the card, less games without it", rows, columns, SURELY)

"""The tables of `tda cards`: values, rates, gold by horizon, colours, tested claims, agreement of tables."""

from collections.abc import Callable, Sequence

from tda_sim.answers.cards_rows import Card, Cards
from tda_sim.answers.cards_words import REMARKS
from tda_sim.answers.cell_tables import Estimates, descending
from tda_sim.answers.titles import strategy_title
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column
from tda_sim.documents.numbers import NOTHING, Estimate, places, whole
from tda_sim.documents.words import capital
from tda_sim.measures.card_forced import POWER
from tda_sim.measures.card_pooling import POOLED
from tda_sim.measures.card_rates import NAIVE, RATES
from tda_sim.measures.card_values import CURVE, GOLD, KINDS, MAIN
from tda_sim.measures.trackers import heading_of

VALUES = {  # title, short title, meaning, decimals
    MAIN: ("draw value, points", "draw", "Points of win rate from drawing it instead of a random card of the pile.", 2),
    "dealt": (
        "dealt value, points",
        "dealt",
        "Points of win rate from having it in the opening hand, against having it elsewhere in the game.",
        1,
    ),
    POOLED: (
        "dealt, pooled, points",
        "pooled",
        "The dealt value, steadied by the values of similar cards. Its interval holds for one card at a time.",
        1,
    ),
    "power": ("power, points", "power", "The draw value minus that of the same card without its power.", 2),
    GOLD: (KINDS[GOLD].title, "gold", "Gold over the next four gambits from drawing it instead of a random card.", 1),
    "power_gold": ("power, gold", "power gold", "Gold that its power adds over four gambits.", 2),
}
SPARE = {GOLD, "anted", "used"}
SHOWN_RATES = {"anted": "ante", "played": "play", "used": "use", "unused": "unused"}
ENDS = 5  # cards shown from either end of the list, unless all are wanted
PROSE = 32  # characters in a line of a card's text, at least
FEWEST_TABLES = 3  # for a table of correlations; a sentence does for two

POINTS = "A point of win rate is 10 wins in 1,000 games. ±: 95 % interval, which holds for all cards at once."
MARKED = "▲ and ▼: better and worse than an average card."
LEGEND = (
    f"{POINTS} So do ranks: cards with overlapping ranks may be equally good. ± of pooled values holds for one card."
    " Draw: against a random card of the pile; dealt: in the opening hand against elsewhere; pooled: the same, steadied"
    " by similar cards; power: minus the same card without; gold: over four gambits. Of 100 times in a hand: anted,"
    " played, unused; power used in 100 plays. Tables that agree: those at which the draw value has the sign of its"
    " mean."
)
CURVE_NOTE = (
    "Gold that a drawn card brings over the next gambits, above a random card of the pile; power: what its power adds"
    " over four gambits."
)
NAIVE_NOTE = (
    "Win rates in %, under the names that other trackers use. They compare players who played, held or drew the card"
    " with players who did not, and those differ in more than the card. The dealt value does not have this bias."
)


def what_matters(cards: Cards) -> doc.Table:
    """Return all cards with tier, value and what they do, best first."""
    kind = KINDS[cards.order]
    shade = doc.shades(card.main for card in cards.rows)
    value = "value, points" if cards.order == MAIN else kind.title
    columns = [
        doc.text("card", lambda card: card.title),
        Column(value, lambda card: _judged(card, shade(card.main)), f"{capital(kind.meaning)}."),
        doc.text("tier", lambda card: card.tier, facet=True),
        Column("strength", lambda card: card.face.strength, detail=True, facet=True),
        doc.text("colour", lambda card: card.face.colour, detail=True, facet=True),
        doc.text("kind", lambda card: card.face.kind, detail=True, facet=True),
        Column("what it does", lambda card: card.face.text or NOTHING, number=False, fewest=PROSE),
    ]
    return _both_ends("", cards.rows, columns, f"{POINTS} {MARKED}")


def _judged(card: Card, shade: float) -> doc.Cell:
    """Return a card's value, shaded by its size and marked where it differs from that of an average card."""
    verdict = {1: "more", -1: "less", 0: ""}[card.main.sign()]
    meaning = {1: "better than average", -1: "worse than average", 0: ""}[card.main.sign()]
    return doc.number(card.main.judged(verdict), places(1), with_sign=True, in_words=meaning, shade=shade)


def all_numbers(rows: Sequence[Card]) -> doc.Table:
    """Return every card with its ranks, values and rates, best first; those in the middle are details."""
    known = [name for name in VALUES if name != "power_gold" and any(name in card.values for card in rows)]
    columns = [
        doc.text("card", lambda card: card.title),
        Column("rank", lambda card: doc.plain(card.places, card.best), "The ranks that it may hold."),
        *_values(known, lambda card: card.values),
        *(_rate(name) for name in SHOWN_RATES),
        Column(
            "tables that agree",
            lambda card: card.agreeing,
            "At how many of the tables its draw value has the sign of its mean over all of them.",
            detail=True,
        ),
        doc.text("remarks", _remarks, "Whether the players misuse the card, or mostly ante it.", detail=True),
    ]
    return _both_ends("", rows, columns, LEGEND)


def _remarks(card: Card) -> str:
    return ", ".join(REMARKS[flag] for flag in card.flags)


def _both_ends(title: str, rows: Sequence[Card], columns: Sequence[Column], note: str = "") -> doc.Table:
    """Return a table of cards; in a long one, those in the middle are details."""
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
            spare=name in SPARE,
            interval="" if name == GOLD else doc.HALF,
        )

    return [column(name) for name in names]


def _number(
    title: str,
    of: Callable[..., Estimate | None],
    digits: int,
    meaning: str = "",
    short: str = "",
    interval: str = doc.HALF,
) -> Column:
    """Return a column of differences, with their signs."""
    return Column(
        title,
        lambda row: doc.number(of(row), places(digits), with_sign=True),
        meaning,
        short=short,
        interval=interval,
    )


def gold_curves(rows: Sequence[Card]) -> doc.Table:
    """Return the gold that each card brings, by horizon."""

    def gold(name: str) -> Column:
        kind = KINDS[name]
        meaning = f"{capital(kind.meaning)}."
        return _number(
            kind.title, lambda card: card.values.get(name), 1, meaning, short=name.removeprefix("draw_"), interval=""
        )

    columns = [doc.text("card", lambda card: card.title), *_values([MAIN], lambda card: card.values)]
    columns += [*map(gold, CURVE), *_values(["power_gold"], lambda card: card.values)]
    return _both_ends("", rows, columns, CURVE_NOTE)


def _rate(name: str) -> Column:
    """Return the column of a rate; a card without a power has no use of it."""
    rate = next(rate for rate in RATES if rate.name == name)

    def cell(card: Card) -> doc.Cell:
        return doc.number(None if name == "used" and not card.has_power else card.rates.get(name), whole)

    title, short, left_out = f"{rate.title}, %", SHOWN_RATES[name], {"detail": name == "unused", "spare": name in SPARE}
    return Column(title, cell, f"{capital(rate.meaning)}.", short=short, interval="", **left_out)


def naive_figures(rows: Sequence[Card]) -> doc.Table:
    """Return the win rates of other trackers, with their bias, beside the dealt value."""

    def figure(name: str) -> Callable[[Card], doc.Cell]:
        return lambda card: doc.number(card.naive.get(name), places(1))

    columns = [doc.text("card", lambda card: card.title), *_values(["dealt"], lambda card: card.values)]
    columns += [
        Column(heading_of(each), figure(each.name), f"Biased: {each.bias}.", interval="", short=each.name)
        for each in NAIVE
    ]
    return _both_ends("Win rates as other trackers show them, %", rows, columns)


# --- colours, claims, tables ------------------------------------------------------------------------------


def colours(cards: Cards) -> doc.Table:
    """Return the mean values of each colour's dragons, best first."""
    rows = [row for row in cards.named("colours", "colour", "value").items() if MAIN in row[1]]
    names = [name for name in VALUES if any(name in values for _, values in rows)]
    order = sorted(rows, key=lambda row: -descending(row[1][MAIN]))
    return doc.table(
        "", order, [doc.text("colour", lambda row: row[0].title()), *_values(names, lambda row: row[1], digits=2)]
    )


def tested(cards: Cards) -> doc.Table:
    """Return a line for each claim put to the test: what a card, or its power, is worth when dealt on purpose."""
    claims: dict[tuple[str, str], Estimates] = {}
    verdicts = {}
    for row in cards.forced:
        claims.setdefault((row.card, row.claim), {})[row.value] = row.estimate
        verdicts[row.card, row.claim] = row.verdict

    def title(claim: tuple[str, str]) -> str:
        return cards.titles[claim[0]] + (": its power" if claim[1] == POWER else "")

    on_purpose = "Points of win rate where one player is dealt the card in every game, on new shuffles."
    columns = [
        doc.text("claim about", title),
        _number("dealt by chance, points", lambda claim: claims[claim].get("dealt"), 1, VALUES["dealt"][2]),
        _number("dealt on purpose, points", lambda claim: claims[claim].get("forced"), 1, on_purpose),
        doc.text("verdict", lambda claim: verdicts[claim]),
    ]
    return doc.table("", sorted(claims, key=lambda claim: -descending(claims[claim]["dealt"])), columns)


def correlations(cards: Cards) -> doc.Table:
    """Return how well the tables agree on the order of the cards by wins, where there are three or more."""
    corrected = {(row.table, row.other): row.corrected for row in cards.agreements(MAIN)}
    names = list(dict.fromkeys(table for table, _ in corrected))

    def correlation(other: str) -> Callable[[str], object]:
        return lambda name: "·" if name == other else doc.number(Estimate(corrected[name, other]), places(2))

    columns = [doc.text("", strategy_title), *(Column(strategy_title(name), correlation(name)) for name in names)]
    return doc.table("", names if len(names) >= FEWEST_TABLES else [], columns)

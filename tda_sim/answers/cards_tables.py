"""The tables of `tda cards`: values, rates, gold by horizon, colours, tested claims, agreement of tables."""

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from tda_sim.answers.cards_faces import Cards
from tda_sim.answers.cards_words import REMARKS, effect
from tda_sim.answers.ranking import Estimates, Thing, descending
from tda_sim.answers.ranking_tables import SIDES, agreeing, all_play, beside, both_ends, legend, marked, number, place
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.card_forced import POWERLESS
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_rates import NAIVE, RATES
from tda_sim.measures.card_values import CURVE, GOLD, HELD, KINDS, MAIN, POOLED
from tda_sim.measures.ranking import Measure
from tda_sim.measures.study import SAME
from tda_sim.measures.trackers import heading_of
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column
from tda_sim.wording.numbers import NOTHING, Estimate, decimals, places, whole
from tda_sim.wording.words import capital, with_unit

VALUES = (MAIN, HELD, POOLED, "power", GOLD, "power_gold")  # in the order of their columns
SPARE = {GOLD, "anted", "used"}
SHOWN_RATES = {"anted": "ante", "played": "play", "used": "use", "unused": "unused"}
PROSE = 32  # characters in a line of a card's text, at least
FEWEST_TABLES = 3  # for a table of correlations; a sentence does for two
MOST_EFFECTS = 3  # cards named for each outcome, in each direction
AVERAGE = {"more": "better than average", "less": "worse than average"}

POINTS = "A point of win rate is 10 wins in 1,000 games. ±: 95 % interval, which holds for all cards at once."
MARKED = "Drawn: between gambits. ▲ and ▼: better and worse than an average card."
LEGEND = (
    f"{POINTS} So do ranks: cards with overlapping ranks may be equally good. ± of pooled values holds for one card."
    " Draw: drawn between gambits, against a random card of the pile; dealt: held from the start, in the opening hand,"
    " against elsewhere; pooled: the same, steadied by similar cards; power: minus the same card without; gold: over"
    " four gambits. Of 100 times in a hand: anted, played, unused; power used in 100 plays. Tables that agree: those of"
    " able players at which the draw value has the sign of its mean."
)
CURVE_NOTE = (
    "Gold that a drawn card brings over the next gambits, above a random card of the pile; power: what its power adds"
    " over four gambits."
)
NAIVE_NOTE = (
    "Win rates in %, under the names that other trackers use. They compare players who played, held or drew the card"
    " with players who did not, and those differ in more than the card. The dealt value does not have this bias."
)
NAIVE_TITLE = "Win rates as other trackers show them"
INCLUDED = "▲ more, ▼ less with the card in the deck, with 95 % confidence for all cards of a column at once."
ALONG = (
    "In brackets: the ranks that a card may hold. ▲ ▼ the card rises or falls from the second strongest players to the"
    " strongest: their intervals, which hold for all cards at once, lie apart."
)


def name() -> Column:
    """Return the column of titles."""
    return doc.text("card", lambda card: card.title)


def what_matters(cards: Cards) -> doc.Table:
    """Return all cards with tier, value and what they do, best first."""
    kind, shade = KINDS[cards.order], doc.shades(card.main for card in cards.rows)
    value = "drawn, points" if cards.order == MAIN else kind.title
    held = number(
        "from the start, points",
        lambda card: card.of(HELD),
        1,
        f"{capital(KINDS[HELD].meaning)}.",
        words=AVERAGE,
        detail=True,
    )
    columns = [
        doc.text("card", marked),
        number(value, lambda card: card.main, 1, f"{capital(kind.meaning)}.", shade=shade, words=AVERAGE),
        *([held] if any(card.of(HELD) for card in cards.rows) else []),
        doc.text("tier", lambda card: card.tier, facet=True),
        Column("strength", lambda card: card.printed.get("strength"), detail=True, facet=True),
        doc.text("colour", lambda card: card.printed["colour"], detail=True, facet=True),
        doc.text("kind", lambda card: card.printed.get("kind", NOTHING), detail=True, facet=True),
        Column("what it does", lambda card: card.printed.get("text") or NOTHING, number=False, fewest=PROSE),
    ]
    return both_ends(cards.rows, columns, " ".join([POINTS, MARKED, *legend(cards.rows)]))


def all_numbers(rows: Sequence[Thing]) -> doc.Table:
    """Return every card with its ranks, values and rates, best first; those in the middle are details."""
    known = [value for value in VALUES if value != "power_gold" and any(card.of(value) for card in rows)]
    remarks = doc.text(
        "remarks",
        lambda card: ", ".join(REMARKS[flag] for flag in card.flags),
        "Whether the players misuse the card, or mostly ante it.",
        detail=True,
    )
    columns = [name(), place(), *map(_value, known), *map(_rate, SHOWN_RATES), agreeing(), remarks]
    return both_ends(rows, columns, LEGEND)


def _value(measure: str) -> Column:
    return _column(measure, lambda card: card.of(measure), interval="" if measure == GOLD else doc.HALF)


def _column(measure: str, of: Callable[[Any], Estimate | None], places: int | None = None, **how: Any) -> Column:
    """Return the column of one of the values; ``places``: its decimals, if not the usual ones."""
    kind = KINDS[measure]
    title, short = with_unit(kind.title, kind.unit), "gold" if measure == GOLD else kind.short
    digits, meaning = kind.places if places is None else places, f"{capital(kind.meaning)}."
    return number(title, of, digits, meaning, **{"short": short, "spare": measure in SPARE, **how})


def _rate(measure: str) -> Column:
    """Return the column of a rate; a card without a power has no use of it."""
    rate = next(rate for rate in RATES if rate.name == measure)

    def of(card: Thing) -> Estimate | None:
        return None if measure == "used" and not card.printed["has_power"] else card.of(measure, "rates")

    how: dict[str, Any] = {"short": SHOWN_RATES[measure], "detail": measure == "unused", "spare": measure in SPARE}
    return number(f"{rate.title}, %", of, whole, f"{capital(rate.meaning)}.", sign=False, interval="", **how)


def gold_curves(rows: Sequence[Thing]) -> doc.Table:
    """Return the gold that each card brings, by horizon."""

    def gold(measure: str) -> Column:
        return _column(measure, lambda card: card.of(measure), interval="", short=KINDS[measure].short, spare=False)

    return both_ends(rows, [name(), _value(MAIN), *map(gold, CURVE), _value("power_gold")], CURVE_NOTE)


def naive_figures(rows: Sequence[Thing]) -> doc.Table:
    """Return the win rates of other trackers, with their bias, beside the dealt value."""

    def figure(it: Measure) -> Column:
        how: dict[str, Any] = {"sign": False, "interval": "", "short": it.name}
        return number(heading_of(it), lambda card: card.of(it.name, "naive"), 1, f"Biased: {it.meaning}.", **how)

    columns = [name(), _value("dealt"), *map(figure, NAIVE)]
    return both_ends(rows, columns, title=f"{NAIVE_TITLE}, %")


# --- colours, claims, effects -----------------------------------------------------------------------------


def colours(cards: Cards) -> doc.Table:
    """Return the mean values of each colour's dragons, best first."""
    rows = [row for row in cards.by("colours").items() if MAIN in row[1]]

    def column(measure: str) -> Column:
        return _column(measure, lambda row: row[1].get(measure), places=2)

    known = [measure for measure in VALUES if any(measure in values for _, values in rows)]
    order = sorted(rows, key=lambda row: -descending(row[1][MAIN]))
    return doc.table("", order, [doc.text("colour", lambda row: row[0].title()), *map(column, known)])


def tested(cards: Cards) -> doc.Table:
    """Return a line for each claim put to the test: what a card, or its power, is worth when dealt on purpose."""
    claims: dict[tuple[str, str | None], Estimates] = {}
    verdicts = {}
    for row in cards.estimates(group="forced"):
        claims.setdefault((row.subject, row.reference), {})[row.measure] = row.estimate
        verdicts[row.subject, row.reference] = row.verdict
    on_purpose = "Points of win rate where one player is dealt the card in every game, on new shuffles."
    columns = [
        doc.text("claim about", lambda claim: cards.title(claim[0]) + (": its power" if claim[1] == POWERLESS else "")),
        number(
            "dealt by chance, points",
            lambda claim: claims[claim].get("dealt"),
            1,
            f"{capital(KINDS['dealt'].meaning)}.",
        ),
        number("dealt on purpose, points", lambda claim: claims[claim].get("forced"), 1, on_purpose),
        doc.text("verdict", lambda claim: verdicts[claim]),
    ]
    return doc.table("", sorted(claims, key=lambda claim: -descending(claims[claim]["dealt"])), columns)


def most_of_all(cards: Cards) -> doc.Table:
    """Return how many cards raise or lower each outcome, and which do so most."""
    rows, effects = [], cards.by("inclusion", "measure", "subject")
    for outcome in OUTCOMES if effects else ():
        order = sorted(effects[outcome.name].items(), key=lambda row: -descending(row[1]))
        raising, lowering = ([row for row in order if row[1].sign() == sign] for sign in (1, -1))
        most = raising[:MOST_EFFECTS] + lowering[-MOST_EFFECTS:]
        named = ", ".join(f"{cards.title(card)} {effect(each)}" for card, each in most)
        rows.append([outcome.title, outcome.unit, len(raising), len(lowering), named or "none"])
    return doc.texts("", ["outcome", "unit", ">raised by", ">lowered by", "largest effects"], rows)


def inclusion(cards: Cards) -> doc.Table:
    """Return the effects of all cards that are drawn game by game, on all outcomes."""
    effects = cards.by("inclusion")

    def column(measure: str, title: str, unit: str) -> Column:
        show = decimals(row[measure] for row in effects.values())
        meaning = f"Mean {title} of games with the card minus games without it."
        sides = {side: side for side in SIDES.values()}
        return number(with_unit(title, unit), lambda row: row[1][measure], show, meaning, words=sides)

    columns = [doc.text("card", lambda row: cards.title(row[0]))]
    columns += [column(outcome.name, outcome.title, outcome.unit) for outcome in OUTCOMES]
    rows = sorted(effects.items(), key=lambda row: -descending(row[1][OUTCOMES[0].name]))
    return doc.table("Games with the card minus games without it", rows, columns, INCLUDED)


# --- other tables -----------------------------------------------------------------------------------------


def correlations(cards: Cards) -> doc.Table:
    """Return how well the tables agree on the order of the cards by wins, where there are three or more."""
    corrected = {(row.table, row.reference): row.corrected for row in cards.agreements(MAIN)}
    names = list(dict.fromkeys(table for table, _ in corrected))

    def column(other: str) -> Column:
        def cell(table: str) -> object:
            return "·" if table == other else doc.number(Estimate(corrected[table, other]), places(2))

        return Column(strategy_title(other), cell)

    rows = names if len(names) >= FEWEST_TABLES else []
    return doc.table("", rows, [doc.text("", strategy_title), *map(column, names)])


def along(cards: Cards) -> doc.Table:
    """Return every card's value and possible ranks at one table after another, the strongest players last."""
    cells = cards.tables["cells"].with_row_index("row").filter(pl.col("able") & (pl.col("kind") == SAME))
    order = cells.filter(deck=cards.here["deck"], players=cards.here["players"]).drop_nulls("strength").sort("strength")
    tables = [Cards(cards.tables, cards.order, row) for row in order["row"]]
    if len(tables) < 2:  # nothing to put side by side
        return doc.table("", [], [name()])
    *_, weaker, stronger = (each.by_name for each in tables)

    def moved(card: Thing) -> str:
        return settling_of(weaker[card.name].main, stronger[card.name].main)

    last = doc.text("last step", moved, "Whether the intervals of the two strongest tables lie apart.")
    columns = [name(), *beside(all_play(tables), with_places=True), last]
    return doc.table("Every card, with stronger players to the right", tables[-1].rows, columns, ALONG)


def settling_of(weaker: Estimate, stronger: Estimate) -> str:
    """Return a mark where two intervals lie apart."""
    if None in (weaker.low, weaker.high, stronger.low, stronger.high):
        return ""
    return "▲" if stronger.low > weaker.high else "▼" if stronger.high < weaker.low else ""  # type: ignore[operator]

"""`tda cards DECK CARD`: one card's page: what it is worth, when, to whom, and how players use it."""

from collections.abc import Iterator, Sequence
from shlex import quote
from statistics import median
from typing import Any

import polars as pl

from tda_sim.answers.cards import cards_of, played, tables_played
from tda_sim.answers.cards_faces import effects_of, find_card, kind
from tda_sim.answers.cards_rows import Card, Cards, Company
from tda_sim.answers.cards_tables import ENDS, POINTS
from tda_sim.answers.cards_words import MOST_NAMED, amount
from tda_sim.answers.cell_tables import descending
from tda_sim.answers.players import every_seat
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.definitions import load_deck
from tda_sim.definitions.cards import Card as Printed
from tda_sim.documents import model as doc
from tda_sim.documents.model import Bar, Bars, Column, Section
from tda_sim.documents.numbers import Estimate, decimals, places, plus_minus, rounded_up, whole
from tda_sim.documents.words import capital, listed
from tda_sim.measures.card_rates import RATES
from tda_sim.measures.card_tiers import TIERS
from tda_sim.measures.card_values import CURVE, KINDS, MAIN
from tda_sim.measures.study import SAME
from tda_sim.measures.table import plain_rows
from tda_sim.studies.card_study import CardResults

WORTH_NAMING = 3.0  # points of win rate, of company
COMPANY = (
    "Win rate with both cards, minus that with each alone, plus that with neither: zero where cards add up. Intervals"
    " hold for all of them at once, with 95 % confidence: where no company matters, a card is marked by mistake on one"
    " page in twenty at most."
)
PRINTED = ("name", "title", "strength", "alignment", "colour", "colours", "tags", "text")
HORIZONS = {name: "to the end" if name == "draw_end" else KINDS[name].title.removeprefix("gold, ") for name in CURVE}


def card(results: CardResults, name: str) -> doc.Document:
    """Return a card's page, by its name or title; raise UserError where the deck has no such card."""
    asked = results.asked
    face = find_card(asked.deck, name)
    tables = _tables(results)
    main = tables[0]
    row = _row(main, face.name)
    who_plays = every_seat(main.player, [asked.deck], asked.players, results.study.own)
    sections = [
        Section("", [_by_table(tables, face.name), _by_horizon(row)]),
        Section("On the card", [doc.Facts(facts(asked.deck, face))]),
        Section("How it is used", [_uses(row)]),
        *_company(main, face.name),
        Section("By who plays", [_players(tables, face.name), doc.Words([tables_played(results)])]),
        Section("What its effects mean", [doc.texts("", ["effect", "meaning"], effects_of(face).items())], folded=True),
    ]
    return doc.Document(
        f"{face.title}: {deck_title(asked.deck)}",
        [
            *_worth(row, main),
            *_use(row),
            *_power(row),
            *_best_company(main, face.name),
            *_elsewhere(tables, face.name),
            who_plays,
        ],
        sections,
        about=played(results),
        text=_on_it(face),
        kept=f"The games: {results.study.path}",
        data=printed(asked.deck, face) | _numbers(results, row),
    )


def _on_it(face: Printed) -> str:
    """Return what is printed on a card, in a line."""
    return f"Strength {face.strength}, {kind(face).lower()}. {face.text}".rstrip()


def _tables(results: CardResults) -> list[Cards]:
    """Return the cards at each table where all play alike, the main table first."""
    cells = results.tables["cells"].with_row_index("row")
    first = cells.row(0, named=True)
    same = cells.filter(pl.col("kind") == SAME, deck=first["deck"], variant=first["variant"], players=first["players"])
    main = cards_of(results)
    return [main, *(Cards(results.tables, main.order, row, main.faces) for row in same["row"] if row)]


def _row(cards: Cards, name: str) -> Card:
    return next(card for card in cards.rows if card.name == name)


# --- sentences --------------------------------------------------------------------------------------------


def _worth(card: Card, cards: Cards) -> Iterator[str]:
    if not card.main.has_interval:
        yield "Too few games: nobody drew this card often enough to say what it is worth."
        return
    yield (
        f"Tier {card.tier}, {TIERS[card.tier]}: drawing it is worth {amount(card)} against a random card"
        f" (rank {card.places} of {len(cards.ranked)})."
    )


def _use(card: Card) -> Iterator[str]:
    shown = {name: card.rates.get(name, Estimate()).value for name in ("played", "anted", "unused", "used")}
    if shown["played"] is None or shown["anted"] is None or shown["unused"] is None:
        return
    played, anted, unused = (whole(shown[name]) for name in ("played", "anted", "unused"))
    sentence = f"Out of 100 times in a hand, it is played {played}, anted {anted} and held back {unused}"
    if shown["used"] is not None and card.has_power:
        sentence += f"; its power is used {whole(shown['used'])} times in 100 plays"
    yield f"{sentence}."


def _power(card: Card) -> Iterator[str]:
    power = card.values.get("power")
    if power is None or not power.has_interval:
        return
    worth = plus_minus(power, 1)
    if (sign := power.sign()) == 0:
        yield f"The value of its power is too close to call ({worth} points against the card without it)."
    else:
        yield f"Its power {'adds' if sign > 0 else 'costs'} {worth.lstrip('+-')} points of win rate."


def _best_company(cards: Cards, name: str) -> Iterator[str]:
    """Yield the cards that are shown to keep it good or bad company."""
    rows = [row for row in cards.company if row.card == name and row.estimate.has_interval]
    good, bad = ([row for row in rows if row.estimate.sign() == sign] for sign in (1, -1))
    claims = [
        f"{kind} with {listed([_partner(cards, row) for row in ends[:MOST_NAMED]])}"
        for kind, ends in (("better", good), ("worse", bad[::-1]))
        if ends
    ]
    if claims:
        yield f"In one opening hand, it is {' and '.join(claims)} than each card apart."


def _open_company(cards: Cards, rows: Sequence[Company]) -> Iterator[str]:
    """Yield how many games it takes to name good or bad company, where none is shown yet."""
    if any(row.estimate.sign() for row in rows):
        return
    halves = median(row.estimate.half or 0.0 for row in rows)
    needed = rounded_up(cards.games * (halves / WORTH_NAMING) ** 2)
    yield (
        f"No other card is shown to go better or worse with it; about {needed:,} games would show a difference of"
        f" {WORTH_NAMING:g} points."
    )


def _partner(cards: Cards, row: Company) -> str:
    return f"{cards.titles[row.other]} ({plus_minus(row.estimate, 1)} points)"


def _elsewhere(tables: Sequence[Cards], name: str) -> Iterator[str]:
    rows = [(table.player, _row(table, name).main) for table in tables]
    known = [(player, value) for player, value in rows if value.has_interval]
    if len(known) < 2:
        return
    good, bad = ([strategy_title(player) for player, value in known if value.sign() == sign] for sign in (1, -1))
    if good and bad:
        yield f"It is better than average where {_all_play(good)}, worse where {_all_play(bad)}."
    elif good or bad:
        count, word = len(good or bad), "better" if good else "worse"
        which = f"all {len(known)}" if count == len(known) else f"{count} of {len(known)}"
        yield f"It is shown to be {word} than average with {which} strategies, each used by all players."
    else:
        yield f"It is too close to average to call with all {len(known)} strategies, each used by all players."


def _all_play(names: Sequence[str]) -> str:
    return f"all play {listed(names, ' or ')}"


# --- numbers ----------------------------------------------------------------------------------------------


def _by_table(tables: Sequence[Cards], name: str) -> Bars:
    rows = [(table.player, _row(table, name)) for table in tables]
    bars = [Bar.of(strategy_title(player), row.main) for player, row in rows if row.main.value is not None]
    kind = KINDS[tables[0].order]
    unit = "points" if kind.name == MAIN else kind.unit
    what = "Points of win rate from drawing it" if kind.name == MAIN else capital(kind.title)
    return Bars(f"{what}, by who plays", bars, unit, show=places(1), with_sign=True, note=POINTS)


def _by_horizon(card: Card) -> Bars:
    values = {name: card.values[name] for name in CURVE if name in card.values and card.values[name].value is not None}
    bars = [Bar.of(HORIZONS[name], value) for name, value in values.items()]
    return Bars(
        "Gold from drawing it, by horizon", bars, "gold", show=decimals(values.values(), least=1), with_sign=True
    )


def _uses(card: Card) -> doc.Table:
    """Return how often each thing happens to the card."""
    rates = [rate for rate in RATES if rate.name in card.rates and (rate.name != "used" or card.has_power)]
    columns = [
        doc.text("what happens", lambda rate: rate.title),
        Column("how often, %", lambda rate: doc.number(card.rates[rate.name], places(1))),
        doc.text("of what", lambda rate: rate.meaning),
    ]
    return doc.table("", rates, columns)


def _company(cards: Cards, name: str) -> Iterator[Section]:
    """Yield the cards that keep it the best and the worst company in an opening hand; those in between are details."""
    known = [row for row in cards.company if row.card == name and row.estimate.has_interval]
    rows = sorted(known, key=lambda row: -descending(row.estimate))
    middle = {row.other for row in rows[ENDS:-ENDS]}
    if not rows:
        return

    def judged(row: Company) -> doc.Cell:
        verdict = {1: "more", -1: "less", 0: ""}[row.estimate.sign()]
        return doc.number(row.estimate.judged(verdict), places(1), with_sign=True)

    columns = [
        doc.text("with", lambda row: cards.titles[row.other]),
        Column("together, points", judged, "Points of win rate with both in one opening hand, beyond each by itself."),
        Column("hands", lambda row: row.n, "Opening hands with both."),
    ]
    more = f"{len(middle)} more: --all" if middle else ""
    table = doc.table("", rows, columns, COMPANY, more, detail=lambda row: row.other in middle)
    yield Section("Company in the opening hand", [table, doc.Words(_open_company(cards, rows))])


def _players(tables: Sequence[Cards], name: str) -> doc.Table:
    """Return value, tier and use of the card at each table."""
    rows = [(table.player, _row(table, name)) for table in tables]

    def rate(key: str, title: str) -> Column:
        return Column(title, lambda row: doc.number(row[1].rates.get(key), whole), interval="")

    def value(key: str, title: str, digits: int) -> Column:
        return Column(title, lambda row: doc.number(row[1].values.get(key), places(digits), with_sign=True))

    columns = [
        doc.text("all play", lambda row: strategy_title(row[0])),
        value(tables[0].order, "draw value, points" if tables[0].order == MAIN else KINDS[tables[0].order].title, 1),
        doc.text("tier", lambda row: row[1].tier),
        Column("rank", lambda row: doc.plain(row[1].places, row[1].best)),
        value("dealt", "dealt value, points", 1),
        rate("anted", "anted, %"),
        rate("played", "played, %"),
        rate("used", "power used, %"),
    ]
    return doc.table("", rows, columns)


def _numbers(results: CardResults, card: Card) -> dict[str, Any]:
    """Return the card's part of JSON: its tier, ranks and all rows of all tables about it."""
    about = {name: frame.filter(card=card.name) for name, frame in results.tables.items() if "card" in frame.columns}
    tables = {name: plain_rows(frame) for name, frame in about.items() if not frame.is_empty()}
    return {"tier": card.tier, "best": card.best, "worst": card.worst, "tables": tables}


# --- print ------------------------------------------------------------------------------------------------


def facts(deck: str, face: Printed) -> dict[str, list[str]]:
    """Return what is printed on a card, and how it comes up, by heading."""
    held = load_deck(deck)
    drawn = f"in some games: {held.n_drawn} of {len(held.drawn)} such cards are drawn"
    rows = {
        "Power": [face.text or face.power.words or "none"],
        "Strength": [str(face.strength)],
        "Kind": [kind(face)],
        "Groups": face.groups,
        "Counts as": list(face.colours),
        "Bars": [face.bars] if face.bars else [],
        "In effects": [face.power.words] if face.power.words else [],
        "In the ante": [face.ante.words] if face.ante.words else [],
        "Comes up": [drawn if face.name in held.drawn else "in every game"],
        "In commands": [face.name],
    }
    return {heading: values for heading, values in rows.items() if values}


def printed(deck: str, face: Printed) -> dict[str, Any]:
    """Return what is printed on a card as JSON has it."""
    held = load_deck(deck)
    return {name: getattr(face, name) for name in PRINTED} | {
        "colours": list(face.colours),
        "tags": list(face.tags),
        "deck": held.name,
        "groups": face.groups,
        "dragon_god": face.god,
        "power": face.power.words,
        "ante": face.ante.words,
        "drawn": face.name in held.drawn,
        "effects": effects_of(face),
        "ask": f"tda cards {quote(deck)} {face.name}",
    }

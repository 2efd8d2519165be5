"""`tda cards DECK CARD`: one card's page: what it is worth, when, to whom, and how players use it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from statistics import median
from typing import Any

import polars as pl

from tda_sim.answers.cards import cards_of, played
from tda_sim.answers.cards_faces import Cards, effects_of, find_card, kind
from tda_sim.answers.cards_tables import POINTS
from tda_sim.answers.cards_words import spoken
from tda_sim.answers.contrasts import Entry
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.players import every_seat
from tda_sim.answers.ranking import Thing, descending
from tda_sim.answers.ranking_tables import bars, both_ends, number, place, tables_played
from tda_sim.answers.ranking_words import MOST_NAMED, over_tables
from tda_sim.answers.speech import with_whom
from tda_sim.answers.titles import strategy_title
from tda_sim.definitions.cards import Card as Printed
from tda_sim.definitions.decks import Deck
from tda_sim.definitions.files import title_of
from tda_sim.measures.card_rates import RATES
from tda_sim.measures.card_values import CURVE, HELD, KINDS, MAIN
from tda_sim.measures.compare import games_to_tell
from tda_sim.measures.study import SAME
from tda_sim.measures.table import plain_rows
from tda_sim.measures.tiers import FAR, OTHERWISE, TIERS
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.stats.equivalence import verdict
from tda_sim.studies.asked import Asked, RankingResults
from tda_sim.wording.numbers import Estimate, decimals, plus_minus, rounded_up, whole
from tda_sim.wording.phrases import say
from tda_sim.wording.words import agree, capital, listed

WORTH_NAMING = 3.0  # points of win rate, of company
VERDICTS = ("more", "same", "less", "unclear")  # on its worth, in the order of the sentence
MARGIN = whole(FAR)
COMPANY = (
    "Win rate with both cards, minus that with each alone, plus that with neither: zero where cards add up. Intervals"
    " hold for all of them at once, with 95 % confidence: where no company matters, a card is marked by mistake on one"
    " page in twenty at most."
)
GOES = {"more": "better than apart", "less": "worse than apart"}
PRINTED = ("name", "title", "strength", "alignment", "colour", "colours", "tags", "text")
NEXT = {  # after a card has been started: command lines, by what they do
    "Check it": "tda rules check {name}",
    "Ask whether it is too strong": "tda cards original {name} --rules {name}",
    "Print it": "tda print {name}",
    "Play it in the browser": "tda lab original --rules {name}",
}
HORIZONS = {name: "to the end" if name == "draw_end" else KINDS[name].title.removeprefix("gold, ") for name in CURVE}


def card(results: RankingResults, name: str, game: doc.Document | None = None) -> doc.Document:
    """Return a card's page, by its name or title; raise UserError where the deck has no such card.

    ``game``: what its house rules do to the game.
    """
    asked = results.asked
    deck = asked.loaded
    face = find_card(asked.deck, name, deck)
    tables = _tables(results)
    main = tables[0]
    row = main.by_name[face.name]
    who_plays = every_seat(main.player, [asked.deck], asked.players, results.study.own, as_printed=not asked.rules)
    sections = [
        Section("", [_by_table(tables, face.name), _by_horizon(row)]),
        *_on_the_game(game, who_plays),
        Section("On the card", [doc.Facts(facts(deck, face))]),
        Section("How it is used", [_uses(row)]),
        *_company(main, face.name),
        Section("By who plays", [_players(tables, face.name), doc.Words([tables_played(results)])]),
        Section("What its effects mean", [doc.texts("", ["effect", "meaning"], effects_of(face).items())], folded=True),
    ]
    return doc.Document(
        f"{face.title}: {asked.title}",
        [
            *_worth(row, main),
            *(_judged(row, main) if asked.rules else []),
            *_use(row, main),
            *_power(row, main),
            *_best_company(main, face.name),
            *_elsewhere(main, face.name),
            who_plays,
        ],
        sections,
        about=played(results),
        text=_on_it(face),
        kept=f"The games: {results.out}{_in_more_games(asked)}",
        matters="" if game is None else game.matters,
        data=printed(asked.deck, face, deck)
        | _numbers(results, row)
        | ({} if game is None else {"on_the_game": game.data}),
    )


def _on_the_game(game: doc.Document | None, who_plays: str) -> Iterator[Section]:
    """Yield what its house rules do to the game: the sentences and the first table of their own answer."""
    if game is not None:
        said = [sentence for sentence in game.headline if sentence != who_plays]
        yield Section("What it does to the game", [doc.Words(said), *game.sections[0].blocks])


def _in_more_games(asked: Asked) -> str:
    """Return the command that says what house rules do to the game, if there are any."""
    if not asked.rules or any(isinstance(each, dict) for each in asked.rules):  # a rule without a file has no name
        return ""
    rules = " ".join(quote(str(each)) for each in asked.rules)
    return f". What it does to the game, in more games: tda house-rule {quote(asked.deck)} {rules}"


def _on_it(face: Printed) -> str:
    """Return what is printed on a card, in a line."""
    return f"Strength {face.strength}, {kind(face).lower()}. {face.text}".rstrip()


def _tables(results: RankingResults) -> list[Cards]:
    """Return the cards at each table where all play alike, the main table first."""
    cells = results.tables["cells"].with_row_index("row")
    first = cells.row(0, named=True)
    same = cells.filter(pl.col("kind") == SAME, deck=first["deck"], variant=first["variant"], players=first["players"])
    main = cards_of(results)
    return [main, *(Cards(results.tables, main.order, row, main.faces) for row in same["row"] if row)]


def begun(name: str, path: Path) -> doc.Document:
    """Return what to do with a card that has been started in a file."""
    runs = {said: run.format(name=name) for said, run in NEXT.items()}
    words = doc.Words([f"{said}: {run}" for said, run in runs.items()], listed=True)
    title, data = f"{title_of(name)}, a card to change", {"out": str(path), "next": [*runs.values()]}
    return doc.Document(title, sections=[Section("", [words])], kept=f"wrote {path}", data=data)


# --- sentences --------------------------------------------------------------------------------------------


def _worth(card: Thing, cards: Cards) -> Iterator[str]:
    """Yield what it is worth when drawn, and when held from the start."""
    if not card.main.has_interval:
        yield "Too few games: nobody drew this card often enough to say what it is worth."
        return
    said, start, held = spoken(cards.order), "", card.of(HELD)
    if held is not None and held.has_interval:
        but = ", certainly on the other side of the average" if OTHERWISE in card.marks else ""
        start = f"; held from the start, {plus_minus(held, 1)} points of win rate{but}"
    worth = f"drawn between gambits {with_whom([cards.player])}, it is worth {said.amount(card.main)}"
    ranks = f"against a random card (rank {card.places} of {len(cards.ranked)}{over_tables(cards, card, said)})"
    yield f"Tier {card.tier}, {TIERS[card.tier]}: {worth} {ranks}{start}."


def _judged(card: Thing, cards: Cards) -> Iterator[str]:
    """Yield whether it is too strong, about right or too weak beside an average card, and with whom."""
    tables: dict[str, list[str]] = {}
    for table, rows in cards.at_tables.items():
        if card.name in rows and (word := _verdict(rows[card.name].estimate, cards)):
            tables.setdefault(word, []).append(table)
    if not tables:
        return
    is_one = len(tables) == 1 and len(next(iter(tables.values()))) == len(cards.at_tables) > 1
    said = [
        f"{say('answers.strength', verdict=word)} {'whoever plays' if is_one else with_whom(tables[word])}"
        for word in VERDICTS
        if word in tables
    ]
    strengths = say("answers.strength_open") if set(tables) == {"unclear"} else ", ".join(said)
    yield say("answers.judged", margin=MARGIN, strengths=strengths, settled=_settled(card, cards))
    others = [each for each in cards.ranked if each.name != card.name]
    better, worse = (sum(each.tier == letter for each in others) for letter in "SD")
    who = with_whom([cards.player])
    above = f"{better} {agree(better, 'is', 'are')} that much above average {who}"
    yield f"Of the {len(others)} other cards, {above}, and {worse} that much below."


def _verdict(value: Estimate, cards: Cards) -> str:
    """Return the verdict on a value beside the average of all cards; nothing without an interval."""
    points = value.times(spoken(cards.order).scale)
    if points.low is None or points.high is None:
        return ""
    return verdict(points.low, points.high, FAR)


def _settled(card: Thing, cards: Cards) -> str:
    """Return how many games would settle the verdict at the main table, where it is open."""
    points = card.main.times(spoken(cards.order).scale)
    if _verdict(card.main, cards) != "unclear" or points.low is None or points.high is None:
        return ""
    needed = games_to_tell(points.low, points.high, FAR, cards.games)
    return "" if needed is None else f" ({would_settle(needed)} {with_whom([cards.player])})"


def _use(card: Thing, cards: Cards) -> Iterator[str]:
    rates = {name: card.of(name, "rates") for name in ("played", "anted", "unused", "used")}
    shown = {name: rate and rate.value for name, rate in rates.items()}
    if shown["played"] is None or shown["anted"] is None or shown["unused"] is None:
        return
    played, anted, unused = (whole(shown[name]) for name in ("played", "anted", "unused"))
    who = capital(with_whom([cards.player]))
    sentence = f"{who}, out of 100 times in a hand, it is played {played}, anted {anted} and held back {unused}"
    if shown["used"] is not None and card.printed["has_power"]:
        sentence += f"; its power is used {whole(shown['used'])} times in 100 plays"
    yield f"{sentence}."


def _power(card: Thing, cards: Cards) -> Iterator[str]:
    power = card.of("power")
    if power is None or not power.has_interval:
        return
    worth, who = plus_minus(power, 1), with_whom([cards.player])
    if (sign := power.sign()) == 0:
        yield f"The value of its power is too close to call {who} ({worth} points against the card without it)."
    else:
        yield f"Its power {'adds' if sign > 0 else 'costs'} {worth.lstrip('+-')} points of win rate {who}."


def _best_company(cards: Cards, name: str) -> Iterator[str]:
    """Yield the cards that are shown to keep it good or bad company."""
    rows = _known_company(cards, name)
    good, bad = ([row for row in rows if row.estimate.sign() == sign] for sign in (1, -1))
    claims = [
        f"{kind} with {listed([_partner(cards, row) for row in ends[:MOST_NAMED]])}"
        for kind, ends in (("better", good), ("worse", bad[::-1]))
        if ends
    ]
    if claims:
        who = with_whom([cards.player])
        yield f"In one opening hand, it is {' and '.join(claims)} than each card apart, {who}."


def _known_company(cards: Cards, name: str) -> list[Entry]:
    return [row for row in cards.estimates(group="company", subject=name) if row.estimate.has_interval]


def _open_company(cards: Cards, rows: Sequence[Entry]) -> Iterator[str]:
    """Yield how many games it takes to name good or bad company, where none is shown yet."""
    if any(row.estimate.sign() for row in rows):
        return
    halves = median(row.estimate.half or 0.0 for row in rows)
    needed = rounded_up(cards.games * (halves / WORTH_NAMING) ** 2)
    yield (
        f"No other card is shown to go better or worse with it; about {needed:,} games would show a difference of"
        f" {WORTH_NAMING:g} points."
    )


def _partner(cards: Cards, row: Entry) -> str:
    return f"{cards.title(row.reference)} ({plus_minus(row.estimate, 1)} points)"


def _elsewhere(cards: Cards, name: str) -> Iterator[str]:
    """Yield with which able players it is better than average to draw, and with which worse."""
    values = {table: rows[name].estimate for table, rows in cards.at_tables.items() if name in rows}
    if len(values) < 2:
        return
    tables = {sign: [table for table, value in values.items() if value.sign() == sign] for sign in (1, -1, 0)}
    sides = [f"{word} {with_whom(tables[sign])}" for sign, word in ((1, "better"), (-1, "worse")) if tables[sign]]
    if not sides:
        yield f"It is too close to average to call with all {len(values)} able players, each at every seat."
    elif not tables[0] and len(sides) == 1:
        yield f"It is {sides[0].partition(' ')[0]} than average to draw, whoever plays."
    else:
        rest = f"; too close to call {with_whom(tables[0])}" if tables[0] else ""
        yield f"Compared with an average card, it is {', '.join(sides)} to draw{rest}."


# --- numbers ----------------------------------------------------------------------------------------------


def _by_table(tables: Sequence[Cards], name: str) -> doc.Bars:
    values, kind = {strategy_title(table.player): table.by_name[name].main for table in tables}, KINDS[tables[0].order]
    what = "Points of win rate from drawing it" if kind.name == MAIN else capital(kind.title)
    return bars(f"{what}, by who plays", values, kind.unit, note=POINTS)


def _by_horizon(card: Thing) -> doc.Bars:
    values = {HORIZONS[name]: card.of(name) for name in CURVE}
    show = decimals([value for value in values.values() if value is not None], least=1)
    return bars("Gold from drawing it, by horizon", values, "gold", show)


def _uses(card: Thing) -> doc.Table:
    """Return how often each thing happens to the card."""
    known = [rate for rate in RATES if card.of(rate.name, "rates") is not None]
    rates = [rate for rate in known if rate.name != "used" or card.printed["has_power"]]
    columns = [
        doc.text("what happens", lambda rate: rate.title),
        number("how often, %", lambda rate: card.of(rate.name, "rates"), sign=False),
        doc.text("of what", lambda rate: rate.meaning),
    ]
    return doc.table("", rates, columns)


def _company(cards: Cards, name: str) -> Iterator[Section]:
    """Yield the cards that keep it the best and the worst company in an opening hand; those in between are details."""
    rows = sorted(_known_company(cards, name), key=lambda row: -descending(row.estimate))
    if not rows:
        return
    meaning = "Points of win rate with both in one opening hand, beyond each by itself."
    columns = [
        doc.text("with", lambda row: cards.title(row.reference)),
        number("together, points", lambda row: row.estimate, 1, meaning, words=GOES),
        Column("hands", lambda row: row.n, "Opening hands with both."),
    ]
    table = both_ends(rows, columns, COMPANY, spare=0)
    yield Section("Company in the opening hand", [table, doc.Words(_open_company(cards, rows))])


def _players(tables: Sequence[Cards], name: str) -> doc.Table:
    """Return value, tier and use of the card at each table."""
    order = tables[0].order
    rates = {"anted": "anted, %", "played": "played, %", "used": "power used, %"}
    value = "draw value, points" if order == MAIN else KINDS[order].title
    columns = [
        doc.text("all play", lambda row: strategy_title(row[0])),
        number(value, lambda row: row[1].main),
        doc.text("tier by drawing", lambda row: row[1].tier),
        replace(place(), of=lambda row: doc.plain(row[1].places, row[1].row.best)),
        number("dealt value, points", lambda row: row[1].of(HELD)),
        *(_rate(title, rate) for rate, title in rates.items()),
    ]
    return doc.table("", [(table.player, table.by_name[name]) for table in tables], columns)


def _rate(title: str, rate: str) -> Column:
    return number(title, lambda row: row[1].of(rate, "rates"), whole, sign=False, interval="")


def _numbers(results: RankingResults, card: Thing) -> dict[str, Any]:
    """Return the card's part of JSON: its tier, ranks and all rows of all tables about it."""
    named = {name: frame for name, frame in results.tables.items() if "subject" in frame.columns}
    about = {name: frame.filter(subject=card.name) for name, frame in named.items()}
    tables = {name: plain_rows(frame) for name, frame in about.items() if not frame.is_empty()}
    return {"tier": card.tier, "marks": card.marks, "best": card.row.best, "worst": card.row.worst, "tables": tables}


# --- print ------------------------------------------------------------------------------------------------


def facts(held: Deck, face: Printed) -> dict[str, list[str]]:
    """Return what is printed on a card of a deck, and how it comes up, by heading."""
    drawn = f"in some games: {held.n_drawn} of {len(held.drawn)} such cards are drawn"
    share = f"in {100 * held.chance(face.name):.0f} % of games: see the draws of the deck"
    rows = {
        "Power": [face.text or face.power.words or "none"],
        "Strength": [str(face.strength)],
        "Kind": [kind(face)],
        "Groups": face.groups,
        "Counts as": list(face.colours),
        "Bars": [face.bars] if face.bars else [],
        "In effects": [face.power.words] if face.power.words else [],
        "In the ante": [face.ante.words] if face.ante.words else [],
        "Comes up": [drawn if face.name in held.drawn else share if face.name in held.draws.cards else "in every game"],
        "In commands": [face.name],
    }
    return {heading: values for heading, values in rows.items() if values}


def printed(deck: str, face: Printed, held: Deck) -> dict[str, Any]:
    """Return what is printed on a card of a deck as JSON has it; ``held``: the deck as it is played."""
    return {name: getattr(face, name) for name in PRINTED} | {
        "colours": list(face.colours),
        "tags": list(face.tags),
        "deck": held.name,
        "groups": face.groups,
        "dragon_god": face.god,
        "power": face.power.words,
        "ante": face.ante.words,
        "drawn": held.chance(face.name) < 1,
        "effects": effects_of(face),
        "ask": f"tda cards {quote(deck)} {face.name}",
    }

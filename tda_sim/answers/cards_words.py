"""What is told about a deck's cards, in sentences made from the numbers."""

from collections.abc import Iterator, Sequence
from statistics import median

from tda_sim.answers.cards_rows import MAIN, Card, Cards
from tda_sim.documents.numbers import Estimate, places, plus_minus, rounded_up, signed, with_interval
from tda_sim.documents.words import OTHERS, Change, Sentence, at_most, counted, listed
from tda_sim.measures.card_inclusion import OUTCOMES

RELIABLE, ROUGH = 0.99, 0.9
MOST_NAMED = 3
MOST_FLAGS = 10
PRECISE = ((MAIN, "draw values", "gold", 2), ("dealt", "dealt values", "points", 1), ("power", "powers", "gold", 2))
DRIFT = 0.1  # gold that the third gambit adds or takes: more is told
OFF = 1.0  # points that a dealt value lies off the line of the others: more is told
REMARKS = {"unplayed": "not played", "unused": "power unused", "harmful": "power harmful", "ante": "ante"}
WORTH = 0.1  # gold that a power is worth, or costs: more is counted
TURNING = "depends on who plays"
CHANGES = {  # what a card does to the game by being in the deck
    "gambits": Change("games", "last longer", "are shorter"),
    "max_stakes": Change("the biggest stakes", "are higher", "are lower"),
    "lead_changes": Change("the lead", "changes more often", "changes less often"),
    "power_gold": Change("powers", "move more gold", "move less gold"),
    "triggers": Change("powers", "are used more often", "are used less often"),
    "special_flights": Change("special flights", "are more frequent", "are less frequent"),
    "purchases": Change("players", "buy cards more often", "buy cards less often"),
    "tie": Change("games", "are tied more often", "are tied less often"),
}


def opening(cards: Cards) -> list[str]:
    """Return two or three sentences: the best and worst cards, the powers, and how far the list can be trusted."""
    rows = [card for card in cards.rows if card.draw.has_interval]
    if not rows:
        return ["Too few games: no card was drawn often enough to say what it is worth."]
    return [_extremes(rows), *_powers(rows), _trust(cards)]


def _extremes(rows: Sequence[Card]) -> str:
    high = [card.title for card in rows[1:] if card.best == 1]
    low = [card.title for card in rows[:-1] if card.worst == len(rows)]
    best, worst = (
        f"{card.title}{f' (tied with {at_most(tied, MOST_NAMED, OTHERS)})' if tied else ''}: {plus_minus(card.draw)}"
        for card, tied in ((rows[0], high), (rows[-1], low))
    )
    return (
        f"Best to draw is {best} gold over the next two gambits, against a random card of the pile. Worst is {worst}."
    )


def _powers(rows: Sequence[Card]) -> Iterator[str]:
    powers = [card for card in rows if "power" in card.values and card.values["power"].has_interval]
    if not powers:
        return
    by_worth = sorted(powers, key=lambda card: -(card.values["power"].value or 0.0))
    helps, harms = ([card for card in powers if card.values["power"].sign(WORTH) == sign] for sign in (1, -1))
    told = f"{len(helps)} of {len(powers)} powers are surely worth more than {WORTH:g} gold to the holder"
    if helps:
        told += f", most of all that of {_power(by_worth[0])}"
    if harms:
        told += f"; {len(harms)} surely cost as much, most of all that of {_power(by_worth[-1])}"
    yield f"{told}."


def _power(card: Card) -> str:
    return f"{card.title} ({plus_minus(card.values['power'])})"


def _trust(cards: Cards) -> str:
    reliable = cards.checks[f"reliability_{MAIN}"].value or 0.0
    if reliable >= RELIABLE:
        return f"Played again, this list would come out the same: its reliability is {reliable:.3f}."
    rough = "rough still" if reliable < ROUGH else "nearly settled"
    needed = f", about {wanted(cards.games, reliable):,} games would bring {RELIABLE}" if reliable > 0 else ""
    return f"The list is {rough}: its reliability is {reliable:.3f}{needed}."


def wanted(games: int, reliable: float) -> int:
    """Return about how many games bring a list to `RELIABLE`, rounded up to two digits: noise falls as 1 / games."""
    return rounded_up(games * (1 - reliable) / reliable * RELIABLE / (1 - RELIABLE))


# --- how far it carries -----------------------------------------------------------------------------------


def carrying(cards: Cards) -> list[str]:
    """Return how far the values carry: to wins, to later gambits, to other tables."""
    told = (_precision, _link, _horizon, _others, _pairing)
    return [sentence for tell in told for sentence in tell(cards)]


def _precision(cards: Cards) -> Iterator[str]:
    told = []
    for name, title, unit, digits in PRECISE:
        halves = [card.values[name].half for card in cards.rows if name in card.values]
        known = [half for half in halves if half is not None]
        told += [f"{title} ±{median(known):.{digits}f} {unit}"] if known else []
    if told:
        yield f"Precision, for all cards at once (median): {', '.join(told)}; half of that takes four times the games."


def _most(cards: Cards, name: str, beyond: float) -> list[str]:
    """Return the cards that surely lie beyond something, those farthest off first, with by how much."""
    found = [(cards.titles[row["card"]], Estimate.of(row)) for row in cards.at(name)]
    sure = sorted((row for row in found if row[1].sign(beyond)), key=lambda row: -abs(row[1].value or 0.0))
    return [f"{title} ({signed(places(1))(each.value or 0.0)})" for title, each in sure]


def _link(cards: Cards) -> Iterator[str]:
    link, correlation = (cards.checks.get(name, Estimate(None)) for name in ("link", "link_correlation"))
    if link.value is None or correlation.value is None:
        return
    told = (
        f"Wins: a gold of draw value goes with {with_interval(link, signed(places(2)))} points of dealt value"
        f" (correlation {correlation.value:.2f})"
    )
    if off := _most(cards, "link", OFF):
        told += f"; surely off that line by more than {OFF:g} point: {counted(len(off), 'card')}"
        told += f", {listed(off[:MOST_NAMED])}"
    yield f"{told}."


def _horizon(cards: Cards) -> Iterator[str]:
    growth = cards.checks.get("growth", Estimate(None)).value
    if growth is None:
        return
    told = f"Horizon: after three gambits values are {growth:.2f} times those after two"
    if moved := _most(cards, "horizons", DRIFT):
        named = (
            f"moves {counted(len(moved), 'card')} by more than {DRIFT} gold, most of all {listed(moved[:MOST_NAMED])}"
        )
        yield f"{told}; but the third surely {named}."
    else:
        yield f"{told}, and the third surely moves no card by more than {DRIFT} gold."


def _others(cards: Cards) -> Iterator[str]:
    found = [row for row in cards.at("agreement") if row["value"] == MAIN and row["other"] != row["table"]]
    if not found:
        return
    orders = listed([f"{row['estimate']:.2f} with {row['other']}" for row in found if row["estimate"] is not None])
    rows = (row for row in cards.at("robust", table=None) if row["value"] == MAIN and row["robust"] == TURNING)
    turned = [cards.titles[row["card"]] for row in rows]
    told = f"Other tables: the order of the cards correlates {orders}"
    if not turned:
        yield f"{told}; no card is surely good at one table and bad at another."
        return
    named = f"{', among them' if len(turned) > MOST_NAMED else ':'} {listed(turned[:MOST_NAMED])}"
    yield f"{told}; who plays turns the sign of {counted(len(turned), 'card')}{named}."


def _pairing(cards: Cards) -> Iterator[str]:
    rows = [row for row in cards.at("powers") if row["value"] == "power"]
    known = sorted(row["correlation"] for row in rows if row["correlation"] is not None)
    gains = sorted(row["gain"] for row in rows if row["gain"] is not None)
    if known:
        yield (
            f"Powers: the same shuffles with and without the power correlate {known[len(known) // 2]:.2f} (median),"
            f" which saves as much as {gains[len(gains) // 2]:.2f} times the games; {rows[0]['games']:,} games for each"
            " card."
        )


# --- some of the cards ------------------------------------------------------------------------------------


def flagged(cards: Cards) -> Iterator[str]:
    """Yield what flagged cards are flagged for; those that are mostly anted share a line."""
    rows = list(cards.at("flags"))
    other = [row for row in rows if row["flag"] != "ante"]
    yield from (f"{cards.titles[row['card']]}: {row['words']}" for row in other[:MOST_FLAGS])
    if more := [f"{cards.titles[row['card']]} ({REMARKS[row['flag']]})" for row in other[MOST_FLAGS:]]:
        yield f"As well: {', '.join(more)}"
    if antes := [cards.titles[row["card"]] for row in rows if row["flag"] == "ante"]:
        yield f"Mostly anted: {', '.join(antes)}"


def included(cards: Cards) -> Iterator[str]:
    """Yield a sentence for each outcome: which cards surely raise it most, and lower it most, by being in the deck."""
    found = cards.named("inclusion", "outcome", "card")
    for outcome in OUTCOMES:
        rows = sorted(found.get(outcome.name, {}).items(), key=lambda row: -(row[1].value or 0.0))
        up, down = ([row for row in rows if row[1].sign() == sign] for sign in (1, -1))
        if not up and not down:
            yield f"{outcome.title.capitalize()}: no card surely changes this; to find small effects takes more games."
            continue
        change = CHANGES[outcome.name]
        claims = [f"{change.word(ends[0][1])} with {_named(cards, ends)}" for ends in (up, down[::-1]) if ends]
        unit = f"{outcome.title}, {outcome.unit}" if outcome.unit == "times" else outcome.unit
        sure = f"{len(up) + len(down)} of {len(rows)} cards surely make a difference"
        yield f"{Sentence(change.subject, claims)} In {unit} a game; {sure}."


def _named(cards: Cards, rows: Sequence[tuple[str, Estimate]]) -> str:
    return listed([f"{cards.titles[card]} ({effect(found)})" for card, found in rows[:2]])


def effect(found: Estimate) -> str:
    """Return the effect of a card with its sign, to two digits."""
    value = found.value
    return "-" if value is None else f"{value:+.0f}" if abs(value) >= 10 else f"{value:+.2g}"

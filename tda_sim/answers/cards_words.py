"""What is told about a deck's cards, in sentences made from the numbers."""

from collections.abc import Iterator, Sequence
from statistics import median

from tda_sim.answers.cards_rows import Card, Cards, Horizon
from tda_sim.documents.numbers import Estimate, half, percent, places, rounded_up, signed, with_interval
from tda_sim.documents.words import OTHERS, Change, Sentence, agree, at_most, counted, listed
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_order import AGREES
from tda_sim.measures.card_values import GOLD, KINDS, MAIN

RELIABLE, ROUGH = 0.99, 0.9
MOST_NAMED = 3
LEAST = 0.01  # a chance: smaller ones are not told
MOST_FLAGS = 10
PRECISE = (
    (MAIN, "draw values", "points", 2),
    ("dealt", "dealt values", "points", 1),
    ("power", "powers", "points", 2),
    (GOLD, KINDS[GOLD].title, "gold", 2),
)
OFF = 1.0  # points that a dealt value lies off the line of the others: more is told
REMARKS = {"unplayed": "not played", "unused": "power unused", "harmful": "power harmful", "ante": "ante"}
WORTH = 0.1  # points that a power is worth, or costs: more is counted
PER_POINT = 10  # wins in 1,000 games
CHANGES = {  # what a card does to the game by being in the deck
    "plays": Change("games", "last longer", "are shorter"),
    "max_stakes": Change("the biggest stakes", "are higher", "are lower"),
    "lead_changes": Change("the lead", "changes more often", "changes less often"),
    "power_gold": Change("powers", "move more gold", "move less gold"),
    "triggers": Change("powers", "are used more often", "are used less often"),
    "special_flights": Change("special flights", "are more frequent", "are less frequent"),
    "purchases": Change("players", "buy cards more often", "buy cards less often"),
    "tie": Change("games", "are tied more often", "are tied less often"),
}


def opening(cards: Cards) -> list[str]:
    """Return a few sentences: the best and worst cards, the powers, and how far the list can be trusted."""
    rows = [card for card in cards.rows if card.main.has_interval]
    if not rows:
        return ["Too few games: no card was drawn often enough to say what it is worth."]
    return [_extremes(rows), *_screened(cards), *_powers(rows), *_trust(cards)]


def wins(found: Estimate) -> str:
    """Return a number of points as people say it: "+12 ±3 wins in 1,000 games"."""
    return f"{_in_thousand(found)} wins in 1,000 games"


def _in_thousand(found: Estimate) -> str:
    if found.value is None:
        return "-"
    many = found.times(PER_POINT)
    show = places(0 if (many.half or 0) >= 1 else 1)
    return signed(show)(many.value) + (f" ±{half(many, show)}" if many.has_interval else "")


def _worth(card: Card) -> str:
    if card.order == MAIN:
        return wins(card.main)
    return f"{signed(places(2))(card.main.value)} ±{half(card.main, places(2))} gold"


def _extremes(rows: Sequence[Card]) -> str:
    high = [card.title for card in rows[1:] if card.best == 1]
    low = [card.title for card in rows[:-1] if card.worst == len(rows)]
    best, worst = (
        f"{card.title}{f' (tied with {at_most(tied, MOST_NAMED, OTHERS)})' if tied else ''}: {_worth(card)}"
        for card, tied in ((rows[0], high), (rows[-1], low))
    )
    first = Sentence("best to draw", [f"is {best}, against a random card of the pile"])
    return f"{first} {Sentence('worst', [f'is {worst}'])}"


def _screened(cards: Cards) -> Iterator[str]:
    """Yield what orders a screened list, and why."""
    if cards.order != MAIN:
        agreeing = [each for each in cards.horizons if each.value == cards.order]
        yield (
            f"Screened by {KINDS[cards.order].title}: the shortest horizon over which gold orders this deck's cards as"
            f" wins do (rank correlation {_by_half(agreeing)}, but for noise; {AGREES} is asked of both)."
        )


def _by_half(found: Sequence[Horizon]) -> str:
    return listed([f"{places(2)(each.found.value)} in the {each.half} half" for each in found])


def _powers(rows: Sequence[Card]) -> Iterator[str]:
    powers = [card for card in rows if "power" in card.values and card.values["power"].has_interval]
    if not powers:
        return
    by_worth = sorted(powers, key=lambda card: -(card.values["power"].value or 0.0))
    helps, harms = ([card for card in by_worth if card.values["power"].sign(WORTH) == sign] for sign in (1, -1))
    least = f"more than {counted(round(WORTH * PER_POINT), 'win')} in 1,000 games"
    claims = [f"{agree(len(helps), 'is', 'are')} surely worth {least} to the holder"]
    if helps:
        claims[0] += f", most of all that of {_power(helps[0])}"
    told = str(Sentence(f"{len(helps)} of {counted(len(powers), 'power')}", claims))
    if harms:
        costly = f"surely {agree(len(harms), 'costs', 'cost')} as much, most of all that of {_power(harms[-1])}"
        told += f" {Sentence(str(len(harms)), [costly])}"
    yield told


def _power(card: Card) -> str:
    return f"{card.title} ({_in_thousand(card.values['power'])})"


def _trust(cards: Cards) -> Iterator[str]:
    """Yield how reliable the list is, and what of it would come out the same in as many other games."""
    reliable = cards.checks[f"reliability_{cards.order}"].value or 0.0
    if reliable < RELIABLE:
        rough = "rough still" if reliable < ROUGH else "nearly settled"
        needed = f"; about {wanted(cards.games, reliable):,} games would bring {RELIABLE}" if reliable > 0 else ""
        yield str(Sentence("the list", [f"is {rough}: its reliability is {reliable:.3f}{needed}"]))
    if cards.order == MAIN:
        yield from _once_more(cards)


def _once_more(cards: Cards) -> Iterator[str]:
    chances = {each.same: each.found.value for each in cards.again if each.same != "ahead"}
    pairs = [each for each in cards.again if each.same == "ahead"]
    if not chances or not pairs:
        return
    top, bottom = (chance(chances[name]) for name in ("top", "bottom"))
    first = pairs[0]
    yield (
        f"In as many other games, the same five cards would be on top with a chance of {top}, and at the bottom with"
        f" {bottom}; {cards.titles[first.card or '']} would stay ahead of {cards.titles[first.other or '']} with"
        f" {chance(first.found.value)}."
    )


def chance(value: float | None) -> str:
    """Return a chance that was found by trying: never none, and never a certainty."""
    share = value or 0.0
    return "less than 1 %" if share < LEAST else "more than 99 %" if share > 1 - LEAST else percent(share)


def wanted(games: int, reliable: float) -> int:
    """Return about how many games bring a list to `RELIABLE`, rounded up to two digits: noise falls as 1 / games."""
    return rounded_up(games * (1 - reliable) / reliable * RELIABLE / (1 - RELIABLE))


# --- how far it carries -----------------------------------------------------------------------------------


def carrying(cards: Cards) -> list[str]:
    """Return how far the values carry: from draws to deals, from gold to wins, to other tables."""
    told = (_precision, _link, _gold, _others, _pairing)
    return [sentence for tell in told for sentence in tell(cards)]


def _precision(cards: Cards) -> Iterator[str]:
    told = []
    for name, title, unit, digits in PRECISE:
        halves = [card.values[name].half for card in cards.rows if name in card.values]
        known = [half for half in halves if half is not None]
        told += [f"{title} ±{median(known):.{digits}f} {unit}"] if known else []
    if told:
        yield f"Precision, for all cards at once (median): {', '.join(told)}; half of that takes four times the games."


def _link(cards: Cards) -> Iterator[str]:
    link, correlation = (cards.checks.get(name, Estimate(None)) for name in ("link", "link_correlation"))
    if link.value is None or correlation.value is None:
        return
    told = f"goes with {with_interval(link, places(2))} points of dealt value (correlation {correlation.value:.2f})"
    sure = sorted((each for each in cards.links.items() if each[1].sign(OFF)), key=lambda row: -row[1].size)
    if sure:
        named = [f"{cards.titles[card]} ({signed(places(1))(found.value)})" for card, found in sure[:MOST_NAMED]]
        told += f"; surely off that line by more than {OFF:g} point: {counted(len(sure), 'card')}, {listed(named)}"
    yield str(Sentence("dealt: a point of draw value", [told]))


def _gold(cards: Cards) -> Iterator[str]:
    """Yield how well gold explains wins, over which horizon."""
    slope = cards.checks.get("gold", Estimate(None))
    if slope.value is not None:
        worth = with_interval(slope.times(PER_POINT), places(1))
        yield str(Sentence("gold: a gold over four gambits", [f"goes with {worth} wins in 1,000 games"]))
    found = cards.horizons
    if not found:
        return
    agreeing = [each.value for each in found if all(other.agrees for other in found if other.value == each.value)]
    if agreeing:
        first = agreeing[0]
        halves = _by_half([each for each in found if each.value == first])
        claim = f"is the shortest that orders cards as wins do: {halves}, but for noise"
        yield str(Sentence(f"horizon: {KINDS[first].title}", [claim]))
    elif any(each.agrees is None for each in found):
        yield "Horizon: so few games do not tell over how many gambits gold orders the cards as wins do."
    else:
        yield f"Horizon: gold orders the cards as wins do ({AGREES} or more in both halves of the list) over none."


def _others(cards: Cards) -> Iterator[str]:
    found = [each for each in cards.agreements(MAIN) if each.table == cards.player and each.other != each.table]
    known = [each for each in found if each.found.value is not None]
    if not known:
        return
    orders = listed(
        [f"{places(2)(each.found.value)} with {each.other}{_but_for_noise(each.corrected)}" for each in known]
    )
    turned = [cards.titles[card] for card in cards.turning]
    named = f"{', among them' if len(turned) > MOST_NAMED else ':'} {listed(turned[:MOST_NAMED])}"
    turns = f"who plays turns the sign of {counted(len(turned), 'card')}{named}"
    also = turns if turned else "no card is surely good at one table and bad at another"
    yield str(Sentence("other tables: the order of the cards by wins", [f"correlates {orders}; {also}"]))


def _but_for_noise(corrected: float | None) -> str:
    return "" if corrected is None else f" ({places(2)(corrected)} but for noise)"


def _pairing(cards: Cards) -> Iterator[str]:
    rows = cards.pairings
    known = [each.correlation for each in rows if each.correlation is not None]
    gains = [each.gain for each in rows if each.gain is not None]
    if known and gains:
        saved = f"which saves as much as {median(gains):.2f} times the games"
        claim = f"correlate {median(known):.2f} (median), {saved}; {counted(rows[0].games, 'game')} for each card"
        yield str(Sentence("powers: the same shuffles with and without the power", [claim]))


# --- some of the cards ------------------------------------------------------------------------------------


def flagged(cards: Cards) -> Iterator[str]:
    """Yield what flagged cards are flagged for; those that are mostly anted share a line."""
    rows = cards.flags
    other = [row for row in rows if row.flag != "ante"]
    yield from (f"{cards.titles[row.card]}: {row.words}" for row in other[:MOST_FLAGS])
    if more := [f"{cards.titles[row.card]} ({REMARKS[row.flag]})" for row in other[MOST_FLAGS:]]:
        yield f"As well: {', '.join(more)}"
    if antes := [cards.titles[row.card] for row in rows if row.flag == "ante"]:
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
        sure = len(up) + len(down)
        makes = f"surely {agree(sure, 'makes', 'make')} a difference"
        number = Sentence(f"in {unit} a game; {sure} of {counted(len(rows), 'card')}", [makes])
        yield f"{Sentence(change.subject, claims)} {number}"


def _named(cards: Cards, rows: Sequence[tuple[str, Estimate]]) -> str:
    return listed([f"{cards.titles[card]} ({effect(found)})" for card, found in rows[:2]])


def effect(found: Estimate) -> str:
    """Return the effect of a card with its sign, to two digits."""
    value = found.value
    return "-" if value is None else f"{value:+.0f}" if abs(value) >= 10 else f"{value:+.2g}"

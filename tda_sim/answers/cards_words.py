"""What people read about a deck's cards: sentences made from the numbers."""

from collections.abc import Iterator, Sequence
from statistics import median

from tda_sim.answers.cards_rows import Card, Cards, Horizon
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.titles import strategy_title
from tda_sim.documents.numbers import Estimate, percent, places, plus_minus, rounded_up, signed, with_interval
from tda_sim.documents.words import Change, Sentence, agree, counted, listed
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_order import AGREES
from tda_sim.measures.card_values import GOLD, KINDS, MAIN

RELIABLE = 0.99  # from here on, more games hardly change the order
MOST_NAMED = 3
LEAST = 0.01  # a chance: smaller ones are shown as "less than 1 %"
MOST_FLAGS = 10
PRECISE = (
    (MAIN, "draw values", "points", 2),
    ("dealt", "dealt values", "points", 1),
    ("power", "powers", "points", 2),
    (GOLD, KINDS[GOLD].title, "gold", 2),
)
OFF = 1.0  # points between a dealt value and the line through all cards, from which a card is named
REMARKS = {"unplayed": "not played", "unused": "power unused", "harmful": "power harmful", "ante": "ante"}
WORTH = 0.1  # points that a power must add, or cost, to be counted
CHANGES = {  # what a card in the deck does to the game
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
    """Return at most four sentences: the best and worst cards, the powers, and what is still open."""
    if not cards.ranked:
        return ["Too few games: no card was drawn often enough to say what it is worth."]
    return [_best(cards.ranked), _worst(cards.ranked), *_screened(cards), *_powers(cards.ranked), *_still_rough(cards)]


def amount(card: Card, unit: bool = True) -> str:
    """Return a card's value with its unit: "+5.4 ±0.3 points of win rate"."""
    if card.order == MAIN:
        return plus_minus(card.main, 1) + " points of win rate" * unit
    return plus_minus(card.main, 1) + f" gold over {KINDS[card.order].title.removeprefix('gold, ')}" * unit


def _best(ranked: Sequence[Card]) -> str:
    best, first = [card for card in ranked if card.tier == "S"], ranked[0]
    if not best and (better := [card for card in ranked if card.tier == "A"]):
        return _shown(better, "better", "best")
    if not best:
        return f"No card is shown to be better than average; {first.title} leads with {amount(first)}."
    if len(best) > MOST_NAMED:
        return f"{len(best)} cards are tied for best, {first.title} in front: {amount(first)} above an average card."
    if len(best) > 1:
        each = listed([*(amount(card, unit=False) for card in best[:-1]), amount(best[-1])])
        return f"{listed([card.title for card in best])} are tied for best: {each} above an average card."
    return f"{first.title} is the best card to draw: {amount(first)} above an average card."


def _worst(ranked: Sequence[Card]) -> str:
    worst, last = [card for card in ranked if card.tier == "D"], ranked[-1]
    if not worst and (worse := [card for card in ranked[::-1] if card.tier == "C"]):
        return _shown(worse, "worse", "worst")
    if not worst:
        return f"No card is shown to be worse than average; {last.title} is last with {amount(last)}."
    if len(worst) > 1:
        return f"{len(worst)} cards are tied for last, {last.title} at the bottom: {amount(last)}."
    return f"{last.title} is the worst: {amount(last)}."


def _shown(cards: Sequence[Card], side: str, end: str) -> str:
    """Return that some cards are better or worse than average, though which is best or worst is open."""
    rest = f"which card is the {end} is too close to call"
    if len(cards) > MOST_NAMED:
        return f"{len(cards)} cards are {side} than average, among them {cards[0].title} ({amount(cards[0])}); {rest}."
    each = listed([*(amount(card, unit=False) for card in cards[:-1]), amount(cards[-1])])
    titles = listed([card.title for card in cards])
    return f"{titles} {agree(len(cards), 'is', 'are')} {side} than average, {each}; {rest}."


def _screened(cards: Cards) -> Iterator[str]:
    """Yield what a screened list is sorted by, where that is gold."""
    if cards.order != MAIN:
        yield (
            f"The list goes by {KINDS[cards.order].title}, the shortest horizon over which gold ranks the cards of this"
            " deck as wins do."
        )


def _by_half(rows: Sequence[Horizon]) -> str:
    return listed([f"{places(2)(each.estimate.value)} in the {each.half} half" for each in rows])


def _powers(ranked: Sequence[Card]) -> Iterator[str]:
    powers = [card for card in ranked if "power" in card.values and card.values["power"].has_interval]
    if not powers:
        return
    by_worth = sorted(powers, key=lambda card: -(card.values["power"].value or 0.0))
    helpful, harmful = ([card for card in by_worth if card.values["power"].sign(WORTH) == sign] for sign in (1, -1))
    least, total = f"more than {WORTH:g} points of win rate", counted(len(powers), "power")
    if helpful:
        adds = agree(len(helpful), "adds", "add")
        sentence = f"{len(helpful)} of {total} {adds} {least}, that of {_power(helpful[0])} the most"
    else:
        sentence = f"None of {total} is shown to add {least}"
    if harmful:
        costs = agree(len(harmful), "costs", "cost")
        sentence += f"; {len(harmful)} {costs} as much, that of {_power(harmful[-1])} the most"
    yield f"{sentence}."


def _power(card: Card) -> str:
    return f"{card.title} ({plus_minus(card.values['power'], 1)} points)"


def _still_rough(cards: Cards) -> Iterator[str]:
    """Yield how many games would settle the order, unless it is settled."""
    reliability = cards.checks[f"reliability_{cards.order}"].value or 0.0
    if reliability < RELIABLE:
        needed = f": {would_settle(wanted(cards.games, reliability))}" if reliability > 0 else ""
        yield f"The order is still rough{needed}."


def wanted(games: int, reliability: float) -> int:
    """Return about how many games make a list `RELIABLE`, rounded up to two digits: noise falls as 1 / games."""
    return rounded_up(games * (1 - reliability) / reliability * RELIABLE / (1 - RELIABLE))


def chance(value: float | None) -> str:
    """Return a chance from a simulation, never as none or as a certainty."""
    share = value or 0.0
    return "less than 1 %" if share < LEAST else "more than 99 %" if share > 1 - LEAST else percent(share)


# --- how far to trust the list ----------------------------------------------------------------------------


def carrying(cards: Cards) -> list[str]:
    """Return how far to trust the values: on new games, from draws to deals, from gold to wins, at other tables."""
    parts = (_reliability, _once_more, _precision, _link, _gold, _others, _pairing)
    return [sentence for part in parts for sentence in part(cards)]


def _reliability(cards: Cards) -> Iterator[str]:
    """Yield how much of the spread of the values is more than noise, unless the order is settled."""
    reliability = cards.checks[f"reliability_{cards.order}"].value
    if reliability is not None and reliability < RELIABLE:
        yield f"Reliability of the order: {reliability:.2f}, where 1 is free of noise and {RELIABLE} is settled."


def _once_more(cards: Cards) -> Iterator[str]:
    chances = {each.same: each.estimate.value for each in cards.again if each.same != "ahead"}
    pairs = [each for each in cards.again if each.same == "ahead"]
    if cards.order != MAIN or not chances or not pairs:
        return
    top, bottom = (chance(chances[name]) for name in ("top", "bottom"))
    first = pairs[0]
    yield (
        f"Repeated with new shuffles, the top five would be the same cards in {top} of runs, the bottom five in"
        f" {bottom}; {cards.titles[first.card or '']} would stay ahead of {cards.titles[first.other or '']} in"
        f" {chance(first.estimate.value)}."
    )


def _precision(cards: Cards) -> Iterator[str]:
    known = []
    for name, title, unit, digits in PRECISE:
        halves = [card.values[name].half for card in cards.rows if name in card.values]
        widths = [width for width in halves if width is not None]
        known += [f"{title} ±{median(widths):.{digits}f} {unit}"] if widths else []
    if known:
        yield f"Precision, for all cards at once (median): {', '.join(known)}. Four times the games halve that."


def _link(cards: Cards) -> Iterator[str]:
    link, correlation = (cards.checks.get(name, Estimate(None)) for name in ("link", "link_correlation"))
    if link.value is None or correlation.value is None:
        return
    claim = f"goes with {with_interval(link, places(2))} points of dealt value (correlation {correlation.value:.2f})"
    distant = sorted((each for each in cards.links.items() if each[1].sign(OFF)), key=lambda row: -row[1].size)
    if distant:
        named = [f"{cards.titles[card]} ({signed(places(1))(off.value)})" for card, off in distant[:MOST_NAMED]]
        claim += f"; {counted(len(distant), 'card')} {agree(len(distant), 'lies', 'lie')} more than {OFF:g} point off"
        claim += f" that line{', among them' if len(distant) > MOST_NAMED else ':'} {listed(named)}"
    yield str(Sentence("dealt or drawn: a point of draw value", [claim]))


def _gold(cards: Cards) -> Iterator[str]:
    """Yield what gold is worth in wins, and over which horizon it ranks the cards as wins do."""
    slope = cards.checks.get("gold", Estimate(None))
    if slope.value is not None:
        claim = f"goes with {with_interval(slope, places(2))} points of win rate"
        yield str(Sentence("gold: a gold piece more over four gambits", [claim]))
    rows = cards.horizons
    if not rows:
        return
    agreeing = [each.value for each in rows if all(other.agrees for other in rows if other.value == each.value)]
    if agreeing:
        first = agreeing[0]
        halves = _by_half([each for each in rows if each.value == first])
        claim = f"is the shortest that ranks cards as wins do (rank correlation {halves}, corrected for noise)"
        yield str(Sentence(f"horizon: {KINDS[first].title}", [claim]))
    elif any(each.agrees is None for each in rows):
        yield "Horizon: it takes more games to say over how many gambits gold ranks the cards as wins do."
    else:
        yield f"Horizon: gold ranks the cards as wins do (correlation {AGREES} or more in both halves) over none."


def _others(cards: Cards) -> Iterator[str]:
    rows = [each for each in cards.agreements(MAIN) if each.table == cards.player and each.other != each.table]
    known = [each for each in rows if each.estimate.value is not None]
    if not known:
        return
    orders = listed(
        [
            f"{places(2)(each.estimate.value)} with {strategy_title(each.other)}{_corrected(each.corrected)}"
            for each in known
        ]
    )
    turned = [cards.titles[card] for card in cards.turning]
    named = f"{', among them' if len(turned) > MOST_NAMED else ':'} {listed(turned[:MOST_NAMED])}"
    turns = f"{counted(len(turned), 'card')} {agree(len(turned), 'is', 'are')} good at some tables and bad at others"
    also = f"{turns}{named}" if turned else "no card is shown to be good at one table and bad at another"
    yield str(Sentence("other players: the order of the cards by wins", [f"correlates {orders}; {also}"]))


def _corrected(corrected: float | None) -> str:
    return "" if corrected is None else f" ({places(2)(corrected)} corrected for noise)"


def _pairing(cards: Cards) -> Iterator[str]:
    rows = cards.pairings
    known = [each.correlation for each in rows if each.correlation is not None]
    gains = [each.gain for each in rows if each.gain is not None]
    if known and gains:
        saved = f"which is worth {median(gains):.2f} times as many games"
        claim = f"correlate {median(known):.2f} (median), {saved}; {counted(rows[0].games, 'game')} for each card"
        yield str(Sentence("powers: the same shuffles with and without the power", [claim]))


# --- some of the cards ------------------------------------------------------------------------------------


def flagged(cards: Cards) -> Iterator[str]:
    """Yield a line for each warning about a card; cards that are mostly anted share a line."""
    rows = cards.flags
    other = [row for row in rows if row.flag != "ante"]
    yield from (f"{cards.titles[row.card]}: {row.words}" for row in other[:MOST_FLAGS])
    if more := [f"{cards.titles[row.card]} ({REMARKS[row.flag]})" for row in other[MOST_FLAGS:]]:
        yield f"Also: {', '.join(more)}"
    if antes := [cards.titles[row.card] for row in rows if row.flag == "ante"]:
        yield f"Mostly anted: {', '.join(antes)}"


def included(cards: Cards) -> Iterator[str]:
    """Yield a sentence for each outcome: which cards raise it most, and lower it most, by being in the deck.

    A last sentence names the outcomes that no card is shown to change.
    """
    effects, unmoved = cards.named("inclusion", "outcome", "card"), []
    for outcome in OUTCOMES:
        rows = sorted(effects.get(outcome.name, {}).items(), key=lambda row: -(row[1].value or 0.0))
        up, down = ([row for row in rows if row[1].sign() == sign] for sign in (1, -1))
        if not up and not down:
            unmoved.append(outcome.title)
            continue
        change = CHANGES[outcome.name]
        claims = [f"{change.word(ends[0][1])} with {_named(cards, ends)}" for ends in (up, down[::-1]) if ends]
        unit = f"{outcome.unit}{'' if outcome.is_share else ' a game'}"
        count = len(up) + len(down)
        number = f"{count} of {counted(len(rows), 'card')} {agree(count, 'makes', 'make')} a difference, in {unit}."
        yield f"{Sentence(change.subject, claims)} {number}"
    if unmoved:
        yield f"No card is shown to change {listed(unmoved, ' or ')}; small effects take more games."


def _named(cards: Cards, rows: Sequence[tuple[str, Estimate]]) -> str:
    return listed([f"{cards.titles[card]} ({effect(value)})" for card, value in rows[:2]])


def effect(estimate: Estimate) -> str:
    """Return the effect of a card with its sign, to two digits."""
    value = estimate.value
    return "-" if value is None else f"{value:+.0f}" if abs(value) >= 10 else f"{value:+.2g}"

"""What people read about a deck's cards: sentences made from the numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

from tda_sim.answers.cards_faces import Cards
from tda_sim.answers.contrasts import Entry, by
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.ranking import Thing
from tda_sim.answers.ranking_words import MOST_NAMED, Spoken, elsewhere, ends, middle, over_tables, repeated
from tda_sim.answers.speech import with_whom
from tda_sim.measures.card_checks import AGREES
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_values import GOLD, KINDS, MAIN
from tda_sim.measures.table import AGREEMENTS, COUNTS
from tda_sim.wording.numbers import Estimate, places, plus_minus, rounded_up, signed, with_interval
from tda_sim.wording.words import Change, Sentence, agree, capital, counted, listed

RELIABLE = 0.99  # from here on, more games hardly change the order
MOST_FLAGS = 10
PRECISE = {MAIN: "draw values", "dealt": "dealt values", "power": "powers", GOLD: KINDS[GOLD].title}
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
SPOKEN = Spoken("card", "cards", "card to draw", "above an average card", "average to draw")


def opening(cards: Cards) -> list[str]:
    """Return at most four sentences: the best and worst cards and for whom, the powers, and what is still open."""
    if not cards.ranked:
        return ["Too few games: no card was drawn often enough to say what it is worth."]
    return [*ends(cards, spoken(cards.order)), *_screened(cards), *_powers(cards), *_still_rough(cards)]


def spoken(order: str) -> Spoken:
    """Return the words for cards in the order of a value."""
    horizon = KINDS[order].title.removeprefix("gold, ")
    return SPOKEN if order == MAIN else replace(SPOKEN, unit=f"gold over {horizon}")


def _screened(cards: Cards) -> Iterator[str]:
    """Yield what a screened list is sorted by, where that is gold."""
    if cards.order != MAIN:
        yield (
            f"The list goes by {KINDS[cards.order].title}, the shortest horizon over which gold ranks the cards of this"
            " deck as wins do."
        )


def _by_half(rows: Sequence[Entry]) -> str:
    return listed([f"{places(2)(each.corrected)} in the {each.subject} half" for each in rows])


def _powers(cards: Cards) -> Iterator[str]:
    """Yield how many powers help or harm; they are played without at the main table only."""
    known = [(card, power) for card in cards.ranked if (power := card.of("power")) is not None and power.has_interval]
    powers = sorted(known, key=lambda each: -(each[1].value or 0.0))
    if not powers:
        return
    helpful, harmful = ([each for each in powers if each[1].sign(WORTH) == sign] for sign in (1, -1))
    least, total = f"more than {WORTH:g} points of win rate", counted(len(powers), "power")
    if helpful:
        adds = agree(len(helpful), "adds", "add")
        sentence = f"{len(helpful)} of {total} {adds} {least}, {_that_of(helpful)} {_power(cards, *helpful[0])}"
    else:
        sentence = f"none of {total} is shown to add {least}"
    if harmful:
        costs = agree(len(harmful), "costs", "cost")
        sentence += f"; {len(harmful)} {costs} as much, {_that_of(harmful)} {_power(cards, *harmful[-1])}"
    yield f"{capital(with_whom([cards.player]))}, {sentence}."


def _that_of(some: Sequence[object]) -> str:
    return "that of" if len(some) == 1 else "among them that of"


def _power(cards: Cards, card: Thing, power: Estimate) -> str:
    """Return a card with what its power adds; and what drawing it is worth, where that depends on who plays."""
    value = over_tables(cards, card, SPOKEN).removeprefix("; ")
    drawn = f"; drawn, the card is worth {value}" if value and (card.name in cards.turning or card.marks) else ""
    return f"{card.title} ({plus_minus(power, 1)} points{drawn})"


def _still_rough(cards: Cards) -> Iterator[str]:
    """Yield how many games would settle the order, unless it is settled."""
    reliability = cards.checks[f"reliability_{cards.order}"].value or 0.0
    if reliability < RELIABLE:
        needed = f": {would_settle(wanted(cards.games, reliability))}" if reliability > 0 else ""
        yield f"The order is still rough{needed}."


def wanted(games: int, reliability: float) -> int:
    """Return about how many games make a list `RELIABLE`, rounded up to two digits: noise falls as 1 / games."""
    return rounded_up(games * (1 - reliability) / reliability * RELIABLE / (1 - RELIABLE))


# --- how far to trust the list ----------------------------------------------------------------------------


def carrying(cards: Cards) -> list[str]:
    """Return how far to trust the values: on new games, from draws to deals, from gold to wins, at other tables."""
    again = repeated(cards, SPOKEN) if cards.order == MAIN else ()
    parts = _precision(cards), _link(cards), _gold(cards), elsewhere(cards, SPOKEN), _pairing(cards)
    return [*_reliability(cards), *again, *(sentence for part in parts for sentence in part)]


def _reliability(cards: Cards) -> Iterator[str]:
    """Yield how much of the spread of the values is more than noise, unless the order is settled."""
    reliability = cards.checks[f"reliability_{cards.order}"].value
    if reliability is not None and reliability < RELIABLE:
        yield f"Reliability of the order: {reliability:.2f}, where 1 is free of noise and {RELIABLE} is settled."


def _precision(cards: Cards) -> Iterator[str]:
    widths = {name: middle(card.of(name) for card in cards.rows) for name in PRECISE}
    known = [
        f"{PRECISE[name]} ±{width:.{2 if name == GOLD else KINDS[name].places}f} {KINDS[name].unit}"
        for name, width in widths.items()
        if width is not None
    ]
    if known:
        yield f"Precision, for all cards at once (median): {', '.join(known)}. Four times the games halve that."


def _link(cards: Cards) -> Iterator[str]:
    link, correlation = (cards.checks.get(name, Estimate(None)) for name in ("link", "link_correlation"))
    if link.value is None or correlation.value is None:
        return
    claim = f"goes with {with_interval(link, places(2))} points of dealt value (correlation {correlation.value:.2f})"
    off = [row for row in cards.estimates(group="link") if row.estimate.sign(OFF)]
    distant = sorted(off, key=lambda row: -row.estimate.size)
    if distant:
        named = [
            f"{cards.title(row.subject)} ({signed(places(1))(row.estimate.value)})" for row in distant[:MOST_NAMED]
        ]
        claim += f"; {counted(len(distant), 'card')} {agree(len(distant), 'lies', 'lie')} more than {OFF:g} point off"
        claim += f" that line{', among them' if len(distant) > MOST_NAMED else ':'} {listed(named)}"
    yield str(Sentence("dealt or drawn: a point of draw value", [claim]))


def _gold(cards: Cards) -> Iterator[str]:
    """Yield what gold is worth in wins, and over which horizon it ranks the cards as wins do."""
    slope = cards.checks.get("gold", Estimate(None))
    if slope.value is not None:
        claim = f"goes with {with_interval(slope, places(2))} points of win rate"
        yield str(Sentence("gold: a gold piece more over four gambits", [claim]))
    rows = cards.estimates(AGREEMENTS, group="horizons")
    if not rows:
        return
    by_horizon = by(lambda it: it.measure, rows)
    agreeing = [name for name, halves in by_horizon.items() if all((it.corrected or 0) >= AGREES for it in halves)]
    if agreeing:
        first = agreeing[0]
        halves = _by_half(by_horizon[first])
        claim = f"is the shortest that ranks cards as wins do (rank correlation {halves}, corrected for noise)"
        yield str(Sentence(f"horizon: {KINDS[first].title}", [claim]))
    elif any(it.corrected is None for it in rows):
        yield "Horizon: it takes more games to say over how many gambits gold ranks the cards as wins do."
    else:
        yield f"Horizon: gold ranks the cards as wins do (correlation {AGREES} or more in both halves) over none."


def _pairing(cards: Cards) -> Iterator[str]:
    rows = cards.estimates(group="values", measure="power")
    games = cards.estimates(COUNTS, group="games", measure="power")
    known = [row.correlation for row in rows if row.correlation is not None]
    gains = [row.variance_ratio for row in rows if row.variance_ratio is not None]
    if known and gains:
        saved = f"which is worth {median(gains):.2f} times as many games"
        each = counted(int(games[0].estimate.value or 0), "game")
        claim = f"correlate {median(known):.2f} (median), {saved}; {each} for each card"
        yield str(Sentence("powers: the same shuffles with and without the power", [claim]))


# --- some of the cards ------------------------------------------------------------------------------------


def flagged(cards: Cards) -> Iterator[str]:
    """Yield a line for each warning about a card; cards that are mostly anted share a line."""
    rows = cards.facts("flags")
    other = [row for row in rows if row["flag"] != "ante"]
    yield from (f"{cards.title(row['subject'])}: {row['words']}" for row in other[:MOST_FLAGS])
    if more := [f"{cards.title(row['subject'])} ({REMARKS[row['flag']]})" for row in other[MOST_FLAGS:]]:
        yield f"Also: {', '.join(more)}"
    if antes := [cards.title(row["subject"]) for row in rows if row["flag"] == "ante"]:
        yield f"Mostly anted: {', '.join(antes)}"


def included(cards: Cards) -> Iterator[str]:
    """Yield a sentence for each outcome: which cards raise it most, and lower it most, by being in the deck.

    A last sentence names the outcomes that no card is shown to change.
    """
    effects, unmoved = cards.by("inclusion", "measure", "subject"), []
    for outcome in OUTCOMES:
        rows = sorted(effects.get(outcome.name, {}).items(), key=lambda row: -(row[1].value or 0.0))
        up, down = ([row for row in rows if row[1].sign() == sign] for sign in (1, -1))
        if not up and not down:
            unmoved.append(outcome.title)
            continue
        change = CHANGES[outcome.name]
        claims = [f"{change.word(ends[0][1])} with {_named(cards, ends)}" for ends in (up, down[::-1]) if ends]
        unit = f"{outcome.unit}{'' if outcome.unit == 'points' else ' a game'}"
        count = len(up) + len(down)
        number = f"{count} of {counted(len(rows), 'card')} {agree(count, 'makes', 'make')} a difference, in {unit}."
        yield f"{Sentence(change.subject, claims)} {number}"
    if unmoved:
        yield f"No card is shown to change {listed(unmoved, ' or ')}; small effects take more games."


def _named(cards: Cards, rows: Sequence[tuple[str, Estimate]]) -> str:
    return listed([f"{cards.title(card)} ({effect(value)})" for card, value in rows[:2]])


def effect(estimate: Estimate) -> str:
    """Return the effect of a card with its sign, to two digits."""
    value = estimate.value
    return "-" if value is None else f"{value:+.0f}" if abs(value) >= 10 else f"{value:+.2g}"

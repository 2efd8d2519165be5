"""`tda learn`: what each card is worth to whoever keeps it, and what a network that learns to play wins."""

from collections.abc import Callable

from tda_sim.documents import model as doc
from tda_sim.documents import numbers
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import in_percent, percent, places, share
from tda_sim.learn import KeptValues, Learned
from tda_sim.learn.play import Point
from tda_sim.stats.intervals import Estimate

GOLD = places(1)


def learned_values(found: KeptValues) -> doc.Document:
    """Return the cards by what they are worth in hand when a gambit has ended."""
    config, most, least = found.work.config, found.cards[0], found.cards[-1]
    lines = [
        f"{most.title} is worth most in hand after a gambit: {_gold(most.worth)}.",
        f"{least.title} is worth least: {_gold(least.worth)}.",
        f"Gold alone explains {percent(found.by_gold)} of how hoards differ in the end, gold and cards in hand "
        f"{percent(found.explained)}.",
    ]
    return doc.Document(
        f"What cards are worth keeping: {config.deck}, {config.players} players, {found.strategy}",
        lines,
        [Section("", [doc.table("", found.cards, COLUMNS)])],
        about=f"{found.games:,} games, seed {config.seed}; each interval holds in 95 % of cases",
        kept="" if found.out is None else f"Parameters of lookahead are in {found.out}",
        data=found.to_dict(),
    )


def _ends(found: Estimate) -> tuple[float, float, float, int]:
    return found.estimate, found.low, found.high, found.n


def _gold(worth: Estimate) -> str:
    return f"{GOLD(worth.estimate)} gold ({GOLD(worth.low)} to {GOLD(worth.high)})"


COLUMNS = [
    doc.text("card", lambda row: row.title),
    Column(
        "worth keeping, gold",
        lambda row: doc.number(numbers.Estimate(*_ends(row.worth)), GOLD),
        "what a card in hand is worth to its holder when a gambit has ended",
        interval=ENDS,
    ),
    Column("by its facts, gold", lambda row: GOLD(row.by_facts), "the same, as far as what is printed on it tells"),
]


# --- play -------------------------------------------------------------------------------------------------

PART = places(2)
MOST_POINTS = 8  # of a round's curve that are shown


def learned_play(found: Learned) -> doc.Document:
    """Return what each round's network wins, and how it learned."""
    plan = found.plan
    last = [each for each in found.alone if each.round == plan.rounds]
    lines = [
        f"It wins {share(each.share)} of the games of {_table(found, each.table)} alone against others of "
        f"{each.against} ({percent(1 / _players(found, each.table))} would be fair)."
        for each in last
        if each.against == plan.strategy.name
    ]
    names = [_table(found, k) for k in range(len(plan.works))]
    curve = [
        doc.text("round", lambda row: str(row.round)),
        Column("games", lambda row: row.games),
        *(
            Column(f"{name}, gold", _taken(k), "what it chooses comes to more than any option, by decision")
            for k, name in enumerate(names)
        ),
    ]
    return doc.Document(
        f"Play learned: {', '.join(deck.name for deck in plan.decks)}",
        lines,
        [
            Section("What each round's network wins alone", [doc.table("", found.alone, _alone_columns(found))]),
            Section("The learning curve, in games that it has not learned from", [doc.table("", _some(found), curve)]),
        ],
        about=f"{plan.rounds} rounds of {plan.games:,} games, beginning with {plan.strategy.name}, seed {plan.seed}",
        kept=f"The strategy: {found.strategies[-1]}",
        data=found.to_dict(),
    )


def _players(found: Learned, table: int) -> int:
    return found.plan.tables[table][1]


def _table(found: Learned, table: int) -> str:
    deck, players = found.plan.tables[table]
    return f"{deck} ({players} players)"


def _some(found: Learned) -> list[Point]:
    """The curve's points that are shown: the last of each round, and some on the way there."""
    shown = []
    for number in range(1, found.plan.rounds + 1):
        points = [point for point in found.curve if point.round == number]
        step = -(-len(points) // MOST_POINTS)
        shown += points[::-1][::step][::-1] if points else []
    return shown


def _taken(k: int) -> Callable[[Point], str]:
    return lambda row: PART(row.taken[k])


def _alone_columns(found: Learned) -> list[Column]:
    return [
        doc.text("round", lambda row: str(row.round)),
        doc.text("table", lambda row: _table(found, row.table)),
        doc.text("against", lambda row: row.against),
        Column(
            "share of the wins, %",
            lambda row: doc.number(in_percent(row.share), PART),
            "alone against others of that strategy",
            interval=ENDS,
        ),
    ]

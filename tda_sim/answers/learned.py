"""`tda learn values`: what each card is worth to whoever keeps it for the next gambit."""

from tda_sim.documents import model as doc
from tda_sim.documents import numbers
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import percent, places
from tda_sim.learn import KeptValues
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

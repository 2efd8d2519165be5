"""`tda learn`: what each card is worth to a player who keeps it, and what a network that learns to play wins."""

from collections.abc import Callable

from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Column, Section
from tda_sim.stats.intervals import Estimate
from tda_sim.training import KeptValues, Learned
from tda_sim.training.folder import Point
from tda_sim.wording.numbers import estimated, in_percent, percent, places, share
from tda_sim.wording.words import counted

GOLD = places(1)
SHOWN = 6  # cards from either end of the list, as bars


def learned_values(values: KeptValues) -> doc.Document:
    """Return what cards are worth in hand at the end of a gambit, the most valuable first."""
    config, most, least = values.work.config, values.cards[0], values.cards[-1]
    lines = [
        f"{most.title} is the best card to keep after a gambit, worth {_gold(most.worth)}.",
        f"{least.title} is worth least, {_gold(least.worth)}.",
        f"Gold explains {percent(values.by_gold)} of the differences between final hoards, and together with the cards "
        f"in hand {percent(values.explained)}.",
    ]
    return doc.Document(
        f"Cards worth keeping: {deck_title(config.deck)}, {config.players} players, {strategy_title(values.strategy)}",
        lines,
        [Section("", [_bars(values)]), Section("All cards", [doc.table("", values.cards, COLUMNS)])],
        about=f"{values.games:,} games, seed {config.seed}; 95 % intervals",
        kept="" if values.out is None else f"The parameters for lookahead: {values.out}",
        data=values.to_dict(),
    )


def _bars(values: KeptValues) -> doc.Bars:
    """Return the best and the worst cards to keep as bars; all of them where they are few."""
    cards = values.cards if len(values.cards) <= 2 * SHOWN else (*values.cards[:SHOWN], *values.cards[-SHOWN:])
    title = f"Gold that a card in hand is worth{'' if len(cards) == len(values.cards) else ', best and worst'}"
    return doc.Bars(title, [doc.Bar.of(card.title, estimated(card.worth)) for card in cards], "gold", show=GOLD)


def _gold(worth: Estimate) -> str:
    return f"{GOLD(worth.estimate)} gold ({GOLD(worth.low)} to {GOLD(worth.high)})"


COLUMNS = [
    doc.text("card", lambda row: row.title),
    Column(
        "worth keeping, gold",
        lambda row: doc.number(estimated(row.worth), GOLD),
        "What a card in hand is worth to its holder at the end of a gambit.",
        interval=ENDS,
    ),
    Column("by its facts, gold", lambda row: GOLD(row.by_facts), "The worth that follows from what is printed on it."),
]


# --- play -------------------------------------------------------------------------------------------------

PART = places(2)
MOST_POINTS = 8  # shown of each round's curve


def learned_play(learned: Learned) -> doc.Document:
    """Return what each round's network wins, and its learning curve."""
    plan = learned.plan
    last = [each for each in learned.alone if each.round == plan.rounds]
    lines = [
        f"In {_table(learned, each.table)}, alone against others of {strategy_title(each.against)}, the network wins "
        f"{share(each.share)} of games; {percent(1 / _players(learned, each.table))} is a fair share."
        for each in last
        if each.against in (plan.strategy.name, *(rival.name for rival in plan.rivals))
    ]
    how = [
        f"{counted(plan.rounds, 'round')} of {plan.games:,} games",
        f"{plan.strategy.name} plays the first",
        *([f"rivals: {', '.join(rival.name for rival in plan.rivals)}"] if plan.rivals else []),
        f"seed {plan.seed}",
    ]
    names = [_table(learned, k) for k in range(len(plan.works))]
    curve = [
        doc.text("round", lambda row: str(row.round)),
        Column("games", lambda row: row.games),
        *(
            Column(
                f"{name}, gold", _taken(k), "How much more its choice is worth than the average option, per decision."
            )
            for k, name in enumerate(names)
        ),
    ]
    return doc.Document(
        f"Learning to play: {', '.join(deck_title(deck.name) for deck in plan.decks)}",
        lines,
        [
            Section("Win rate of each round's network", [doc.table("", learned.alone, _alone_columns(learned))]),
            Section("Learning curve, in games that it has not learned from", [doc.table("", _some(learned), curve)]),
        ],
        about="; ".join(how),
        kept=f"The strategy: {learned.strategies[-1]}",
        data=learned.to_dict(),
    )


def _players(learned: Learned, table: int) -> int:
    return learned.plan.tables[table].players


def _table(learned: Learned, table: int) -> str:
    config = learned.plan.tables[table]
    return f"{deck_title(config.deck)} ({config.players} players{', with abilities' if config.abilities else ''})"


def _some(learned: Learned) -> list[Point]:
    """Return the points of the curve to show: the last of each round, and some before it."""
    shown = []
    for number in range(1, learned.plan.rounds + 1):
        points = [point for point in learned.curve if point.round == number]
        step = -(-len(points) // MOST_POINTS)
        shown += points[::-1][::step][::-1] if points else []
    return shown


def _taken(k: int) -> Callable[[Point], str]:
    return lambda row: PART(row.taken[k])


def _alone_columns(learned: Learned) -> list[Column]:
    return [
        doc.text("round", lambda row: str(row.round)),
        doc.text("table", lambda row: _table(learned, row.table)),
        doc.text("against", lambda row: strategy_title(row.against)),
        Column(
            "win rate, %",
            lambda row: doc.number(in_percent(row.share), PART),
            "Alone against others of that strategy.",
            interval=ENDS,
        ),
    ]

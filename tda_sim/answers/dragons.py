"""`tda cards` of a dice game: what each dragon is worth to whoever rolls it, and what a gaming set is worth."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tda_sim.answers.cards_tiers import tiers
from tda_sim.answers.dragons_rows import Rolled, Rolls, set_value
from tda_sim.answers.players import strength
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.definitions import DiceDeck, load_game
from tda_sim.documents import model as doc
from tda_sim.documents.model import Bar, Bars, Column, Document, Section
from tda_sim.documents.numbers import Estimate, known, percent, places, plus_minus
from tda_sim.documents.words import agree, capital, counted, listed
from tda_sim.errors import UserError, suggest
from tda_sim.measures.card_tiers import TIERS
from tda_sim.measures.dragons import ROLLED
from tda_sim.measures.table import plain_rows
from tda_sim.seats.games import DICE
from tda_sim.studies.dragon_study import DragonResults

Row = dict[str, Any]

FIRST, _ = ROLLED.values()
MOST_NAMED = 3
HOW_SURE = (
    "The value of a dragon is the mean result of the players who rolled it minus the mean result of all rolls. Dice"
    " decide who rolls it, so the dragon causes the difference: its strength, its price and its power together.",
    "Intervals have 95 % confidence; those of the dragons in a column hold all at once, over blocks of games. Dragons"
    " are tied where their intervals overlap.",
    "Values in later rounds compare players who had not withdrawn.",
    "A point of win rate is 10 wins in 1,000 gambits. Values hold for the strategies that played.",
)


def dragons(results: DragonResults) -> Document:
    """Return what dragons and a gaming set are worth: tiers first, then values by round and by who plays."""
    asked, main = results.asked, results.asked.strategies[0]
    first = Rolls(results, main, FIRST)
    sections = [
        Section("", [tiers(first.rows, "dragon")]),
        Section("Win rate from a first roll", [_bars(first)]),
        *(Section(f"Rolled in the {rolled}", [_values(results, rolled)]) for rolled in ROLLED.values()),
        Section("A gaming set", [_sets(results)]),
        Section(
            "How far to trust this",
            [doc.Words([*HOW_SURE, strength(main, [asked.deck], asked.players, game=DICE)], True)],
        ),
    ]
    return Document(
        f"What each dragon is worth: {deck_title(asked.deck)}, {asked.players} players",
        headline=[*_ends(first), _set(results)],
        sections=sections,
        about=_played(results),
        kept=f"The games: {results.out}",
        data=_data(results),
    )


def dragon(results: DragonResults, name: str) -> Document:
    """Return a dragon's page, by its name or title; raise UserError where the game has no such dragon."""
    name = find_dragon(results.asked.deck, name)
    asked, title = results.asked, results.titles[name]
    tables = {
        strategy: {rolled: Rolls(results, strategy, rolled) for rolled in ROLLED.values()}
        for strategy in results.values
    }
    main = tables[asked.strategies[0]]
    row = main[FIRST].by_name[name]
    bars = [Bar.of(strategy_title(strategy), of[FIRST].by_name[name].win) for strategy, of in tables.items()]
    columns = [
        doc.text("all play", lambda row: strategy_title(row[0])),
        doc.text("rolled in the", lambda row: row[1]),
        Column("win rate, points", lambda row: _cell(row[2].win)),
        Column("gold", lambda row: _cell(row[2].gold)),
        doc.text("tier", lambda row: row[2].tier),
        Column("rolls", lambda row: row[2].rolls),
    ]
    rows = [(strategy, rolled, rolls.by_name[name]) for strategy, of in tables.items() for rolled, rolls in of.items()]
    return Document(
        f"{title}: {deck_title(asked.deck)}",
        headline=[*_worth(row, main[FIRST]), *_later(main, name)],
        sections=[
            Section(
                "",
                [
                    Bars(
                        "Points of win rate from a first roll, by who plays",
                        bars,
                        "points",
                        show=places(1),
                        with_sign=True,
                    )
                ],
            ),
            Section("On the dragon", [doc.Facts(_facts(asked.deck, name))]),
            Section("By round and by who plays", [doc.table("", rows, columns)]),
        ],
        about=_played(results),
        kept=f"The games: {results.out}",
        data=_data(results) | {"dragon": name, "title": title, "tier": row.tier},
    )


def find_dragon(deck: str, name: str) -> str:
    """Return a dragon's name, given its name or its title; raise UserError where the game has no such dragon."""
    game = load_game(deck)
    assert isinstance(game, DiceDeck)
    by_title = {dragon.title.lower(): each for each, dragon in game.dragons.items()}
    if (dragon := by_title.get(name.lower(), name)) not in game.dragons:
        raise UserError.of(f"{deck} has no dragon {name}", hint=suggest(name, game.dragons))
    return dragon


# --- sentences --------------------------------------------------------------------------------------------


def _ends(rolls: Rolls) -> Iterator[str]:
    ranked = rolls.ranked
    if not ranked:
        yield "Too few gambits: the games do not show yet what a dragon is worth."
        return
    best, better, worse, worst = ([row for row in ranked if row.tier == letter] for letter in "SACD")
    first, last = ranked[0], ranked[-1]
    if len(best) == 1:
        yield f"{first.title} is the best dragon to roll first: {_points(first.win)} of win rate above an average roll."
    elif best:
        yield f"{_some(best)} are tied for best: {first.title} leads with {_points(first.win)} of win rate."
    elif better:
        yield f"{_some(better)} {_shown(better)} better than an average roll; which is the best is too close to call."
    else:
        yield f"No dragon is shown to be better than an average roll; {first.title} leads with {_points(first.win)}."
    if len(worst) == 1:
        yield f"{last.title} is the worst: {_points(last.win)}."
    elif worst:
        yield f"{_some(worst)} are tied for last: {last.title} is at the bottom with {_points(last.win)}."
    elif worse:
        yield f"{_some(worse)} {_shown(worse)} worse than an average roll; which is the worst is too close to call."
    else:
        yield f"No dragon is shown to be worse than an average roll; {last.title} is last with {_points(last.win)}."


def _some(rows: Sequence[Rolled]) -> str:
    return listed([row.title for row in rows]) if len(rows) <= MOST_NAMED else f"{len(rows)} dragons"


def _shown(rows: Sequence[Rolled]) -> str:
    return agree(len(rows), "is shown to be", "are shown to be")


def _set(results: DragonResults) -> str:
    win, gold = (set_value(results.sets[results.asked.strategies[0]], name) for name in ("win", "gold"))
    if not win.has_interval:
        return "The games do not show yet what a gaming set is worth."
    return f"A gaming set adds {_points(win)} of win rate and {plus_minus(gold, 1)} gold a gambit."


def _points(value: Estimate) -> str:
    return f"{plus_minus(value, 1)} points"


def _worth(row: Rolled, rolls: Rolls) -> Iterator[str]:
    if not row.win.has_interval:
        yield "Too few gambits: the games do not show yet what this dragon is worth."
        return
    yield (
        f"Tier {row.tier}, {TIERS[row.tier]}: rolling it first is worth {_points(row.win)} of win rate against an"
        f" average roll, number {row.place} of {len(rolls.ranked)} dragons."
    )
    yield f"It ends the gambit with {plus_minus(row.gold, 1)} gold against an average roll."


def _later(main: dict[str, Rolls], name: str) -> Iterator[str]:
    for rolled, rolls in main.items():
        value = rolls.by_name[name].win
        if rolled != FIRST and value.has_interval:
            yield f"Rolled in {rolled}, it is worth {_points(value)}."


# --- tables -----------------------------------------------------------------------------------------------


def _bars(rolls: Rolls) -> Bars:
    bars = [Bar.of(row.title, row.win) for row in rolls.ranked]
    title = f"Points of win rate above an average roll, all play {strategy_title(rolls.strategy)}"
    return Bars(title, bars, "points", show=places(1), with_sign=True)


def _values(results: DragonResults, rolled: str) -> doc.Table:
    main, *others = results.asked.strategies
    tables = {name: Rolls(results, name, rolled) for name in results.asked.strategies}

    def win(name: str) -> Callable[[Rolled], doc.Cell]:
        return lambda row: _cell(tables[name].by_name[row.name].win)

    columns = [
        doc.text("dragon", lambda row: row.title),
        Column("win rate, points", win(main), "Points of win rate above an average roll."),
        doc.text("tier", lambda row: row.tier, facet=True),
        Column("gold", lambda row: _cell(row.gold), "Gold at the end of the gambit, above an average roll."),
        *(
            Column(f"{strategy_title(name)}, points", win(name), f"Win rate where all play {strategy_title(name)}.")
            for name in others
        ),
    ]
    return doc.table("", tables[main].rows, columns)


def _cell(value: Estimate) -> doc.Cell:
    return doc.number(value if value.has_interval else None, places(2), with_sign=True)


def _sets(results: DragonResults) -> doc.Table:
    columns = [
        doc.text("where all play", lambda row: strategy_title(row[0])),
        Column(
            "win rate, points",
            lambda row: _cell(set_value(row[1], "win")),
            f"Points above {percent(1 / results.asked.players, 1)}, a fair share.",
        ),
        Column("gold", lambda row: _cell(set_value(row[1], "gold")), "Gold gained in a gambit."),
    ]
    return doc.table("", list(results.sets.items()), columns)


def _facts(deck: str, name: str) -> dict[str, list[str]]:
    game = load_game(deck)
    assert isinstance(game, DiceDeck)
    printed = game.dragons[name]
    rows = {
        "Kind": ["Dragon god" if printed.god else f"{capital(printed.alignment)} dragon"],
        "Strength": [printed.strength_in_words],
        "Power": [game.power_of(name)],
        "In commands": [name],
    }
    return {heading: values for heading, values in rows.items() if values != ["None"]}


def _played(results: DragonResults) -> str:
    asked = results.asked
    players = listed(list(map(strategy_title, asked.strategies)), " or ")
    return (
        f"{asked.players} players, {counted(asked.games, 'gambit')} where all play {players}, and as many with a gaming"
        f" set; seed {asked.seed}"
    )


def _data(results: DragonResults) -> Row:
    asked = results.asked
    return {
        "deck": asked.deck,
        "players": asked.players,
        "games": asked.games,
        "seed": asked.seed,
        "strategies": list(asked.strategies),
        "dragons": [{"strategy": name, **row} for name, table in results.values.items() for row in plain_rows(table)],
        "gaming_set": [
            {"strategy": name, **{key: known(value) for key, value in row.items()}}
            for name, row in results.sets.items()
        ],
        "out": str(results.out),
    }

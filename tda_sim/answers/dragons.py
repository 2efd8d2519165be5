"""`tda cards` of a dice game: what each dragon is worth to whoever rolls it, and what a gaming set is worth."""

from collections.abc import Iterator

from tda_sim.agents.games import DICE
from tda_sim.answers.cards_faces import name_of
from tda_sim.answers.players import strength
from tda_sim.answers.ranking import Ranking, Thing
from tda_sim.answers.ranking_tables import bars, data_of, number, tiers
from tda_sim.answers.ranking_words import Spoken, ends, over_tables
from tda_sim.answers.speech import with_whom
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.definitions import DiceDeck, load_game
from tda_sim.measures.dragons import ROLLED
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.tiers import TIERS
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Document, Section
from tda_sim.studies.dragon_study import DragonResults
from tda_sim.wording.numbers import Estimate, percent, plus_minus
from tda_sim.wording.words import capital, counted, listed

FIRST, _ = ROLLED.values()
WIN, GOLD = "win", "gold"
SPOKEN = Spoken("dragon", "dragons", "dragon to roll first", "above an average roll", "an average roll", scale=PERCENT)
HOW_SURE = (
    "The value of a dragon is the mean result of the players who rolled it minus the mean result of all rolls. Dice"
    " decide who rolls it, so the dragon causes the difference: its strength, its price and its power together.",
    "Intervals have 95 % confidence; those of the dragons in a column hold all at once, over blocks of games. Dragons"
    " are tied where their intervals overlap.",
    "Values in later rounds compare players who had not withdrawn.",
    "A point of win rate is 10 wins in 1,000 gambits. Values hold for the strategies that played.",
)


class Rolls(Ranking):
    """The dragons of a dice game, whose wins are shares."""

    point = 1 / PERCENT


def _rolls(results: DragonResults, rolled: str) -> list[Ranking]:
    """Return the dragons rolled in one part of the gambit, at the tables of all strategies, the main one first."""
    return [Rolls(results.tables, WIN, cell, reference=rolled) for cell in range(len(results.asked.strategies))]


def dragons(results: DragonResults) -> Document:
    """Return what dragons and a gaming set are worth: tiers first, then values by round and by who plays."""
    asked = results.asked
    first, *_ = _rolls(results, FIRST)
    trust = [*HOW_SURE, strength(first.player, [asked.deck], asked.players, game=DICE)]
    none = "Too few gambits: the games do not show yet what a dragon is worth."
    values = {row.title: _points(row) for row in first.ranked}
    title = f"Points of win rate above an average roll, all play {strategy_title(first.player)}"
    return Document(
        f"What each dragon is worth: {deck_title(asked.deck)}, {asked.players} players",
        headline=[*(ends(first, SPOKEN) if first.ranked else [none]), _set(first)],
        sections=[
            Section("", [tiers(first.rows, "dragon", "win rate from a first roll")]),
            Section("Win rate from a first roll", [bars(title, values, "points")]),
            *(Section(f"Rolled in the {rolled}", [_values(_rolls(results, rolled))]) for rolled in ROLLED.values()),
            Section("A gaming set", [_sets(results)]),
            Section("How far to trust this", [doc.Words(trust, listed=True)]),
        ],
        about=_played(results),
        kept=f"The games: {results.out}",
        data=data_of(results),
    )


def dragon(results: DragonResults, name: str) -> Document:
    """Return a dragon's page, by its name or title; raise UserError where the game has no such dragon."""
    name = find_dragon(results.asked.deck, name)
    every = {rolled: _rolls(results, rolled) for rolled in ROLLED.values()}
    main = {rolled: tables[0] for rolled, tables in every.items()}
    row = main[FIRST].by_name[name]
    by_player = {strategy_title(rolls.player): _points(rolls.by_name[name]) for rolls in every[FIRST]}
    columns = [
        doc.text("all play", lambda row: strategy_title(row[0].player)),
        doc.text("rolled in the", lambda row: row[0].where["reference"]),
        number("win rate, points", lambda row: _points(row[1]), 2),
        number("gold", lambda row: _gold(row[1]), 2),
        doc.text("tier", lambda row: row[1].tier),
        Column("rolls", lambda row: row[1].row.n),
    ]
    tables = [rolls for both in zip(*every.values(), strict=True) for rolls in both]
    return Document(
        f"{row.title}: {deck_title(results.asked.deck)}",
        headline=[*_worth(row, main[FIRST]), *_later(main, name)],
        sections=[
            Section("", [bars("Points of win rate from a first roll, by who plays", by_player, "points")]),
            Section("On the dragon", [doc.Facts(_facts(results.asked.deck, name))]),
            Section(
                "By round and by who plays",
                [doc.table("", [(rolls, rolls.by_name[name]) for rolls in tables], columns)],
            ),
        ],
        about=_played(results),
        kept=f"The games: {results.out}",
        data=data_of(results) | {"dragon": name, "title": row.title, "tier": row.tier},
    )


def find_dragon(deck: str, name: str) -> str:
    """Return a dragon's name, given its name or its title; raise UserError where the game has no such dragon."""
    game = load_game(deck)
    assert isinstance(game, DiceDeck)
    return name_of(deck, name, {known: dragon.title for known, dragon in game.dragons.items()}, "dragon")


# --- sentences --------------------------------------------------------------------------------------------


def _set(rolls: Ranking) -> str:
    win, gold = (row.estimate for row in rolls.estimates(group="gaming_set"))
    if not win.has_interval:
        return "The games do not show yet what a gaming set is worth."
    who = with_whom([rolls.player])
    return f"A gaming set adds {SPOKEN.amount(win)} and {plus_minus(gold, 1)} gold a gambit {who}."


def _worth(row: Thing, rolls: Ranking) -> Iterator[str]:
    if not row.main.has_interval:
        yield "Too few gambits: the games do not show yet what this dragon is worth."
        return
    worth = f"rolling it first is worth {SPOKEN.amount(row.main)} against an average roll {with_whom([rolls.player])}"
    ranks = f"(rank {row.places} of {len(rolls.ranked)}{over_tables(rolls, row, SPOKEN)})"
    yield f"Tier {row.tier}, {TIERS[row.tier]}: {worth} {ranks}."
    yield f"It ends the gambit with {plus_minus(row.of(GOLD) or Estimate(), 1)} gold against an average roll."


def _later(main: dict[str, Ranking], name: str) -> Iterator[str]:
    for rolled, rolls in main.items():
        value = rolls.by_name[name].main
        if rolled != FIRST and value.has_interval:
            yield f"Rolled in {rolled}, it is worth {SPOKEN.amount(value)}."


# --- tables -----------------------------------------------------------------------------------------------


def _values(tables: list[Ranking]) -> doc.Table:
    main, *others = tables

    def there(rolls: Ranking) -> Column:
        name = strategy_title(rolls.player)
        meaning = f"Win rate where all play {name}."
        return number(f"{name}, points", lambda row: _points(rolls.by_name[row.name]), 2, meaning)

    columns = [
        doc.text("dragon", lambda row: row.title),
        number("win rate, points", _points, 2, "Points of win rate above an average roll."),
        doc.text("tier", lambda row: row.tier, facet=True),
        number("gold", _gold, 2, "Gold at the end of the gambit, above an average roll."),
        *map(there, others),
    ]
    return doc.table("", main.rows, columns)


def _points(row: Thing) -> Estimate | None:
    """Return a dragon's value in points of win rate, if it has an interval."""
    return row.main.times(PERCENT) if row.main.has_interval else None


def _gold(row: Thing) -> Estimate | None:
    gold = row.of(GOLD)
    return gold if gold and gold.has_interval else None


def _sets(results: DragonResults) -> doc.Table:
    fair = f"Points above {percent(1 / results.asked.players, 1)}, a fair share."
    sets = [
        (rolls.player, *(row.estimate for row in rolls.estimates(group="gaming_set")))
        for rolls in _rolls(results, FIRST)
    ]
    columns = [
        doc.text("where all play", lambda row: strategy_title(row[0])),
        number("win rate, points", lambda row: row[1].times(PERCENT) if row[1].has_interval else None, 2, fair),
        number("gold", lambda row: row[2] if row[2].has_interval else None, 2, "Gold gained in a gambit."),
    ]
    return doc.table("", sets, columns)


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

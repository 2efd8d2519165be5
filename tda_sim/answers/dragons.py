"""`tda cards` of a dice game: what every dragon is worth to who rolls it, and what a gaming set is worth."""

from math import isfinite
from typing import Any

from tda_sim.answers.tables import plain_rows
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Document, Section
from tda_sim.documents.numbers import Estimate, known, percent, places
from tda_sim.documents.words import counted
from tda_sim.measures.dragons import ROLLED
from tda_sim.studies.dragon_study import DragonsFound

Row = dict[str, Any]

HOW_SURE = (
    "A dragon is worth what those have on average who rolled it, less what all have who rolled any. Dice assign it, so "
    "the difference is its doing. Its strength, its price and its power are all part of it.",
    "Intervals have 95 %, over blocks of games; those of the dragons of a column hold all at once.",
    "In later rounds it is so among players who had not withdrawn.",
    "Values are about how these strategies play.",
)


def dragons(found: DragonsFound) -> Document:
    """Return what dragons and the gaming set are worth: the first strategy's table, and the others' beside it."""
    asked = found.asked
    main = asked.strategies[0]
    sections = [_values(found, rolled, main) for rolled in ROLLED.values()]
    sections += [_sets(found), Section("How sure", [doc.Words(HOW_SURE, listed=True)])]
    return Document(
        f"What the dragons of {asked.deck} are worth",
        headline=[_best(found, main), _set(found, main)],
        sections=sections,
        about=f"{asked.players} players, {counted(asked.games, 'gambit')} where all play "
        f"{', or '.join(asked.strategies)}, and as many with a gaming set; seed {asked.seed}",
        kept=f"The games: {found.out}",
        data=_data(found),
    )


def _best(found: DragonsFound, main: str) -> str:
    told = [row for row in found.values[main].filter(rolled="first round").to_dicts() if _is_told(row, "win")]
    if not told:
        return "What a dragon is worth cannot be told from so few games."
    first, last = max(told, key=_win), min(told, key=_win)
    return (
        f"A first roll of {found.titles[first['dragon']]} is worth most, {_points(first, 'win')} of the chance to win; "
        f"{found.titles[last['dragon']]} is worth least, {_points(last, 'win')}."
    )


def _set(found: DragonsFound, main: str) -> str:
    row = found.sets[main]
    if not _is_told(row, "win"):
        return "What a gaming set is worth cannot be told either."
    return f"A gaming set is worth {_points(row, 'win')} of the chance to win, and {_gold(row)} gold a gambit."


def _win(row: Row) -> float:
    return float(row["win"])


def _is_told(row: Row, name: str) -> bool:
    """Whether there is an interval: a single block of games has none, and a dragon that nobody rolled no value."""
    return isfinite(row[f"{name}_low"])


def _points(row: Row, name: str) -> str:
    low, high = (100 * row[f"{name}_{end}"] for end in ("low", "high"))
    return f"{100 * row[name]:+.2f} points [{low:+.2f}, {high:+.2f}]"


def _gold(row: Row) -> str:
    return f"{row['gold']:+.2f} [{row['gold_low']:+.2f}, {row['gold_high']:+.2f}]"


def _estimate(row: Row, name: str, factor: float = 1.0) -> Estimate | None:
    if not _is_told(row, name):
        return None
    return Estimate(row[name] * factor, row[f"{name}_low"] * factor, row[f"{name}_high"] * factor)


def _values(found: DragonsFound, rolled: str, main: str) -> Section:
    by = {
        name: {row["dragon"]: row for row in table.filter(rolled=rolled).to_dicts()}
        for name, table in found.values.items()
    }
    rows = sorted(by[main], key=lambda dragon: (not _is_told(by[main][dragon], "win"), -by[main][dragon]["win"]))
    columns = [
        doc.text("dragon", lambda dragon: found.titles[dragon]),
        Column("chance to win, points", _cell(by[main], "win", 100), "Beyond that of any roll."),
        Column("gold", _cell(by[main], "gold", 1), "Beyond that of any roll, at the end of the gambit."),
        *(Column(f"win with {name}", _cell(by[name], "win", 100)) for name in found.asked.strategies[1:]),
    ]
    return Section(f"A dragon rolled in the {rolled}", [doc.table("", rows, columns)])


def _cell(rows: dict[str, Row], name: str, factor: float) -> Any:
    return lambda dragon: doc.number(_estimate(rows[dragon], name, factor), places(2), with_sign=True)


def _sets(found: DragonsFound) -> Section:
    rows = [(name, row) for name, row in found.sets.items()]
    columns = [
        doc.text("where all play", lambda row: row[0]),
        Column(
            "chance to win, points",
            lambda row: doc.number(_estimate(row[1], "win", 100), places(2), with_sign=True),
            f"Beyond {percent(1 / found.asked.players, 1)}.",
        ),
        Column("gold", lambda row: doc.number(_estimate(row[1], "gold"), places(2), with_sign=True), "Each gambit."),
    ]
    return Section("A gaming set", [doc.table("", rows, columns)])


def _data(found: DragonsFound) -> Row:
    asked = found.asked
    return {
        "deck": asked.deck,
        "players": asked.players,
        "games": asked.games,
        "seed": asked.seed,
        "strategies": list(asked.strategies),
        "dragons": [{"strategy": name, **row} for name, table in found.values.items() for row in plain_rows(table)],
        "gaming_set": [
            {"strategy": name, **{key: known(value) for key, value in row.items()}} for name, row in found.sets.items()
        ],
        "out": str(found.out),
    }

"""`tda levels`: how strong the levels of play are, and who plays at them."""

from collections.abc import Iterator
from typing import NamedTuple

from tda_sim.agents.levels import RIVAL, Calibrated, Calibration, Person, levels
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Column, Section
from tda_sim.tuning.levels import SEARCHED, CalibrationPlan, rows
from tda_sim.wording.numbers import Estimate, percent, places, span, whole

FULL = 4  # players: the usual table


class Row(NamedTuple):
    """A level at a table."""

    players: int
    name: str
    it: Calibrated


def known_levels(known: Calibration, players: int) -> doc.Document:
    """Return what is known of the levels for a number of players."""
    there = {deck: {players: counts[players]} for deck, counts in known.items() if players in counts}
    return doc.Document(
        f"Levels of play: {players} players",
        [
            "A level stands for people of some experience. The player in each seat is drawn for each game: a "
            "strategy with noise, bold or careful antes, and lapses. A level plays wherever a strategy does.",
            _fair(players),
        ],
        [*_by_deck(there), _who(), Section("", [doc.Words([PICK, AGAIN])])],
        data={"players": players, "levels": {name: each.model_dump() for name, each in levels().items()}}
        | {"known": rows(there)},
    )


def calibrated(plan: CalibrationPlan, found: Calibration, kept: str) -> doc.Document:
    """Return what a calibration has found."""
    return doc.Document(
        f"Levels of play, calibrated: {', '.join(deck_title(deck) for deck in found)}",
        [_fair(plan.players[0])] if len(plan.players) == 1 else [],
        [*_by_deck(found), _who()],
        about=f"{plan.games:,} games measure each level, after {round(SEARCHED * plan.games):,} others for each noise "
        f"that was tried; seed {plan.seed}",
        kept=kept,
        data=plan.configuration | {"found": rows(found)},
    )


PICK = (
    "casual:stakes=30..36 is the part of a level with so much gold in the stakes of a gambit at a table of its kind: "
    "ask your players how much lies there."
)
AGAIN = "tda levels DECK calibrates the levels; with --keep, the project's runs use the result."


def _fair(players: int) -> str:
    others = "the other one" if players == 2 else "all others"
    return (
        f"Alone, where {others} play {strategy_title(RIVAL)}, a level should win "
        f"{', '.join(_target(name, players) for name in levels())}; an equal player wins {percent(1 / players)}."
    )


def _target(name: str, players: int) -> str:
    level = levels()[name]
    return f"{strategy_title(name)} {percent(level.share(players))}"


def _by_deck(known: Calibration) -> Iterator[Section]:
    for deck, counts in known.items():
        there = [Row(players, name, it) for players, each in counts.items() for name, it in each.items()]
        columns = [
            doc.text("level", lambda row: strategy_title(row.name)),
            *([Column("players", lambda row: row.players)] if len(counts) > 1 else []),
            Column(
                "wins, %",
                lambda row: doc.number(Estimate(*row.it.wins).times(100), places(1)),
                f"Alone among {strategy_title(RIVAL)}.",
                interval=ENDS,
            ),
            Column("should, %", lambda row: places(1)(100 * levels()[row.name].share(row.players))),
            Column(
                "noise, gold", lambda row: places(2)(row.it.noise), "The size of the noise on the worth of options."
            ),
            Column("stakes, gold", lambda row: span(row.it.stakes, whole), "In a gambit, among players of one kind."),
        ]
        yield Section(deck_title(deck), [doc.table("", there, columns)])


def _who() -> Section:
    """Return who plays at the levels."""
    people = [(name, person) for name, level in levels().items() for person in level.players]
    columns = [
        doc.text("level", lambda row: strategy_title(row[0])),
        doc.text("player", lambda row: strategy_title(row[1].strategy)),
        Column("share, %", lambda row: whole(100 * _share(*row))),
        Column(
            "boldness",
            lambda row: f"{row[1].boldness:g}",
            "What a point of an ante's strength is worth beside all else.",
        ),
        Column("lapses, %", lambda row: f"{100 * row[1].lapses:g}", "Any option, by chance."),
        doc.text("overlooks", lambda row: _overlooked(row[1])),
    ]
    return Section("Who plays", [doc.table("", people, columns, "All have their level's noise.")])


def _share(level: str, person: Person) -> float:
    """Return which share of a level's players a person is."""
    return person.weight / sum(each.weight for each in levels()[level].players)


def _overlooked(person: Person) -> str:
    return ", ".join({"triggers": "own triggers", "flights": "others' flights"}[each] for each in person.overlooks)

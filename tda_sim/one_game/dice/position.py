"""Positions of the dice game, read from a record and written into one, in the format of a scenario's `start`."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tda_sim.definitions.dice import DiceTables
from tda_sim.definitions.models import Model
from tda_sim.dice.layout import ROUNDS
from tda_sim.dice.terms import Phase, Power
from tda_sim.engine.layout import MAX_PLAYERS, NONE, STAKES
from tda_sim.errors import Hint, suggest
from tda_sim.one_game.driver import Record
from tda_sim.one_game.position import debt_entry
from tda_sim.one_game.scenario_file import Gold, OpenDebt, Report, Seat

MAX_SHOWN = 60  # the greatest strength of a dragon in a position


class Start(Model):
    """A position: before the first roll (`gambit`), at a turn, or before the scoring."""

    phase: Literal["gambit", "turn", "score"] = "turn"
    players: Annotated[int, Field(ge=2, le=MAX_PLAYERS)]
    gambit: Annotated[int, Field(ge=1)] = 1
    round: Annotated[int, Field(ge=1, le=ROUNDS)] = 1
    first: Seat = 0
    turn: Seat | None = None
    stakes: Gold = 0
    hoards: list[Gold] | None = None
    totals: list[Gold] | None = None
    flights: list[list[str]] | None = None
    gods: list[Annotated[int, Field(ge=0, le=ROUNDS)]] | None = None
    out: list[Seat] = []
    debts: list[OpenDebt] = []


PER_SEAT = ("hoards", "totals", "flights", "gods")


def write_position(start: Start, tables: DiceTables, game: Record, report: Report) -> None:
    """Write a position into a record before its first gambit, and report mistakes."""
    table: Any = game[0]["table"]
    players = start.players
    for key in PER_SEAT:
        values = getattr(start, key)
        if values is not None and len(values) != players:
            report(("start", key), f"{key} has {len(values)} entries for {players} players", None)
            return
    for key in ("first", "turn"):
        if (getattr(start, key) or 0) >= players:
            report(("start", key), f"there is no seat {getattr(start, key)}", f"seats go from 0 to {players - 1}")
            return
    table["score"][:players] = start.totals or 0
    table["gambit"] = start.gambit - (start.phase == "gambit")
    if start.gambit > table["rules"]["gambits"]:
        report(("start", "gambit"), f"there is no gambit {start.gambit}", f"gambits: {table['rules']['gambits']}")
        return
    if start.phase == "gambit":
        return
    table["phase"] = Phase[start.phase.upper()]
    table["round"], table["first"] = start.round, start.first
    table["turn"] = start.first if start.turn is None else start.turn
    table["turns"] = (table["turn"] - table["first"]) % players
    table["stakes"] = start.stakes
    table["hoard"][:players] = start.hoards if start.hoards is not None else table["rules"]["starting_gold"]
    table["winner"] = table["leader"] = NONE
    table["out"] = sum(1 << seat for seat in set(start.out))
    table["playing"] = players - len(set(start.out))
    game[0]["opener"][start.gambit - 1] = start.first
    for seat, flight in enumerate(start.flights or []):
        _write_flight(seat, flight, tables, game, report)
    if start.gods is not None:
        table["gods"][:players] = start.gods
    table["n_debts"] = len(start.debts)
    for row, debt in zip(table["debt"], start.debts, strict=False):
        row["debtor"], row["creditor"], row["gold"] = debt.debtor, debt.creditor, debt.gold


def _write_flight(seat: int, flight: list[str], tables: DiceTables, game: Record, report: Report) -> None:
    table, cards = game[0]["table"], game[0]["cards"]
    if len(flight) > ROUNDS:
        report(("start", "flights", seat), f"a flight has at most {ROUNDS} dragons", None)
        return
    for place, text in enumerate(flight):
        card = read_dragon(text, tables, cards)
        if isinstance(card, tuple):
            report(("start", "flights", seat, place), *card)
            return
        dragon, strength = card["dragon"], card["strength"]
        table["dragon"][seat, place], table["strength"][seat, place] = dragon, strength
        table["size"][seat] += 1
        table["total"][seat] += strength
        table["good" if cards["good"][dragon] else "evil"][seat] += 1
        table["gods"][seat] += cards["god"][dragon]
        table["weakest_wins"] += int(cards["power"][dragon] == Power.WEAKEST_WINS)
        table["banishers"] += int(cards["power"][dragon] == Power.BANISH)


def read_dragon(text: str, tables: DiceTables, cards: Any) -> dict[str, int] | tuple[str, Hint | None]:
    """Return the dragon and the strength in a text such as ``red 7`` or ``tiamat``, or the mistake in it."""
    name, _, number = text.partition(" ")
    if name not in tables.names:
        return f"there is no dragon {name}", suggest(name, tables.names)
    dragon = tables.names.index(name)
    die, strength = int(cards["die"][dragon]), int(cards["strength"][dragon])
    if not die:
        right = str(strength)
        return {"dragon": dragon, "strength": strength} if number in ("", right) else (f"{name} has {right}", None)
    if not number.isdecimal() or not 1 <= int(number) <= die:
        return f"{text} is no strength of {name}", f"{name} 1 to {name} {die}"
    return {"dragon": dragon, "strength": int(number)}


def position(game: Any, tables: DiceTables) -> dict[str, Any]:
    """Return the whole position; a scenario that starts from it is in the same position."""
    table: Any = game[0]["table"]
    players = int(table["players"])
    phase = Phase(int(table["phase"]))
    return {
        "phase": phase.name.lower(),
        "players": players,
        "gambit": int(table["gambit"]),
        **{key: int(table[key]) for key in ("round", "first", "turn", "stakes")},
        "hoards": _numbers(table["hoard"], players),
        "totals": _numbers(table["score"], players),
        "flights": [_flight(table, seat, tables) for seat in range(players)],
        "gods": _numbers(table["gods"], players),
        "out": [seat for seat in range(players) if int(table["out"]) >> seat & 1],
        "debts": [
            debt_entry(int(row["debtor"]), int(row["creditor"]), int(row["gold"]))
            for row in table["debt"][: table["n_debts"]]
            if row["gold"]
        ],
    }


def _numbers(values: Any, players: int) -> list[int]:
    return [int(value) for value in values[:players]]


def _flight(table: Any, seat: int, tables: DiceTables) -> list[str]:
    pairs = zip(table["dragon"][seat], table["strength"][seat], strict=True)
    return [f"{tables.names[dragon]} {strength}" for dragon, strength in list(pairs)[: int(table["size"][seat])]]


def state(game: Record, tables: DiceTables) -> dict[str, Any]:
    """Return everything that a scenario may expect, by its names there."""
    place, table = position(game, tables), game[0]["table"]
    players = place["players"]
    over = int(table["phase"]) == Phase.OVER
    winners = int(game[0]["tally"]["winners"]) if over else 0
    return place | {
        "strengths": _numbers(table["total"], players),
        "gambit_winner": None if table["winner"] == NONE else int(table["winner"]),
        "leader": None if table["leader"] == NONE else int(table["leader"]),
        "winners": [seat for seat in range(players) if winners >> seat & 1],
        "finished": over,
        "asked": int(game[0]["tally"]["decisions"]),
    }


__all__ = ["STAKES", "Start", "position", "state", "write_position"]

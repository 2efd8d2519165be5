"""From the record of a game to a position, complete, in the format of a scenario's `start`."""

from typing import Any

from tda_sim.definitions import Tables
from tda_sim.engine.layout import NONE, STAKES, Debt, Phase
from tda_sim.lab.driver import Record
from tda_sim.lab.setup import lasting_fields, paid_colours


def position(game: Record, tables: Tables) -> dict[str, Any]:
    """The whole position; a scenario that starts from it stands the same.

    Once the game is over, ``phase`` is "over", which no scenario can start from.
    """
    return _Reader(game, tables).everything()


class _Reader:
    def __init__(self, game: Record, tables: Tables) -> None:
        self.record: Any = game[0]
        self.table: Any = game[0]["table"]
        self.tables = tables
        self.players = int(self.table["players"])

    def everything(self) -> dict[str, Any]:
        phase = Phase(int(self.table["phase"]))
        place = {} if phase == Phase.ANTE else {key: int(self.table[key]) for key in ("round", "leader", "turn")}
        hole = self.table["rules"]["debt"] == Debt.HOLE
        return {
            "phase": phase.name.lower(),
            **place,
            "stakes": int(self.table["stakes"]),
            "hoards": self.hoards(),
            "hands": self.hands(),
            "flights": self.flights(),
            "played": self.played(),
            "ante": self.ante(),
            "deck": self.deck(),
            "only": True,
            "discard": self.discard(),
            **({"owed": self.owed(), "hole": int(self.table["hole"])} if hole else {"debts": self.debts()}),
            "in_force": self.in_force(),
            "special_flights": self.special_flights(),
        }

    def names(self, cards: Any, n: Any) -> list[str]:
        return [self.tables.names[card] for card in cards[:n]]

    def hoards(self) -> list[int]:
        return [int(gold) for gold in self.table["hoard"][: self.players]]

    def owed(self) -> list[int]:
        return [int(gold) for gold in self.table["owed"][: self.players]]

    def hands(self) -> list[list[str]]:
        return [self.names(hand["card"], hand["n"]) for hand in self.record["hand"][: self.players]]

    def flights(self) -> list[list[str]]:
        sizes = self.table["flight_size"]
        return [self.names(self.table["flight"][seat], sizes[seat]) for seat in range(self.players)]

    def played(self) -> list[str | None]:
        places = [int(place) for place in self.table["played"][: self.players]]
        return [None if place == NONE else self.flights()[seat][place] for seat, place in enumerate(places)]

    def ante(self) -> list[str]:
        return self.names(self.table["ante"], self.table["ante_size"])

    def deck(self) -> list[str]:
        """Top first."""
        return self.names(self.record["deck"], self.table["deck_size"])[::-1]

    def discard(self) -> list[str]:
        return self.names(self.table["discard"], self.table["discard_size"])

    def debts(self) -> list[dict[str, Any]]:
        rows = self.table["debt"][: self.table["n_debts"]]
        return [debt_entry(int(row["debtor"]), int(row["creditor"]), int(row["gold"])) for row in rows]

    def in_force(self) -> list[dict[str, Any]]:
        """Which card a lasting power came from is not written down: the first one that fits stands for it."""
        found = []
        if self.table["weakest_wins"]:
            found.append({"card": self.card_behind("weakest_wins"), "seat": 0})
        if self.table["next_leader"] != NONE:
            found.append({"card": self.card_behind("next_leader"), "seat": int(self.table["next_leader"])})
        return found

    def card_behind(self, field: str) -> str:
        cards = range(len(self.tables.names))
        return next(self.tables.names[card] for card in cards if field in lasting_fields(self.tables, card))

    def special_flights(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for seat in range(self.players):
            colours, strengths = int(self.table["colours_paid"][seat]), int(self.table["strengths_paid"][seat])
            names = paid_colours(self.tables)
            found += [{"seat": seat, "colour": name} for k, name in enumerate(names) if colours >> k & 1]
            found += [{"seat": seat, "strength": k} for k in range(64) if strengths >> k & 1]
        return found


def debt_entry(debtor: int, creditor: int, gold: int) -> dict[str, Any]:
    """A debt as scenarios write it."""
    return {"from": debtor, "to": "stakes" if creditor == STAKES else creditor, "gold": gold}


def state(game: Record, tables: Tables) -> dict[str, Any]:
    """Everything that a scenario may expect, by the names it uses."""
    reader = _Reader(game, tables)
    table = game[0]["table"]
    winner = int(table["gambit_winner"])
    over = bool(table["phase"] == Phase.OVER)
    bits = int(game[0]["tally"]["winners"]) if over else 0
    return {
        "stakes": int(table["stakes"]),
        "hoards": reader.hoards(),
        "hands": reader.hands(),
        "flights": reader.flights(),
        "ante": reader.ante(),
        "discard": reader.discard(),
        "deck_top": reader.deck(),
        "deck_size": int(table["deck_size"]),
        "hand_sizes": [int(size) for size in table["hand_size"][: reader.players]],
        "owed": reader.owed(),
        "debts": reader.debts(),
        "hole": int(table["hole"]),
        "leader": int(table["leader"]),
        "turn": int(table["turn"]),
        "round": int(table["round"]),
        "gambit_winner": None if winner == NONE else winner,
        "winners": [seat for seat in range(reader.players) if bits >> seat & 1],
        "finished": over,
    }

"""The complete position of a game, in the format of a scenario's `start`."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tda_sim.definitions import Tables
from tda_sim.engine.layout import NONE, STAKES
from tda_sim.engine.terms import Debt, Phase, Tie
from tda_sim.one_game.driver import Record
from tda_sim.one_game.setup import paid_colours


def position(game: Record, tables: Tables) -> dict[str, Any]:
    """Return the whole position; a scenario that starts from it is in the same position.

    No scenario can start from these phases: "set_up" while players pick cards for the deck, "clean_up" and
    "next_game" after the scoring, and "over". A seat whose player has left has no gold and no cards.
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
        under_way = phase not in (Phase.SET_UP, Phase.ANTE)
        place = {key: int(self.table[key]) for key in ("round", "leader", "turn")} if under_way else {}
        hole = self.table["rules"]["debt"] == Debt.HOLE
        return {
            "phase": phase.name.lower(),
            **place,
            "stakes": int(self.table["stakes"]),
            "hoards": self.hoards(),
            "hands": self.hands(),
            "flights": self.flights(),
            **({"plays": self.plays()} if self.plays() != self.flights() else {}),
            "played": self.played(),
            "ante": self.ante(),
            "deck": self.deck(),
            "only": True,
            "discard": self.discard(),
            **({"owed": self.owed(), "hole": int(self.table["hole"])} if hole else {"debts": self.debts()}),
            "in_force": self.in_force(),
            "special_flights": self.special_flights(),
            **self.abilities(),
        }

    def abilities(self) -> dict[str, Any]:
        """Return who has which abilities and which are used up; nothing where nobody has any."""
        if not any(self.table["abilities"][: self.players]):
            return {}
        return {
            "abilities": self.ability_names("abilities"),
            "spent": self.ability_names("spent"),
            "disks": self.disks(),
            "gambits_won": [int(won) for won in self.table["gambits_won"][: self.players]],
        }

    def ability_names(self, field: str) -> list[list[str]]:
        masks = [int(mask) for mask in self.table[field][: self.players]]
        return [[name for k, name in enumerate(self.tables.abilities) if mask >> k & 1] for mask in masks]

    def disks(self) -> list[str]:
        return ["spent" if spent else "ready" for spent in self.table["disk"][: self.players]]

    def names(self, cards: Any, n: Any) -> list[str]:
        return [self.tables.names[card] for card in cards[:n]]

    def hoards(self) -> list[int]:
        return [int(gold) for gold in self.table["hoard"][: self.players]]

    def owed(self) -> list[int]:
        return [int(gold) for gold in self.table["owed"][: self.players]]

    def hands(self) -> list[list[str]]:
        return [self.names(hand["card"], hand["n"]) for hand in self.record["hand"][: self.players]]

    def flights(self) -> list[list[str]]:
        return self.rows("flight", "flight_size")

    def plays(self) -> list[list[str]]:
        """Return the cards that each player has played in the gambit."""
        return self.rows("play", "plays")

    def rows(self, field: str, sizes: str) -> list[list[str]]:
        return [self.names(self.table[field][seat], self.table[sizes][seat]) for seat in range(self.players)]

    def played(self) -> list[str | None]:
        """Return the card of each player in this round; players who have left have none."""
        places = [int(place) for place in self.table["played"][: self.players]]
        pairs = zip(self.flights(), places, strict=True)
        return [flight[place] if flight and place != NONE else None for flight, place in pairs]

    def ante(self) -> list[str]:
        return self.names(self.table["ante"], self.table["ante_size"])

    def deck(self) -> list[str]:
        """Return the cards of the deck, the top one first."""
        return self.names(self.record["deck"], self.table["deck_size"])[::-1]

    def discard(self) -> list[str]:
        return self.names(self.table["discard"], self.table["discard_size"])

    def debts(self) -> list[dict[str, Any]]:
        rows = self.table["debt"][: self.table["n_debts"]]
        return [debt_entry(int(row["debtor"]), int(row["creditor"]), int(row["gold"])) for row in rows]

    def in_force(self) -> list[dict[str, Any]]:
        """Return the powers in force; ``copied_by`` is there only if the card that copied the power still matters."""
        entries = []
        for power in powers_in_force(self.record["cards"], self.table):
            copied_by = {"copied_by": self.tables.names[power.carrier]} if power.hangs_on_other else {}
            entries.append({"card": self.tables.names[power.source], "seat": power.seat, **copied_by})
        return entries

    def special_flights(self) -> list[dict[str, Any]]:
        flights: list[dict[str, Any]] = []
        for seat in range(self.players):
            colours, strengths = int(self.table["colours_paid"][seat]), int(self.table["strengths_paid"][seat])
            names = paid_colours(self.tables)
            flights += [{"seat": seat, "colour": name} for k, name in enumerate(names) if colours >> k & 1]
            flights += [{"seat": seat, "strength": k} for k in range(64) if strengths >> k & 1]
        return flights


@dataclass(frozen=True)
class Power:
    """A power in force for a player, with the card it comes from and the card that carries it (a copy's own card)."""

    seat: int
    source: int
    carrier: int
    hangs_on_other: bool  # it was copied, and ends when the copying card leaves


def powers_in_force(cards: Any, table: Any) -> list[Power]:
    """Return every power in force, once for each time it was triggered, the latest ones last."""
    triggered: dict[tuple[int, int, int], Counter[int]] = {}  # seat, source and carrier -> how often each effect
    hanging = set()
    for entry in table["lasting"][: table["n_lasting"]]:
        step, carrier = int(entry["step"]), int(entry["card"])
        key = (int(entry["seat"]), _card_of(cards, step, carrier), carrier)
        triggered[key] = triggered.pop(key, Counter()) + Counter({step: int(entry["times"])})
        if entry["tie"] != Tie.PLAYER:
            hanging.add(key)
    return [
        Power(*key, hangs_on_other=key in hanging and key[1] != key[2])
        for key, times in triggered.items()
        for _ in range(max(times.values()))
    ]


def _card_of(cards: Any, step: int, carrier: int) -> int:
    """Return the card whose power holds an instruction; the one that carries the power, if it fits."""
    candidates: list[int] = [carrier, *range(int(cards["n"]))]
    return next(card for card in candidates if cards["power"][card] <= step < cards["power_end"][card])


def debt_entry(debtor: int, creditor: int, gold: int) -> dict[str, Any]:
    """Return a debt as scenarios write it."""
    return {"from": debtor, "to": "stakes" if creditor == STAKES else creditor, "gold": gold}


def state(game: Record, tables: Tables) -> dict[str, Any]:
    """Return everything that a scenario may expect, by its names there."""
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
        "abilities": reader.ability_names("abilities"),
        "spent": reader.ability_names("spent"),
        "disks": reader.disks(),
    }

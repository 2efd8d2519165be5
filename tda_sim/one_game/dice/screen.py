"""The screen of `tda play` in the dice game, where everything is public."""

from collections.abc import Sequence
from typing import Any

from tda_sim.definitions.dice import DiceDeck, DiceTables
from tda_sim.one_game.dice.record import FIELDS
from tda_sim.one_game.dice.words import DiceWords
from tda_sim.one_game.screen import Screen
from tda_sim.terminal import Terminal


class DiceScreen(Screen):
    """The screen of a dice game."""

    help = """Answer with the number of an option, or with its name (play, withdraw, seat 2, no).
  ?   this text
  q   leave the game"""
    has_hints, fields, columns = False, FIELDS, ("", "gold", "flight", "total")

    def __init__(self, deck: DiceDeck, tables: DiceTables, names: Sequence[str], console: Terminal) -> None:
        super().__init__(DiceWords(tables), tables, names, console)

    def place(self, table: Any) -> dict[str, Any]:
        """Return the position; the table is all that it is read from."""
        return FIELDS.position([{"table": table}], self.tables)

    def headlines(self, table: Any) -> list[str]:
        """Return where the game stands."""
        place = self.place(table)
        return [f"Gambit {place['gambit']}; round {place['round']}; stakes {place['stakes']}"]

    def row(self, table: Any, seat: int) -> Sequence[str]:
        """Return a player's gold, flight and strength."""
        place = self.place(table)
        flight = "has withdrawn" if seat in place["out"] else ", ".join(place["flights"][seat]) or "-"
        return str(place["hoards"][seat]), flight, str(table["total"][seat])

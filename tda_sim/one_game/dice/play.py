"""`tda play` of the dice game: a person at the terminal against strategies."""

from typing import Any

from rich.table import Table

from tda_sim import agents
from tda_sim.definitions import DiceDeck, build_game_tables
from tda_sim.definitions.dice import DiceTables
from tda_sim.definitions.titles import player_names
from tda_sim.dice.terms import Stop
from tda_sim.one_game.dice.driver import DiceDriver, new_game
from tda_sim.one_game.dice.record import FIELDS
from tda_sim.one_game.dice.words import DiceWords, worth_telling
from tda_sim.one_game.driver import Asked, drive
from tda_sim.one_game.prompt import Read, read_option
from tda_sim.one_game.screen import folded
from tda_sim.runs.threads import aside
from tda_sim.terminal import Terminal, Text

HELP = """Answer with the number of an option, or with its name (play, withdraw, seat 2, no).
  ?   this text
  q   leave the game"""


class DiceSitting:
    """One game with a person in one seat; everything in it is public."""

    def __init__(
        self,
        deck: DiceDeck,
        seated: list[agents.Strategy],
        seat: int,
        seed: int,
        read: Read,
        console: Terminal,
    ) -> None:
        tables = build_game_tables(deck)
        assert isinstance(tables, DiceTables)
        names = player_names([strategy.name for strategy in seated], seat)
        game = new_game(tables, len(seated), seed)
        drive(game, [seat])
        agents.sit_down(game, seated)
        self.tables, self.names, self.seat = tables, names, seat
        self.words, self.driver = DiceWords(tables, names), DiceDriver(game)
        self.read, self.console = read, console

    def say(self, text: str, style: str = "") -> None:
        """Print a text in lines that fit the terminal."""
        for line in folded(text, self.console.width, 2):
            self.console.print(Text(line, style), soft_wrap=True)

    def play(self) -> None:
        """Play to the end; `LeaveGame` if the person leaves before."""
        while not self.driver.over:
            while (asked := aside(self.driver.next_question, Stop.STEP)) is not None:
                self.tell()
                self.driver.answer(self.answer(asked))
            self.tell()

    def tell(self) -> None:
        """Print what has happened since the last call."""
        for event in worth_telling(self.words.data(self.driver.new_events())):
            if event["event"] != "question":
                self.say(self.words.sentence(event), "bold" if event["event"] in ("gambit", "round") else "")

    def answer(self, asked: Asked) -> int:
        """Show the table and the question, and read lines until one is an answer."""
        self._show(asked.table)
        text = self.words.question(asked)
        self.say(text[0].upper() + text[1:], "bold")
        options = self.words.options(asked)
        for number, option in enumerate(options, start=1):
            self.say(f"{number:3}  {option}")
        return read_option(self.read, [(option,) for option in options], {"?": lambda: self.say(HELP)}, self.say)

    def _show(self, table: Any) -> None:
        place = FIELDS.position([{"table": table}], self.tables)  # all that it reads
        self.say(f"\nGambit {place['gambit']}; round {place['round']}; stakes {place['stakes']}", "bold")
        grid = Table(box=None, pad_edge=False)
        for column in ("", "gold", "flight", "total"):
            grid.add_column(column, justify="right" if column in ("gold", "total") else "left")
        for seat, name in enumerate(self.names):
            flight = "has withdrawn" if seat in place["out"] else ", ".join(place["flights"][seat]) or "-"
            grid.add_row(name, str(place["hoards"][seat]), flight, str(table["total"][seat]))
        self.console.print(grid)
        for debt in place["debts"]:
            self.say(f"{self.names[debt['from']]} owes {self.words.seat(debt['to'])} {debt['gold']} gold.")

    @property
    def verdict(self) -> str:
        """Whether the person has won."""
        won = self.seat in FIELDS.state(self.driver.now, self.tables)["winners"]
        return "You win!" if won else "You do not win this time."

"""The screen of `tda play`: the table as one seat sees it, in lines that fit the terminal."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, ClassVar

from rich.table import Table

from tda_sim.definitions import Deck, Tables
from tda_sim.engine.terms import Question
from tda_sim.one_game.codec import Codec, members, open_debts
from tda_sim.one_game.driver import Asked, Log
from tda_sim.one_game.powers import powers_in_force
from tda_sim.one_game.record import FIELDS
from tda_sim.one_game.telling import Teller, public_events
from tda_sim.one_game.words import Words, numbered, seat_name
from tda_sim.terminal import Terminal, Text
from tda_sim.wording.phrases import say
from tda_sim.wording.words import capital

_NARROWEST = 24  # columns that a card's text needs beside its name; with less, it goes below
_COLOURS = {  # of dragons, readable on light and on dark terminals
    "black": "bold",
    "blue": "blue",
    "brass": "dark_goldenrod",
    "bronze": "dark_orange3",
    "copper": "light_salmon3",
    "gold": "yellow",
    "green": "green",
    "red": "red",
    "silver": "cyan",
    "white": "dim",
}
_PICKS = (Question.PICK_UNIQUE, Question.PICK_ABILITY)  # when nothing lies on the table yet


def folded(text: str, width: int, indent: int = 0) -> list[str]:
    """Return a text as lines of at most ``width`` columns, those after the first indented by ``indent`` columns."""
    lines: list[str] = []
    for line in text.split("\n"):
        start = line[: len(line) - len(line.lstrip())]
        after = " " * (len(start) + indent)
        lines += wrap(line, width, subsequent_indent=after, break_on_hyphens=False) or [""]
    return lines


class Screen(ABC):
    """Draws the table of a game as one seat sees it."""

    help: ClassVar[str]
    fields: ClassVar[Codec]  # of the game's record
    columns: ClassVar[Sequence[str]]  # of the table
    has_hints = True  # or there is no coach for the game
    margin = ""  # of what follows from what players do
    shown = False  # whether players see which cards chance has drawn for the game

    def __init__(self, words: Words, tables: Any, names: Sequence[str], console: Terminal) -> None:
        self.words, self.names, self.console, self.tables = words, names, console, tables
        self.teller = Teller(words, names)

    @abstractmethod
    def headlines(self, table: Any) -> list[str]:
        """Return what stands above the players."""

    @abstractmethod
    def row(self, table: Any, seat: int) -> "Sequence[str | Text]":
        """Return what lies before a player, by columns after the name."""

    def say(self, text: str, style: str = "", indent: int = 2) -> None:
        """Print a text in lines that fit the terminal."""
        for line in folded(text, self.console.width, indent):
            self.console.print(Text(line, style), soft_wrap=True)

    def tell(self, log: Log, seat: int) -> None:
        """Print what has happened: what players do at the margin, what follows from it indented."""
        how = self.teller.manner
        for event in public_events(self.teller.data(log), seat, self.shown, self.words.book):
            is_heading = event["event"] in how["headings"]
            margin = "" if is_heading or event["event"] in how["main"] else self.margin
            self.say(margin + self.teller.sentence(event), "bold" if is_heading else "dim" if margin else "")

    def show(self, asked: Asked, seat: int, marked: frozenset[int]) -> None:
        """Show what the seat may see, and ask, with numbered options; ``marked``: cards that get a sign."""
        self.show_table(asked.table, seat)
        self.ask(asked, marked)

    def show_table(self, table: Any, seat: int) -> None:
        """Draw what everybody sees; the line of ``seat`` is bold."""
        first, *others = self.headlines(table)
        self.say(f"\n{first}", "bold")
        for line in others:
            self.say(line)
        grid = Table(box=None, pad_edge=False)
        for column in self.columns:
            grid.add_column(column, justify="right" if column in ("gold", "hand", "total") else "left")
        for number, name in enumerate(self.names):
            grid.add_row(name, *self.row(table, number), style="bold" if number == seat else "")
        self.console.print(grid)
        for line in self.pending(table):
            self.say(line)

    def pending(self, table: Any) -> Iterator[str]:
        """Yield what still matters in this gambit: debts."""
        yield from (self.owes(debt["from"], debt["gold"], debt["to"]) for debt in open_debts(table))

    def owes(self, seat: int, gold: int, to: int | str) -> str:
        """Return a debt as a sentence."""
        debtor, creditor = (seat_name(each, self.names) for each in (seat, to))
        return say(f"{self.words.book}.owes", debtor=debtor, gold=gold, creditor=creditor)

    def ask(self, asked: Asked, marked: frozenset[int]) -> None:
        """Ask, with numbered options and what there is to say about them."""
        self.say(capital(self.words.question(asked, self.names)), "bold")
        options = [self.words.in_full(asked.kind, value, self.names) for value in asked.options]
        longest = max(map(len, options))
        for number, (value, option) in enumerate(zip(asked.options, options, strict=True), start=1):
            what = self.words.option_is(asked.kind, asked.card) if value >= 0 else ""
            mark = "*" if what == "card" and value in marked else " "
            text, style = self.about(what, value)
            self._option(f"{number:3}{mark} ", option, longest, text, style)

    def about(self, what: str, value: int) -> tuple[str, str]:
        """Return a text about an option, which is a card, an ability or something else, and its style."""
        return "", ""

    def _option(self, start: str, option: str, longest: int, text: str, style: str) -> None:
        """Print an option and its text beside it, or below where there is little room."""
        room = self.console.width - len(start) - longest - 2
        beside = room >= _NARROWEST
        margin = " " * (len(start) + (longest + 2 if beside else 2))
        lines = wrap(text, room if beside else max(1, self.console.width - len(margin)))
        first = Text(start).append(option, style)
        if beside and lines:
            first.append(" " * (longest + 2 - len(option)) + lines.pop(0))
        for line in (first, *(Text(margin + line) for line in lines)):
            self.console.print(line, soft_wrap=True)

    def verdict(self, game: Any, seat: int) -> str:
        """Return how a game has ended for the person in a seat."""
        winners = self.fields.state(game, self.tables)["winners"]
        who = ("shared" if winners[1:] else "you") if seat in winners else "others" if winners else "nobody"
        return say(f"{self.words.book}.outcome", who=who, winners=[self.names[winner] for winner in winners])


class CardScreen(Screen):
    """The screen of a game of cards."""

    help = """Answer with the number of an option, or with its name (black-5, pay, seat 2, no).
  ?   this text
  h   a hint: the best option, and what each one is worth (needs --coach)
  q   leave the game
* marks a card in your hand whose power would trigger now.
< marks the card that a player has played in this round."""
    fields, columns, margin = FIELDS, ("", "gold", "hand", "total", "flight"), "  "

    def __init__(self, deck: Deck, tables: Tables, names: Sequence[str], console: Terminal) -> None:
        super().__init__(Words(tables), tables, names, console)
        self.texts = [card.text for card in deck.cards]
        self.abilities = [ability.text for ability in deck.abilities.abilities.values()]
        self.strengths = [int(strength) for strength in tables.cards[0]["strength"]]
        self.shown = bool(tables.cards[0]["shown"])

    def show(self, asked: Asked, seat: int, marked: frozenset[int]) -> None:
        """Show the table, and the hand if the options are not its cards, and ask."""
        if asked.kind not in _PICKS:
            self.show_table(asked.table, seat)
        if asked.kind not in (Question.ANTE, Question.PLAY, *_PICKS):
            hand = numbered(asked.hand["card"], asked.hand["n"])
            self.say(f"Your hand: {', '.join(map(self.words.title, hand))}")
        self.ask(asked, marked)

    def about(self, what: str, value: int) -> tuple[str, str]:
        """Return the power of a card, and the style of its colour; the text of an ability."""
        if what == "card":
            return self.texts[value], self._style(value)
        return (self.abilities[value] if what == "ability" else ""), ""

    def _style(self, card: int) -> str:
        """Return the style of a card: that of its colour, if it has one."""
        colours = members(self.tables.cards[0]["colours"][card], self.tables.colours)
        return _COLOURS.get(colours[0], "") if len(colours) == 1 else ""

    def headlines(self, table: Any) -> list[str]:
        """Return where the game stands, and the ante."""
        series = int(table["rules"]["series"])
        parts = [f"Game {table['series_game']} of {series}"] if series > 1 else []
        parts.append(f"{'gambit' if parts else 'Gambit'} {table['gambit']}")
        if table["round"] > 0:
            parts += [f"round {table['round']}", f"{self.names[int(table['leader'])]} leads"]
        parts.append(f"stakes {table['stakes']}")
        ante = numbered(table["ante"], table["ante_size"])
        return ["; ".join(parts), *([f"Ante: {', '.join(map(self.words.title, ante))}"] if ante else [])]

    def row(self, table: Any, seat: int) -> "Sequence[str | Text]":
        """Return a player's gold, hand, strength and flight."""
        if table["out"] >> seat & 1:
            return "-", "-", "-", "has left"
        cards = numbered(table["flight"][seat], table["flight_size"][seat])
        flight = Text("" if cards else "-")
        for place, card in enumerate(cards):
            flight.append(", " if place else "").append(self.words.title(card), self._style(card))
            flight.append("<" if place == table["played"][seat] else "")
        total = sum(self.strengths[card] for card in cards)
        return str(table["hoard"][seat]), str(table["hand_size"][seat]), str(total), flight

    def pending(self, table: Any) -> Iterator[str]:
        """Yield what still matters in this gambit: powers in force, and debts."""
        powers = powers_in_force(self.tables.cards[0], table)
        if powers:
            named = [f"{self.words.title(power.source)} ({self.names[power.seat]})" for power in powers]
            yield say("card_game.in_force", powers=", ".join(named))
        yield from super().pending(table)
        owed = [(seat, int(table["owed"][seat])) for seat in range(len(self.names))]
        yield from (self.owes(seat, gold, "hole") for seat, gold in owed if gold)

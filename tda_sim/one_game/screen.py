"""The screen of `tda play`: the table as one seat sees it, in lines that fit the terminal."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from rich.table import Table

from tda_sim.definitions import Deck, Tables
from tda_sim.engine.terms import Debt, Question
from tda_sim.one_game.codec import open_debts
from tda_sim.one_game.driver import Asked, Log
from tda_sim.one_game.events import MAIN, Teller, worth_telling
from tda_sim.one_game.powers import powers_in_force
from tda_sim.one_game.words import Words, names_card, names_seats, numbered, seat_name
from tda_sim.terminal import Terminal, Text
from tda_sim.wording.phrases import say
from tda_sim.wording.words import capital

HEADINGS = frozenset({"next_game", "gambit", "round"})
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

# --- what a seat learns -----------------------------------------------------------------------------------

BETWEEN_TWO = {"take_hand": "from", "give": "to", "show": "to", "return": "to"}  # cards that only two players see
OWN_BUSINESS = frozenset({"draw", "look", "keep", "put_back"})  # cards that only one player sees
NOT_TOLD = frozenset({"question", "deal", "turn"})


def public_events(events: Iterable[dict[str, Any]], seat: int, shown: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the events as a seat sees them: cards that are none of its business are None.

    ``shown``: whether players see which cards chance has drawn for the game.
    """
    for event in worth_telling(events):
        kind = event["event"]
        if kind in NOT_TOLD:
            continue
        if kind == "seen" and event["seat"] != seat:
            continue
        if kind == "unique" and event["seat"] is None and not shown:
            continue
        hidden = kind in OWN_BUSINESS and event["seat"] != seat
        if kind in BETWEEN_TWO:
            hidden = seat not in (event["seat"], event[BETWEEN_TWO[kind]])
        yield {**event, "card": None} if hidden else event


# --- the screen -------------------------------------------------------------------------------------------


def folded(text: str, width: int, indent: int = 0) -> list[str]:
    """Return a text as lines of at most ``width`` columns, those after the first indented by ``indent`` columns."""
    lines: list[str] = []
    for line in text.split("\n"):
        start = line[: len(line) - len(line.lstrip())]
        after = " " * (len(start) + indent)
        lines += wrap(line, width, subsequent_indent=after, break_on_hyphens=False) or [""]
    return lines


class Screen:
    """Draws the table as one seat sees it."""

    def __init__(self, deck: Deck, tables: Tables, names: list[str], console: Terminal) -> None:
        self.words, self.names, self.console, self.tables = Words(tables), names, console, tables
        self.texts = [card.text for card in deck.cards]
        self.abilities = [ability.text for ability in deck.abilities.abilities.values()]
        self.strengths = [int(strength) for strength in tables.cards[0]["strength"]]
        self.teller = Teller(self.words, Debt(int(tables.rules[0]["debt"])), names)
        self.shown = bool(tables.cards[0]["shown"])

    def say(self, text: str, style: str = "", indent: int = 2) -> None:
        """Print a text in lines that fit the terminal."""
        for line in folded(text, self.console.width, indent):
            self.console.print(Text(line, style), soft_wrap=True)

    def tell(self, log: Log, seat: int) -> None:
        """Print what has happened: what players do at the margin, what follows from it indented."""
        for event in public_events(self.teller.data(log), seat, self.shown):
            kind = event["event"]
            margin = "" if kind in MAIN or kind in HEADINGS else "  "
            self.say(margin + self.teller.sentence(event), "bold" if kind in HEADINGS else "dim" if margin else "")

    def show_table(self, table: Any, seat: int) -> None:
        """Draw what everybody sees; the line of ``seat`` is bold."""
        self.say(f"\n{self._headline(table)}", "bold")
        ante = numbered(table["ante"], table["ante_size"])
        if ante:
            self.say(f"Ante: {', '.join(map(self.words.title, ante))}")
        grid = Table(box=None, pad_edge=False)
        for column in ("", "gold", "hand", "total", "flight"):
            grid.add_column(column, justify="right" if column in ("gold", "hand", "total") else "left")
        for number in range(len(self.names)):
            grid.add_row(*self._row(table, number), style="bold" if number == seat else "")
        self.console.print(grid)
        for line in self._pending(table):
            self.say(line)

    def show_hand(self, cards: list[int], marked: frozenset[int] = frozenset()) -> None:
        """List the cards in hand."""
        self.say("Your hand: " + ", ".join(self.words.title(card) + "*" * (card in marked) for card in cards))

    def show_question(self, asked: Asked, marked: frozenset[int]) -> None:
        """Ask, with numbered options; cards come with their powers."""
        self.say(capital(self.words.question(asked, self.names)), "bold")
        options = [self.option(asked.kind, value) for value in asked.options]
        longest = max(map(len, options))
        for number, (value, option) in enumerate(zip(asked.options, options, strict=True), start=1):
            is_card = names_card(asked.kind, value)
            mark = "*" if value in marked and is_card else " "
            text = self.texts[value] if is_card else self._about(asked.kind, value)
            self._option(f"{number:3}{mark} ", option, longest, text, self._style(value) if is_card else "")

    def option(self, kind: Question, value: int) -> str:
        """Return an option as the person reads it: a player, a card, or a word."""
        return self.names[value] if names_seats(kind) else self.words.in_full(kind, value)

    # --- options --------------------------------------------------------------------------------------------

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

    def _about(self, kind: Question, value: int) -> str:
        is_ability = value >= 0 and kind in (Question.USE_ABILITY, Question.PICK_ABILITY)
        return self.abilities[value] if is_ability else ""

    def _style(self, card: int) -> str:
        """Return the style of a card: that of its colour, if it has one."""
        bits = int(self.tables.cards[0]["colours"][card])
        colours = [name for k, name in enumerate(self.tables.colours) if bits >> k & 1]
        return _COLOURS.get(colours[0], "") if len(colours) == 1 else ""

    # --- the table ------------------------------------------------------------------------------------------

    def _headline(self, table: Any) -> str:
        series = int(table["rules"]["series"])
        parts = [f"Game {table['series_game']} of {series}"] if series > 1 else []
        parts.append(f"{'gambit' if parts else 'Gambit'} {table['gambit']}")
        if table["round"] > 0:
            parts += [f"round {table['round']}", f"{self.names[int(table['leader'])]} leads"]
        parts.append(f"stakes {table['stakes']}")
        return "; ".join(parts)

    def _row(self, table: Any, seat: int) -> "tuple[str | Text, ...]":
        if table["out"] >> seat & 1:
            return self.names[seat], "-", "-", "-", "has left"
        cards = numbered(table["flight"][seat], table["flight_size"][seat])
        flight = Text("" if cards else "-")
        for place, card in enumerate(cards):
            flight.append(", " if place else "").append(self.words.title(card), self._style(card))
            flight.append("<" if place == table["played"][seat] else "")
        total = sum(self.strengths[card] for card in cards)
        return self.names[seat], str(table["hoard"][seat]), str(table["hand_size"][seat]), str(total), flight

    def _pending(self, table: Any) -> Iterator[str]:
        """Yield what still matters in this gambit: powers in force, and debts."""
        powers = powers_in_force(self.tables.cards[0], table)
        if powers:
            named = [f"{self.words.title(power.source)} ({self.names[power.seat]})" for power in powers]
            yield say("card_game.in_force", powers=", ".join(named))
        yield from (self._owes(debt["from"], debt["gold"], debt["to"]) for debt in open_debts(table))
        owed = [(seat, int(table["owed"][seat])) for seat in range(len(self.names))]
        yield from (self._owes(seat, gold, "hole") for seat, gold in owed if gold)

    def _owes(self, seat: int, gold: int, to: int | str) -> str:
        debtor, creditor = (seat_name(each, self.names) for each in (seat, to))
        return say("card_game.owes", debtor=debtor, gold=gold, creditor=creditor)

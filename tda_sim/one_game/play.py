"""A person at the terminal plays against strategies (`tda play`). Shows nothing that the seat may not see."""

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from tda_sim import definitions, seats, terminal
from tda_sim.bounds import check_numbers
from tda_sim.definitions import Deck, Tables, library
from tda_sim.definitions.abilities import Assignment
from tda_sim.engine.layout import STAKES
from tda_sim.engine.terms import Debt, Event, Question, Stop
from tda_sim.errors import UserError
from tda_sim.one_game.coach import Coach
from tda_sim.one_game.dice.driver import COMPILED as DICE_COMPILED
from tda_sim.one_game.dice.play import DiceSitting, LeaveGame
from tda_sim.one_game.driver import Asked, Driver, FaultyGameError, Log, drive, next_stop, say_compiling
from tda_sim.one_game.events import Teller, worth_telling
from tda_sim.one_game.position import debt_entry, powers_in_force, state
from tda_sim.one_game.setup import new_game
from tda_sim.one_game.words import Words, names_card, names_seats, numbered
from tda_sim.review.kept import KeptGame, check_path, digests, player_names, write_game
from tda_sim.review.script import answers_in
from tda_sim.runs.games import game_of
from tda_sim.runs.plan import line_up
from tda_sim.runs.play import Work, abilities_of, plan_work
from tda_sim.runs.threads import aside
from tda_sim.terminal import Terminal, Text

Read = Callable[[str], str]  # shows a prompt, returns a line; EOFError where there are no more

HELP = """Answer with the number of an option, or with its name (black-5, pay, seat 2, no).
  ?   this text
  h   a hint: what each option is worth (with --coach)
  q   leave the game
A card in your hand is marked with a * if its power would trigger."""


# --- what a seat gets to know -----------------------------------------------------------------------------

_BETWEEN_TWO = {"take_hand": "from", "give": "to", "show": "to", "return": "to"}  # cards that only two players see
_OWN_BUSINESS = frozenset({"draw", "look", "keep", "put_back"})  # cards that only one player sees
_NOT_TOLD = frozenset({"question", "deal", "turn"})


def public_events(events: Iterable[dict[str, Any]], seat: int, shown: bool = False) -> Iterator[dict[str, Any]]:
    """The events as a seat sees them: without cards that are none of its business.

    Which cards chance has drawn for the game is told only if they are ``shown`` to the players.
    """
    for event in worth_telling(events):
        kind = event["event"]
        if kind in _NOT_TOLD:
            continue
        if kind == "seen" and event["seat"] != seat:
            continue
        if kind == "unique" and event["seat"] is None and not shown:
            continue
        hidden = kind in _OWN_BUSINESS and event["seat"] != seat
        if kind in _BETWEEN_TWO:
            hidden = seat not in (event["seat"], event[_BETWEEN_TWO[kind]])
        yield {**event, "card": None} if hidden else event


# --- the screen -------------------------------------------------------------------------------------------


class Screen:
    """Draws the table as one seat sees it."""

    def __init__(self, deck: Deck, tables: Tables, names: list[str], console: Terminal) -> None:
        self.words, self.names, self.console, self.tables = Words(tables), names, console, tables
        self.texts = [card.text for card in deck.cards]
        self.abilities = [ability.text for ability in deck.abilities.abilities]
        self.strengths = [int(strength) for strength in tables.cards[0]["strength"]]
        self.teller = Teller(self.words, Debt(int(tables.rules[0]["debt"])), names)
        self.shown = bool(tables.cards[0]["shown"])

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        self.console.print(Text(text, style), soft_wrap=True)

    def tell(self, log: Log, seat: int) -> None:
        """Tell what has happened."""
        for event in public_events(self.teller.data(log), seat, self.shown):
            heading = event["event"] in ("next_game", "gambit", "round")
            self.say(self.teller.sentence(event), "bold" if heading else "")

    def show_table(self, table: Any) -> None:
        """Draw what everybody sees."""
        self.say("\n" + self._headline(table), "bold")
        grid = Table(box=None, pad_edge=False)
        for column in ("", "gold", "hand", "flight", "total"):
            grid.add_column(column, justify="right" if column in ("gold", "hand", "total") else "left")
        for seat in range(len(self.names)):
            grid.add_row(*self._row(table, seat))
        self.console.print(grid)
        for line in self._pending(table):
            self.say(line)

    def show_hand(self, cards: list[int], marked: frozenset[int] = frozenset()) -> None:
        """List the cards in hand."""
        self.say("Your hand: " + ", ".join(self.words.title(card) + "*" * (card in marked) for card in cards))

    def show_question(self, asked: Asked, marked: frozenset[int]) -> None:
        """Ask, with numbered options."""
        text = self.words.question(asked, self.names)
        self.say(text[0].upper() + text[1:], "bold")
        for number, value in enumerate(asked.options, start=1):
            is_card = names_card(asked.kind, value)
            mark = "*" if value in marked and is_card else " "
            note = f"  {self.texts[value]}" if is_card else self._about(asked.kind, value)
            self.say(f"{number:3}{mark} {self._option(asked.kind, value)}{note}")

    def _about(self, kind: Question, value: int) -> str:
        is_ability = value >= 0 and kind in (Question.USE_ABILITY, Question.PICK_ABILITY)
        return f"  {self.abilities[value]}" if is_ability else ""

    def _option(self, kind: Question, value: int) -> str:
        return self.names[value] if names_seats(kind) else self.words.in_full(kind, value)

    def _headline(self, table: Any) -> str:
        series = int(table["rules"]["series"])
        parts = [f"Game {table['series_game']} of {series}"] if series > 1 else []
        parts.append(f"{'gambit' if parts else 'Gambit'} {table['gambit']}")
        if table["round"] > 0:
            parts += [f"round {table['round']}", f"{self.names[int(table['leader'])]} leads"]
        parts.append(f"stakes {table['stakes']}")
        ante = numbered(table["ante"], table["ante_size"])
        if ante:
            parts.append("ante: " + ", ".join(map(self.words.title, ante)))
        return "; ".join(parts)

    def _row(self, table: Any, seat: int) -> tuple[str, ...]:
        if table["out"] >> seat & 1:
            return self.names[seat], "-", "-", "has left", "-"
        cards = numbered(table["flight"][seat], table["flight_size"][seat])
        flight = ", ".join(self._in_flight(table, seat, cards)) or "-"
        total = sum(self.strengths[card] for card in cards)
        return self.names[seat], str(table["hoard"][seat]), str(table["hand_size"][seat]), flight, str(total)

    def _pending(self, table: Any) -> Iterator[str]:
        """What still matters in this gambit: powers in force, and what is owed."""
        powers = powers_in_force(self.tables.cards[0], table)
        if powers:
            told = [f"{self.words.title(power.source)} ({self.names[power.seat]})" for power in powers]
            yield f"In force: {', '.join(told)}"
        yield from (self._debt(debt) for debt in table["debt"][: table["n_debts"]])
        owed = [(name, int(table["owed"][seat])) for seat, name in enumerate(self.names)]
        yield from (f"{name} owes {gold} gold to the hole." for name, gold in owed if gold)

    def _in_flight(self, table: Any, seat: int, cards: list[int]) -> Iterator[str]:
        for place, card in enumerate(cards):
            yield self.words.title(card) + ("<" if place == table["played"][seat] else "")

    def _debt(self, debt: Any) -> str:
        entry = debt_entry(int(debt["debtor"]), int(debt["creditor"]), int(debt["gold"]))
        to = "the stakes" if debt["creditor"] == STAKES else self.names[entry["to"]]
        return f"{self.names[entry['from']]} owes {entry['gold']} gold to {to}."


# --- the game ---------------------------------------------------------------------------------------------


class Sitting:
    """One game with a person in one seat."""

    def __init__(self, driver: Driver, screen: Screen, seat: int, read: Read, coach: Coach | None = None) -> None:
        self.driver, self.screen, self.seat, self.read, self.coach = driver, screen, seat, read, coach
        self.answers: list[int] = []  # of all players

    def play(self) -> None:
        """Play to the end; `LeaveGame` if the person leaves before."""
        while not self.driver.over:
            stop = next_stop(self.driver.game, Stop.GAME)
            while (asked := aside(self.driver.next_question, stop)) is not None:
                self.tell()
                self.driver.answer(self.answer(asked, stop))
            self.tell()

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        self.screen.say(text, style)

    @property
    def verdict(self) -> str:
        """Whether the person has won."""
        winners = state(self.driver.now, self.screen.tables)["winners"]
        if self.seat in winners:
            return "You share the win." if len(winners) > 1 else "You win!"
        return "You do not win this time."

    def tell(self) -> None:
        """Tell what has happened since the last time."""
        log = self.driver.new_events()
        self.answers += answers_in(log)
        self.screen.tell(log, self.seat)

    def hint(self, asked: Asked) -> None:
        """Show what the coach says."""
        if self.coach is None:
            self.say("There is no coach at this table: tda play --coach has one.")
            return
        advice = self.coach.advice(self.answers, asked, self.screen.words, self.screen.names)
        parts: list[RenderableType] = aside(lambda: list(advice))
        for part in parts:
            self.screen.console.print(part)

    def answer(self, asked: Asked, stop: Stop) -> int:
        """Show table and question, and read lines until one is an answer."""
        marked = aside(self.triggering, asked, stop)
        if asked.kind not in (Question.PICK_UNIQUE, Question.PICK_ABILITY):  # nothing lies on the table yet
            self.screen.show_table(asked.table)
        if asked.kind not in (Question.ANTE, Question.PLAY, Question.PICK_UNIQUE, Question.PICK_ABILITY):
            self.screen.show_hand(numbered(asked.hand["card"], asked.hand["n"]))
        self.screen.show_question(asked, marked)
        while True:
            line = self.read("> ").strip().lower()
            if line in ("q", "quit"):
                raise LeaveGame
            if line == "?":
                self.screen.say(HELP)
                continue
            if line in ("h", "hint"):
                self.hint(asked)
                continue
            index = chosen_option(line, self.screen.words, asked)
            if index is not None:
                return index
            self.screen.say(f"That is no option: answer with a number from 1 to {len(asked.options)}, or ? for help.")

    def triggering(self, asked: Asked, stop: Stop) -> frozenset[int]:
        """The hand cards whose power would trigger if they were played now, found by trying."""
        if asked.kind != Question.PLAY:
            return frozenset()
        found = set()
        for index, card in enumerate(asked.options):
            kinds = [Event(int(row["kind"])) for row in self.driver.peek(stop, index)]
            after = kinds[kinds.index(Event.PLAY) + 1 :]
            if after[:1] == [Event.TRIGGER]:
                found.add(card)
        return frozenset(found)


def chosen_option(line: str, words: Words, asked: Asked) -> int | None:
    """The index of the option that a line names, by number or by name; None if it names none."""
    if line.isdecimal():
        return int(line) - 1 if 1 <= int(line) <= len(asked.options) else None
    for index, value in enumerate(asked.options):
        if line in (words.option(asked.kind, value), words.in_full(asked.kind, value).lower()):
            return index
    return None


# --- the command ------------------------------------------------------------------------------------------


def play_command(
    deck: str | Path,
    *,
    players: int,
    strategies: str,
    seat: int = 0,
    seed: int | None = None,
    rules: str | Path | Sequence[str | Path] | None = None,
    abilities: str | Sequence[str] | None = None,
    coach: bool = False,
    record: Path | None = None,
    read: Read = input,
    console: Terminal | None = None,
) -> int:
    """Let a person play a game against strategies; returns the exit code.

    ``strategies`` are those of the other seats: one name, or one for each of them, in the order of the seats.
    ``coach``: whether the person may ask for hints; ``record``: the file that the game is written to, for a review.
    """
    seed = secrets.randbelow(2**32) if seed is None else seed
    check_numbers(players=players, seat=seat, seed=seed)
    if seat >= players:
        raise UserError.of(f"there is no seat {seat}", hint=f"the seats are 0 to {players - 1}")
    chosen = definitions.load_game(deck, rules)
    definitions.check_players(chosen, players)
    game = game_of(chosen).name
    named = [seats.find(name, game) for name in line_up(strategies, players - 1)]
    dealt = abilities_of(chosen, abilities, players)
    opponents = [strategy.at(chosen.name, chosen.rules_name) for strategy in named]
    console = console or terminal.console()
    if isinstance(chosen, definitions.DiceDeck):
        if coach or record is not None:
            raise UserError.of(f"{chosen.name} is played with dice: it has no coach, and no record for a review")
        say_compiling(DICE_COMPILED)
        sitting: Sitting | DiceSitting = DiceSitting(chosen, _with_stand_in(opponents, seat), seat, seed, read, console)
    else:
        if record is not None:
            check_path(record)
        say_compiling()
        seated = _with_stand_in(opponents, seat)
        work = plan_work(chosen, None, players, seated, seed, True, abilities=abilities)
        adviser = aside(Coach, work) if coach else None
        sitting = _sit_down(chosen, opponents, seat, seed, read, console, dealt, adviser)
    helped = ", h for a hint" if coach else ""
    sitting.say(f"{chosen.title}, {players} players, seed {seed}. Type ? for help{helped}, q to leave.")
    code = _play_safely(sitting, opponents)
    if record is not None and isinstance(sitting, Sitting):
        write_game(record, _kept(work, deck, rules, abilities, sitting))
        sitting.say(f"The game is written down: tda review {record}")
    return code


def _kept(
    work: Work,
    deck: str | Path,
    rules: str | Path | Sequence[str | Path] | None,
    abilities: str | Sequence[str] | None,
    sitting: Sitting,
) -> KeptGame:
    named = [rules] if isinstance(rules, str | Path) else rules or []
    return KeptGame(
        deck=_anywhere("deck", deck),
        rules=[_anywhere("rules", name) for name in named],
        players=work.config.players,
        strategies=[_found_anywhere(work.strategy(name)) for name in work.config.strategies],
        seat=sitting.seat,
        seed=work.config.seed,
        abilities=[abilities] if isinstance(abilities, str) else list(abilities or ()),
        answers=sitting.answers,
        same=digests(work),
    )


def _anywhere(kind: str, name: str | Path) -> str:
    """A name, or a path that holds in any folder."""
    return str(Path(name).resolve()) if library.is_path(kind, name) else str(name)


def _found_anywhere(strategy: seats.Strategy) -> str:
    """What finds a strategy in any folder: its name if it is shipped, or its path, with its settings."""
    settings = "".join(strategy.name.partition(":")[1:])
    return strategy.name if strategy.is_shipped else f"{strategy.path.resolve()}{settings}"


def _sit_down(
    deck: Deck,
    opponents: list[seats.Strategy],
    seat: int,
    seed: int,
    read: Read,
    console: Terminal,
    dealt: Assignment,
    coach: Coach | None,
) -> Sitting:
    tables, players = definitions.build_tables(deck), len(opponents) + 1
    game = new_game(tables, players, seed, dealt=(dealt, dealt.masks or [0] * players))
    drive(game, [seat])
    seated = _with_stand_in(opponents, seat)
    seats.sit_down(game, seated)
    names = player_names([strategy.name for strategy in seated], seat)
    return Sitting(Driver(game), Screen(deck, tables, names, console), seat, read, coach)


def _with_stand_in(opponents: list[seats.Strategy], seat: int) -> list[seats.Strategy]:
    """The strategies of all seats; in the person's own, some strategy that is never asked."""
    return [*opponents[:seat], opponents[0], *opponents[seat:]]


def _play_safely(sitting: "Sitting | DiceSitting", opponents: list[seats.Strategy]) -> int:
    """Play, whatever the person does; returns the exit code."""
    try:
        sitting.play()
    except LeaveGame:
        sitting.say("You leave the game.")
        return 0
    except KeyboardInterrupt:
        sitting.say("\nYou leave the game.")
        return 130
    except EOFError:
        sitting.say("\nThere is no more input, so the game ends here: tda play needs somebody at the terminal.")
        return 0 if sys.stdin.isatty() else 2
    except FaultyGameError as fault:
        raise seats.explain_fault(fault.game, _with_stand_in(opponents, sitting.seat)) from None
    sitting.say(sitting.verdict, "bold")
    return 0

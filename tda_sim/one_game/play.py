"""`tda play`: a person at the terminal plays against strategies, and sees only what the seat may see."""

import secrets
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from rich.console import RenderableType

from tda_sim import agents, definitions, terminal
from tda_sim.bounds import check_numbers
from tda_sim.definitions.titles import player_names
from tda_sim.engine.terms import Event, Question
from tda_sim.errors import UserError
from tda_sim.one_game.dice.screen import DiceScreen
from tda_sim.one_game.driver import Asked, Driver, FaultyGameError, drive, say_compiling
from tda_sim.one_game.games import GAMES
from tda_sim.one_game.recorded import SUFFIX, KeptGame, Recorder, digests, game_there, own_files, work_of_game
from tda_sim.one_game.replay import dealt_game
from tda_sim.one_game.screen import CardScreen, Screen
from tda_sim.one_game.script import answers_in
from tda_sim.runs.plan import line_up
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.threads import aside
from tda_sim.terminal import Terminal

Read = Callable[[str], str]  # shows a prompt and returns a line; EOFError at the end of the input

OTHERWISE = UserError.of(
    "the recorded game cannot go on: a strategy answers otherwise now", hint="name another file for a new game"
)


class LeaveGame(Exception):  # noqa: N818 - no error
    """The person leaves the game."""


class Coach(Protocol):
    """Whoever gives hints: see `tda_sim.review.coach`."""

    def advice(self, answers: Sequence[int], options: Sequence[str]) -> Iterable[RenderableType]:
        """Yield what to print about the open question, after the ``answers`` of all players until now."""


# --- the game ---------------------------------------------------------------------------------------------


class Sitting:
    """One game with a person in one seat; one that was recorded and left goes on where it was."""

    def __init__(
        self,
        driver: Driver,
        screen: Screen,
        seat: int,
        read: Read,
        coach: Coach | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.driver, self.screen, self.seat, self.read, self.coach = driver, screen, seat, read, coach
        self.recorder, self.known = recorder, recorder.known if recorder else ()
        self.answers: list[int] = []  # of all players
        self.times: list[int] = []  # milliseconds for each of the person's decisions

    def play(self) -> None:
        """Play to the end; `LeaveGame` if the person leaves before."""
        while not self.driver.over:
            stop = self.driver.next_stop(self.driver.end)
            while (asked := aside(self.driver.next_question, stop)) is not None:
                self.tell()
                self.driver.answer(self.recorded(asked) if self.goes_back else self.answer(asked, stop))
            self.tell()

    @property
    def goes_back(self) -> bool:
        """Whether the game has not yet come to where it was left."""
        return len(self.answers) < len(self.known)

    def recorded(self, asked: Asked) -> int:
        """Return the answer that was given to a question before the game was left."""
        index, recorder = self.known[len(self.answers)], self.recorder
        if recorder and recorder.known_times:
            self.times.append(recorder.known_times[len(self.times)])
        if index >= len(asked.options):
            raise OTHERWISE
        return index

    def keep(self, *answer: int) -> None:
        """Record the game, with an answer that was just given."""
        if self.recorder is not None:
            players = len(self.screen.names)
            gold = self.driver.now[0]["tally"]["gold"][:players].tolist() if self.driver.over else None
            self.recorder.keep([*self.answers, *answer], gold, self.times)

    def kept(self, answer: int, begun: float) -> int:
        """Return an answer to a question that was asked at a time; it is recorded."""
        self.times.append(round(1000 * (time.monotonic() - begun)))
        self.keep(answer)
        return answer

    def say(self, text: str, style: str = "") -> None:
        """Print a text."""
        self.screen.say(text, style, indent=0)

    def tell(self) -> None:
        """Print what has happened since the last call."""
        log = self.driver.new_events()
        self.answers += answers_in(log)
        if any(one != other for one, other in zip(self.answers, self.known, strict=False)):
            raise OTHERWISE
        if not self.goes_back:
            self.screen.tell(log, self.seat)

    def hint(self, asked: Asked) -> None:
        """Print the coach's advice."""
        if self.coach is None:
            self.say("There is no coach at this table. tda play --coach brings one.")
            return
        options = [self.screen.words.in_full(asked.kind, value, self.screen.names) for value in asked.options]
        advice = self.coach.advice(self.answers, options)
        parts: list[RenderableType] = aside(lambda: list(advice))
        for part in parts:
            self.screen.console.print(part)

    def answer(self, asked: Asked, stop: Any) -> int:
        """Show the table and the question, and read lines until one is an answer."""
        self.screen.show(asked, self.seat, aside(self.triggering, asked, stop))
        words, kind, begun = self.screen.words, asked.kind, time.monotonic()
        names = [(words.option(kind, value), words.in_full(kind, value).lower()) for value in asked.options]
        while True:
            line = self.read("> ").strip().lower()
            if line in ("q", "quit"):
                raise LeaveGame
            if line == "?":
                self.screen.say(self.screen.help, indent=4)
            elif line in ("h", "hint") and self.screen.has_hints:
                self.hint(asked)
            elif line.isdecimal() and 1 <= int(line) <= len(names):
                return self.kept(int(line) - 1, begun)
            elif (index := next((k for k, its in enumerate(names) if line in its), None)) is not None:
                return self.kept(index, begun)
            else:
                self.screen.say(f"That is no option. Answer with a number from 1 to {len(names)}, or ? for help.")

    def triggering(self, asked: Asked, stop: Any) -> frozenset[int]:
        """Return the hand cards whose power would trigger if they were played now; each is tried."""
        if asked.kind is not Question.PLAY:  # dice have other kinds, of the same numbers
            return frozenset()
        triggering = set()
        for index, card in enumerate(asked.options):
            kinds = [Event(int(row["kind"])) for row in self.driver.peek(stop, index)]
            after = kinds[kinds.index(Event.PLAY) + 1 :]
            if after[:1] == [Event.TRIGGER]:
                triggering.add(card)
        return frozenset(triggering)


# --- the command ------------------------------------------------------------------------------------------


def play_command(
    deck: str | Path,
    *,
    players: int,
    strategies: str | None = None,
    seat: int = 0,
    seed: int | None = None,
    rules: str | Path | Sequence[str | Path] | None = None,
    abilities: str | Sequence[str] | None = None,
    coach: Callable[[Work], Coach] | None = None,
    record: Path | None = None,
    times: bool = False,
    player: str = "",
    read: Read = input,
    console: Terminal | None = None,
) -> int:
    """Let a person play a game against strategies, and return the exit code.

    ``strategies`` names the opponents: one name for all, or one for each of them in the order of the seats; by
    default as for `simulate`. ``coach``: makes the one who gives hints in a game, if the person may ask for them;
    ``record``: the file that keeps the game for a review, or from which a game that was left goes on, with the
    ``times`` that the person takes to decide, and the ``player``'s name. Raises `UserError` for settings that are not
    possible.
    """
    check_numbers(players=players, seat=seat, seed=seed)
    if seat >= players:
        raise UserError.of(f"there is no seat {seat}", hint=f"the seats are 0 to {players - 1}")
    chosen = definitions.load_game(deck, rules)
    if isinstance(chosen, definitions.DiceDeck) and (coach is not None or record is not None):
        raise UserError.of(f"{chosen.name} is played with dice: there is no coach, and no record for a review")
    if record is None and (times or player):
        raise UserError.of("times and a name are for a recorded game", hint=f"add --record FILE{SUFFIX}")
    there = None if record is None else game_there(record)
    if seed is None:
        seed = secrets.randbelow(2**32) if there is None else there.seed
    definitions.check_players(chosen, players)
    seated = None if strategies is None else _around(seat, line_up(strategies, players - 1))
    work = plan_work(chosen, None, players, seated, seed, True, abilities=abilities)
    say_compiling(GAMES[work.game_name].driver)
    recorder = (
        None
        if record is None
        else Recorder(record, _kept(work, record, (deck, rules, abilities, seat), times, player), there)
    )
    adviser = None if coach is None else aside(coach, work)
    sitting = _sit_down(work, chosen, seat, read, console or terminal.console(), adviser, recorder)
    helped = "" if coach is None else ", h for a hint"
    sitting.say(f"{chosen.title}, {players} players, seed {seed}. Type ? for help{helped}, q to leave.")
    if there is not None:
        sitting.say(f"You go on with the game in {record}.")
    code = _play_safely(sitting, work)
    if recorder is not None:
        sitting.keep()
        left = "" if sitting.driver.over else "; go on with it: the same command again"
        sitting.say(f"The game is recorded. Review it: tda review {record}{left}")
        if recorder.game.own:
            sitting.say(f"The file has the content of {', '.join(recorder.game.own)}, so that others can read it.")
    return code


def _around(seat: int, opponents: Sequence[str]) -> list[str]:
    """Return who sits at the table; the person's seat has a strategy that nobody asks."""
    return [*opponents[:seat], opponents[0], *opponents[seat:]]


def _kept(work: Work, path: Path, options: tuple[Any, ...], times: bool, player: str) -> KeptGame:
    """Return a game that is to be recorded. Raises UserError if the file could not hold all that it depends on."""
    deck, rules, abilities, seat = options
    named, ruled, own = own_files(deck, [rules] if isinstance(rules, str | Path) else rules or [])
    game = KeptGame(
        deck=named,
        rules=ruled,
        players=work.config.players,
        strategies=[_strategy_anywhere(work.strategy(name)) for name in work.config.strategies],
        seat=seat,
        seed=work.config.seed,
        abilities=[abilities] if isinstance(abilities, str) else list(abilities or ()),
        answers=[],
        same=digests(work),
        player=player,
        own=own,
        times=[] if times else None,
    )
    if own:
        work_of_game(replace(game, answers=[0]), path)
    return game


def _strategy_anywhere(strategy: agents.Strategy) -> str:
    """Return a reference that holds in any folder: a shipped strategy's name, or a path, with the settings."""
    settings = "".join(strategy.name.partition(":")[1:])
    return strategy.name if strategy.is_shipped else f"{strategy.path.resolve()}{settings}"


def _sit_down(
    work: Work,
    played: definitions.Played,
    seat: int,
    read: Read,
    console: Terminal,
    coach: Coach | None,
    recorder: Recorder | None,
) -> Sitting:
    game, names = dealt_game(work, 0), player_names(work.config.strategies, seat)
    drive(game, [seat])
    agents.sit_down(game, _seated(work))
    screen: Any = DiceScreen if isinstance(played, definitions.DiceDeck) else CardScreen
    screen = screen(played, work.tables, names, console)
    return Sitting(GAMES[work.game_name].driver(game), screen, seat, read, coach, recorder)


def _seated(work: Work) -> list[agents.Strategy]:
    """Return who sits in all seats."""
    return work.seated(0)


def _play_safely(sitting: Sitting, work: Work) -> int:
    """Play, whatever the person does, and return the exit code."""
    try:
        sitting.play()
    except LeaveGame:
        sitting.say("You leave the game.")
        return 0
    except KeyboardInterrupt:
        sitting.say("\nYou leave the game.")
        return 130
    except EOFError:
        sitting.say("\nThere is no more input, so the game ends here: tda play needs a person at the terminal.")
        return 0 if sys.stdin.isatty() else 2
    except FaultyGameError as fault:
        raise agents.explain_fault(fault.game, _seated(work)) from None
    sitting.say(sitting.screen.verdict(sitting.driver.now, sitting.seat), "bold")
    return 0

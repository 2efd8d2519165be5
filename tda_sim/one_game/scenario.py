"""`tda scenario`: a position, a script of answers, and the expected outcome."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tda_sim.agents.games import CARDS, DICE
from tda_sim.characters import in_a_line
from tda_sim.definitions import check_players
from tda_sim.engine.layout import CHANCE, MAX_FLIGHT, NONE
from tda_sim.engine.terms import Phase, Stop
from tda_sim.errors import Hint, Problem, UserError, shown, suggest
from tda_sim.one_game.codec import At, Path_
from tda_sim.one_game.decks import Decks
from tda_sim.one_game.driver import Asked, Driver, drive, go, say_compiling
from tda_sim.one_game.games import GAMES, Game
from tda_sim.one_game.outcome import CANNOT_RUN, DIFFERS, OK, Outcome
from tda_sim.one_game.scenario_file import Written, checked, scenarios_in
from tda_sim.one_game.telling import Teller
from tda_sim.one_game.words import seat_name
from tda_sim.streams import echo, print_json
from tda_sim.terminal import Text, console

MOST_LOOKED_AT = 20_000  # files and folders below a named one; more are a mistake
SUFFIXES = frozenset({".yaml", ".yml"})


# --- one of them ------------------------------------------------------------------------------------------


def game_of(written: Written) -> Game:
    """Return the game that a scenario is of."""
    return GAMES[DICE if written.is_of_dice else CARDS]


def run_scenario(written: Written, decks: Decks | None = None) -> Outcome:
    """Run a scenario; its mistakes are part of the outcome. ``decks`` keeps the decks that several share."""
    try:
        return _run(written, game_of(written), decks or Decks())
    except UserError as error:
        return Outcome(written.file, written.name, problems=error.problems)


def _run(written: Written, of: Game, decks: Decks) -> Outcome:
    scenario = checked(written)
    deck, tables = decks.named_by(written)
    game = _prepared(written, scenario, of, deck, tables)
    words = of.words(tables)
    driver, script = of.driver(game), Script(written, scenario.script, words, of.verbs)
    play_script(driver, script, of.stops[scenario.stop.upper()], of.turn)
    script.check_used_up()
    return Outcome(
        file=written.file,
        name=written.name,
        differences=of.fields.differences(scenario.expect, driver.now, tables),
        position=of.fields.position(driver.now, tables),
        events=list(Teller(words).data(driver.new_events())),
    )


def _prepared(written: Written, scenario: Any, of: Game, deck: Any, tables: Any) -> Any:
    """Return the game as it starts, all seats and chance answered from outside; a UserError lists all mistakes."""
    problems: list[Problem] = []

    def report(path: Path_, message: str, hint: Hint | None = None) -> None:
        problems.append(written.problem(path, message, hint))

    named = getattr(scenario.start, of.players)
    players = named if isinstance(named, int) else len(named)
    try:
        check_players(deck, players)
    except UserError as error:
        for problem in error.problems:
            report(("start", of.players), problem.message, problem.hint)
        raise UserError(problems) from None
    game = of.set_up(scenario.start, tables, scenario.seed, report)
    of.fields.check(scenario.expect, At(game, tables, report, ("expect",)))
    if problems:
        raise UserError(problems)
    drive(game, range(players), chance=True)
    return game


# --- its script -------------------------------------------------------------------------------------------


class Script:
    """Answers questions, line by line; chance is left alone where the next line is not its own."""

    def __init__(self, file: Written, lines: Sequence[Any], words: Any, verbs: Mapping[Any, str]) -> None:
        self.file, self.lines, self.words, self.verbs = file, lines, words, verbs
        self.done = 0

    @property
    def used_up(self) -> bool:
        """Whether no line is left."""
        return self.done == len(self.lines)

    def __call__(self, asked: Asked) -> int:
        """Answer a question by the next line."""
        if asked.seat == CHANCE and (self.used_up or self.lines[self.done].seat is not None):
            return NONE
        if self.used_up:
            raise self._error(asked, "the script has no more lines", ("script",))
        line, here = self.lines[self.done], ("script", self.done)
        if line.seat not in (None, asked.seat):
            raise self._error(asked, f"{line} is the next line", here)
        if line.verb != self.verbs.get(asked.kind, "choose"):
            raise self._error(asked, f"{line} does not answer the question", here)
        options = self.words.options(asked)
        if line.option not in options:
            raise self._error(asked, f"{line.option} is not an option", here)
        self.done += 1
        return int(options.index(line.option))

    def check_used_up(self) -> None:
        """Raise a UserError if the stop is reached before the last line."""
        if not self.used_up:
            n_left = len(self.lines) - self.done
            message = f"the stop is reached, and {n_left} line{'s' if n_left > 1 else ''} of the script not yet used"
            raise UserError([self.file.problem(("script", self.done), message, f"next: {self.lines[self.done]}")])

    def _error(self, asked: Asked, reason: str, path: Path_) -> UserError:
        question = f"{seat_name(asked.seat)} is asked: {self.words.question(asked)}"
        options = f"options: {', '.join(self.words.options(asked))}"
        return UserError([self.file.problem(path, f"{reason}; {question} {options}")])


def play_script(driver: Driver, script: Script, stop: Any, turn: Any) -> None:
    """Play to the stop: the last scripted turn's, or the first one of its kind.

    PLAY and START lie inside a turn. If lines are left there, the turn is played to its end, and the next one looked
    at in the same way.
    """
    is_inside = stop is Stop.PLAY or stop is Stop.START
    if not is_inside and stop != turn:
        go(driver, stop, script)
        return
    if stop is Stop.START and driver.game[0]["table"]["phase"] == Phase.TURN:
        _run_turn(driver, script, turn)
    while True:
        _run_turn(driver, script, stop)
        if script.used_up or driver.over:
            return
        if is_inside:
            _run_turn(driver, script, turn)


def _run_turn(driver: Driver, script: Script, stop: Any) -> None:
    if not driver.has_room:
        message = f"a player has no room for another card: {MAX_FLIGHT} are the most, lying there or played"
        raise UserError([script.file.problem(("start", "flights"), message)])
    driver.run(stop, script)


# --- the command ------------------------------------------------------------------------------------------


def scenario_command(files: Iterable[str | Path], as_json: bool, only: str = "") -> int:
    """Run the scenarios in files and folders; print the outcomes and return the exit code."""
    outcomes = []
    show: Callable[[Outcome], None] = _print_json if as_json else _print_outcome
    decks, announced = Decks(), set[type[Driver]]()
    for written in _wanted(scenario_paths(files), only):
        driver = game_of(written).driver
        if driver not in announced:
            announced.add(driver)
            say_compiling(driver)
        outcomes.append(run_scenario(written, decks))
        show(outcomes[-1])
        for line in shown(outcomes[-1].problems):
            echo(line, err=True)
    if not as_json:
        _print_summary(outcomes)
    return max(outcome.code for outcome in outcomes)


def _wanted(paths: Sequence[Path], only: str) -> Iterator[Written]:
    """Yield the scenarios of files whose names have some words, and what cannot be read."""
    names = []
    for path in paths:
        for written in scenarios_in(path):
            names.append(written.name)
            if written.node is None or only.lower() in written.name.lower():
                yield written
    if not any(only.lower() in name.lower() for name in names):
        raise UserError.of(f"no scenario there has {only} in its name", hint=suggest(only, names))


def scenario_paths(files: Iterable[str | Path]) -> list[Path]:
    """Return the files, with folders replaced by the YAML files in them."""
    paths: list[Path] = []
    for path in map(Path, filter(str, files)):
        try:
            inside = sorted(_inside(path)) if path.is_dir() else [path]
        except OSError as error:
            raise UserError.of(f"this cannot be read: {error.strerror}", str(error.filename)) from error
        if not inside:
            raise UserError.of(f"there is no scenario in {path}", hint="scenarios are files that end in .yaml")
        paths += inside
    if not paths:
        raise UserError.of("no scenario file is named")
    return paths


def _inside(folder: Path) -> Iterator[Path]:
    """Yield the YAML files below a folder."""
    looked_at = 0
    for above, folders, names in os.walk(folder, onerror=_raise):
        looked_at += len(folders) + len(names)
        if looked_at > MOST_LOOKED_AT:
            raise UserError.of(f"there are more than {MOST_LOOKED_AT:,} files in {folder}", hint="name a folder inside")
        yield from (path for path in (Path(above, name) for name in names) if path.suffix in SUFFIXES)


def _raise(error: OSError) -> None:
    raise error


def _print_json(outcome: Outcome) -> None:
    print_json(outcome.to_dict(), indent=None)


_MARKS = {OK: ("ok", "green"), DIFFERS: ("differs", "bold red"), CANNOT_RUN: ("error", "bold red")}


def _print_outcome(outcome: Outcome) -> None:
    target = console()
    word, style = _MARKS[outcome.code]
    name, file = in_a_line(outcome.name), in_a_line(outcome.file)
    target.print(Text.assemble((f"{word:8}", style), name, (f"  {file}", "dim")), soft_wrap=True)
    for difference in outcome.differences:
        target.print(Text(f"        {difference}"), soft_wrap=True)


def _print_summary(outcomes: Sequence[Outcome]) -> None:
    counts = [sum(outcome.code == code for outcome in outcomes) for code in (OK, DIFFERS, CANNOT_RUN)]
    texts = [
        f"{n} {word}" for n, word in zip(counts, ("ok", "with differences", "that cannot be run"), strict=True) if n
    ]
    number = f"{len(outcomes)} scenario{'s' if len(outcomes) > 1 else ''}"
    console().print(Text(f"{number}: {', '.join(texts)}"), soft_wrap=True)

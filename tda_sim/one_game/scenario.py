"""`tda scenario`: a position, a script of answers, and the expected outcome."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tda_sim.characters import in_a_line
from tda_sim.definitions import Tables
from tda_sim.engine.layout import CHANCE, MAX_FLIGHT, NONE
from tda_sim.engine.terms import Debt, Phase, Stop
from tda_sim.errors import Hint, Problem, UserError, shown, suggest
from tda_sim.one_game.decks import Decks
from tda_sim.one_game.dice.driver import COMPILED as DICE_COMPILED
from tda_sim.one_game.dice.scenario import is_dice_scenario, run_dice_scenario
from tda_sim.one_game.driver import COMPILED, Asked, Driver, drive, go, say_compiling
from tda_sim.one_game.events import Teller
from tda_sim.one_game.expect import check_expectations, differences
from tda_sim.one_game.outcome import CANNOT_RUN, DIFFERS, OK, Outcome
from tda_sim.one_game.position import position, state
from tda_sim.one_game.scenario_file import VERBS, Path_, ScenarioFile, Written, check_scenario, scenarios_in
from tda_sim.one_game.setup import check_room, set_up
from tda_sim.one_game.words import Words, seat_name
from tda_sim.streams import echo, print_json
from tda_sim.terminal import Text, console

MOST_LOOKED_AT = 20_000  # files and folders below a named one; more are a mistake
SUFFIXES = frozenset({".yaml", ".yml"})


# --- one of them ------------------------------------------------------------------------------------------


def run_scenario(written: Written, decks: Decks | None = None) -> Outcome:
    """Run a scenario; its mistakes are part of the outcome. ``decks`` keeps the decks that several share."""
    try:
        if is_dice_scenario(written):
            return run_dice_scenario(written)
        file = check_scenario(written)
        return _run(file, (decks or Decks()).tables(file))
    except UserError as error:
        return Outcome(written.file, written.name, problems=error.problems)


def _run(file: ScenarioFile, tables: Tables) -> Outcome:
    game = _prepared(file, tables)
    drive(game, range(len(file.scenario.start.hands)), chance=True)
    driver, script = Driver(game), Script(file, Words(tables))
    play_script(driver, script, file.scenario.until)
    script.check_used_up()
    teller = Teller(script.words, Debt(int(tables.rules[0]["debt"])))
    return Outcome(
        file=file.file,
        name=file.name,
        differences=differences(file.scenario.expect, state(driver.now, tables)),
        position=position(driver.now, tables),
        events=list(teller.data(driver.new_events())),
    )


def _prepared(file: ScenarioFile, tables: Tables) -> Any:
    problems: list[Problem] = []

    def report(path: Path_, message: str, hint: Hint | None) -> None:
        problems.append(file.problem(path, message, hint))

    scenario = file.scenario
    game = set_up(scenario.start, tables, scenario.seed, report)
    check_expectations(scenario.expect, tables.names, tables.abilities, len(scenario.start.hands), report)
    if problems or game is None:
        raise UserError(problems)
    return game


# --- its script -------------------------------------------------------------------------------------------


class Script:
    """Answers questions, line by line."""

    def __init__(self, file: ScenarioFile, words: Words) -> None:
        self.file, self.words = file, words
        self.lines = file.scenario.script
        self.done = 0

    @property
    def used_up(self) -> bool:
        """Whether no line is left."""
        return self.done == len(self.lines)

    def __call__(self, asked: Asked) -> int:
        """Answer a question by the next line."""
        if asked.seat == CHANCE and (self.used_up or self.lines[self.done].random is None):
            return NONE
        if self.used_up:
            raise self._error(asked, "the script has no more lines", ("script",))
        line, here = self.lines[self.done], ("script", self.done)
        if line.random is None and line.seat != asked.seat:
            raise self._error(asked, f"{line} is the next line", here)
        if line.verb != VERBS.get(asked.kind, "choose"):
            raise self._error(asked, f"{line} does not answer the question", here)
        options = self.words.options(asked)
        if line.option not in options:
            raise self._error(asked, f"{line.option} is not an option", here)
        self.done += 1
        return options.index(line.option)

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


def play_script(driver: Driver, script: Script, stop: Stop) -> None:
    """Play to the stop: the last scripted turn's, or the first one of its kind.

    PLAY and START lie inside a turn. If lines are left there, the turn is played to its end, and the next one looked
    at in the same way.
    """
    if stop > Stop.START:
        go(driver, stop, script)
        return
    if stop == Stop.START and driver.game[0]["table"]["phase"] == Phase.TURN:
        _run_turn(driver, script, Stop.TURN)
    while True:
        _run_turn(driver, script, stop)
        if script.used_up or driver.over:
            return
        if stop != Stop.TURN:
            _run_turn(driver, script, Stop.TURN)


def _run_turn(driver: Driver, script: Script, stop: Stop) -> None:
    if not check_room(driver.game):
        message = f"a player has no room for another card: {MAX_FLIGHT} are the most, lying there or played"
        raise UserError([script.file.problem(("start", "flights"), message)])
    driver.run(stop, script)


# --- the command ------------------------------------------------------------------------------------------


def scenario_command(files: Iterable[str | Path], as_json: bool, only: str = "") -> int:
    """Run the scenarios in files and folders; print the outcomes and return the exit code."""
    outcomes = []
    show: Callable[[Outcome], None] = _print_json if as_json else _print_outcome
    decks, announced = Decks(), set[str]()
    for written in _wanted(scenario_paths(files), only):
        kernel = DICE_COMPILED if is_dice_scenario(written) else COMPILED
        if kernel not in announced:
            announced.add(kernel)
            say_compiling(kernel)
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

"""Scenarios of the dice game: a position, a script of dice and answers, and the expected outcome."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from tda_sim.bounds import SEED
from tda_sim.definitions import DiceDeck, build_game_tables, check_players, load_game
from tda_sim.definitions.dice import DiceTables, is_dice
from tda_sim.definitions.models import Model
from tda_sim.dice.terms import Stop
from tda_sim.engine.layout import CHANCE, NONE
from tda_sim.errors import Hint, Problem, UserError
from tda_sim.one_game.dice.driver import DiceDriver, new_game
from tda_sim.one_game.dice.position import Start, position, state, write_position
from tda_sim.one_game.dice.words import DiceWords
from tda_sim.one_game.driver import Asked, drive
from tda_sim.one_game.expect import Difference
from tda_sim.one_game.outcome import Outcome
from tda_sim.one_game.scenario_file import OpenDebt, Path_, Written, checked

UNORDERED = ("out", "winners")


def _text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class Line(Model):
    """One line of a script: what a die shows, or a seat's answer."""

    roll: Annotated[str, BeforeValidator(_text)] | None = None
    seat: Annotated[int, Field(ge=0)] | None = None
    choose: str | None = None

    @model_validator(mode="after")
    def _one_answer(self) -> "Line":
        if (self.roll is None) == (self.choose is None) or (self.seat is None) != (self.choose is None):
            raise PydanticCustomError("scenario", "must be {roll: NUMBER or DRAGON} or {seat: S, choose: OPTION}")
        return self

    def __str__(self) -> str:
        return f"{{roll: {self.roll}}}" if self.roll is not None else f"{{seat: {self.seat}, choose: {self.choose}}}"


class Expect(Model):
    """What should come out; only what is named is compared."""

    phase: str | None = None
    stakes: int | None = None
    hoards: list[int] | None = None
    totals: list[int] | None = None
    flights: list[list[str]] | None = None
    strengths: list[int] | None = None
    gods: list[int] | None = None
    out: list[int] | None = None
    debts: list[OpenDebt] | None = None
    gambit: int | None = None
    round: int | None = None
    first: int | None = None
    turn: int | None = None
    leader: int | None = None
    gambit_winner: int | None = None
    winners: list[int] | None = None
    finished: bool | None = None
    asked: int | None = None


class Scenario(Model):
    """A whole scenario."""

    name: str | None = None
    deck: Any
    rules: Any = None
    seed: Annotated[int, SEED.field] = 0
    start: Start
    script: list[Line] = []
    stop: Literal["step", "gambit", "game"] = "step"
    expect: Expect = Expect()


def is_dice_scenario(written: Written) -> bool:
    """Return whether a scenario names a dice game."""
    return written.node is not None and "deck" in written.node.entries and is_dice(written.node.entries["deck"])


def run_dice_scenario(written: Written) -> Outcome:
    """Run a scenario. Raises UserError with its mistakes."""
    file = _File(written)
    game = new_game(file.tables, file.scenario.start.players, file.scenario.seed)
    problems: list[Problem] = []

    def report(where: Path_, message: str, hint: Hint | None) -> None:
        problems.append(written.problem(where, message, hint))

    write_position(file.scenario.start, file.tables, game, report)
    if problems:
        raise UserError(problems)
    drive(game, range(file.scenario.start.players), chance=True)
    driver, script = DiceDriver(game), _Script(file)
    _play(driver, script, Stop[file.scenario.stop.upper()])
    script.check_used_up()
    words = DiceWords(file.tables)
    return Outcome(
        file=written.file,
        name=written.name,
        differences=list(_differences(file.scenario.expect, state(driver.now, file.tables))),
        position=position(driver.now, file.tables),
        events=list(words.data(driver.new_events())),
    )


def _play(driver: DiceDriver, script: "_Script", stop: Stop) -> None:
    """Play to the stop; for steps, until the script ends, and at least one step."""
    while True:
        driver.run(stop, script)
        if driver.over or stop != Stop.STEP or script.used_up:
            return


class _File:
    """A scenario, checked, with its game."""

    def __init__(self, written: Written) -> None:
        self.scenario, self.problem = checked(written, Scenario), written.problem
        entries = written.content.entries
        played = load_game(entries["deck"], entries.get("rules"))
        assert isinstance(played, DiceDeck)
        check_players(played, self.scenario.start.players)
        tables = build_game_tables(played)
        assert isinstance(tables, DiceTables)
        self.tables = tables


class _Script:
    """Answers questions and throws dice, line by line; chance throws the dice that it does not name."""

    def __init__(self, file: _File) -> None:
        self.file, self.words = file, DiceWords(file.tables)
        self.lines = file.scenario.script
        self.done = 0

    @property
    def used_up(self) -> bool:
        """Whether no line is left."""
        return self.done == len(self.lines)

    def __call__(self, asked: Asked) -> int:
        """Answer a question by the next line."""
        is_die = asked.seat == CHANCE
        if is_die and (self.used_up or self.lines[self.done].roll is None):
            return NONE
        if self.used_up:
            raise self._error(asked, "the script has no more lines", ("script",))
        line, here = self.lines[self.done], ("script", self.done)
        if not is_die and line.seat != asked.seat:
            raise self._error(asked, f"{line} is the next line", here)
        answer, options = line.roll if is_die else line.choose, self.words.options(asked)
        if answer not in options:
            raise self._error(asked, f"{answer} is not an option", here)
        self.done += 1
        return options.index(answer)

    def check_used_up(self) -> None:
        """Raise a UserError if the stop is reached before the last line."""
        if not self.used_up:
            n_left = len(self.lines) - self.done
            message = f"the stop is reached, and {n_left} line{'s' if n_left > 1 else ''} of the script not yet used"
            raise UserError([self.file.problem(("script", self.done), message, f"next: {self.lines[self.done]}")])

    def _error(self, asked: Asked, reason: str, path: Path_) -> UserError:
        who = "chance" if asked.seat == CHANCE else f"seat {asked.seat}"
        options = f"options: {', '.join(self.words.options(asked))}"
        return UserError([self.file.problem(path, f"{reason}; {who} is asked: {self.words.question(asked)} {options}")])


def _differences(expect: Expect, outcome: dict[str, Any]) -> Iterable[Difference]:
    """Yield everything in which ``outcome`` differs from what is expected."""
    for key in Expect.model_fields:
        if key not in expect.model_fields_set:
            continue
        wanted, here = getattr(expect, key), outcome[key]
        if key == "debts" and wanted is not None:
            wanted = [
                {"from": debt.debtor, "to": "stakes" if debt.creditor < 0 else debt.creditor, "gold": debt.gold}
                for debt in wanted
            ]
        same = sorted(wanted) == sorted(here) if key in UNORDERED else wanted == here
        if not same:
            yield Difference(key, wanted, here)

"""The format of scenarios, checked: every mistake is reported with its line."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from tda_sim.bounds import SEED
from tda_sim.definitions import library, sources
from tda_sim.definitions.models import Model
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import M, check
from tda_sim.engine.layout import STAKES
from tda_sim.engine.terms import Question, Stop
from tda_sim.errors import Hint, Problem, UserError

MAX_GOLD = 1_000_000  # far above any game, far below the engine's bound

Path_ = tuple[str | int, ...]  # the way to a value in the file: ("start", "hands", 0, 2)
Report = Callable[[Path_, str, Hint | None], None]  # where, what is wrong, a hint

Gold = Annotated[int, Field(ge=0, le=MAX_GOLD)]
Seat = Annotated[int, Field(ge=0)]


def _creditor(value: object) -> object:
    """Return a seat, or `STAKES` for the word stakes."""
    if value == "stakes":
        return STAKES
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise PydanticCustomError("scenario", "must be a seat or the word stakes")
    return value


def _as_text(value: object) -> object:
    """Return the number that a die shows."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class OpenDebt(Model):
    """Gold that a player owes to another, or to the stakes."""

    debtor: Seat = Field(alias="from")
    creditor: Annotated[int, BeforeValidator(_creditor)] = Field(alias="to")
    gold: Annotated[int, Field(ge=1, le=MAX_GOLD)]


class InForce(Model):
    """A power that was triggered earlier in the gambit and still matters.

    ``copied_by`` is only of use where the power was copied and hangs on the card that did so.
    """

    card: str
    seat: Seat
    copied_by: str | None = None


class PaidFlight(Model):
    """A special flight that has paid out in the gambit."""

    seat: Seat
    colour: str | None = None
    strength: int | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "PaidFlight":
        if (self.colour is None) == (self.strength is None):
            raise PydanticCustomError("scenario", "must have either a colour or a strength")
        return self


class Start(Model):
    """A position."""

    phase: Literal["turn", "ante", "score"] = "turn"
    round: Annotated[int, Field(ge=1)] | None = None
    leader: Seat = 0
    turn: Seat | None = None
    stakes: Gold = 0
    hoards: list[Gold] | None = None
    hands: list[list[str]]
    flights: list[list[str]] | None = None
    plays: list[list[str]] | None = None
    played: list[str | None] | None = None
    ante: list[str] = []
    deck: list[str] = []
    only: bool = False
    discard: list[str] = []
    owed: list[Gold] | None = None
    debts: list[OpenDebt] = []
    hole: Gold = 0
    in_force: list[InForce] = []
    special_flights: list[PaidFlight] = []
    abilities: list[list[str]] | None = None
    spent: list[list[str]] | None = None
    disks: list[Literal["ready", "spent"]] | None = None
    gambits_won: list[Annotated[int, Field(ge=0, le=MAX_GOLD)]] | None = None


class Line(Model):
    """One line of the script: a seat's answer, or what a random pick turns up."""

    seat: Seat | None = None
    ante: str | None = None
    play: str | None = None
    choose: str | None = None
    random: Annotated[str, BeforeValidator(_as_text)] | None = None

    @model_validator(mode="after")
    def _one_answer(self) -> "Line":
        if len(self.model_fields_set - {"seat"}) != 1 or (self.seat is None) != (self.random is not None):
            raise PydanticCustomError("scenario", "must be {random: CARD}, or a seat with one of ante, play, choose")
        return self

    @property
    def verb(self) -> str:
        """The key that holds the answer."""
        return next(iter(self.model_fields_set - {"seat"}))

    @property
    def option(self) -> str:
        """The answer."""
        return str(getattr(self, self.verb))

    def __str__(self) -> str:
        seat = "" if self.seat is None else f"seat: {self.seat}, "
        return f"{{{seat}{self.verb}: {self.option}}}"


class Expect(Model):
    """What should come out; only what is named is compared."""

    stakes: int | None = None
    hoards: list[int] | None = None
    hands: list[list[str]] | None = None
    flights: list[list[str]] | None = None
    ante: list[str] | None = None
    discard: list[str] | None = None
    deck_top: list[str] | None = None
    deck_size: int | None = None
    hand_sizes: list[int] | None = None
    owed: list[int] | None = None
    debts: list[OpenDebt] | None = None
    hole: int | None = None
    leader: int | None = None
    turn: int | None = None
    round: int | None = None
    gambit_winner: int | None = None
    winners: list[int] | None = None
    finished: bool | None = None
    abilities: list[list[str]] | None = None
    spent: list[list[str]] | None = None
    disks: list[Literal["ready", "spent"]] | None = None


class Scenario(Model):
    """A whole scenario."""

    name: str | None = None
    rules: Any = None  # these two are checked where decks are loaded
    deck: Any = None
    seed: Annotated[int, SEED.field] = 0
    start: Start
    script: list[Line] = []
    stop: Literal["play", "turn", "start", "ante", "gambit", "next", "game"] = "turn"
    expect: Expect = Expect()

    @model_validator(mode="after")
    def _some_deck(self) -> "Scenario":
        if self.rules is None and self.deck is None:
            raise PydanticCustomError("scenario", "rules or a deck must be named")
        return self

    @property
    def until(self) -> Stop:
        """When to look."""
        return Stop[self.stop.upper()]


VERBS = {
    Question.ANTE: "ante",
    Question.PLAY: "play",
    Question.RANDOM_CARD: "random",
    Question.ROLL: "random",
}  # all others: choose


@dataclass(frozen=True, eq=False)
class Written:
    """A scenario of cards or of dice as a file has it; ``node`` is None, or ``problems`` says why it cannot be used."""

    file: str
    node: Node | None
    problems: list[Problem]

    @property
    def name(self) -> str:
        """The name in the file, otherwise the file's."""
        name = None if self.node is None or "name" not in self.node.entries else self.node.entries["name"].value
        return name if isinstance(name, str) else Path(self.file).stem

    @property
    def content(self) -> Node:
        """What the file says; a UserError lists all mistakes in its YAML."""
        if self.node is None or self.problems:
            raise UserError(self.problems)
        return self.node

    def problem(self, path: Path_, message: str, hint: Hint | None = None) -> Problem:
        """Return a problem at the line that ``path`` leads to."""
        return self.content.trail(path)[-1].problem(message, hint)


@dataclass(frozen=True, eq=False)
class ScenarioFile(Written):
    """A scenario of cards whose form has been checked."""

    scenario: Scenario


def scenarios_in(path: Path) -> list[Written]:
    """Return the scenarios of a file, one or several, which lines ``---`` divide."""
    return [_written(library.shown(path), document) for document in sources.read_several(path)]


def _written(file: str, document: sources.Document) -> Written:
    node, problems = document.node, list(document.problems)
    if node is not None:
        node, problems = _allow_yes_and_no(node, problems)
    return Written(file, node, problems)


def checked(written: Written, form: type[M]) -> M:
    """Return a scenario in its form; a UserError lists all mistakes."""
    problems: list[Problem] = []
    scenario = check(form, written.content, problems)
    if scenario is None:
        raise UserError(problems)
    return scenario


def check_scenario(written: Written) -> ScenarioFile:
    """Return a scenario of cards, checked; a UserError lists all mistakes in its form."""
    return ScenarioFile(written.file, written.content, [], checked(written, Scenario))


def _allow_yes_and_no(node: Node, problems: list[Problem]) -> tuple[Node, list[Problem]]:
    """Take an unquoted `yes` or `no` for the word where a script offers it as an answer."""
    lines: list[Node] = []
    spared: set[tuple[int | None, str]] = set()  # the line and the word of a problem that is none
    for line in node.entries["script"].items if "script" in node.entries else []:
        answer = line.entries.get("choose")
        if answer is not None and answer.dubious and isinstance(answer.value, bool):
            word = "yes" if answer.value else "no"
            spared.add((answer.line, word))
            line = replace(line, value={**line.entries, "choose": replace(answer, value=word, dubious=False)})
        lines.append(line)
    if not spared:
        return node, problems
    script = replace(node.entries["script"], value=lines)
    rest = [problem for problem in problems if (problem.line, problem.message.split()[0]) not in spared]
    return replace(node, value={**node.entries, "script": script}), rest

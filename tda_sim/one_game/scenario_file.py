"""The format of scenarios, checked: every mistake is reported with its line."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, create_model, model_validator
from pydantic_core import PydanticCustomError

from tda_sim.bounds import SEED
from tda_sim.definitions import library, sources
from tda_sim.definitions.dice import is_dice
from tda_sim.definitions.models import Model
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.errors import Hint, Problem, UserError
from tda_sim.one_game.codec import Codec, Path_, SeatNumber
from tda_sim.one_game.dice.record import FIELDS as DICE_FIELDS
from tda_sim.one_game.record import FIELDS


def _as_text(value: object) -> object:
    """Return the number that a die shows."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Chance = Annotated[str, BeforeValidator(_as_text)]


class Line(Model):
    """One line of the script: a seat's answer, or what chance brings; exactly one answer is set."""

    says: ClassVar[str]

    seat: SeatNumber | None = None

    @model_validator(mode="after")
    def _one_answer(self) -> "Line":
        is_of_chance = self.verb in ("random", "roll")
        if len(self.model_fields_set - {"seat"}) != 1 or (self.seat is None) != is_of_chance:
            raise PydanticCustomError("scenario", "{says}", {"says": self.says})
        return self

    @property
    def verb(self) -> str:
        """The key that holds the answer."""
        return next(iter(self.model_fields_set - {"seat"}), "")

    @property
    def option(self) -> str:
        """The answer."""
        return str(getattr(self, self.verb))

    def __str__(self) -> str:
        seat = "" if self.seat is None else f"seat: {self.seat}, "
        return f"{{{seat}{self.verb}: {self.option}}}"


class CardLine(Line):
    """A line with cards; ``random`` is what a random pick turns up."""

    says = "must be {random: CARD}, or a seat with one of ante, play, choose"

    ante: str = ""
    play: str = ""
    choose: str = ""
    random: Chance = ""


class DiceLine(Line):
    """A line with dice; ``roll`` is what one shows."""

    says = "must be {roll: NUMBER or DRAGON} or {seat: S, choose: OPTION}"

    roll: Chance = ""
    choose: str = ""


class Scenario(Model):
    """A whole scenario."""

    name: str | None = None
    rules: Any = None  # these two are checked where decks are loaded
    deck: Any = None
    seed: Annotated[int, SEED.field] = 0
    start: Any
    script: Any
    stop: Any
    expect: Any

    @model_validator(mode="after")
    def _some_deck(self) -> "Scenario":
        if self.rules is None and self.deck is None:
            raise PydanticCustomError("scenario", "rules or a deck must be named")
        return self


def _form(fields: Codec, line: type[Line], *stops: str) -> type[Scenario]:
    """Return the form of the scenarios of a game; the first of its ``stops`` is the default."""
    forms: Any = {
        "start": (fields.start, ...),
        "script": (list[line], []),  # type: ignore[valid-type]
        "stop": (Literal[stops], stops[0]),
        "expect": (fields.expect, fields.expect()),
    }
    return create_model("Scenario", __base__=Scenario, __doc__="A whole scenario.", **forms)


CARD_SCENARIO = _form(FIELDS, CardLine, "turn", "play", "start", "ante", "gambit", "next", "game")
DICE_SCENARIO = _form(DICE_FIELDS, DiceLine, "step", "gambit", "game")


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

    @property
    def is_of_dice(self) -> bool:
        """Whether it names a dice game."""
        return self.node is not None and "deck" in self.node.entries and is_dice(self.node.entries["deck"])

    def problem(self, path: Path_, message: str, hint: Hint | None = None) -> Problem:
        """Return a problem at the line that ``path`` leads to."""
        return self.content.trail(path)[-1].problem(message, hint)


def scenarios_in(path: Path) -> list[Written]:
    """Return the scenarios of a file, one or several, which lines ``---`` divide."""
    return [_written(library.shown(path), document) for document in sources.read_several(path)]


def _written(file: str, document: sources.Document) -> Written:
    node, problems = document.node, list(document.problems)
    if node is not None:
        node, problems = _allow_yes_and_no(node, problems)
    return Written(file, node, problems)


def checked(written: Written) -> Scenario:
    """Return a scenario in the form of its game; a UserError lists all mistakes in it."""
    problems: list[Problem] = []
    scenario = check(DICE_SCENARIO if written.is_of_dice else CARD_SCENARIO, written.content, problems)
    if scenario is None:
        raise UserError(problems)
    return scenario


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

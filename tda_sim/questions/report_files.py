"""What may stand in a report's YAML file, checked with file and line. ``tda schema report`` is made from it.

The parts of a report are questions: what they may say follows from the settings of these.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, create_model

from tda_sim.answers.names import lab_of, look_up, names_in
from tda_sim.bounds import SEED
from tda_sim.definitions import library, sources
from tda_sim.definitions.files import title_of
from tda_sim.definitions.models import All, Line, Model, form
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.table import row_schema
from tda_sim.one_game import recorded
from tda_sim.questions.claim_files import CLAIMS, SayingsFile
from tda_sim.questions.contents import PARTS
from tda_sim.questions.design_files import DESIGNS, DesignFile
from tda_sim.questions.question import Question
from tda_sim.questions.settings import Described, settings_of
from tda_sim.rendering.model import JSON_FORMAT
from tda_sim.studies import schema as study_schema
from tda_sim.studies.files import MAX_LISTED, Games, PlayerCount, Text
from tda_sim.studies.usual import USUAL
from tda_sim.wording.words import listed

REPORT, GAME, ANSWER = "report", "game", "answer"
BY = "by"  # the setting that lays an answer side by side
MAX_PARTS, MAX_NAMES = 50, 300  # of a report: all names are looked up before anything is played

Source = str | Path | Mapping[str, Any]
Names = Annotated[list[Text], Field(min_length=1, max_length=MAX_LISTED), Tag("list")]
Strategies = Annotated[All | Names, Discriminator(form)]


class Common(Model):
    """What a report says for all its parts, and a part for itself."""

    players: PlayerCount | None = Field(default=None, description="Number of players, 2 to 6; 4 if absent.")
    games: Games | None = Field(
        default=None, description="Games of each table; if absent, as many as the command of that kind plays."
    )
    strategies: Strategies | None = Field(
        default=None,
        description=f"Strategies: verdicts are about tables of the first one. {listed(USUAL)} if absent; all stands for"
        " all there are, in a ladder.",
    )
    search: bool | None = Field(
        default=None, description="Whether lookahead plays with its stronger setting, which takes longer."
    )
    seed: Annotated[int, SEED.field] | None = Field(default=None, description="Seed of all randomness; 1 if absent.")


class PartFile(Common):
    """A part of a report: one question."""

    kind: str
    title: Line = Field(default="", description="The part's heading; made from what it is about if absent.")
    text: Line = Field(default="", description="What it is about, in one sentence.")


def _keys(question: type[Question]) -> dict[str, Described]:
    """Return the settings that only the part of a question has, by their keys in a file."""
    settings = {each.name: each for each in settings_of(question)}
    own = [name for name in (*question.parts, BY) if name in settings and name not in Common.model_fields]
    return {settings[name].setting.option or name: settings[name] for name in own}


def _part(known: tuple[str, type[Question]]) -> type[PartFile]:
    """Return the model of a part of this kind that asks a question."""
    kind, question = known
    fields: dict[str, Any] = {key: _field(each) for key, each in _keys(question).items()}
    fields["kind"] = Literal[kind], Field(description=f"{question.about[0].upper()}{question.about[1:]}.")
    if "strategies" not in question.parts:
        fields["strategies"] = Names | None, Common.model_fields["strategies"]
    words = f"A part of a report: {question.about}."
    return create_model(f"{question.__name__}Part", __base__=PartFile, __doc__=words, **fields)


def _field(described: Described) -> tuple[Any, Any]:
    """Return the type of a setting in a file, and its field."""
    setting, default = described.setting, described.default
    kind: Any = described.type if described.type is bool else Text
    if setting.limits is not None:
        kind = Annotated[int, setting.limits.field]
    if setting.several or setting.typed == list[str] | None:
        kind = Annotated[list[Text], Field(min_length=setting.least, max_length=MAX_LISTED), Tag("list")]
    if setting.alternative:
        kind = Annotated[All | kind, Discriminator(form)]
    if default is None:
        kind = kind | None
    return kind, Field(default=... if default is MISSING else default, description=setting.help)


if TYPE_CHECKING:
    AnyPart = PartFile
else:
    AnyPart = Annotated[reduce(or_, map(_part, PARTS.items())), Field(discriminator="kind")]


class ReportFile(Common):
    """A report: its title, and the parts it is made of."""

    title: Line = Field(default="", description="What the report is called; made from the file's name if absent.")
    text: Line = Field(default="", description="What it is about, in one sentence.")
    lab: Text | None = Field(
        default=None,
        description="A deck, by name or path: the page also holds the laboratory, which opens with it; no laboratory"
        " if absent.",
    )
    parts: list[AnyPart] = Field(min_length=1, max_length=MAX_PARTS, description="The parts, in their order.")


@dataclass(frozen=True)
class Part:
    """A part of a report: a question, and where it is written."""

    question: Question
    title: str
    text: str
    place: Node


@dataclass(frozen=True)
class Report:
    """A report that has been checked."""

    name: str
    title: str
    text: str
    parts: tuple[Part, ...]
    lab: str | None = None  # the deck with which its laboratory opens, if it has one


def read_report(source: Source, **given: Any) -> Report:
    """Return a report by the name or path of its file, or from a mapping in the form of such a file.

    ``given`` (players, games, strategies, search, seed) holds for all parts, whatever the file says. Raises UserError
    with all mistakes of the file, and of the names in it.
    """
    path = None if isinstance(source, Mapping) else library.find(REPORT, source)
    node = sources.from_python(dict(source)) if isinstance(source, Mapping) else sources.read_or_raise(path or Path())
    problems: list[Problem] = []
    file = check(ReportFile, node, problems)
    if problems or file is None:
        raise UserError(problems)
    places = tuple(node.entries["parts"].items)
    if (names := sum(map(names_in, [node, *places]))) > MAX_NAMES:
        raise UserError([node.problem(f"the report has {names:,} names", f"at most {MAX_NAMES} are possible")])
    named = [look_up(place, node, problems) for place in places]
    lab = lab_of(node, problems)
    if problems:
        raise UserError(problems)
    name = REPORT if path is None else library.name_of(path)
    parts = tuple(
        Part(_question(part, names, file, given), part.title, part.text, place)
        for part, names, place in zip(file.parts, named, places, strict=True)
    )
    return Report(name, file.title or title_of(name), file.text, parts, lab)


def _question(part: Any, names: Mapping[str, Any], report: Common, given: Mapping[str, Any]) -> Question:
    """Return what a part asks: what the caller says comes first, then the part, the report, and custom."""
    said = {each.name: names.get(key, getattr(part, key)) for key, each in _keys(PARTS[part.kind]).items()}
    for key in Common.model_fields:
        values = (given.get(key), names.get(key), getattr(part, key), getattr(report, key))
        if (value := next((value for value in values if value is not None), None)) is not None:
            said[key] = value
    return PARTS[part.kind].of_part(**said)


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file: report, claims, a recorded game, or one of `tda_sim.studies.schema`.

    Or of what ``--json`` prints of an answer.
    """
    if kind == GAME:
        return recorded.schema()
    if kind == ANSWER:
        return answer_schema()
    own: dict[str, type[Model]] = {REPORT: ReportFile, CLAIMS: SayingsFile, DESIGNS: DesignFile}
    if kind not in own and kind not in study_schema.KINDS:
        raise UserError.of(
            f"there is no schema for {kind}", hint=suggest(kind, [*study_schema.KINDS, *own, GAME, ANSWER])
        )
    if kind not in own:
        return study_schema.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **own[kind].model_json_schema()}


def answer_schema() -> dict[str, Any]:
    """Return the JSON Schema of what all answers have in common, as ``--json`` prints it."""
    rows = {"type": "array", "items": {"type": "object"}}
    known = {
        "format": {"const": JSON_FORMAT, "description": "The number of this form; it rises when keys change or go."},
        "version": {"type": "string", "description": "The version of tda_sim."},
        "words": {"type": "array", "items": {"type": "string"}, "description": "The answer in sentences."},
        "tables": {
            "type": ["object", "array"],
            "properties": {"estimates": {"type": "array", "items": row_schema()}},
            "additionalProperties": rows,
            "description": "Tables by name, as lists of rows, see docs/columns.md; of searches, where they played.",
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An answer",
        "type": "object",
        "properties": known,
        "required": ["format", "version", "words"],
    }

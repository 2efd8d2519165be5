"""What may stand in a report's YAML file, checked with file and line. ``tda schema report`` is made from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from tda_sim.answers.names import lab_of, look_up, names_in
from tda_sim.bounds import KINDS, SEED
from tda_sim.definitions import library, sources
from tda_sim.definitions.files import title_of
from tda_sim.definitions.models import All, Line, Model, form, wrong
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.documents.words import listed
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.questions.compare import Compare
from tda_sim.questions.house_rule import HouseRule
from tda_sim.studies import ability_study, card_study
from tda_sim.studies import schema as study_schema
from tda_sim.studies.files import MAX_LISTED, Games, PlayerCount, Text
from tda_sim.studies.usual import USUAL

REPORT = "report"
EACH = KINDS["each"]
MAX_PARTS, MAX_NAMES = 50, 300  # of a report: all names are looked up before anything is played
COMPARE, CARDS, HOUSE_RULES, INCLUSION, LADDER = "compare", "cards", "house-rules", "inclusion", "ladder"
ABILITIES = "abilities"
GAMES = {COMPARE: Compare.games, CARDS: card_study.GAMES, HOUSE_RULES: HouseRule.games, INCLUSION: card_study.GAMES}
GAMES |= {LADDER: 100_000, ABILITIES: ability_study.GAMES}

Source = str | Path | Mapping[str, Any]
Names = Annotated[list[Text], Field(min_length=1, max_length=MAX_LISTED), Tag("list")]
Rules = Annotated[All | Names, Discriminator(form)]
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
        default=None, description="Whether lookahead sits there, too: it plays better, and hundreds of times as slowly."
    )
    seed: Annotated[int, SEED.field] | None = Field(default=None, description="Seed of all randomness; 1 if absent.")


class PartFile(Common):
    """A part of a report: one study, or one ladder."""

    kind: Literal["compare", "cards", "house-rules", "inclusion", "ladder", "abilities"] = Field(
        description="compare: decks side by side; cards: what each card of a deck is worth; house-rules: what rules"
        " change; inclusion: what cards drawn game by game do to the game; ladder: how strong strategies are;"
        " abilities: what each ability of a list is worth."
    )
    title: Line = Field(default="", description="The part's heading; made from what it is about if absent.")
    text: Line = Field(default="", description="What it is about, in one sentence.")
    decks: Names | None = Field(default=None, description="Decks, by name or path: two or more to compare.")
    deck: Text | None = Field(default=None, description="The deck, by name or path.")
    rules: Rules | None = Field(
        default=None, description="House rules, by name or path; all stands for all that can be found by name."
    )
    together: bool = Field(default=False, description="Whether the rules are laid over the deck all at once.")
    power: bool = Field(default=True, description="Whether each card is also played without its power.")
    forced: bool = Field(default=True, description="Whether the biggest claims are put to the test on fresh shuffles.")
    each: Annotated[int, EACH.field] | None = Field(
        default=None, description="How many abilities every player is dealt; 1 if absent."
    )
    bundles: bool = Field(
        default=False, description="Whether everybody is dealt one bundle of the list in place of that."
    )
    list: Text | None = Field(
        default=None, description="The list of abilities, by name or path; that of the deck if absent."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind == COMPARE:
            if self.decks is None or len(self.decks) < 2:
                raise wrong("decks is missing: two or more to compare", "decks", "kind")
        elif self.deck is None:
            raise wrong(f"deck is missing: {self.kind} is about one", "decks", "kind")
        if self.kind == HOUSE_RULES and self.rules is None:
            raise wrong("rules is missing: which house rules?", "kind")
        if self.kind != HOUSE_RULES and self.rules is not None:
            raise wrong(f"rules go with house-rules, not with {self.kind}", "rules")
        if self.kind != COMPARE and self.decks is not None:
            raise wrong(f"decks go with compare; {self.kind} has one deck", "decks")
        if self.kind == COMPARE and self.deck is not None:
            raise wrong("deck goes with other kinds; compare has decks", "deck")
        for key in ("each", "bundles", "list"):
            if self.kind != ABILITIES and getattr(self, key):
                raise wrong(f"{key} goes with abilities, not with {self.kind}", key)
        if self.kind != LADDER and self.strategies == "all":
            raise wrong("strategies: all goes with ladder only", "strategies")
        return self


class Part(PartFile):
    """A part of a report in which nothing is left to be said."""

    players: PlayerCount
    games: Games
    strategies: Strategies
    search: bool
    seed: int


class ReportFile(Common):
    """A report: its title, and the parts it is made of."""

    title: Line = Field(default="", description="What the report is called; made from the file's name if absent.")
    text: Line = Field(default="", description="What it is about, in one sentence.")
    lab: Text | None = Field(
        default=None,
        description="A deck, by name or path: the page also holds the laboratory, which opens with it; no laboratory"
        " if absent.",
    )
    parts: list[PartFile] = Field(min_length=1, max_length=MAX_PARTS, description="The parts, in their order.")


@dataclass(frozen=True)
class Report:
    """A report that has been checked: every part says all that is asked."""

    name: str
    title: str
    text: str
    parts: tuple[Part, ...]
    places: tuple[Node, ...]  # where the parts are written
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
    common = {key: getattr(file, key) for key in Common.model_fields}
    parts = (part.model_copy(update=names) for part, names in zip(file.parts, named, strict=True))
    filled = tuple(_filled(part, common, given) for part in parts)
    return Report(name, file.title or title_of(name), file.text, filled, places, lab)


def _filled(part: PartFile, common: Mapping[str, Any], given: Mapping[str, Any]) -> Part:
    """Return what a part says, or else the caller, the report, or custom."""
    custom = {"players": 4, "games": GAMES[part.kind], "strategies": list(USUAL), "search": False, "seed": 1}
    chosen = dict(part)
    for key, usual in custom.items():
        values = (given.get(key), getattr(part, key), common[key], usual)
        chosen[key] = next(value for value in values if value is not None)
    return Part.model_construct(**chosen)


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file: report, or one of `tda_sim.studies.schema`."""
    if kind != REPORT and kind not in study_schema.KINDS:
        raise UserError.of(f"there is no schema for {kind}", hint=suggest(kind, [*study_schema.KINDS, REPORT]))
    if kind != REPORT:
        return study_schema.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ReportFile.model_json_schema()}

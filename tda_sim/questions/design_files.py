"""What may stand in a file of goals, checked with file and line. ``tda schema designs`` is made from it."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from tda_sim import agents
from tda_sim.bounds import BUDGET, MINUTES
from tda_sim.definitions import library, sources
from tda_sim.definitions.files import title_of
from tda_sim.definitions.models import Line, Model
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.goals import OVER, SKILL, WISHES, WORTH, Goal, line_ups_of, read_goal
from tda_sim.questions.claim_files import Reader, Rules
from tda_sim.store.checksums import digest
from tda_sim.studies.cells import Table
from tda_sim.studies.files import Players, Text
from tda_sim.studies.tables import Tables
from tda_sim.studies.usual import graded
from tda_sim.tuning.designs.space import MOST_FACTORS, Space, read_power, read_space

DESIGNS = "designs"
MOST_GOALS, MOST_DESIGNS = 40, 5

Values = Annotated[str, Field(min_length=1, max_length=200), Tag("word")]
Wish = Annotated[
    Annotated[str, Field(min_length=1, max_length=60), Tag("word")] | Annotated[float, Tag("number")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "number"),
]
NameOrNames = Rules
Budget = Annotated[
    Annotated[str, Field(pattern=MINUTES), Tag("word")] | Annotated[int, BUDGET.field, Tag("number")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "number"),
]


class DesignFile(Model):
    """What may change of a deck, and what is wanted of it."""

    title: Line = Field(default="", description="The title; made from the file's name if absent.")
    text: Annotated[str, Field(max_length=2_000)] = Field(default="", description="What it is about.")
    deck: Text = Field(description="The deck, by name or path.")
    rules: Rules | None = Field(default=None, description="House rules that stand: a name or path, or a list.")
    players: Players = Field(default=4, description="The number of players, or a list: goals hold for each of them.")
    table: NameOrNames = Field(
        default="regular", description="Who plays in the search, in all seats, or a list: goals hold with each of them."
    )
    change: Annotated[dict[str, Values], Field(max_length=MOST_FACTORS)] = Field(
        default={},
        description="What may change: parameters with their values, as in a sweep: rules.starting_gold.each: 20..60:5.",
    )
    powers: Annotated[dict[str, list[Text]], Field(max_length=MOST_FACTORS)] = Field(
        default={},
        description="Cards or colours, each with others, by name, whose power it may have in place of its own.",
    )
    house_rules: list[Text] = Field(default=[], description="House rules that may be played, by name.")
    parts: bool = Field(
        default=False, description="Whether to choose, once for all games, among the parts that games of the deck draw."
    )
    want: Annotated[dict[str, Wish], Field(min_length=1, max_length=MOST_GOALS)] = Field(
        description="The goals: metrics of games, skill, worth CARD, spread of cards, or A over B, each with what is"
        f" wanted: {WISHES}."
    )
    map: Annotated[list[Text], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="Two of the goals: also a map of what can be had of both. Needs the extra maps."
    )
    budget: Budget = Field(default=200_000, description="Games of the search, or minutes: 5 minutes.")
    designs: Annotated[int, Field(ge=1, le=MOST_DESIGNS)] = Field(
        default=3, description="How many designs to propose, at most: each changes something else."
    )


@dataclass(frozen=True)
class Spec:
    """A file of goals that has been checked."""

    name: str
    file: DesignFile
    title: str
    deck: str
    rules: tuple[str, ...]
    players: tuple[int, ...]
    named: tuple[str, ...]  # house rules that may be played
    space: Space
    goals: tuple[Goal, ...]

    @property
    def alike(self) -> list[str]:
        """The strategies with which goals hold, each in all seats."""
        return _tables(self.file.table)

    @property
    def axes(self) -> tuple[int, int] | None:
        """The places of the goals of which there is to be a map."""
        names = [goal.name for goal in self.goals]
        return None if self.file.map is None else (names.index(self.file.map[0]), names.index(self.file.map[1]))

    def meeting(self, players: int) -> list[list[str]]:
        """Return the tables of unlike players that goals are about."""
        found: list[list[str]] = []
        for goal in self.goals:
            found += [graded(players)] if goal.about == SKILL else []
            found += line_ups_of(goal, players) if goal.about == OVER else []
        return [table for k, table in enumerate(found) if table not in found[:k]]

    def tables(self, players: int, alone: str) -> list[Table]:
        """Return the tables of a search: where all play alike, first as ``alone`` does, and those of unlike players."""
        alike = any(goal.about not in (SKILL, OVER) for goal in self.goals)
        written = [*([alone, *self.alike[1:]] if alike else []), *self.meeting(players)]
        reader = Tables([])
        return [table for each in written for table, _ in reader.tables(sources.from_python(each), players)]

    @property
    def asked(self) -> dict[str, Any]:
        """What decides how its search goes, in JSON's types."""
        keys = {"deck", "rules", "players", "table", "change", "powers", "house_rules", "parts", "want", "map"}
        rules = [digest(library.find("house-rule", rule).read_bytes()) for rule in self.named]
        return {**self.file.model_dump(include=keys, mode="json"), "rules_that_may_be_played": rules}


def read_spec(name: str) -> Spec:
    """Return a file of goals by its name or path. Raises UserError with its mistakes."""
    path = library.find(DESIGNS, name)
    node = sources.read_or_raise(path)
    problems: list[Problem] = []
    file = check(DesignFile, node, problems)
    if file is None:
        raise UserError(problems)
    reader = _Reader(node, problems)
    rules = [file.rules] if isinstance(file.rules, str) else file.rules or []
    deck = reader.path("deck", file.deck, node.entries["deck"])
    written = node.entries.get("rules", Node([]))
    paths = [
        reader.path("house-rule", each, at)
        for each, at in zip(rules, written.items or [written] * len(rules), strict=True)
    ]
    named = [
        reader.path("house-rule", each, at)
        for each, at in zip(file.house_rules, node.entries.get("house_rules", Node([])).items, strict=True)
    ]
    goals = [each for key, wish in file.want.items() if (each := reader.goal(key, wish))]
    further = [each.at(table) for table in _tables(file.table)[1:] for each in goals if each.about not in (SKILL, OVER)]
    if problems:
        raise UserError(problems)
    with reader.placed("powers"):
        powers = [read_power(deck, paths, name, others) for name, others in file.powers.items()]
    with reader.placed("change"):
        space = read_space(deck, paths, file.change, named, file.parts, powers)
    players = (file.players,) if isinstance(file.players, int) else tuple(file.players)
    spec = Spec(
        library.name_of(path),
        file,
        file.title or title_of(library.name_of(path)),
        deck,
        tuple(paths),
        players,
        tuple(named),
        space,
        (*goals, *further),
    )
    reader.check_names(spec)
    if problems:
        raise UserError(problems)
    return spec


def _tables(table: str | list[str]) -> list[str]:
    return [table] if isinstance(table, str) else table


class _Reader(Reader):
    """Looks up what a file of goals names."""

    def goal(self, key: str, wish: str | float) -> Goal | None:
        """Return a goal."""
        try:
            return read_goal(key, wish)
        except UserError as error:
            place = self.node.entries["want"].entries[key]
            self.problems.extend(place.problem(each.message, each.hint) for each in error.problems)
            return None

    def placed(self, key: str) -> Any:
        """Name the place of a key in errors that name none."""
        from tda_sim.answers.names import placed

        return placed(self.node.entries.get(key, self.node))

    def check_player(self, name: str, place: Node) -> None:
        """Note where there is no such strategy."""
        try:
            agents.find(name)
        except UserError as error:
            self.problems.extend(place.problem(each.message, each.hint) for each in error.problems)

    def check_names(self, spec: Spec) -> None:
        """Check that goals name cards of the deck, and that there are the players that the file names."""
        cards = [card.name for card in spec.space.played.cards]
        axes = self.node.entries.get("map", Node([]))
        for name, place in zip(spec.file.map or [], axes.items, strict=True):
            if name not in spec.file.want:
                self.problems.append(place.problem(f"{name} is none of the goals", suggest(name, spec.file.want)))
        if spec.file.map and len({*spec.file.map}) == 1:
            self.problems.append(axes.problem("a map has two different goals", "name another one"))
        written = self.node.entries.get("table", self.node)
        for name, place in zip(spec.alike, written.items or [written], strict=True):
            self.check_player(name, place)
        for goal in (each for each in spec.goals if not each.table):
            place = self.node.entries["want"].entries[goal.name]
            if goal.about == WORTH and goal.of[0] not in cards:
                self.problems.append(place.problem(f"{spec.deck} has no card {goal.of[0]}", suggest(goal.of[0], cards)))
            for name in goal.of if goal.about == OVER else ():
                self.check_player(name, place)
            if goal.about == OVER and goal.of[0] == goal.of[1]:
                self.problems.append(place.problem(f"{goal.of[0]} cannot beat itself", "name two players"))

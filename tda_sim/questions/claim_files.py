"""What may stand in a file of sayings, checked with file and line. ``tda schema claims`` is made from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from tda_sim.definitions import library, sources
from tda_sim.definitions.files import title_of
from tda_sim.definitions.models import Line, Model
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import NAMED, check
from tda_sim.errors import Hint, Problem, UserError, suggest
from tda_sim.measures.claims import ALIKE, BOUNDED, KNOWN, SPECIAL, Claim, Saying, World
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import Metric
from tda_sim.studies.files import MAX_TOGETHER, PlayerCount, Smallest, Text
from tda_sim.wording.words import listed

CLAIMS = "claims"
MAX_SAYINGS, MAX_CLAIMS = 100, 20
MEASURES = listed([f"{name} ({each.title})" for name, each in SPECIAL.items()], " or ")

Long = Annotated[str, Field(max_length=2_000)]
Rules = Annotated[
    Annotated[Text, Tag(NAMED)] | Annotated[list[Text], Field(min_length=1, max_length=MAX_TOGETHER), Tag("list")],
    Discriminator(lambda value: "list" if isinstance(value, list) else NAMED),
]


class WorldFile(Model):
    """What is played; what is not said is as the file says."""

    deck: Text | None = Field(default=None, description="The deck, by name or path.")
    rules: Rules | None = Field(default=None, description="A house rule by name or path, or a list applied in order.")
    players: PlayerCount | None = Field(default=None, description="The number of players.")
    holding: Text | None = Field(default=None, description="For wins: the ability of the players that it is about.")


Than = Annotated[
    Annotated[WorldFile, Tag("mapping")] | Annotated[float, Field(ge=-1e6, le=1e6), Tag("number")],
    Discriminator(lambda value: "mapping" if isinstance(value, dict) else "number"),
]


class ClaimFile(Model):
    """A claim: a number of one world is more, less or the same than in another, or than a bound."""

    name: Annotated[str, Field(min_length=1, max_length=80)] = Field(description="What is measured, in a few words.")
    measure: Text = Field(description=f"A metric of games, or {MEASURES}.")
    of: WorldFile = Field(default=WorldFile(), description="Where it is measured.")
    says: Literal["more", "less", "same"] = Field(description="What it is said to be.")
    than: Than = Field(description="What it is compared with: another world, or a number in the measure's unit.")
    by: Smallest | None = Field(
        default=None,
        description="By more than this, or for the same within it: in the measure's unit, or a share of the other"
        " world's number (5%). By default the measure's own margin; 0 beside a number.",
    )


class SayingFile(Model):
    """What people say, who says so, and the claims that it makes: all of them have to hold."""

    saying: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="What is said, in a sentence.")
    source: Long = Field(description="Who says so, in words.")
    experiment: Long = Field(description="How it is tried.")
    limits: Long = Field(default="", description="What the experiment cannot show.")
    claims: list[ClaimFile] = Field(min_length=1, max_length=MAX_CLAIMS, description="What has to hold.")


class SayingsFile(Model):
    """Sayings about the game, to be tried."""

    title: Line = Field(default="", description="The title; made from the file's name if absent.")
    text: Long = Field(default="", description="What it is about.")
    deck: Text = Field(description="The deck where a claim names none, by name or path.")
    players: PlayerCount = Field(default=4, description="The number of players where a claim names none.")
    sayings: list[SayingFile] = Field(min_length=1, max_length=MAX_SAYINGS, description="The sayings, in their order.")


@dataclass(frozen=True)
class Played:
    """What a world is played with: references as seen from the current folder."""

    deck: str
    rules: tuple[str, ...]
    players: int


@dataclass(frozen=True)
class Sayings:
    """A file of sayings that has been checked."""

    name: str
    title: str
    text: str
    sayings: tuple[Saying, ...]
    worlds: Mapping[Played, Node]  # all that is played, each once, and where the file asks for it first


def read_sayings(name: str) -> Sayings:
    """Return a file of sayings by its name or path. Raises UserError with all mistakes of the file and its names."""
    path = library.find(CLAIMS, name)
    node = sources.read_or_raise(path)
    problems: list[Problem] = []
    file = check(SayingsFile, node, problems)
    if file is None:
        raise UserError(problems)
    reader = _Reader(file, node, problems)
    sayings = tuple(map(reader.saying, file.sayings, node.entries["sayings"].items))
    if problems:
        raise UserError(problems)
    own = library.name_of(path)
    return Sayings(own, file.title or title_of(own), file.text, sayings, reader.worlds)


class Reader:
    """Looks up what a file names, and notes what there is not."""

    def __init__(self, node: Node, problems: list[Problem]) -> None:
        self.node, self.problems = node, problems

    def path(self, kind: str, name: str, place: Node) -> str:
        """Return a name, or a path as seen from the current folder; note what there is not."""
        from tda_sim.definitions import inherit

        try:
            found = library.find(kind, name, inherit.beside(place))
        except UserError as error:
            self.problems.extend(place.problem(each.message, each.hint) for each in error.problems)
            return name
        return str(found) if library.is_path(kind, name) else name


class _Reader(Reader):
    """Looks up what claims name."""

    def __init__(self, file: SayingsFile, node: Node, problems: list[Problem]) -> None:
        super().__init__(node, problems)
        self.file = file
        self.worlds: dict[Played, Node] = {}

    def saying(self, file: SayingFile, node: Node) -> Saying:
        claims = tuple(map(self.claim, file.claims, node.entries["claims"].items))
        return Saying(file.saying, file.source, file.experiment, file.limits, claims)

    def claim(self, file: ClaimFile, node: Node) -> Claim:
        """Return a claim; mistakes in it are noted."""
        measure, is_bound = KNOWN.get(file.measure), not isinstance(file.than, WorldFile)
        if measure is None:
            self.complain(node, "measure", f"there is no measure {file.measure}", suggest(file.measure, KNOWN))
        elif file.measure in BOUNDED and not is_bound:
            self.complain(node, "than", f"{file.measure} is compared with numbers only", "write a number")
        if is_bound and isinstance(file.by, str):
            self.complain(node, "by", "a share needs another world, of whose number it is one", "write a number")
        if is_bound and file.says == ALIKE and file.by is None:
            self.complain(node, "says", "the same as a number needs a margin: within what?", "add by")
        usual = measure.smallest if isinstance(measure, Metric) and not is_bound else Margin(0.0)
        worlds = [(file.of, node.entries.get("of", node))]
        worlds += [(file.than, node.entries["than"])] if isinstance(file.than, WorldFile) else []
        for each, place in worlds:
            if (each.holding is not None) != (file.measure == "wins") and measure is not None:
                hint = "add holding" if file.measure == "wins" else "wins is about those who hold an ability"
                self.problems.append(place.problem(f"{file.measure}: holding goes together with wins", hint))
        of, *other = (self.world(each, place) for each, place in worlds)
        than = other[0] if other else float(file.than)  # type: ignore[arg-type]
        by = usual if file.by is None else Margin.read(file.by)
        return Claim(file.name, file.measure, of, file.says, than, by)

    def world(self, file: WorldFile, place: Node) -> World:
        """Return a world, and note what plays it."""
        rules = [file.rules] if isinstance(file.rules, str) else file.rules or []
        deck = file.deck or self.file.deck
        at_deck = place.entries.get("deck", self.node.entries["deck"])
        written = place.entries.get("rules", Node([]))
        at_rules = written.items or [written] * len(rules)
        paths = tuple(self.path("house-rule", each, at) for each, at in zip(rules, at_rules, strict=True))
        played = Played(self.path("deck", deck, at_deck), paths, file.players or self.file.players)
        self.worlds.setdefault(played, place)
        names = library.name_of(played.deck), "+".join(map(library.name_of, paths))
        return World(*names, played.players, file.holding or "")

    def complain(self, node: Node, key: str, message: str, hint: Hint | None) -> None:
        """Note a mistake at a key of a claim."""
        self.problems.append(node.entries.get(key, node).problem(message, hint))


def studies_of(sayings: Sayings, common: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], Node]]:
    """Yield the studies that play all worlds, one for each deck and number of players, each with a place in the file.

    ``common``: their other keys.
    """
    groups: dict[tuple[str, int], dict[Played, Node]] = {}
    for world, node in sayings.worlds.items():
        groups.setdefault((world.deck, world.players), {})[world] = node
    for (deck, players), worlds in groups.items():
        variants = [list(rules) for rules in dict.fromkeys(world.rules for world in worlds) if rules]
        yield {**common, "decks": [deck], "players": players, "variants": variants}, next(iter(worlds.values()))

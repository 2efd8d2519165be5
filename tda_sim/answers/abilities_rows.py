"""A list of abilities, a typed row each, and what else is told about them."""

from dataclasses import dataclass, field
from functools import cached_property

from tda_sim.answers.told import Estimates, Tables, Told, descending
from tda_sim.documents.numbers import NOTHING, Estimate, rank
from tda_sim.measures.ability_sums import BLANK, BUNDLE
from tda_sim.measures.ability_values import SWAP, WORTH
from tda_sim.measures.card_agreement import DEPENDS

Place = tuple[int, str]  # number of players, table


@dataclass
class Ability:
    """An ability with all that was found out about it at one table; ``order``: the value that orders the list."""

    name: str
    title: str
    order: str
    values: Estimates = field(default_factory=dict)  # with intervals that hold for all at once
    alone: Estimates = field(default_factory=dict)  # the same with intervals that hold one by one
    uses: Estimates = field(default_factory=dict)
    best: int | None = None  # the places that it may hold
    worst: int | None = None
    group: int | None = None  # the tied set that it belongs to
    agreeing: str = NOTHING  # at how many of the tables the value has the sign of its mean

    @property
    def places(self) -> str:
        """The places that it may hold."""
        return rank(self.best, self.worst)

    @property
    def main(self) -> Estimate:
        """The value that orders the list."""
        return self.values.get(self.order, Estimate())


@dataclass(frozen=True)
class Listed:
    """What is dealt."""

    ability: str
    title: str
    kind: str


@dataclass(frozen=True)
class Value:
    """One value of an ability."""

    ability: str
    value: str
    found: Estimate
    alone_low: float | None
    alone_high: float | None
    best: int | None = None
    worst: int | None = None
    group: int | None = None

    @property
    def alone(self) -> Estimate:
        """The same with an interval that holds by itself."""
        return Estimate(self.found.value, self.alone_low, self.alone_high, self.found.n)


@dataclass(frozen=True)
class Two:
    """What two abilities are worth together, or how much more one bundle is worth than the other."""

    one: str
    two: str
    margin: float
    games_needed: int | None
    found: Estimate


@dataclass(frozen=True)
class Again:
    """The chance that some of the list stays the same: its top, its bottom, or one ability ahead of the next one."""

    same: str
    ability: str | None
    other: str | None
    found: Estimate


@dataclass(frozen=True)
class Robust:
    """Whether it is worth the same whoever plays; ``sign_agreement``: of ``n`` tables, the share with its sign."""

    ability: str
    robust: str
    n: int
    sign_agreement: float | None


@dataclass(frozen=True)
class Blank:
    """What a blank is worth against the other blanks."""

    ability: str
    found: Estimate


class Abilities(Told):
    """The abilities of the first table of the first deck, in falling order of their worth, and what else is told."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.listed = {row.ability: row for row in self.rows_of(Listed, "list")}
        self.is_bundles = any(row.kind == BUNDLE for row in self.listed.values())
        self.thing = "bundle" if self.is_bundles else "ability"
        known = tables["values"]["value"].unique()
        self.order = WORTH if WORTH in known else SWAP
        self.margin = float(tables["values"]["margin"][0])

    @property
    def things(self) -> str:
        """What is told about, in the plural."""
        return "bundles" if self.is_bundles else "abilities"

    def title(self, ability: str) -> str:
        """Return what an ability is called."""
        return self.listed[ability].title

    @property
    def blanks(self) -> list[Blank]:
        """What blanks are worth; nothing, if all is well."""
        return self.rows_of(Blank, "blanks")

    @property
    def dealt_blanks(self) -> int:
        """How many blanks are dealt."""
        return sum(row.kind == BLANK for row in self.listed.values())

    @cached_property
    def pairs(self) -> list[Two]:
        """What every two are worth together, most first."""
        return sorted(self.rows_of(Two, "pairs"), key=lambda row: -descending(row.found))

    @cached_property
    def between(self) -> list[Two]:
        """How much more the first of every two bundles is worth, the largest difference first."""
        return sorted(self.rows_of(Two, "between"), key=lambda row: -row.found.size)

    @property
    def again(self) -> list[Again]:
        """What would stay the same in as many other games."""
        return self.rows_of(Again, "again")

    @cached_property
    def robust(self) -> list[Robust]:
        """How the values hang on who plays."""
        return self.rows_of(Robust, "robust", table=None, value=self.order)

    @property
    def turning(self) -> list[str]:
        """The abilities whose value depends on who plays."""
        return [row.ability for row in self.robust if row.robust == DEPENDS]

    @cached_property
    def rows(self) -> list[Ability]:
        """The abilities in falling order of their value; at the end those without."""
        found = {
            row.ability: Ability(row.ability, row.title, self.order)
            for row in self.listed.values()
            if row.kind != BLANK
        }
        for value in self.rows_of(Value, "values"):
            row = found[value.ability]
            row.values[value.value], row.alone[value.value] = value.found, value.alone
            if value.value == self.order:
                row.best, row.worst, row.group = value.best, value.worst, value.group
        for ability, uses in self.named("uses", "ability", "use").items():
            found[ability].uses = uses
        for each in self.robust:
            if each.sign_agreement is not None:
                found[each.ability].agreeing = f"{round(each.sign_agreement * each.n)} of {each.n}"
        return sorted(found.values(), key=lambda row: -descending(row.main))

    @cached_property
    def everywhere(self) -> dict[Place, Estimates]:
        """The value that orders the list, of every ability, for each number of players and table of this deck."""
        frame = self.at("values", players=..., table=...).filter(value=self.order)
        found: dict[Place, Estimates] = {}
        for row in frame.iter_rows(named=True):
            found.setdefault((int(row["players"]), str(row["table"])), {})[row["ability"]] = Estimate.of(row)
        return found

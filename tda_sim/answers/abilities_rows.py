"""A list of abilities as typed rows."""

from dataclasses import dataclass, field
from functools import cached_property

from tda_sim.answers.cell_tables import CellTables, Estimates, Tables, descending
from tda_sim.documents.numbers import NOTHING, Estimate, rank
from tda_sim.measures.ability_sums import BLANK, BUNDLE
from tda_sim.measures.ability_values import SWAP, WORTH
from tda_sim.measures.card_agreement import DEPENDS

Place = tuple[int, str]  # number of players, table

TIERS = "SABCDEFGHIJKLMNOPQRTUVWXYZ"  # of tied sets, the best first


@dataclass
class Ability:
    """An ability and its estimates at one table; ``order``: the value that orders the list."""

    name: str
    title: str
    order: str
    values: Estimates = field(default_factory=dict)  # with joint intervals
    alone: Estimates = field(default_factory=dict)  # with intervals that hold one by one
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
    """One thing of the list that is dealt: an ability, a bundle or a blank."""

    ability: str
    title: str
    kind: str


@dataclass(frozen=True)
class Value:
    """One value of an ability."""

    ability: str
    value: str
    estimate: Estimate
    alone_low: float | None
    alone_high: float | None
    best: int | None = None
    worst: int | None = None
    group: int | None = None

    @property
    def alone(self) -> Estimate:
        """The value with an interval that holds by itself."""
        return Estimate(self.estimate.value, self.alone_low, self.alone_high, self.estimate.n)


@dataclass(frozen=True)
class Two:
    """The value of two abilities together, beyond its parts; or the lead of one bundle over another."""

    one: str
    two: str
    margin: float
    games_needed: int | None
    estimate: Estimate


@dataclass(frozen=True)
class Again:
    """The chance that the top, the bottom or one order of the list is the same in new games."""

    same: str
    ability: str | None
    other: str | None
    estimate: Estimate


@dataclass(frozen=True)
class Robust:
    """Whether a value depends on who plays; ``sign_agreement``: the share of ``n`` tables with the sign of the mean."""

    ability: str
    robust: str
    n: int
    sign_agreement: float | None


@dataclass(frozen=True)
class Blank:
    """The value of a blank against the other blanks."""

    ability: str
    estimate: Estimate


class Abilities(CellTables):
    """What an analysis found about abilities at the first table of the first deck."""

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
        """What the list holds, in the plural."""
        return "bundles" if self.is_bundles else "abilities"

    def title(self, ability: str) -> str:
        """Return the title of an ability."""
        return self.listed[ability].title

    @property
    def has_tiers(self) -> bool:
        """Whether the games rank at least some of the list."""
        return len({row.group for row in self.rows}) > 1

    def tier(self, row: Ability) -> str:
        """Return an ability's tied set as a letter, S, A, B and so on; nothing where all are tied."""
        if row.group is None or not self.has_tiers:
            return ""
        return TIERS[min(row.group, len(TIERS)) - 1]

    @property
    def blanks(self) -> list[Blank]:
        """The values of blanks, which are zero except for chance."""
        return self.rows_of(Blank, "blanks")

    @property
    def dealt_blanks(self) -> int:
        """The number of blanks in the list."""
        return sum(row.kind == BLANK for row in self.listed.values())

    @cached_property
    def pairs(self) -> list[Two]:
        """The value of each pair together, the largest first."""
        return sorted(self.rows_of(Two, "pairs"), key=lambda row: -descending(row.estimate))

    @cached_property
    def between(self) -> list[Two]:
        """The lead of the first of each two bundles, the largest first."""
        return sorted(self.rows_of(Two, "between"), key=lambda row: -row.estimate.size)

    @property
    def again(self) -> list[Again]:
        """What would stay the same in as many new games."""
        return self.rows_of(Again, "again")

    @cached_property
    def robust(self) -> list[Robust]:
        """How the values depend on who plays."""
        return self.rows_of(Robust, "robust", table=None, value=self.order)

    @property
    def turning(self) -> list[str]:
        """The abilities whose value depends on who plays."""
        return [row.ability for row in self.robust if row.robust == DEPENDS]

    @cached_property
    def rows(self) -> list[Ability]:
        """The abilities, the most valuable first; those without a value come last."""
        rows = {
            row.ability: Ability(row.ability, row.title, self.order)
            for row in self.listed.values()
            if row.kind != BLANK
        }
        for value in self.rows_of(Value, "values"):
            row = rows[value.ability]
            row.values[value.value], row.alone[value.value] = value.estimate, value.alone
            if value.value == self.order:
                row.best, row.worst, row.group = value.best, value.worst, value.group
        for ability, uses in self.named("uses", "ability", "use").items():
            rows[ability].uses = uses
        for each in self.robust:
            if each.sign_agreement is not None:
                rows[each.ability].agreeing = f"{round(each.sign_agreement * each.n)} of {each.n}"
        return sorted(rows.values(), key=lambda row: -descending(row.main))

    @cached_property
    def everywhere(self) -> dict[Place, Estimates]:
        """The value that orders the list, of every ability, for each number of players and table of this deck."""
        frame = self.at("values", players=..., table=...).filter(value=self.order)
        tables: dict[Place, Estimates] = {}
        for row in frame.iter_rows(named=True):
            tables.setdefault((int(row["players"]), str(row["table"])), {})[row["ability"]] = Estimate.of(row)
        return tables

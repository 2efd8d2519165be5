"""The cards of a deck as typed rows: the answers about cards read polars frames here and nowhere else."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from tda_sim.answers.cell_tables import CellTables, Estimates, Tables, descending
from tda_sim.documents.numbers import NOTHING, Estimate, rank
from tda_sim.documents.words import capital
from tda_sim.measures.card_tiers import Tied, tiers_of
from tda_sim.measures.card_values import MAIN


@dataclass(frozen=True)
class Face:
    """What is printed on a card, for people: ``kind`` is, say, "Good dragon", ``text`` what its power does."""

    strength: int | None = None
    colour: str = NOTHING
    kind: str = NOTHING
    text: str = ""


@dataclass
class Card:
    """A card with everything measured about it at one table.

    Attributes:
        order: the value that sorts the list.
        best, worst: its ranks as far as the games tell them; None without a value.
        tier: S to D, of `card_tiers.TIERS`; a dash without a value.
        agreeing: at how many tables its draw value has the sign of the mean over all tables: "6 of 7".
    """

    name: str
    title: str
    has_power: bool
    order: str = MAIN
    face: Face = Face()
    values: Estimates = field(default_factory=dict)
    rates: Estimates = field(default_factory=dict)
    naive: Estimates = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    best: int | None = None
    worst: int | None = None
    tier: str = NOTHING
    agreeing: str = NOTHING

    @property
    def places(self) -> str:
        """Its ranks: "3" or "3-5"."""
        return rank(self.best, self.worst)

    @property
    def main(self) -> Estimate:
        """The value that sorts the list."""
        return self.values[self.order]


@dataclass(frozen=True)
class Flag:
    """A warning about a card, in words."""

    card: str
    flag: str
    words: str


@dataclass(frozen=True)
class Forced:
    """A number from the test of a claim. ``value``: forced, dealt or difference; ``claim``: card or power."""

    card: str
    value: str
    verdict: str
    estimate: Estimate
    claim: str = "card"


@dataclass(frozen=True)
class Named:
    """A card of the deck, as the study keeps it."""

    card: str
    title: str
    has_power: bool = True
    strength: int | None = None
    colours: list[str] | None = None

    @property
    def face(self) -> Face:
        """What the study knows of the print: strength and colours."""
        return Face(self.strength, colour_of(self.colours or ()))


def colour_of(colours: Iterable[str]) -> str:
    """Return a card's colours for people; a dash if it has none.

    >>> colour_of(["red"]), colour_of([]), colour_of(["red", "blue"])
    ('Red', '-', 'Red, Blue')
    """
    return ", ".join(map(capital, colours)) or NOTHING


@dataclass(frozen=True)
class Standing:
    """The best and the worst rank that a card may hold."""

    card: str
    best: int | None
    worst: int | None


@dataclass(frozen=True)
class Robust:
    """Whether a card is worth the same whoever plays. ``sign_agreement``: share of the ``n`` tables with its sign."""

    card: str
    robust: str
    n: int
    sign_agreement: float | None


@dataclass(frozen=True)
class Check:
    """One of several checks of how far the values can be trusted."""

    check: str
    estimate: Estimate


@dataclass(frozen=True)
class Off:
    """The distance of a card's dealt value from the line through all cards."""

    card: str
    estimate: Estimate


@dataclass(frozen=True)
class Horizon:
    """How well gold over a horizon ranks one half of the cards as wins do."""

    value: str
    half: str
    agrees: bool | None
    estimate: Estimate


@dataclass(frozen=True)
class Company:
    """What a card is worth together with another one in an opening hand, beyond each by itself; ``n`` such hands."""

    card: str
    other: str
    n: int
    estimate: Estimate


@dataclass(frozen=True)
class Again:
    """The chance that the top, the bottom or a pair of neighbours of the list stays the same in new games."""

    same: str
    card: str | None
    other: str | None
    estimate: Estimate


@dataclass(frozen=True)
class Pairing:
    """The correlation of a card's games with and without its power, on the same shuffles."""

    value: str
    games: int
    estimate: Estimate
    correlation: float | None = None
    gain: float | None = None


class Cards(CellTables):
    """The cards of one deck at one table, best first.

    ``order``: the value that sorts them. ``faces``: what is printed on cards, by name; the study knows only their
    strengths and colours.
    """

    def __init__(
        self, tables: Tables, order: str = MAIN, cell: int = 0, faces: "dict[str, Face] | None" = None
    ) -> None:
        super().__init__(tables, cell)
        self.order, self.faces = order, faces or {}
        self.titles = {row.card: row.title for row in self.rows_of(Named, "cards")}
        self.checks = {row.check: row.estimate for row in self.rows_of(Check, "checks")}

    @property
    def flags(self) -> list[Flag]:
        """Warnings about cards."""
        return self.rows_of(Flag, "flags")

    @property
    def forced(self) -> list[Forced]:
        """Claims put to the test."""
        return self.rows_of(Forced, "forced")

    @property
    def company(self) -> list[Company]:
        """The company of a card, where its page was asked for."""
        return self.rows_of(Company, "company")

    @property
    def horizons(self) -> list[Horizon]:
        """How well gold over each horizon ranks the cards as wins do."""
        return self.rows_of(Horizon, "horizons")

    @property
    def again(self) -> list[Again]:
        """The chances that the list keeps its order in new games."""
        return self.rows_of(Again, "again")

    @property
    def pairings(self) -> list[Pairing]:
        """The correlations of games with and without a power."""
        return self.rows_of(Pairing, "powers", value="power")

    @property
    def links(self) -> dict[str, Estimate]:
        """The distance of each card's dealt value from the line through all cards."""
        return {row.card: row.estimate for row in self.rows_of(Off, "link")}

    @cached_property
    def robust(self) -> list[Robust]:
        """How far the cards' draw values in wins depend on who plays."""
        return self.rows_of(Robust, "robust", table=None, value=MAIN)

    @property
    def turning(self) -> list[str]:
        """The cards whose draw value in wins depends on who plays."""
        return [row.card for row in self.robust if row.robust == "depends on who plays"]

    @cached_property
    def rows(self) -> list[Card]:
        """All cards, the most valuable first; cards without a value come last."""
        cards = {
            row.card: Card(row.card, row.title, row.has_power, self.order, self.faces.get(row.card, row.face))
            for row in self.rows_of(Named, "cards")
        }
        for name, key in (("values", "value"), ("rates", "rate"), ("naive", "figure")):
            for card, estimates in self.named(name, "card", key).items():
                setattr(cards[card], name, estimates)
        ranks = self.rows_of(Standing, "values", value=self.order)
        last = max((each.worst for each in ranks if each.worst is not None), default=None)
        for each in ranks:
            ranked = cards[each.card]
            ranked.best, ranked.worst = each.best, each.worst
        tied = [Tied(cards[it.card].main.low, cards[it.card].main.high, it.best == 1, it.worst == last) for it in ranks]
        for each, letter in zip(ranks, tiers_of(tied), strict=True):
            cards[each.card].tier = letter or NOTHING
        for flag in self.flags:
            cards[flag.card].flags.append(flag.flag)
        for row in self.robust:
            if row.sign_agreement is not None:
                cards[row.card].agreeing = f"{round(row.sign_agreement * row.n)} of {row.n}"
        return sorted(cards.values(), key=lambda card: -descending(card.main))

    @property
    def ranked(self) -> list[Card]:
        """The cards that were drawn often enough for a value with an interval, best first."""
        return [card for card in self.rows if card.main.has_interval]

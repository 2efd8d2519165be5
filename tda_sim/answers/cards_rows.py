"""A deck's cards, a typed row each: polars rows are read here, and nowhere else in the answers about cards."""

from dataclasses import dataclass, field
from functools import cached_property

from tda_sim.answers.told import Estimates, Tables, Told, descending
from tda_sim.documents.numbers import NOTHING, Estimate, rank
from tda_sim.measures.card_values import MAIN


@dataclass
class Card:
    """A card with all that was found out about it at one table; ``order``: the value that orders the list."""

    name: str
    title: str
    has_power: bool
    order: str = MAIN
    values: Estimates = field(default_factory=dict)
    rates: Estimates = field(default_factory=dict)
    naive: Estimates = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    best: int | None = None  # the places that it may hold
    worst: int | None = None
    agreeing: str = NOTHING  # at how many of the tables the draw value has the sign of its mean

    @property
    def places(self) -> str:
        """The places that it may hold."""
        return rank(self.best, self.worst)

    @property
    def main(self) -> Estimate:
        """The value that orders the list."""
        return self.values[self.order]


@dataclass(frozen=True)
class Flag:
    """Something odd about a card, in words."""

    card: str
    flag: str
    words: str


@dataclass(frozen=True)
class Forced:
    """One number of a claim put to the test: the value is forced, dealt or difference, the claim card or power."""

    card: str
    value: str
    verdict: str
    found: Estimate
    claim: str = "card"


@dataclass(frozen=True)
class Named:
    """A card of the deck."""

    card: str
    title: str
    has_power: bool = True


@dataclass(frozen=True)
class Standing:
    """The places that a card may hold."""

    card: str
    best: int | None
    worst: int | None


@dataclass(frozen=True)
class Robust:
    """Whether a card is worth the same whoever plays; ``sign_agreement``: of ``n`` tables, the share with its sign."""

    card: str
    robust: str
    n: int
    sign_agreement: float | None


@dataclass(frozen=True)
class Check:
    """How far the values can be trusted, by one of several checks."""

    check: str
    found: Estimate


@dataclass(frozen=True)
class Off:
    """How far a card's dealt value lies off the line of the others."""

    card: str
    found: Estimate


@dataclass(frozen=True)
class Horizon:
    """How well gold over a horizon orders one half of the cards as wins do."""

    value: str
    half: str
    agrees: bool | None
    found: Estimate


@dataclass(frozen=True)
class Again:
    """The chance that some of the list stays the same: its top, its bottom, or one card ahead of the next one."""

    same: str
    card: str | None
    other: str | None
    found: Estimate


@dataclass(frozen=True)
class Pairing:
    """How a card's games with and without its power hang together."""

    value: str
    games: int
    found: Estimate
    correlation: float | None = None
    gain: float | None = None


class Cards(Told):
    """The cards of a cell's deck at its table, in falling order of a value, and what else is told of them."""

    def __init__(self, tables: Tables, order: str = MAIN, cell: int = 0) -> None:
        super().__init__(tables, cell)
        self.order = order
        self.titles = {row.card: row.title for row in self.rows_of(Named, "cards")}
        self.checks = {row.check: row.found for row in self.rows_of(Check, "checks")}

    @property
    def flags(self) -> list[Flag]:
        """What is odd about cards."""
        return self.rows_of(Flag, "flags")

    @property
    def forced(self) -> list[Forced]:
        """Claims put to the test."""
        return self.rows_of(Forced, "forced")

    @property
    def horizons(self) -> list[Horizon]:
        """How well gold agrees with wins."""
        return self.rows_of(Horizon, "horizons")

    @property
    def again(self) -> list[Again]:
        """What would stay the same in as many other games."""
        return self.rows_of(Again, "again")

    @property
    def pairings(self) -> list[Pairing]:
        """How games with and without a power hang together."""
        return self.rows_of(Pairing, "powers", value="power")

    @property
    def links(self) -> dict[str, Estimate]:
        """How far each card's dealt value lies off the line of the others."""
        return {row.card: row.found for row in self.rows_of(Off, "link")}

    @cached_property
    def robust(self) -> list[Robust]:
        """How the cards' draw values in wins hang on who plays."""
        return self.rows_of(Robust, "robust", table=None, value=MAIN)

    @property
    def turning(self) -> list[str]:
        """The cards whose draw value in wins depends on who plays."""
        return [row.card for row in self.robust if row.robust == "depends on who plays"]

    @cached_property
    def rows(self) -> list[Card]:
        """The cards in falling order of their value; at the end those without."""
        cards = {row.card: Card(row.card, row.title, row.has_power, self.order) for row in self.rows_of(Named, "cards")}
        for name, key in (("values", "value"), ("rates", "rate"), ("naive", "figure")):
            for card, found in self.named(name, "card", key).items():
                setattr(cards[card], name, found)
        for place in self.rows_of(Standing, "values", value=self.order):
            cards[place.card].best, cards[place.card].worst = place.best, place.worst
        for flag in self.flags:
            cards[flag.card].flags.append(flag.flag)
        for row in self.robust:
            if row.sign_agreement is not None:
                cards[row.card].agreeing = f"{round(row.sign_agreement * row.n)} of {row.n}"
        return sorted(cards.values(), key=lambda card: -descending(card.main))

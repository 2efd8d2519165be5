"""A difference in words: with its sign, its unit, and as many decimals as its interval justifies."""

from dataclasses import dataclass

from tda_sim.documents.numbers import Estimate, Show, bracketed, signed, suited
from tda_sim.documents.words import Quantity
from tda_sim.measures.metrics import one_of

CHANGED = ("more", "less")  # verdicts


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A number as printed and under the rule, and the difference, which has a verdict. Its fields are columns.

    ``printed_least`` to ``printed_most``, and ``changed_least`` to ``changed_most``: the range over tables where all
    seats play one able strategy.
    """

    estimate: Estimate
    unit: str = ""
    printed: float | None = None
    printed_low: float | None = None
    printed_high: float | None = None
    printed_least: float | None = None
    printed_most: float | None = None
    changed: float | None = None
    changed_low: float | None = None
    changed_high: float | None = None
    changed_least: float | None = None
    changed_most: float | None = None
    scale: float = 1.0  # what a coin under the rule counts for
    margin: float | None = None

    @property
    def points(self) -> str:
        """The unit of the difference."""
        return "points" if self.unit == "%" else self.unit

    @property
    def show(self) -> Show:
        """The format of its numbers."""
        return suited(self.estimate)

    @property
    def weight(self) -> float:
        """The difference as a multiple of the smallest that matters."""
        return self.estimate.size / (self.margin or 1.0)

    @property
    def difference(self) -> str:
        """The difference with its interval: "+1.1 (1.0 to 1.2)"."""
        return f"{signed(self.show)(self.estimate.value)} {bracketed(self.estimate, self.show)}"

    @property
    def with_unit(self) -> str:
        """The difference with its interval and unit: "+1.1 (1.0 to 1.2) gold"."""
        return f"{self.difference} {self.points}"

    @property
    def size(self) -> str:
        """The difference without its sign: "1.2 gambits (1.1 to 1.3)"."""
        size = self.estimate.times(-1) if (self.estimate.high or 0) < 0 else self.estimate
        return f"{self.show(self.estimate.size)} {self.points} {bracketed(size, self.show)}"

    @property
    def matters(self) -> str:
        """The smallest difference that matters."""
        return str(Quantity(self.margin or 0.0, self.points, "{:.3g}".format, one_of(self.points)))

    @property
    def values(self) -> str:
        """The number as printed and under the rule; * marks gold in coins of the printed game, if coins differ."""
        changed = self.show(self.scale * (self.changed or 0.0)) + ("" if self.scale == 1 else "*")
        return f"{self.show(self.printed)} to {changed} {self.unit}"


@dataclass(frozen=True, kw_only=True)
class MetricChange(Difference):
    """What a rule changes in a metric at a table."""

    deck: str
    rule: str
    players: int
    table: str
    main: bool  # whether verdicts are based on it
    metric: str
    title: str
    group: str
    n: int = 0
    paired: bool = False
    correlation: float | None = None
    gain: float | None = None
    games_needed: int | None = None


@dataclass(frozen=True, kw_only=True)
class CardChange(Difference):
    """What a rule changes in a card's worth; a number is None where the card is not in the deck."""

    rule: str
    card: str
    unit: str = "points"
    games_needed: int | None = None

    @property
    def is_gone(self) -> bool:
        """Whether the card is only in the printed deck."""
        return self.changed is None

    @property
    def is_new(self) -> bool:
        """Whether the card is only in the deck under the rule."""
        return self.printed is None


@dataclass(frozen=True, kw_only=True)
class StrategyChange(Difference):
    """What a rule changes in a strategy's win rate, and the places that it may hold."""

    rule: str
    strategy: str
    printed_best: int | None = None
    printed_worst: int | None = None
    changed_best: int | None = None
    changed_worst: int | None = None
    unit: str = "%"

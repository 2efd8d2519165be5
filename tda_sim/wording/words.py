"""Sentences built from parts: subjects, claims, quantities, directions of change."""

from collections.abc import Sequence
from dataclasses import dataclass

from tda_sim.wording.numbers import Estimate, Show
from tda_sim.wording.phrases import capital as capital
from tda_sim.wording.phrases import listed as listed

OTHERS = "{} others"  # replaces a list of names that is too long


@dataclass(frozen=True)
class Sentence:
    """Claims about a subject. Raises ValueError if either is missing.

    >>> str(Sentence("games", ["last longer with Druid", "are shorter with Fool"]))
    'Games last longer with Druid and are shorter with Fool.'
    """

    subject: str
    claims: Sequence[str]

    def __post_init__(self) -> None:
        if not self.subject.strip() or not all(claim.strip() for claim in self.claims) or not self.claims:
            raise ValueError("a sentence needs a subject and something to say of it")

    def __str__(self) -> str:
        return f"{capital(self.subject)} {listed(self.claims)}."


@dataclass(frozen=True)
class Quantity:
    """A number with a unit; ``one`` is the unit after the number 1, by default without its s.

    >>> str(Quantity(1, "points", "{:g}".format)), str(Quantity(1, "losses", "{:g}".format, "loss"))
    ('1 point', '1 loss')
    """

    value: float
    unit: str
    show: Show
    one: str = ""

    def __str__(self) -> str:
        shown, one = self.show(self.value), self.one or self.unit.removesuffix("s")
        return f"{shown} {one if shown.lstrip('+-') == '1' else self.unit}".rstrip()


@dataclass(frozen=True)
class Change:
    """The words for an increase and for a decrease of a subject.

    >>> Change("games", "last longer", "are shorter").word(Estimate(-2.0, -2.5, -1.5))
    'are shorter'
    """

    subject: str
    more: str
    less: str

    def word(self, estimate: Estimate) -> str:
        """Return the words for the direction of an estimate, by its verdict or else by its sign."""
        down = estimate.verdict == "less" if estimate.verdict else (estimate.value or 0) < 0
        return self.less if down else self.more


def at_most(names: Sequence[str], most: int = 8, more: str = "{} of them") -> str:
    """Return names as a list in a sentence, or only their number if there are more than ``most``.

    >>> at_most(["a", "b", "c"]), at_most(["a", "b", "c"], 2)
    ('a, b and c', '3 of them')
    """
    return more.format(len(names)) if len(names) > most else listed(names)


def agree(count: int, one: str, many: str) -> str:
    """Return the singular or the plural, as a number requires."""
    return one if count == 1 else many


def counted(count: int, thing: str) -> str:
    """Return a count with its noun: 1 card, 3,000 cards."""
    return f"{count:,} {agree(count, thing, f'{thing}s')}"


def with_unit(title: str, unit: str, group: str = "") -> str:
    """Return a title with its unit, unless the title or the heading of its group includes it."""
    return title if unit in title or unit in ("times", group.lower()) else f"{title}, {unit}"

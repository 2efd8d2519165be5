"""Sentences made of parts that know what they speak of, how many that are, and in which direction."""

from collections.abc import Sequence
from dataclasses import dataclass

from tda_sim.documents.numbers import Estimate, Show

OTHERS = "{} others"  # stands for names that are too many


@dataclass(frozen=True)
class Sentence:
    """Claims about a subject. Raises ValueError where either is missing: nothing is said of nothing.

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
    """A number of something, whose unit agrees with it.

    >>> str(Quantity(1, "points", "{:g}".format)), str(Quantity(0.5, "gambits", "{:g}".format))
    ('1 point', '0.5 gambits')
    """

    value: float
    unit: str
    show: Show

    def __str__(self) -> str:
        shown = self.show(self.value)
        is_one = shown.lstrip("+-") == "1" and not self.unit.startswith("in ")
        return f"{shown} {self.unit.removesuffix('s') if is_one else self.unit}".rstrip()


@dataclass(frozen=True)
class Change:
    """What is said of a subject that becomes more, and of one that becomes less.

    >>> Change("games", "last longer", "are shorter").word(Estimate(-2.0, -2.5, -1.5))
    'are shorter'
    """

    subject: str
    more: str
    less: str

    def word(self, found: Estimate) -> str:
        """Return the word for the direction of an estimate: that of its verdict, or of its sign."""
        down = found.verdict == "less" if found.verdict else (found.value or 0) < 0
        return self.less if down else self.more


def listed(parts: Sequence[object], last: str = " and ") -> str:
    """Return parts as a sentence lists them: a, b and c; "none" where there are none."""
    names = list(map(str, parts))
    return last.join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "none"


def at_most(names: Sequence[str], most: int = 8, more: str = "{} of them") -> str:
    """Return names as a sentence lists them, or how many there are if that is more than so many.

    >>> at_most(["a", "b", "c"]), at_most(["a", "b", "c"], 2)
    ('a, b and c', '3 of them')
    """
    return more.format(len(names)) if len(names) > most else listed(names)


def agree(count: int, one: str, many: str) -> str:
    """Return the word that goes with a number of things."""
    return one if count == 1 else many


def counted(count: int, thing: str) -> str:
    """Return a number of things: 1 card, 3,000 cards."""
    return f"{count:,} {agree(count, thing, f'{thing}s')}"


def with_unit(title: str, unit: str, group: str = "") -> str:
    """Return what is measured with its unit, unless its title or the heading of its group say it."""
    return title if unit in title or unit in ("times", group.lower()) else f"{title}, {unit}"


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]

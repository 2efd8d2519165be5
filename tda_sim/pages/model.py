"""What a page is made of: sections of sentences, tables and pictures. Nothing here knows HTML."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """What stands in a table: a text, and of an estimate all that is known about it.

    Attributes:
        text: what is read at a glance.
        sort: what rows are sorted by, if not the text.
        half: half of the interval, "±0.1"; empty for what is no estimate.
        exact: the interval in full and n, shown on demand.
        tone: more, less, same or unclear: colours the mark.
        mark: a sign after the number, and ``said``: the sign in words.
    """

    text: str
    sort: float | None = None
    half: str = ""
    exact: str = ""
    tone: str = ""
    mark: str = ""
    said: str = ""

    @property
    def is_number(self) -> bool:
        """Whether this is an estimate, which has an interval."""
        return bool(self.exact)


@dataclass(frozen=True)
class Column:
    """A table's column; ``meaning`` is its definition, shown on demand."""

    title: str
    meaning: str = ""
    number: bool = True


@dataclass(frozen=True)
class Line:
    """A table's row; ``meaning`` is the definition of what it is about."""

    head: str
    cells: Sequence[Cell]
    meaning: str = ""


@dataclass(frozen=True)
class Group:
    """Lines under one heading; without a heading, a table's only lines."""

    lines: Sequence[Line]
    title: str = ""


@dataclass(frozen=True)
class Grid:
    """A table. ``columns`` begins with the one that names the lines."""

    title: str
    columns: Sequence[Column]
    groups: Sequence[Group]
    note: str = ""

    @property
    def lines(self) -> list[Line]:
        """All lines."""
        return [line for group in self.groups for line in group.lines]


@dataclass(frozen=True)
class Picture:
    """A figure as SVG; ``name`` is that of the file it is saved as."""

    title: str
    alt: str
    svg: str
    name: str
    size: str = "middle"  # narrow, middle or wide: how much of a phone's width it needs to be read


@dataclass(frozen=True)
class Terms:
    """Facts by name, and values in a list."""

    rows: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Words:
    """Sentences: as one paragraph each, or as a list."""

    sentences: Sequence[str]
    listed: bool = False


@dataclass(frozen=True)
class Command:
    """What to type."""

    text: str


Block = Grid | Picture | Terms | Words | Command


@dataclass(frozen=True)
class Section:
    """A heading, what stands under it, and further sections; one that is ``folded`` opens on demand."""

    title: str
    blocks: Sequence[Block] = ()
    sections: Sequence["Section"] = ()
    folded: bool = False


@dataclass(frozen=True)
class Part:
    """What became of a part of a report: its answer, the evidence, and the methods."""

    title: str
    answer: Sequence[str]
    evidence: Sequence[Section]
    methods: Sequence[Section]
    text: str = ""


@dataclass
class Page:
    """A report: parts, and how to make it again."""

    title: str
    parts: Sequence[Part]
    command: str
    text: str = ""
    versions: dict[str, str] = field(default_factory=dict)

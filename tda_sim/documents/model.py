"""What a document is made of: sentences, tables, figures. Text is data: what prints it knows what must be escaped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tda_sim.documents.numbers import MARKS, NOTHING, Estimate, Show, bracketed, half, signed, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HALF, ENDS = "half", "ends"


@dataclass(frozen=True)
class Cell:
    """What stands in a table: a text, or an estimate with all that is known about it.

    Attributes:
        text: what is read; of an estimate its number.
        found: the estimate, and ``show``: how its numbers are written, with their sign if ``with_sign``.
        said: its mark in words, where that says other things than usual.
        remark: follows the mark.
        sort: what lines are sorted by; the text, if None.
        bar: part of the longest bar of its column, 0 to 1.
    """

    text: str = NOTHING
    found: Estimate | None = None
    show: Show = whole
    with_sign: bool = False
    said: str | None = None
    remark: str = ""
    sort: float | None = None
    bar: float | None = None

    @property
    def tone(self) -> str:
        """The verdict: more, less, same, unclear, or nothing."""
        return self.found.verdict if self.found else ""

    @property
    def mark(self) -> str:
        """A sign for the verdict, and the remark."""
        return MARKS[self.tone].sign + self.remark

    @property
    def meaning(self) -> str:
        """The mark in words."""
        return MARKS[self.tone].said if self.said is None else self.said

    @property
    def half(self) -> str:
        """How far the interval reaches: "±0.1"; empty where there is none."""
        return f"±{half(self.found, self.show)}" if self.found and self.found.has_interval else ""

    @property
    def exact(self) -> str:
        """The interval with its ends, and n: "1.1 to 1.3; n 2,000"."""
        if self.found is None:
            return ""
        show = signed(self.show) if self.with_sign else self.show
        ends = f"{show(self.found.low)} to {show(self.found.high)}" if self.half else "no interval"
        return ends if self.found.n is None else f"{ends}; n {self.found.n:,.0f}"

    def interval(self, column: "Column") -> str:
        """Return the interval as a column has it."""
        if self.found and self.half and column.interval == ENDS:
            return bracketed(self.found, self.show)
        return self.half if column.interval == HALF else ""

    def in_column(self, column: "Column") -> str:
        """Return the text with its interval: "1.2 ±0.1" or "1.2 [1.1, 1.3]"."""
        return f"{self.text} {self.interval(column)}".rstrip()


def number(found: Estimate | None, show: Show = whole, with_sign: bool = False, unit: str = "", **more: Any) -> Cell:
    """Return an estimate as a cell; ``more``: other fields of the cell."""
    if found is None or found.value is None:
        return Cell()
    text = (signed(show) if with_sign else show)(found.value)
    return Cell(f"{text} {unit}".rstrip(), found, show, with_sign, sort=found.value, **more)


def plain(value: object, sort: float | None = None) -> Cell:
    """Return a text, or a count, as a cell; a dash for nothing."""
    text = NOTHING if value is None else f"{value:,}" if type(value) is int else str(value)
    return value if isinstance(value, Cell) else Cell(text, sort=sort)


# --- tables -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """A table's column.

    Attributes:
        title: its heading; ``short`` where there is little room.
        of: what stands in it, of what a line is about: a cell, a text or a count.
        meaning: its definition, told on demand.
        number: whether it is set flush right.
        detail: whether it may be left out where there is no room for it; ``spare``: whether it may be, if that is not
            enough for the other columns to stand beside each other.
        interval: how intervals are written where they are not shown on demand: by `HALF` of their width, with their
            `ENDS`, or not at all.
    """

    title: str
    of: Callable[[Any], object] = str
    meaning: str = ""
    number: bool = True
    short: str = ""
    detail: bool = False
    spare: bool = False
    interval: str = HALF


def text(title: str, of: Callable[[Any], object] = str, meaning: str = "", detail: bool = False) -> Column:
    """Return a column of text."""
    return Column(title, of, meaning, number=False, detail=detail)


@dataclass(frozen=True)
class Line:
    """A table's row: what it is about, and a cell for each further column.

    ``meaning`` defines what it is about; ``detail``: whether it is left out where only the main lines are shown.
    """

    head: str
    cells: Sequence[Cell]
    meaning: str = ""
    detail: bool = False


@dataclass(frozen=True)
class Table:
    """A table. ``columns`` begins with the one that names the lines; ``groups``: lines by their common heading.

    ``note`` stands below it; ``more`` stands for the lines that are left out.
    """

    title: str
    columns: Sequence[Column]
    groups: Mapping[str, Sequence[Line]]
    note: str = ""
    more: str = ""

    @property
    def lines(self) -> list[Line]:
        """All lines."""
        return [line for lines in self.groups.values() for line in lines]


def table(
    title: str,
    rows: Iterable[Any],
    columns: Sequence[Column],
    note: str = "",
    more: str = "",
    group: Callable[[Any], str] = lambda row: "",
    meaning: Callable[[Any], str] = lambda row: "",
    detail: Callable[[Any], bool] = lambda row: False,
) -> Table:
    """Return a table with a line for each of some rows: columns know what stands in them; empty ones are left out."""
    rows = list(rows)
    cells = [[plain(column.of(row)) for row in rows] for column in columns]
    shown = [k for k, column in enumerate(cells) if k == 0 or any(cell != Cell("") for cell in column) or not rows]
    groups: dict[str, list[Line]] = {}
    for place, row in enumerate(rows):
        head, *others = (cells[k][place] for k in shown)
        groups.setdefault(group(row), []).append(Line(head.text, others, meaning(row), detail(row)))
    return Table(title, [columns[k] for k in shown], groups, note, more)


def texts(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Return a table of texts; a heading that begins with > is that of a column of numbers."""

    def cell(place: int) -> Callable[[Sequence[object]], object]:
        return lambda row: row[place]

    right = [name.startswith(">") for name in head]
    columns = [
        Column(name[number:], cell(k), number=number) for k, (name, number) in enumerate(zip(head, right, strict=True))
    ]
    return table(title, rows, columns)


# --- blocks, sections, documents --------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """Figures by name, drawn when asked for, each kept as ``stem`` and its name; ``title``: of those without one."""

    draw: "Callable[[], Mapping[str, Figure]]"
    stem: str
    title: str


@dataclass(frozen=True)
class Facts:
    """Facts by name, and values in a list."""

    rows: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Words:
    """Sentences: a paragraph each, or a list; empty ones are left out. ``tone``: quiet, good, bad or warning."""

    sentences: Iterable[str]
    listed: bool = False
    tone: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentences", tuple(filter(None, self.sentences)))


@dataclass(frozen=True)
class Verbatim:
    """Lines that are shown as they stand: what to type, a position, what went wrong."""

    text: str
    tone: str = ""


Block = Table | Figures | Facts | Words | Verbatim


@dataclass(frozen=True)
class Section:
    """A heading, what stands under it, and further sections; one that is ``folded`` opens on demand, by its ``key``."""

    title: str
    blocks: Iterable[Block] = ()
    sections: Sequence["Section"] = ()
    folded: bool = False
    key: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(self.blocks))


@dataclass(frozen=True)
class Document:
    """An answer.

    Attributes:
        title: what was asked.
        headline: the answer, in sentences.
        sections: the evidence; those with nothing in them are left out.
        about: what was played.
        text: what it is about, in the words of whoever asked.
        methods: how the answer was made; told where there is room for it.
        parts: documents that this one is made of.
        kept: where the data are.
        command: what makes it again, and ``versions``: of what made it, by name.
        picture: the figure that stands for all of it.
        data: all of it in JSON's types, as `--json` prints it.
    """

    title: str
    headline: Iterable[str] = ()
    sections: Sequence[Section] = ()
    about: str = ""
    text: str = ""
    methods: Sequence[Section] = ()
    parts: Sequence["Document"] = ()
    kept: str = ""
    command: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    picture: "Callable[[], Figure] | None" = None
    data: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "headline", tuple(filter(None, self.headline)))


def filled(sections: Sequence[Section], figures: Callable[[Figures], Sequence[Any]] = lambda it: ()) -> list[Section]:
    """Return the sections that have something in them; ``figures``: what is shown in place of figures."""
    made = []
    for section in sections:
        blocks: list[Any] = []
        for block in section.blocks:
            blocks += figures(block) if isinstance(block, Figures) else [block] if _has_text(block) else []
        inner = filled(section.sections, figures)
        if blocks or inner:
            made.append(replace(section, blocks=blocks, sections=inner))
    return made


def _has_text(block: Block) -> bool:
    content = {Table: "groups", Facts: "rows", Words: "sentences", Verbatim: "text"}
    return bool(getattr(block, content[type(block)]))

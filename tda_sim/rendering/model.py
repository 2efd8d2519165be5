"""What a document is made of: sentences, tables, bars, figures. Text is plain data; each renderer escapes it."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tda_sim.rendering.widths import drawn_once as drawn_once
from tda_sim.wording.numbers import MARKS, NOTHING, Estimate, Show, bracketed, half, signed, tenths, whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HALF, ENDS = "half", "ends"
JSON_FORMAT = 1  # of what `--json` prints of an answer: it rises when keys change or go, not when others come
OFF_CENTRE = 0.2  # share of an interval's width by which its two sides may differ, to be written as ±
SHADES = 4  # steps of a cell's shade, in either direction


@dataclass(frozen=True)
class Cell:
    """A table's cell: a text, or an estimate with its interval, sample size and verdict.

    Attributes:
        text: the text; for an estimate, its number.
        estimate: the estimate; ``show`` writes its numbers, with their sign if ``with_sign``.
        in_words: the mark in words, where the usual words do not fit.
        remark: text after the mark.
        sort: the value to sort by; None sorts by the text.
        shade: how strongly pages shade the cell: 1 for the most, -1 for the least, 0 for no shade.
        bar: length of a bar, as a share of the longest in its column, 0 to 1.
        unit: what follows the interval; without one, units are part of the text.
        drawn: what draws a bar of another kind in text, given its greatest width; ``drawn_tone``: its verdict.
    """

    text: str = NOTHING
    estimate: Estimate | None = None
    show: Show = whole
    with_sign: bool = False
    in_words: str | None = None
    remark: str = ""
    sort: float | None = None
    shade: float = 0.0
    bar: float | None = None
    drawn: Callable[[int], str] | None = None
    drawn_tone: str = ""
    unit: str = ""

    @property
    def shade_step(self) -> int:
        """The shade in steps: 1 to `SHADES` for more, negative for less, 0 without such a verdict."""
        if self.tone not in ("more", "less"):
            return 0
        return math.ceil(SHADES * min(abs(self.shade), 1.0)) * (1 if self.shade > 0 else -1)

    @property
    def is_drawing(self) -> bool:
        """Whether there is a bar to look at, and nothing to read."""
        return self.bar is not None or self.drawn is not None

    @property
    def tone(self) -> str:
        """The verdict: more, less, same, unclear, or empty."""
        return self.estimate.verdict if self.estimate else ""

    @property
    def mark(self) -> str:
        """The verdict's sign, and the remark."""
        return MARKS[self.tone].sign + self.remark

    @property
    def meaning(self) -> str:
        """The mark in words."""
        return MARKS[self.tone].meaning if self.in_words is None else self.in_words

    @property
    def half(self) -> str:
        """Half the width of the interval, "±0.1"; empty without an interval."""
        return f"±{half(self.estimate, self.show)}" if self.estimate and self.estimate.has_interval else ""

    @property
    def exact(self) -> str:
        """The interval's ends and the sample size: "1.1 to 1.3; n 2,000"."""
        if self.estimate is None:
            return ""
        show = signed(self.show) if self.with_sign else self.show
        ends = f"{show(self.estimate.low)} to {show(self.estimate.high)}" if self.half else "no interval"
        return ends if self.estimate.n is None else f"{ends}; n {self.estimate.n:,.0f}"

    def interval(self, column: "Column") -> str:
        """Return the interval in the style of a column."""
        if self.estimate and self.half and column.interval == ENDS:
            return bracketed(self.estimate, self.show)
        return self.half if column.interval == HALF else ""

    def in_column(self, column: "Column") -> str:
        """Return the text with its interval and unit: "1.2 ±0.1 gold" or "1.2 (1.1 to 1.3)"."""
        return " ".join(filter(None, (self.text, self.interval(column), self.unit)))


def number(estimate: Estimate | None, show: Show = whole, with_sign: bool = False, unit: str = "", **more: Any) -> Cell:
    """Return an estimate as a cell; ``more``: further fields of the cell."""
    if estimate is None or estimate.value is None:
        return Cell()
    text = (signed(show) if with_sign else show)(estimate.value)
    return Cell(f"{text} {unit}".rstrip(), estimate, show, with_sign, sort=estimate.value, **more)


def plain(value: object, sort: float | None = None) -> Cell:
    """Return a text or a count as a cell; None becomes a dash."""
    text = NOTHING if value is None else f"{value:,}" if type(value) is int else str(value)
    return value if isinstance(value, Cell) else Cell(text, sort=sort)


# --- tables -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """A table's column.

    Attributes:
        title: its heading; ``short`` replaces it where space is tight.
        of: returns the content for a row: a cell, a text or a count.
        meaning: its definition, shown on demand.
        number: whether it is aligned right.
        facet: whether pages let readers filter lines by its values; one cell may list several, separated by commas.
        detail: whether it may be left out where space is tight; ``spare``: whether it may go next, if leaving out the
            details is not enough to fit the other columns side by side.
        interval: how text shows intervals: by `HALF` their width, by their `ENDS`, or not at all (empty).
        fewest: the fewest characters on a line of a text that is wrapped.
    """

    title: str
    of: Callable[[Any], object] = str
    meaning: str = ""
    number: bool = True
    short: str = ""
    detail: bool = False
    spare: bool = False
    interval: str = HALF
    fewest: int = 12
    facet: bool = False


def shades(values: Iterable[Estimate | None]) -> Callable[[Estimate | None], float]:
    """Return the shade of a value among others: its share of the largest, with its sign.

    >>> shades([Estimate(2.0), Estimate(-4.0)])(Estimate(2.0))
    0.5
    """
    most = max((abs(each.value) for each in values if each and each.value is not None), default=0.0)
    return lambda one: one.value / most if one and one.value and most else 0.0


def text(
    title: str, of: Callable[[Any], object] = str, meaning: str = "", detail: bool = False, facet: bool = False
) -> Column:
    """Return a column of text."""
    return Column(title, of, meaning, number=False, detail=detail, facet=facet)


@dataclass(frozen=True)
class Line:
    """A table's row: its name, and a cell for each further column.

    ``meaning`` defines the name; ``detail``: whether short versions of the table leave the row out.
    """

    head: str
    cells: Sequence[Cell]
    meaning: str = ""
    detail: bool = False


@dataclass(frozen=True)
class Table:
    """A table. The first of ``columns`` names the lines; ``groups`` holds the lines by their common heading.

    ``note`` stands below it; ``more`` replaces the lines that are left out.
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
    """Return a table with a line for each row, whose columns fill their own cells. Empty columns are left out."""
    rows = list(rows)
    cells = [[plain(column.of(row)) for row in rows] for column in columns]
    shown = [k for k, column in enumerate(cells) if k == 0 or any(cell != Cell("") for cell in column) or not rows]
    groups: dict[str, list[Line]] = {}
    for place, row in enumerate(rows):
        head, *others = (cells[k][place] for k in shown)
        groups.setdefault(group(row), []).append(Line(head.text, others, meaning(row), detail(row)))
    return Table(title, [columns[k] for k in shown], groups, note, more)


def texts(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Return a table of texts; a heading that begins with > makes a column of numbers."""

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
    """Figures by name, drawn on demand; files are named after ``stem``, figures without a title use ``title``.

    ``instead``: blocks that say the same where there are no figures, as in a terminal.
    """

    draw: "Callable[[], Mapping[str, Figure]]"
    stem: str
    title: str
    instead: "Sequence[Block]" = ()


@dataclass(frozen=True)
class Facts:
    """Facts by name, each with a list of values."""

    rows: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Words:
    """Sentences, as paragraphs or as a list; empty ones are dropped. ``tone``: quiet, good, bad or warning."""

    sentences: Iterable[str]
    listed: bool = False
    tone: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentences", tuple(filter(None, self.sentences)))


@dataclass(frozen=True)
class Verbatim:
    """Lines to show unchanged: a command, a position, an error."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class Bar:
    """A labelled bar from zero to ``value``, with its interval from ``low`` to ``high`` where there is one.

    ``verdict`` (more, less, same, unclear or nothing) gives it its colour and mark; ``note`` stands beside it. Lines
    at ``margin`` on both sides of zero show from where on a difference matters.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""
    verdict: str = ""
    margin: float | None = None

    @classmethod
    def of(cls, label: str, estimate: Estimate, note: str = "", margin: float | None = None) -> "Bar":
        """Return an estimate as a bar. Raises ValueError if it has no value."""
        if estimate.value is None:
            raise ValueError(f"{label} has no value to draw")
        ends = (estimate.low, estimate.high) if estimate.has_interval else (None, None)
        return cls(label, estimate.value, *ends, note, estimate.verdict, margin)

    @property
    def margins(self) -> tuple[float, ...]:
        """The two ends of what does not matter, if they are known."""
        return () if self.margin is None else (-self.margin, self.margin)


@dataclass(frozen=True)
class Bars:
    """A few horizontal bars on one scale: the picture that is the answer, in the terminal as well.

    Attributes:
        title: what the bars show.
        bars: from top to bottom.
        unit: of the values, such as "%" or "points".
        baseline: a value marked by a line across all bars, such as a fair share of wins.
        baseline_label: what that line stands for.
        show: how numbers are written; ``with_sign``: with their sign, as differences are.
        note: how to read the bars; it stands below them.
        most: the greatest size that is drawn; longer bars are cut there. None draws all in full.
    """

    title: str
    bars: Sequence[Bar]
    unit: str = ""
    baseline: float | None = None
    baseline_label: str = "baseline"
    show: Show = tenths
    with_sign: bool = False
    note: str = ""
    most: float | None = None

    def text(self, value: float) -> str:
        """Return a value as it is written, without its unit."""
        return (signed(self.show) if self.with_sign else self.show)(value)

    @property
    def interval_style(self) -> str:
        """How the intervals are written: by `HALF` their widths, or by their `ENDS` where a value is off the middle."""
        return HALF if all(map(_is_in_the_middle, self.bars)) else ENDS

    def interval(self, bar: Bar) -> str:
        """Return a bar's interval, "±1.1" or "24.0 to 26.2"; empty where there is none."""
        if bar.low is None or bar.high is None:
            return ""
        if self.interval_style == HALF:
            return f"±{half(Estimate(bar.value, bar.low, bar.high), self.show)}"
        return f"{self.text(bar.low)} to {self.text(bar.high)}"

    @property
    def legend(self) -> str:
        """What the line across the bars stands for, with its value; empty where there is no line."""
        if self.baseline is None:
            return ""
        return f"{self.baseline_label}: {self.text(self.baseline)} {self.unit}".rstrip()


def _is_in_the_middle(bar: Bar) -> bool:
    """Whether a bar's value lies in the middle of its interval, as far as people see; so does one without interval."""
    if bar.low is None or bar.high is None:
        return True
    return abs(bar.low + bar.high - 2 * bar.value) <= OFF_CENTRE * (bar.high - bar.low)


Block = Table | Figures | Facts | Words | Verbatim | Bars


@dataclass(frozen=True)
class Section:
    """A heading, its content, and further sections.

    A ``folded`` section opens on demand: by a click in pages and Markdown, by an option in the terminal. With a
    ``key``, only commands that name the key open it.
    """

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
        title: the question.
        headline: the answer, in sentences.
        sections: the evidence; empty ones are left out. An untitled first section belongs to the answer.
        about: what was played.
        text: an introduction in the author's words, or what the title names in its own words, such as a rule's text.
        methods: how the answer was made; the terminal leaves them out.
        parts: the documents that this one consists of.
        kept: where the data are.
        command: reproduces the document; ``versions``: of the software behind it, by name.
        picture: the figure that sums it up.
        data: its content in JSON types, as `--json` prints it: numbers; of an answer also its sentences as `words`, the
            number of the `format`, and the `version` of tda_sim.
        matters: the smallest differences that matter, in a sentence; it follows the legend of the signs.
        sheet: whether all that is not folded prints on a page, in two columns.
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
    matters: str = ""
    sheet: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "headline", tuple(filter(None, self.headline)))
        if self.headline and isinstance(self.data, dict):
            head = {"format": JSON_FORMAT, "version": version("tda_sim")}
            object.__setattr__(self, "data", {**head, **self.data, "words": list(self.headline)})


def filled(
    sections: Sequence[Section], figures: Callable[[Figures], Sequence[Any]] = lambda it: it.instead
) -> list[Section]:
    """Return the sections that are not empty; ``figures`` returns the blocks to show in place of figures."""
    kept = []
    for section in sections:
        blocks: list[Any] = []
        for block in section.blocks:
            blocks += figures(block) if isinstance(block, Figures) else [block] if _has_text(block) else []
        inner = filled(section.sections, figures)
        if blocks or inner:
            kept.append(replace(section, blocks=blocks, sections=inner))
    return kept


def is_judged(document: Document) -> bool:
    """Return whether any cell or bar of a document has a verdict, so that its signs need a legend."""
    return any(map(_has_verdict, document.sections)) or any(map(is_judged, document.parts))


def _has_verdict(section: Section) -> bool:
    cells = [cell for it in section.blocks if isinstance(it, Table) for line in it.lines for cell in line.cells]
    bars = [bar for it in section.blocks if isinstance(it, Bars) for bar in it.bars]
    return any(it.tone for it in cells) or any(it.verdict for it in bars) or any(map(_has_verdict, section.sections))


def _has_text(block: Block) -> bool:
    content = {Table: "groups", Facts: "rows", Words: "sentences", Verbatim: "text", Bars: "bars"}
    return bool(getattr(block, content[type(block)]))

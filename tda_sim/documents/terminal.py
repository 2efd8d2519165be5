"""Any document in a terminal of any width, in a file, and where an encoding has few signs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from textwrap import wrap

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid

from tda_sim.documents.model import ENDS, Block, Document, Facts, Line, Section, Table, Verbatim, Words, filled
from tda_sim.streams import in_signs_of
from tda_sim.terminal import HELD, Terminal, Text, console

INDENT, GAP = 2, 2  # columns
BAR, SHORTEST_BAR = 40, 8  # columns of the longest bar
FEWEST, LONGEST_NAME = 12, 32  # columns that a text is folded to; of names in it that no line breaks
TALLEST = 4  # lines of a heading, or one more
STYLES = {"more": "bold green", "less": "bold red", "same": "dim", "unclear": "dim"}
TONES = {"quiet": "dim", "good": "bold green", "bad": "bold red", "warning": "yellow", "": ""}


def show(document: Document, target: Terminal | None = None, full: bool = False, opened: Sequence[str] = ()) -> None:
    """Print a document; ``full``: with all lines of its tables; ``opened``: with folds of these keys."""
    target = target or console()
    target.show(_Printer(target, full, opened).document(document))


@dataclass
class _Printer:
    target: Terminal
    full: bool
    opened: Sequence[str]

    def document(self, it: Document) -> Iterator[RenderableType]:
        """Yield what is printed, line by line or block by block."""
        yield from (
            self.text(text, style) for text, style in ((it.title, "bold"), (it.about, ""), (it.text, "")) if text
        )
        if it.headline:
            yield from ("", *self.block(Words(it.headline)))
        yield from self.sections(filled(it.sections))
        for part in it.parts:
            yield from ("", *self.document(part))
        if it.kept:
            yield from ("", self.text(it.kept))

    def sections(self, sections: Sequence[Section]) -> Iterator[RenderableType]:
        """Yield headings and what stands under them: two columns further right, but for what is shown as it stands."""
        for it in sections:
            if it.folded and it.key not in self.opened:
                continue
            yield ""
            if it.title:
                yield self.text(it.title, "bold underline" if it.sections else "bold")
            before: Block | None = None
            for block in it.blocks:
                if before and not (isinstance(before, Words) and not getattr(block, "title", "")):
                    yield ""
                margin = 0 if isinstance(block, Verbatim) or not it.title else INDENT
                for part in self.block(block):
                    yield Padding(part, (0, 0, 0, margin)) if margin else part
                before = block
            yield from self.sections(it.sections)

    # --- blocks -------------------------------------------------------------------------------------------

    @singledispatchmethod
    def block(self, it: Block) -> Iterator[RenderableType]:
        """Yield what is printed of a block."""
        raise TypeError(f"{type(it).__name__} is no block of text")

    @block.register
    def _(self, it: Words) -> Iterator[RenderableType]:
        for sentence in it.sentences:
            told = self.text(sentence, TONES[it.tone])
            yield self.item("-", told) if it.listed else told

    @block.register
    def _(self, it: Verbatim) -> Iterator[RenderableType]:
        yield from (self.text(line, TONES[it.tone], no_wrap=True) for line in it.text.split("\n"))

    @block.register
    def _(self, it: Facts) -> Iterator[RenderableType]:
        yield from (self.item(f"{name}:", self.text("; ".join(values))) for name, values in it.rows.items())

    @block.register
    def _(self, it: Table) -> Iterator[RenderableType]:
        if it.title:
            yield self.text(it.title, "bold")
        yield from self.panels(it)
        more = "" if self.full else it.more
        yield from (self.text(text, "dim") for text in (more, it.note) if text)

    # --- tables -------------------------------------------------------------------------------------------

    def panels(self, it: Table) -> Iterator[RenderableType]:
        """Yield a table as one grid, or as several one below the other, or line by line where nothing else fits."""
        if not any(self.rows(it)):
            return
        room = self.target.width - INDENT
        titled, named = (
            [_Column(self, it, place, room, short) for place in range(len(it.columns))] for short in (False, True)
        )
        for shown, folded, gap in _ways(titled, named):
            label = shown[0].fewest if folded else shown[0].least
            if label + sum(gap + column.least for column in shown[1:]) <= room:
                yield self.grid(it, shown, label, room, gap)
                return
        head, *needed = _needed(named)
        if at_once := (room - head.fewest) // (max(column.least for column in needed) + GAP):
            at_once = -(-len(needed) // -(-len(needed) // at_once))  # the same in each
            for start in range(0, len(needed), at_once):
                yield from [""] if start else []
                yield self.grid(it, [head, *needed[start : start + at_once]], head.fewest, room, GAP)
        else:
            yield from self.stacked(it, titled)

    def grid(self, it: Table, columns: "list[_Column]", label: int, room: int, gap: int) -> RenderableType:
        """Return some columns of a table, the first of them so wide at least."""
        made = Grid(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
        made.show_header = any(column.heading for column in columns)
        widths = _shared(columns, label, room - gap * (len(columns) - 1))
        for column in columns:
            column.add_to(made, widths[column.place])
        bar = room - sum(column.least + gap for column in columns if not column.bars)
        for row in self.rows(it):
            head, *cells = (column.cell(row, min(BAR, max(SHORTEST_BAR, bar))) for column in columns)
            made.add_row(Padding(head, (0, 0, 0, columns[0].indent if row.cells else 0)), *cells)
        return made

    def rows(self, it: Table) -> Iterator[Line]:
        """Yield headings of groups and lines; where lines in the middle are left out, there is one of dots."""
        for title, lines in it.groups.items():
            shown = [self.full or not line.detail for line in lines]
            if title and any(shown):
                yield Line(title, ())
            for place, line in enumerate(lines):
                if shown[place]:
                    yield line
                elif it.more and any(shown[:place]) and any(shown[place + 1 : place + 2]):
                    yield Line("...", ())

    def stacked(self, it: Table, columns: "list[_Column]") -> Iterator[RenderableType]:
        """Yield a table line by line, a cell in each row."""
        for row in self.rows(it):
            yield self.text(row.head, "bold")
            for column in columns[1:]:
                cell = column.cell(row, SHORTEST_BAR)
                if cell.plain.strip():
                    yield self.text(f"{column.of.title}: " if column.of.title else "").append_text(cell)

    # --- text ---------------------------------------------------------------------------------------------

    def text(self, text: str, style: str = "", no_wrap: bool = False) -> Text:
        """Return a text in the signs that there are, in which no line begins with a percent sign."""
        held = text if no_wrap else text.replace(" %", f"{HELD}%")
        return Text(self.signs(held), style, no_wrap=no_wrap, overflow="fold")

    def signs(self, text: str) -> str:
        """Return a text in the signs that the target's encoding has."""
        if self.target.has_all_signs:
            return text
        return HELD.join(in_signs_of(self.target.encoding, part) for part in text.split(HELD))

    def item(self, name: str, told: Text) -> Grid:
        """Return an item of a list."""
        made = Grid.grid(padding=(0, 1, 0, 0))
        made.add_row(self.text(name), told)
        return made


class _Column:
    """A column and how wide it is: ``least``, and ``fewest`` if its text is folded as far as it goes."""

    def __init__(self, printer: _Printer, it: Table, place: int, room: int, short: bool) -> None:
        self.printer, self.of, self.place = printer, it.columns[place], place
        self.indent = INDENT if place == 0 and any(it.groups) else 0
        lines = [line for line in it.lines if printer.full or not line.detail]
        cells = [line.cells[place - 1] for line in lines if place]
        self.bars = any(cell.bar is not None for cell in cells)
        self.marks = max((len(printer.signs(f" {cell.mark}")) for cell in cells if cell.mark), default=0)
        self.texts = max((len(cell.text) for cell in cells), default=0)
        self.intervals = max((len(cell.interval(self.of)) for cell in cells), default=0)
        self.heading = printer.text(self.of.short if short and self.of.short else self.of.title).plain
        words = max([-(-len(self.heading) // TALLEST), *map(len, wrap(self.heading, 1, break_long_words=False))])
        widths = [self.indent + self.cell(line, BAR).cell_len for line in lines]
        self.widest = max([words + self.marks * self.of.number, *widths])
        names = (len(name) for line in lines for name in self.cell(line, BAR).plain.split())
        longest = max((length for length in names if length <= LONGEST_NAME), default=0)
        self.fewest = self.widest if self.of.number else min(self.widest, self.indent + max(FEWEST, words, longest))
        self.least = min(self.widest, max(self.fewest, room // 2)) if place == 0 else self.fewest

    def add_to(self, grid: Grid, width: int) -> None:
        """Add it to a grid."""
        head, side = self.heading, "left"
        if self.of.number:
            inside, side = width - self.marks, "right"
            head = "\n".join(line.rjust(inside) + " " * self.marks for line in wrap(head, inside) or [""])
        grid.add_column(Text(head), justify=side, overflow="fold", width=width)  # type: ignore[arg-type]

    def cell(self, line: Line, longest: int) -> Text:
        """Return what stands in it; ``longest``: columns of the longest bar."""
        if self.place == 0 or not line.cells:
            return self.printer.text("" if self.place else line.head, "" if line.cells else "bold")
        cell = line.cells[self.place - 1]
        if cell.bar is not None:
            return self.printer.text("━" * max(round(longest * cell.bar), 1 if cell.bar > 0 else 0), "cyan")
        text = cell.in_column(self.of)
        if self.of.interval == ENDS and self.intervals:  # numbers below each other, and intervals
            text = f"{cell.text.rjust(self.texts)} {cell.interval(self.of).ljust(self.intervals)}"
        mark = self.printer.signs(f" {cell.mark}").ljust(self.marks) if self.marks else ""
        return self.printer.text(text).append(mark, STYLES.get(cell.tone, ""))


def _ways(titled: "list[_Column]", named: "list[_Column]") -> "Iterator[tuple[list[_Column], bool, int]]":
    """Yield which columns to show side by side, whether labels are folded, and the gap: the best way first."""
    for columns, gap in ((titled, GAP), (named, GAP), (named, 1)):
        yield columns, False, gap
        yield _needed(columns), False, gap
    fewest = [column for column in _needed(named) if not column.of.spare]
    yield from ((fewest, False, gap) for gap in (GAP, 1))
    yield from ((columns, True, GAP) for columns in (named, _needed(named), fewest))


def _needed(columns: "list[_Column]") -> "list[_Column]":
    return [column for column in columns if not column.of.detail]


def _shared(columns: Sequence[_Column], label: int, room: int) -> dict[int, int]:
    """Return how wide columns are, by their places: none less than it needs, and the least wishes are met first."""
    widths = {column.place: column.least if column.place else label for column in columns}
    left = room - sum(widths.values())
    wishes = sorted((column.widest - widths[column.place], column.place) for column in columns)
    for k, (wish, place) in enumerate(wishes):
        more = min(wish, left // (len(wishes) - k))
        widths[place], left = widths[place] + more, left - more
    return widths

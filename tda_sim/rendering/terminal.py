"""Any document in a terminal of any width, in a text file, and in encodings with few characters."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from io import StringIO
from textwrap import wrap

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid

from tda_sim.rendering.bars import as_table, key
from tda_sim.rendering.colours import LESS, MORE, NEUTRAL
from tda_sim.rendering.model import (
    ENDS,
    Bars,
    Block,
    Document,
    Facts,
    Line,
    Section,
    Table,
    Verbatim,
    Words,
    filled,
    is_judged,
)
from tda_sim.streams import in_signs_of
from tda_sim.terminal import HELD, Terminal, Text, console
from tda_sim.wording.numbers import LEGEND, MARKS

INDENT, GAP = 2, 2  # columns
BAR, SHORTEST_BAR = 40, 8  # columns of the longest bar
LONGEST_NAME = 32  # columns: the longest name that stays in one piece
FEW = 4  # folded sections that are listed by their titles
TALLEST = 4  # lines of a heading, or one more
STYLES = {"more": f"bold {MORE}", "less": f"bold {LESS}", "same": "dim", "unclear": "dim"}
TONES = {"quiet": "dim", "good": f"bold {MORE}", "bad": f"bold {LESS}", "warning": "yellow", "": ""}
FILLED = {"more": MORE, "less": LESS}  # bars; without a verdict they are NEUTRAL


def show(
    document: Document,
    target: Terminal | None = None,
    full: bool = False,
    opened: Sequence[str] = (),
    unfold: str = "--all",
) -> None:
    """Print a document.

    Args:
        document: what to print.
        target: where; standard output by default.
        full: whether to print all lines of tables, and folded sections without a key.
        opened: keys of further folded sections to print.
        unfold: the option that shows the folded sections, for the line that lists them.
    """
    target = target or console()
    target.show(_Printer(target, full, opened, unfold).document(document))


def printed(document: Document) -> str:
    """Return a document as `show` prints it, without colours."""
    text = StringIO()
    show(document, Terminal(file=text, width=console().width, force_terminal=False, force_jupyter=False))
    return text.getvalue().strip("\n").rstrip()


@dataclass
class _Printer:
    target: Terminal
    full: bool
    opened: Sequence[str]
    unfold: str

    def document(self, it: Document) -> Iterator[RenderableType]:
        """Yield a document line by line or block by block."""
        yield from self.answer(it, is_judged(it))
        if it.kept:
            yield from ("", self.text(it.kept))

    def answer(self, it: Document, with_legend: bool = False) -> Iterator[RenderableType]:
        """Yield all of a document but the line at its end; ``with_legend``: of the signs of verdicts."""
        yield from (
            self.text(text, style) for text, style in ((it.title, "bold"), (it.text, ""), (it.about, "dim")) if text
        )
        if it.headline:
            yield from ("", *self.block(Words(it.headline)))
        if with_legend or it.matters:
            yield ""
            yield from [self.legend()] if with_legend else []
            yield from [self.text(it.matters, "dim")] if it.matters else []
        sections = filled(it.sections)
        yield from self.sections(sections)
        if closed := [section.title for section in _closed(sections) if not self.is_open(section)]:
            yield from ("", self.text(f"{len(closed)} more ({self.unfold}): {_first(closed)}", "dim"))
        for part in it.parts:
            yield from ("", *self.answer(part))

    def is_open(self, it: Section) -> bool:
        """Return whether a section is printed."""
        return not it.folded or it.key in self.opened or (self.full and not it.key)

    def legend(self) -> Text:
        """Return what the signs of verdicts mean, in a line."""
        line = self.text("")
        for verdict, meaning in LEGEND.items():
            line.append(self.signs(f"{MARKS[verdict].sign} "), STYLES[verdict])
            line.append(self.signs(meaning + "  "), "dim")
        return line

    def sections(self, sections: Sequence[Section]) -> Iterator[RenderableType]:
        """Yield headings and, indented, their content; verbatim text is not indented."""
        for it in sections:
            if not self.is_open(it):
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
        """Yield a block line by line."""
        raise TypeError(f"{type(it).__name__} cannot be printed")

    @block.register
    def _(self, it: Words) -> Iterator[RenderableType]:
        for sentence in it.sentences:
            text = self.text(sentence, TONES[it.tone])
            yield self.item("-", text) if it.listed else text

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

    @block.register
    def _(self, it: Bars) -> Iterator[RenderableType]:
        yield from self.block(replace(as_table(it), note=""))
        yield from (self.text(text, "dim") for text in (key(it), it.note) if text)

    # --- tables -------------------------------------------------------------------------------------------

    def panels(self, it: Table) -> Iterator[RenderableType]:
        """Yield a table as a grid, or split by columns into several, or cell by cell where nothing else fits."""
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
            at_once = -(-len(needed) // -(-len(needed) // at_once))  # as many in each grid
            for start in range(0, len(needed), at_once):
                yield from [""] if start else []
                yield self.grid(it, [head, *needed[start : start + at_once]], head.fewest, room, GAP)
        else:
            yield from self.stacked(it, titled)

    def grid(self, it: Table, columns: "list[_Column]", label: int, room: int, gap: int) -> RenderableType:
        """Return some columns of a table as a grid; ``label``: least width of the first."""
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
        """Yield headings of groups and lines; dots stand for lines left out in the middle."""
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
        """Yield a table with each cell on a line of its own."""
        for row in self.rows(it):
            yield self.text(row.head, "bold")
            for column in columns[1:]:
                cell = column.cell(row, SHORTEST_BAR)
                if cell.plain.strip():
                    yield self.text(f"{column.of.title}: " if column.of.title else "").append_text(cell)

    # --- text ---------------------------------------------------------------------------------------------

    def text(self, text: str, style: str = "", no_wrap: bool = False) -> Text:
        """Return a text in the characters of the encoding, with no line break before a percent sign."""
        held = text if no_wrap else text.replace(" %", f"{HELD}%")
        return Text(self.signs(held), style, no_wrap=no_wrap, overflow="fold")

    def signs(self, text: str) -> str:
        """Return a text in the characters that the target's encoding has."""
        if self.target.has_all_signs:
            return text
        return HELD.join(in_signs_of(self.target.encoding, part) for part in text.split(HELD))

    def item(self, name: str, text: Text) -> Grid:
        """Return an item of a list."""
        made = Grid.grid(padding=(0, 1, 0, 0))
        made.add_row(self.text(name), text)
        return made


class _Column:
    """A column and its widths: ``least`` without wrapping labels, ``fewest`` with text wrapped as far as possible."""

    def __init__(self, printer: _Printer, it: Table, place: int, room: int, short: bool) -> None:
        self.printer, self.of, self.place = printer, it.columns[place], place
        self.indent = INDENT if place == 0 and any(it.groups) else 0
        lines = [line for line in it.lines if printer.full or not line.detail]
        cells = [line.cells[place - 1] for line in lines if place]
        self.bars = any(cell.is_drawing for cell in cells)
        self.marks = max((len(printer.signs(f" {cell.mark}")) for cell in cells if cell.mark), default=0)
        self.texts = max((len(cell.text) for cell in cells), default=0)
        self.intervals = max((len(cell.interval(self.of)) for cell in cells), default=0)
        self.heading = printer.text(self.of.short if short and self.of.short else self.of.title).plain
        words = max([-(-len(self.heading) // TALLEST), *map(len, wrap(self.heading, 1, break_long_words=False))])
        widths = [self.indent + self.cell(line, BAR).cell_len for line in lines]
        self.widest = max([words + self.marks * self.of.number, *widths])
        names = (len(name) for line in lines for name in self.cell(line, BAR).plain.split())
        longest = max((length for length in names if length <= LONGEST_NAME), default=0)
        self.fewest = (
            self.widest if self.of.number else min(self.widest, self.indent + max(self.of.fewest, words, longest))
        )
        self.least = min(self.widest, max(self.fewest, room // 2)) if place == 0 else self.fewest

    def add_to(self, grid: Grid, width: int) -> None:
        """Add it to a grid."""
        head, side = self.heading, "left"
        if self.of.number:
            inside, side = width - self.marks, "right"
            head = "\n".join(line.rjust(inside) + " " * self.marks for line in wrap(head, inside) or [""])
        grid.add_column(Text(head), justify=side, overflow="fold", width=width)  # type: ignore[arg-type]

    def cell(self, line: Line, longest: int) -> Text:
        """Return the text of a cell; ``longest``: columns of the longest bar."""
        if self.place == 0 or not line.cells:
            return self.printer.text("" if self.place else line.head, "" if line.cells else "bold")
        cell = line.cells[self.place - 1]
        if cell.drawn:
            return self.printer.text(cell.drawn(longest), FILLED.get(cell.drawn_tone, NEUTRAL))
        if cell.bar is not None:
            return self.printer.text("━" * max(round(longest * cell.bar), 1 if cell.bar > 0 else 0), NEUTRAL)
        text = cell.in_column(self.of)
        if self.of.interval == ENDS and self.intervals:  # numbers and intervals line up
            text = f"{cell.text.rjust(self.texts)} {cell.interval(self.of).ljust(self.intervals)}"
        mark = self.printer.signs(f" {cell.mark}").ljust(self.marks) if self.marks else ""
        return self.printer.text(text).append(mark, STYLES.get(cell.tone, ""))


def _closed(sections: Sequence[Section]) -> Iterator[Section]:
    """Yield folded sections that any reader may want: those without a key, outermost first."""
    for section in sections:
        if section.folded:
            yield from [section] if not section.key else []
        else:
            yield from _closed(section.sections)


def _first(titles: Sequence[str]) -> str:
    """Return the first of some titles, in a line."""
    return "; ".join(titles[:FEW]) + ("; ..." if len(titles) > FEW else "")


def _ways(titled: "list[_Column]", named: "list[_Column]") -> "Iterator[tuple[list[_Column], bool, int]]":
    """Yield the columns to show side by side, whether labels wrap, and the gap; the best layout comes first."""
    for columns, gap in ((titled, GAP), (named, GAP), (named, 1)):
        yield columns, False, gap
        yield _needed(columns), False, gap
    fewest = [column for column in _needed(named) if not column.of.spare]
    yield from ((fewest, False, gap) for gap in (GAP, 1))
    yield from ((columns, True, GAP) for columns in (named, _needed(named), fewest))


def _needed(columns: "list[_Column]") -> "list[_Column]":
    return [column for column in columns if not column.of.detail]


def _shared(columns: Sequence[_Column], label: int, room: int) -> dict[int, int]:
    """Return the widths of columns by their places: at least what each needs, then the smallest wishes first."""
    widths = {column.place: column.least if column.place else label for column in columns}
    left = room - sum(widths.values())
    wishes = sorted((column.widest - widths[column.place], column.place) for column in columns)
    for k, (wish, place) in enumerate(wishes):
        more = min(wish, left // (len(wishes) - k))
        widths[place], left = widths[place] + more, left - more
    return widths

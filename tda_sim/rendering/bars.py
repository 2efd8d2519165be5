"""Where the parts of horizontal bars go: as shares of the drawing's width, and as characters of a line.

A bar begins at zero and ends at its value. Its interval is a lighter stretch around that end; a baseline is a line
across all bars.
"""

from dataclasses import dataclass, replace
from functools import partial

from tda_sim.rendering.model import HALF, Bar, Bars, Cell, Column, Table, number, table, text
from tda_sim.wording.numbers import Estimate

SOLID, DASHED, THIN, LINE = "━╍─│"  # the bar; where its interval overlaps it; the rest of the interval; the baseline
EDGE = "┊"  # from where on a difference matters
TEXT_WIDTH = 30  # characters of a bar in plain text
MARGIN = 0.02  # share of the width that stays empty beside negative bars, and beyond the longest bar


@dataclass(frozen=True)
class Stretch:
    """Part of a drawing's width: from ``start`` to ``end``, as shares, 0 to 1."""

    start: float
    end: float

    @property
    def width(self) -> float:
        """Its width, as a share."""
        return self.end - self.start


@dataclass(frozen=True)
class Scale:
    """What the drawing's left and right ends stand for, in the unit of the bars."""

    low: float
    high: float

    @classmethod
    def of(cls, bars: Bars) -> "Scale":
        """Return the scale that fits all bars, their intervals, the baseline and zero."""
        ends = [each for bar in bars.bars for each in (bar.value, bar.low, bar.high, *bar.margins)]
        numbers = [0.0, *(each for each in (*ends, bars.baseline) if each is not None)]
        most = float("inf") if bars.most is None else bars.most
        low, high = max(min(numbers), -most), min(max(numbers), most)
        room = MARGIN * (high - low or 1.0)
        return cls(low - room if low < 0 else 0.0, high + room if high > 0 else 0.0)

    def place(self, value: float) -> float:
        """Return where a value lies: 0 at the left end, 1 at the right end, which values beyond share.

        >>> Scale(-1.0, 3.0).place(0.0)
        0.25
        """
        width = self.high - self.low
        return min(1.0, max(0.0, (value - self.low) / width)) if width else 0.0

    def stretch(self, one: float, other: float) -> Stretch:
        """Return the stretch between two values, in either order."""
        return Stretch(*sorted((self.place(one), self.place(other))))

    def bar(self, bar: Bar) -> Stretch:
        """Return the stretch from zero to a bar's value."""
        return self.stretch(0.0, bar.value)

    def interval(self, bar: Bar) -> Stretch | None:
        """Return the stretch of a bar's interval; None where there is none."""
        return None if bar.low is None or bar.high is None else self.stretch(bar.low, bar.high)


def line(bar: Bar, scale: Scale, baseline: float | None, width: int) -> str:
    """Return a bar as so many characters, with lines at zero (where bars go both ways), at the baseline and the margin.

    >>> line(Bar("", 50, 30, 70), Scale(0, 100), 90, 10), line(Bar("", -2), Scale(-5, 5), None, 10)
    ('━━━╍╍──  │', '   ━━│')
    >>> line(Bar("", 4, margin=2), Scale(-5, 5), None, 10)
    '   ┊ │━┊━'
    """
    cells = [" "] * width
    solid = _cells(scale.bar(bar), width, at_least=int(bar.value != 0))
    interval = scale.interval(bar)
    inside = _cells(interval, width) if interval else range(0)
    for place in {*solid, *inside}:
        cells[place] = (DASHED if place in inside else SOLID) if place in solid else THIN
    marks = [(each, EDGE) for each in bar.margins if scale.low < each < scale.high]
    marks += [(each, LINE) for each in [0.0] * (scale.low < 0 < scale.high) + [baseline] if each is not None]
    for mark, drawn in marks:
        cells[min(width - 1, round(width * scale.place(mark)))] = drawn
    return "".join(cells).rstrip()


def _cells(stretch: Stretch, width: int, at_least: int = 0) -> range:
    """Return the places of the characters that a stretch covers, at least ``at_least`` of them."""
    start, end = round(width * stretch.start), round(width * stretch.end)
    start = min(start, width - at_least)
    return range(start, max(end, start + at_least))


def as_table(bars: Bars) -> Table:
    """Return bars as a table: label, number with interval, the bar as it is drawn in text, and the note."""
    scale = Scale.of(bars)

    def numbers(bar: Bar) -> Cell:
        estimate = Estimate(bar.value, bar.low, bar.high, verdict=bar.verdict)
        if bars.interval_style == HALF:  # as people write it: 1.2 ±0.1 gold
            return replace(number(estimate, bars.show, bars.with_sign), unit=bars.unit)
        return number(estimate, bars.show, bars.with_sign, bars.unit)

    columns = [
        text("", lambda bar: bar.label),
        Column("", numbers, interval=bars.interval_style),
        Column(
            "",
            lambda bar: Cell("", drawn=partial(line, bar, scale, bars.baseline), drawn_tone=bar.verdict),
            number=False,
        ),
        text("", lambda bar: Cell(bar.note)),
    ]
    return table(bars.title, bars.bars, columns, bars.note)


def key(bars: Bars) -> str:
    """Return what the line across the bars stands for; empty where there is none."""
    return f"{LINE} {bars.legend}" if bars.legend else ""


def as_text(bars: Bars) -> str:
    """Return bars as lines of plain text, with the line across them explained below."""
    it = as_table(bars)
    numbers = max((len(line.cells[0].text) for line in it.lines), default=0)

    def plain(cell: Cell, column: Column) -> str:
        if cell.drawn:
            return cell.drawn(TEXT_WIDTH)
        if not cell.estimate:
            return cell.text
        return " ".join(filter(None, (cell.text.rjust(numbers), cell.interval(column), cell.unit, cell.mark)))

    rows = [
        [row.head, *(plain(cell, column) for cell, column in zip(row.cells, it.columns[1:], strict=True))]
        for row in it.lines
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, *filter(None, (key(bars), bars.note))])

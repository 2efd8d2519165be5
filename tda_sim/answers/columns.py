"""The columns of the answers' tables, each declared once, by name: what it says of a row of the table of estimates.

A section of an answer is a filter of that table, and columns by name (`listing`), or what is at hand in one column for
each deck, measure or point (`spread`).
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from tda_sim.answers.contrasts import Entry
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.robustness import HOLDS, ONE_TABLE
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Cell, Column
from tda_sim.wording.numbers import Show, percent, rank

T = TypeVar("T")

NOT_ALL = "*"  # follows the mark of a verdict that not all able players share
OF_START = "In brackets: amounts of gold in percent of what everybody starts with."


def before(it: Entry, reach: bool = False) -> Cell:
    """Return the level in the world of reference; ``reach``: with its range over able players."""
    cell = doc.number(it.before, it.show, remark="" if reach else _share(it, 0))
    return _ranging(cell, it.show, it.before_least, it.before_most, reach)


def after(it: Entry, reach: bool = False) -> Cell:
    """Return the level in its own world; ``reach``: with its range over able players."""
    cell = doc.number(it.after, it.show, remark="" if reach else _share(it, 1))
    return _ranging(cell, it.show, it.after_least, it.after_most, reach)


def _share(it: Entry, side: int) -> str:
    """Return an amount of gold in percent of what everybody starts with, where that differs; else nothing."""
    return "" if it.shares is None else f"({percent(it.shares[side])})"


def level(it: Entry, show: Show, reach: bool = False, star: str = "") -> Cell:
    """Return a level, marked; ``reach``: as its range over able players, or with half its interval."""
    cell = doc.number(it.estimate, show, remark=star)
    if reach and it.least is None:
        return replace(cell, remark=f"{star} {cell.half}".rstrip())
    return _ranging(cell, show, it.least, it.most, reach)


def _ranging(cell: Cell, show: Show, least: float | None, most: float | None, reach: bool) -> Cell:
    """Return a cell with a range first and its own number second, in brackets; as it is without a range."""
    if not reach or least is None or most is None:
        return cell
    return replace(
        cell, text=f"{show(least)} to {show(most)}", remark=f"{cell.remark}{' ' if cell.mark else ''}({cell.text})"
    )


def difference(it: Entry) -> Cell:
    """Return a difference with its verdict."""
    return doc.number(it.estimate, it.show, with_sign=True)


def star(it: Entry) -> str:
    """Return `NOT_ALL` for a verdict that does not hold, or is not known to hold, at the tables of all able players."""
    judged = it.estimate.verdict not in ("", "unclear")
    return NOT_ALL if judged and it.row.get("holds") not in (None, ONE_TABLE, HOLDS) else ""


def starred(rows: Iterable[Entry]) -> str:
    """Return what `NOT_ALL` means, where some row has it."""
    return f"{NOT_ALL} not whoever plays, or not known to be." if any(map(star, rows)) else ""


def elsewhere(it: Entry) -> str:
    """Return whether a difference holds at the tables of other able strategies; empty where there are none."""
    return "" if it.holds in (None, ONE_TABLE) else str(it.holds)


COLUMNS = {
    "measure": doc.text("measure", lambda it: it.head),
    "strategy": doc.text("strategy", lambda it: strategy_title(it.subject)),
    "before": Column("as printed", before, short="printed", interval=""),
    "after": Column("with the rule", after, short="rule", interval=""),
    "before, with range": Column("as printed", lambda it: before(it, True), short="printed", interval=""),
    "after, with range": Column("with the rule", lambda it: after(it, True), short="rule", interval=""),
    "difference": Column(
        "difference (95 % interval)",
        difference,
        "With the rule minus as printed, on the same shuffles, with its 95 % interval.",
        short="difference",
        interval=ENDS,
    ),
    "elsewhere": doc.text(
        "with other strategies", elsewhere, "Whether that holds where other able strategies play.", detail=True
    ),
    "rank before": Column(
        "rank as printed",
        lambda it: rank(it.reference_best, it.reference_worst),
        "The ranks that it may hold, given the intervals.",
        short="rank",
    ),
    "rank after": Column("rank with the rule", lambda it: rank(it.best, it.worst), short="with rule"),
}


def listing(title: str, rows: Iterable[Any], names: Iterable[str | Column], note: str = "", **more: Any) -> doc.Table:
    """Return a table with a line for each row, and columns by name; ``more``: as in `rendering.model.table`."""
    columns = [COLUMNS[each] if isinstance(each, str) else each for each in names]
    return doc.table(title, rows, columns, note, **more)


def spread(keys: Iterable[T], column: Callable[[T], Column | str], cell: Callable[[Any, T], object]) -> list[Column]:
    """Return a column for each key, as ``column`` heads it; ``cell``: what it says of a row."""

    def made(key: T) -> Column:
        head = column(key)
        return replace(Column(head) if isinstance(head, str) else head, of=lambda row: cell(row, key))

    return [made(key) for key in keys]


def headlines(metrics: Iterable[Any], cell: Callable[[Any, Any], object]) -> list[Column]:
    """Return a column for each metric, as narrow tables head it."""

    def head(metric: Any) -> Column:
        words = metric.words
        return Column(words.heading, short=words.column, detail=words.spare, interval="")

    return spread(metrics, head, cell)

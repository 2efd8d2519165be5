"""Tables of analyses in the terminal, as plain rows for JSON, and their figures as files."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.table import Table

from tda_sim.report.pictures import draw_picture
from tda_sim.terminal import Terminal, Text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 60
INTERVAL = ("estimate", "low", "high")


def plain_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return a table as JSON's rows: numbers that are none are null."""
    return [{name: _plain(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


def render_tables(tables: dict[str, pl.DataFrame], target: Terminal) -> None:
    """Print tables, each under its name; what is the same in all rows stands above them once."""
    for name, frame in tables.items():
        same = _same_everywhere(frame)
        target.print(Text(f"\n{name}", style="bold"))
        if same:
            said = "; ".join(f"{column}: {shown(frame.item(0, column))}" for column in same)
            target.print(Text(said, overflow="fold"))
        target.print(_table(frame.head(MOST_ROWS).drop(same)))
        if frame.height > MOST_ROWS:
            target.print(f"and {frame.height - MOST_ROWS:,} more rows: --json has them all")


def _same_everywhere(frame: pl.DataFrame) -> list[str]:
    """Return the columns, all but those of estimates, that say the same in each of several rows."""
    if frame.height < 2:
        return []
    others = (name for name in frame.columns if name not in INTERVAL)
    return [name for name in others if frame[name].is_null().all() or len(set(map(shown, frame[name].to_list()))) == 1]


def render_analyses(data: list[dict[str, str]], target: Terminal) -> None:
    """Print what analyses there are."""
    target.print(_table(pl.DataFrame(data)))


def _table(frame: pl.DataFrame) -> Table:
    together = set(INTERVAL) <= set(frame.columns)
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    names = [name for name in frame.columns if not (together and name in INTERVAL[1:])]
    for name in names:
        number = frame.schema[name].is_numeric()
        made.add_column(name, justify="right" if number else "left", no_wrap=number, overflow="fold")
    for row in frame.iter_rows(named=True):
        made.add_row(*(_interval(row) if together and name == INTERVAL[0] else shown(row[name]) for name in names))
    return made


def _interval(row: dict[str, Any]) -> str:
    estimate, low, high = (shown(row[name]) for name in INTERVAL)
    return f"{estimate} [{low}, {high}]"


def shown(value: Any) -> str:
    """Return a value as a table shows it: numbers to four digits, nothing for what is missing."""
    if value is None or (isinstance(value, float) and not isfinite(value)):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    return ", ".join(map(str, value)) or "-" if isinstance(value, list | pl.Series) else str(value)


def save_figures(figures: "dict[str, Figure]", folder: Path, stem: str) -> list[str]:
    """Write figures as SVG files, the same bytes for the same figures; return their paths."""
    paths = []
    for name, figure in figures.items():
        path = folder / (f"{stem}.svg" if name == stem else f"{stem}-{name}.svg")
        draw_picture(figure, path)
        paths.append(str(path))
    return paths

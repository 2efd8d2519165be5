"""Tables of analyses in the terminal, as plain rows for JSON, and their figures as files."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tda_sim.errors import UserError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 60
FIXED: Any = {"svg.hashsalt": "study", "svg.fonttype": "path"}  # so that the same tables have the same pictures


def plain_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return a table as JSON's rows: numbers that are none are null."""
    return [{name: _plain(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


def render_tables(tables: dict[str, pl.DataFrame], target: Console) -> None:
    """Print tables, each under its name."""
    for name, frame in tables.items():
        target.print(Text(f"\n{name}", style="bold"))
        target.print(_table(frame.head(MOST_ROWS)))
        if frame.height > MOST_ROWS:
            target.print(f"and {frame.height - MOST_ROWS:,} more rows: --json has them all")


def render_analyses(data: list[dict[str, str]], target: Console) -> None:
    """Print what analyses there are."""
    target.print(_table(pl.DataFrame(data)))


def _table(frame: pl.DataFrame) -> Table:
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name, kind in frame.schema.items():
        made.add_column(escape(name), justify="right" if kind.is_numeric() else "left")
    for row in frame.iter_rows():
        made.add_row(*(escape(shown(value)) for value in row))
    return made


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
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def save_figures(figures: "dict[str, Figure]", folder: Path, stem: str) -> list[str]:
    """Write figures as SVG files, the same bytes for the same figures; return their paths."""
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with matplotlib.rc_context(FIXED):
            for name, figure in figures.items():
                path = folder / (f"{stem}.svg" if name == stem else f"{stem}-{name}.svg")
                figure.savefig(path, metadata={"Date": None})
                paths.append(str(path))
    except OSError as error:
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=str(folder)) from error
    return paths

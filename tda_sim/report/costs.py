"""What a study costs, and what is known of one that is still being played, in the terminal."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.table import Table

from tda_sim.report.study_tables import shown
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]
Column = tuple[str, Callable[[Data], str]]


def render_costs(data: Data, target: Terminal) -> None:
    """Print what `tda plan` has found."""
    target.print(Text(data["study"], style="bold"))
    planned = [("games", _games), ("games/s", _value("games_per_second")), ("minutes", _minutes)]
    _section(target, "As the study is written", data["cells"], planned)
    for metric, rows in _by_metric(data["alone"]):
        title = f"To know {metric} of a cell to ± {rows[0]['within']:g}"
        _section(target, title, rows, [("pilot", _interval), ("games", _games), ("minutes", _minutes)])
    pairing = [("correlation", _value("correlation")), ("gain", _value("gain"))]
    for metric, rows in _by_metric(data["differences"]):
        title = f"To know a difference in {metric} to ± {rows[0]['within']:g}, on the same shuffles"
        columns = [("pilot", _interval), *pairing, ("games of each", _games), ("minutes", _minutes)]
        _section(target, title, rows, columns)
    target.print(Text("\n" + "\n".join(_notes(data)), overflow="fold"))


def _notes(data: Data) -> list[str]:
    notes = ["The games of this pilot are kept nowhere; minutes are those of this computer."]
    if data["differences"]:
        notes.append("gain: how many times more games it would take on different shuffles.")
    if data["minutes"] is None:
        return [*notes, "How many games the study has is decided by its own pilots."]
    return [*notes, f"The study as it is written takes about {_duration(data['minutes'])}."]


def render_peek(data: Data, target: Terminal) -> None:
    """Print what `tda peek` has found."""
    target.print(Text(data["study"] + ("" if data["complete"] else ", not finished yet"), style="bold"))
    columns = [("by now", _interval), ("games", _value("n"))]
    for metric, rows in _by_metric(data["cells"]):
        _section(target, metric, rows, [*columns, ("of", _value("wanted"))])
    for metric, rows in _by_metric(data["differences"]):
        _section(target, f"Differences in {metric}", rows, columns)
    if data["waiting"]:
        target.print(f"\n{data['waiting']:,} more cells have no games yet.")
    sure = f"{100 * data['level']:g} %"
    target.print(Text(f"\nAll intervals hold at all looks, however many, each with {sure}.", overflow="fold"))


# --- tables -----------------------------------------------------------------------------------------------


def _by_metric(rows: list[Data]) -> Iterable[tuple[str, list[Data]]]:
    """Yield the rows of each metric, under its name and unit."""
    for name in dict.fromkeys(row["metric"] for row in rows):
        found = [row for row in rows if row["metric"] == name]
        unit = found[0]["unit"]
        yield (name if unit == name else f"{name} ({unit})"), found


def _section(target: Terminal, title: str, rows: list[Data], columns: list[Column]) -> None:
    target.print(Text(f"\n{title}", style="bold"))
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    made.add_column("cell", overflow="fold")
    for name, _ in columns:
        made.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        cell = f"{row['cell']} less {row['reference']}" if "reference" in row else row["cell"]
        made.add_row(cell, *(show(row) for _, show in columns))
    target.print(made)


def _value(name: str) -> Callable[[Data], str]:
    return lambda row: shown(row[name])


def _games(row: Data) -> str:
    return "by pilot" if row["games"] is None and "within" not in row else shown(row["games"])


def _minutes(row: Data) -> str:
    return "-" if row["minutes"] is None else f"{row['minutes']:,.1f}"


def _duration(minutes: float) -> str:
    return f"{60 * minutes:,.0f} seconds" if minutes < 2 else f"{minutes:,.0f} minutes"


def _interval(row: Data) -> str:
    ends = ("low", "high")
    return " ".join([shown(row["estimate"]), f"[{', '.join(shown(row[end]) for end in ends)}]"])

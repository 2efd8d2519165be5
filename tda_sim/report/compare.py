"""The printed comparison of decks: what differs in a few sentences, then the measures side by side."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import polars as pl
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from tda_sim.report.compare_words import (
    SHOWN,
    Show,
    decimals,
    exceptions,
    interval,
    label,
    listed,
    reliability,
    sentences,
    subject,
)
from tda_sim.report.study_tables import plain_rows
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults
from tda_sim.terminal import HELD, Terminal, Text

Data = dict[str, Any]
Row = dict[str, Any]
Lines = list[tuple[str, list[Text]]]  # a label, and a cell for each deck

ENDS = "How games end"
MARKS = {"more": "▲", "less": "▼", "same": "=", "unclear": "?"}
PLAIN_MARKS = {"more": "+", "less": "-", "same": "=", "unclear": "?"}
STYLES = {"more": "bold green", "less": "bold red", "same": "dim", "unclear": "dim"}
NOT_ALL = "*"  # after a mark that does not hold for the players at every table
FAIR = "Edge over 1/n, in points"
FAIR_STYLES = {"more": "bold yellow", "less": "bold yellow", "same": "dim", "unclear": "dim"}
NARROWEST = 13  # columns for a deck


def compare_command(results: StudyResults, tables: dict[str, pl.DataFrame], seed: int, level: float = LEVEL) -> Data:
    """Return what `tda compare --json` prints: the study, its tables as rows, and what they say in words."""
    cells = results.cells.filter(pl.col("kind") == "same")
    data = {
        "study": results.title,
        "out": str(results.path),
        "decks": tables["measures"]["deck"].unique(maintain_order=True).to_list(),
        "players": int(cells["players"][0]),
        "strategies": cells["table"].unique(maintain_order=True).to_list(),
        "main_table": cells["table"][0],
        "games": int(cells["games"].min() or 0),  # type: ignore[arg-type]
        "complete": results.complete,
        "seed": seed,
        "level": level,
        "tables": {name: plain_rows(frame) for name, frame in tables.items()},
    }
    return data | {"words": sentences(data)}


def render_compare(data: Data, target: Terminal) -> None:
    """Print a comparison, the object that `compare_command` returns."""
    target.show(_parts(data, target.width, target.has_all_signs))


def _parts(data: Data, width: int, unicode: bool) -> Iterator[RenderableType]:
    yield Text.assemble((data["study"], "bold"), f"\n{played(data)}")
    yield ""
    yield from (_prose(sentence) for sentence in data["words"])
    marks = MARKS if unicode else PLAIN_MARKS
    sections = [*measure_lines(data, marks), *fair_lines(data, marks), *strategy_lines(data, marks)]
    yield from _sections(sections if unicode else _plain(sections), data["decks"], width)
    yield from ("", _prose(legend(data, marks)))
    yield from _exceptions(data)
    if told := reliability(data):
        yield from ("", _prose(told))
    yield Text(f"\nThe data: {data['out']}", overflow="fold")


def _prose(text: str) -> Text:
    """Return text in which no line begins with a percent sign."""
    return Text(text.replace(" %", f"{HELD}%"))


def _plain(sections: list[tuple[str, Lines]]) -> list[tuple[str, Lines]]:
    """Return sections for a terminal that knows few signs."""
    return [(heading, [(name, list(map(_plainly, cells))) for name, cells in lines]) for heading, lines in sections]


def _plainly(cell: Text) -> Text:
    return Text(cell.plain.replace("±", "+-"))


def played(data: Data) -> str:
    """Say what was played."""
    others = [table for table in data["strategies"] if table != data["main_table"]]
    tables = f"where all play {data['main_table']}" + (f", as well as {listed(others, last=' or ')}" if others else "")
    mixed = ", and where they all meet" if data["tables"]["strategies"] else ""
    unfinished = "" if data["complete"] else " so far"
    head = f"{data['players']} players, {data['games']:,} games{unfinished} of each deck"
    return f"{head} {tables}{mixed}; seed {data['seed']}"


# --- side by side -----------------------------------------------------------------------------------------


def measure_lines(data: Data, marks: dict[str, str], shown: Collection[str] = SHOWN) -> list[tuple[str, Lines]]:
    """Return the measures of the main tables by group: a line each, with the mark of its difference to the first."""
    measures = _by_metric(row for row in data["tables"]["measures"] if row["main"])
    verdicts = {(row["deck"], row["metric"]): row for row in data["tables"]["differences"] if row["main"]}
    broken = {(row["deck"], row["metric"]) for row in data["tables"]["across"] if row["holds"] is False}
    groups: dict[str, Lines] = {}
    for metric in [name for name in shown if name in measures]:
        rows = measures[metric]
        if _says_nothing(rows):
            continue
        show = decimals(rows)
        cells = [
            _cell(row, verdicts.get((row["deck"], metric)), (row["deck"], metric) in broken, show, marks)
            for row in rows
        ]
        groups.setdefault(rows[0]["group"], []).append((label(rows[0]), cells))
        if metric == "gambits":
            groups[rows[0]["group"]].append(_longest(data))
    return list(groups.items())


def _by_metric(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["metric"], []).append(row)
    return found


def _says_nothing(rows: list[Row]) -> bool:
    """Whether something never happens in any deck, or is the only way in which games end."""
    values = {row["estimate"] for row in rows}
    return values <= {0.0, None} or (rows[0]["group"] == ENDS and values == {100.0})


def _longest(data: Data) -> tuple[str, list[Text]]:
    rows = [row for row in data["tables"]["lengths"] if row["main"] and row["q"] == 0.95]
    return "19 of 20 games last at most", [Text(f"{row['estimate']:.0f}   ") for row in rows]


def _cell(row: Row, difference: Row | None, broken: bool, show: Show, marks: dict[str, str]) -> Text:
    """Return an estimate with its interval, and three columns for the mark."""
    verdict = difference["verdict"] if difference else ""
    mark = f"{marks.get(verdict, '')}{NOT_ALL if broken else ''}"
    return Text(f"{interval(row, show)} ").append(mark.ljust(2), STYLES.get(verdict, ""))


# --- fairness, and who wins -------------------------------------------------------------------------------


def fair_lines(data: Data, marks: dict[str, str]) -> list[tuple[str, Lines]]:
    """Return whether seats win alike and what leading is worth, with marks for the difference to a fair game."""
    found: dict[str, list[Row]] = {}
    for row in data["tables"]["fairness"]:
        if row["main"]:
            found.setdefault(row["what"], []).append(row)
    lines = [(_fair_label(rows[0]), [_fair_cell(row, marks) for row in rows]) for rows in found.values()]
    return [(FAIR, lines)]


def _fair_label(row: Row) -> str:
    return "any seat, at most" if row["what"] == "seats" else str(row["title"])


def _fair_cell(row: Row, marks: dict[str, str]) -> Text:
    if row["low"] is None:
        return Text("-   ")
    word = row["side"] or {"fair": "same", "unfair": "more"}.get(row["verdict"], "unclear")
    shown = f"{max(-row['low'], row['high']):.1f}" if row["what"] == "seats" else interval(row, "{:.1f}".format)
    return Text(f"{shown} ").append(marks[word].ljust(2), FAIR_STYLES[word])


def strategy_lines(data: Data, marks: dict[str, str]) -> list[tuple[str, Lines]]:
    """Return what strategies win at the mixed table, in the order of the first deck."""
    rows = data["tables"]["strategies"]
    if not rows:
        return []
    changes = {(row["deck"], row["strategy"]): row for row in data["tables"]["changes"]}
    lines: Lines = []
    for name in [row["strategy"] for row in rows if row["deck"] == data["decks"][0]]:
        there = [next(row for row in rows if row["deck"] == deck and row["strategy"] == name) for deck in data["decks"]]
        show = decimals(there)
        lines.append((name, [_cell(row, changes.get((row["deck"], name)), False, show, marks) for row in there]))
    return [("Who wins where all meet, %", lines)]


# --- the table --------------------------------------------------------------------------------------------


def _sections(groups: list[tuple[str, Lines]], decks: list[str], width: int) -> Iterator[RenderableType]:
    """Yield the lines under their headings, with as many decks side by side as there is room for."""
    labels = max(len(name) for _, lines in groups for name, _ in lines) + 2
    column = max(NARROWEST, *(len(cell.plain) for _, lines in groups for _, cells in lines for cell in cells))
    at_once = max(1, (width - labels) // (column + 1))
    panels = -(-len(decks) // at_once)
    at_once = -(-len(decks) // panels)  # the same in each
    for start in range(0, len(decks), at_once):
        yield ""
        yield _panel(groups, decks, slice(start, start + at_once), labels, column)


def _panel(groups: list[tuple[str, Lines]], decks: list[str], part: slice, labels: int, column: int) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1), header_style="bold")
    grid.add_column("", width=labels, no_wrap=True)
    for deck in decks[part]:
        grid.add_column(folded(deck, column - 3), width=column, no_wrap=True)
    for heading, lines in groups:
        grid.add_row(Text(heading, style="bold", no_wrap=True))
        for name, cells in lines:
            grid.add_row(f"  {name}", *(Text(" " * (column - len(cell))).append_text(cell) for cell in cells[part]))
    return grid


def folded(deck: str, width: int) -> str:
    """Return a deck's name, broken after hyphens into lines that end where numbers do.

    >>> folded("avandras-hand", 10)
    ' avandras-\\n      hand'
    """
    lines: list[str] = []
    for piece in re.findall(r"[^- ]+-?|\+ ", deck):
        fits = bool(lines) and len(lines[-1]) + len(piece) <= width
        lines = [*lines[:-1], lines[-1] + piece] if fits else [*lines, piece]
    return "\n".join(line.rstrip().rjust(width) for line in lines)


# --- below the table --------------------------------------------------------------------------------------


def legend(data: Data, marks: dict[str, str]) -> str:
    """Say what marks and intervals mean."""
    differences = [row for row in data["tables"]["differences"] if row["main"]]
    asked = [f" except for the first question, {subject(row)}" for row in differences if row["primary"]][:1]
    edge = next((row["margin"] for row in data["tables"]["fairness"]), 1.0)
    level = f"{data['level']:.0%}".replace("%", " %")
    return (
        f"{marks['more']} {marks['less']} more or less than in {data['decks'][0]} by more than what would matter,"
        f" {marks['same']} no difference that matters, {marks['unclear']} whether it matters cannot be told yet. Marks"
        f" allow for all {len(differences)} differences{''.join(asked)}. Intervals hold one by one with {level},"
        f" those of seats and of who wins all at once. Edges are marked against none: {edge:g} point would matter."
    )


def _exceptions(data: Data) -> Iterator[RenderableType]:
    """Yield what does not hold for all players."""
    found = exceptions(data)
    if found:
        lines = [Text(f"{name}: {where}") for name, where in found]
        yield from ("", Text(f"{NOT_ALL} does not hold where others play:"), Padding(Group(*lines), (0, 0, 0, 2)))

"""A document's tables as CSV files: numbers at full precision, intervals in columns of their own."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tda_sim.errors import UserError
from tda_sim.rendering.bars import as_table
from tda_sim.rendering.model import Bars, Cell, Column, Document, Line, Section, Table
from tda_sim.store.files import write_document

LONGEST = 60  # characters of a file's name
COUNT = re.compile(r"-?\d{1,3}(,\d{3})+")
FORMULA = re.compile(r"\s*[=+\-@\t\r＝＋－＠]")  # how a cell begins that spreadsheets may calculate
NUMBER = re.compile(r"[+-]?(\d[\d,]*(\.\d+)?|\.\d+)(e[+-]?\d+)?( ?%)?|[+-]?(inf|nan)|-")
UNNAMED = "value"  # heading of a column that has none

Row = list[str]


def check_folder(folder: Path | None) -> None:
    """Raise UserError for a folder that is a file, before any game is played."""
    if folder is not None and folder.exists() and not folder.is_dir():
        raise UserError.of("this is a file, but --csv needs a folder for its tables", str(folder))


def write_tables(document: Document, folder: Path) -> list[Path]:
    """Write every table of a document into a folder, folded ones too; files of the same names are replaced.

    A file is named after its table's heading, and after the part of a report that has several. An estimate takes three
    columns: its value, ``low`` and ``high``, which are empty without an interval. Tables with verdicts have a fourth
    column for them. Bars count as tables. Files ``data-NAME.csv`` have the document's data, with the names and units of
    measures (see `measures.table`).
    """
    check_folder(folder)
    paths: dict[Path, None] = {}
    for stem, table in _tables(document):
        path, further = folder / f"{stem}.csv", 2
        while path in paths:
            path, further = folder / f"{stem}-{further}.csv", further + 1
        paths[path] = None
        write_document(path, as_csv(table))
    return [*paths, *write_rows(dict(_data(document)), folder)]


def _data(document: Document) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    """Yield the tables in the data of a document and of its parts, with the names of their files."""
    tables = document.data.get("tables") if isinstance(document.data, dict) else None
    yield from ((f"data-{name}", rows) for name, rows in (tables.items() if isinstance(tables, dict) else ()) if rows)
    for part in document.parts:
        yield from ((f"{_of_part(document, part)}{name}", rows) for name, rows in _data(part))


def _of_part(document: Document, part: Document) -> str:
    """Return how names of a part's files begin, in a document that has several."""
    return f"{_slug(part.title)}-" if len(document.parts) > 1 else ""


def write_rows(tables: Mapping[str, Sequence[Mapping[str, Any]]], folder: Path) -> list[Path]:
    """Write tables of plain rows into a folder, each into a file of its name; lists become JSON.

    Rows may lack columns that others have.
    """
    check_folder(folder)
    paths = [folder / f"{_slug(name)}.csv" for name in tables]
    for path, rows in zip(paths, tables.values(), strict=True):
        columns = list(dict.fromkeys(name for row in rows for name in row))
        write_document(
            path, _text([columns] if rows else [], ([_plain(row.get(name)) for name in columns] for row in rows))
        )
    return paths


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


def _text(head: Iterable[Sequence[str]], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_inert(cell) for cell in row] for row in [*head, *rows])
    return text.getvalue()


def _inert(cell: str) -> str:
    """Return a cell that spreadsheets show as it is: texts of somebody's deck must not become formulas.

    >>> _inert("=1+1"), _inert("-1+cmd|' /C calc'!A0"), _inert("-1.5e-07"), _inert("+12 %")
    ("'=1+1", "'-1+cmd|' /C calc'!A0", '-1.5e-07', '+12 %')
    """
    return f"'{cell}" if FORMULA.match(cell) and not NUMBER.fullmatch(cell) else cell


def as_csv(table: Table) -> str:
    """Return a table as text: a row of headings, then a row for each line."""
    places = [place for place in range(1, len(table.columns)) if not _is_drawn(table.lines, place)]
    grouped = any(table.groups)
    head = [*["group"] * grouped, table.columns[0].title or "name"]
    for place in places:
        head += _headings(table.columns[place], [line.cells[place - 1] for line in table.lines])
    rows = []
    for group, lines in table.groups.items():
        for line in lines:
            rows.append([*[group] * grouped, line.head])
            for place in places:
                rows[-1] += _values(line.cells[place - 1], [each.cells[place - 1] for each in table.lines])
    return _text([_distinct(head)], rows)


def _distinct(head: Row) -> Row:
    """Return headings of which no two are the same.

    >>> _distinct(["name", "value", "value"])
    ['name', 'value', 'value 2']
    """
    return [
        title if (before := head[:k].count(title)) == 0 else f"{title} {before + 1}" for k, title in enumerate(head)
    ]


def _tables(document: Document) -> Iterator[tuple[str, Table]]:
    """Yield all tables with lines, each with a name after its nearest heading, and after its part if there are more."""
    for heading, table in _in_sections(document.sections, ""):
        yield _slug(heading or table.columns[0].title or document.title) or "table", table
    for part in document.parts:
        yield from ((f"{_of_part(document, part)}{stem}", table) for stem, table in _tables(part))


def _in_sections(sections: Sequence[Section], above: str) -> Iterator[tuple[str, Table]]:
    for section in sections:
        heading = section.title or above
        blocks = (as_table(block) if isinstance(block, Bars) else block for block in section.blocks)
        tables = (block for block in blocks if isinstance(block, Table) and block.lines)
        yield from ((table.title or heading, table) for table in tables)
        yield from _in_sections(section.sections, heading)


def _is_drawn(lines: Sequence[Line], place: int) -> bool:
    """Return whether a column consists of bars."""
    return all(line.cells[place - 1].is_drawing for line in lines)


def _headings(column: Column, cells: Sequence[Cell]) -> Row:
    title = column.title or UNNAMED
    if _has_unit(cells) and "%" not in title:
        title = f"{title}, %"
    if not any(cell.estimate for cell in cells):
        return [title]
    return [title, f"{title} low", f"{title} high", *[f"{title} verdict"] * _is_judged(cells)]


def _values(cell: Cell, column: Sequence[Cell]) -> Row:
    if not any(each.estimate for each in column):
        return [cell.text.replace(",", "") if COUNT.fullmatch(cell.text) else cell.text.strip()]
    estimate = cell.estimate
    ends = (None, None) if estimate is None or not estimate.has_interval else (estimate.low, estimate.high)
    numbers = (None if estimate is None else estimate.value, *ends)
    return [*("" if number is None else repr(float(number)) for number in numbers), *[cell.tone] * _is_judged(column)]


def _is_judged(cells: Sequence[Cell]) -> bool:
    return any(cell.tone for cell in cells)


def _has_unit(cells: Sequence[Cell]) -> bool:
    """Return whether all numbers of a column are percentages."""
    texts = [cell.text for cell in cells if cell.estimate]
    return bool(texts) and all(text.endswith("%") for text in texts)


def _slug(heading: str) -> str:
    """Return a heading as a file name: whole words, up to the first mark that ends a thought.

    >>> _slug("Win rate by strategy (95 % intervals)"), _slug("All play Master; differences are in points")
    ('win-rate-by-strategy', 'all-play-master')
    """
    first, _, _ = re.sub(r"\(.*?\)", "", heading.lower()).partition(";")
    words = re.findall(r"[a-z0-9]+", first)
    while len("-".join(words)) > LONGEST and len(words) > 1:
        words.pop()
    return "-".join(words)[:LONGEST].strip("-")

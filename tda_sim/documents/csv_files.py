"""The tables of a document as CSV files, one each: numbers in full, intervals in columns of their own."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tda_sim.documents.model import Cell, Column, Document, Line, Section, Table
from tda_sim.errors import UserError
from tda_sim.store.files import write_document

LONGEST = 60  # characters of a file's name
COUNT = re.compile(r"-?\d{1,3}(,\d{3})+")
UNNAMED = "value"  # heading of a column that has none

Row = list[str]


def check_folder(folder: Path | None) -> None:
    """Raise UserError for a folder that is none, before any game is played."""
    if folder is not None and folder.exists() and not folder.is_dir():
        raise UserError.of("this is a file, and --csv writes a folder of tables", str(folder))


def write_tables(document: Document, folder: Path) -> list[Path]:
    """Write every table of a document, folds included, into a folder; files of the same names are replaced.

    A file is named after its table's heading. An estimate has its value, ``low`` and ``high`` in columns beside each
    other, empty where there is no interval, and its verdict in a fourth one where there are verdicts.
    """
    check_folder(folder)
    paths: dict[Path, None] = {}
    for heading, table in _tables(document):
        stem = _slug(heading) or "table"
        path, further = folder / f"{stem}.csv", 2
        while path in paths:
            path, further = folder / f"{stem}-{further}.csv", further + 1
        paths[path] = None
        write_document(path, as_csv(table))
    return list(paths)


def write_rows(tables: Mapping[str, Sequence[Mapping[str, Any]]], folder: Path) -> list[Path]:
    """Write tables of plain rows into a folder, each into a file of its name; lists are written as JSON."""
    check_folder(folder)
    paths = [folder / f"{_slug(name)}.csv" for name in tables]
    for path, rows in zip(paths, tables.values(), strict=True):
        write_document(
            path, _text([list(rows[0])] if rows else [], ([_plain(each) for each in row.values()] for row in rows))
        )
    return paths


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


def _text(head: Iterable[Sequence[str]], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([*head, *rows])
    return text.getvalue()


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
    return _text([head], rows)


def _tables(document: Document) -> Iterator[tuple[str, Table]]:
    """Yield all tables that have lines, each with the nearest heading."""
    for heading, table in _in_sections(document.sections, ""):
        yield heading or table.columns[0].title or document.title, table
    for part in document.parts:
        yield from _tables(part)


def _in_sections(sections: Sequence[Section], above: str) -> Iterator[tuple[str, Table]]:
    for section in sections:
        heading = section.title or above
        tables = (block for block in section.blocks if isinstance(block, Table) and block.lines)
        yield from ((table.title or heading, table) for table in tables)
        yield from _in_sections(section.sections, heading)


def _is_drawn(lines: Sequence[Line], place: int) -> bool:
    """Whether a column has bars and nothing to read."""
    return all(line.cells[place - 1].bar is not None for line in lines)


def _headings(column: Column, cells: Sequence[Cell]) -> Row:
    title = column.title or UNNAMED
    if _has_unit(cells) and "%" not in title:
        title = f"{title}, %"
    if not any(cell.found for cell in cells):
        return [title]
    return [title, f"{title} low", f"{title} high", *[f"{title} verdict"] * _is_judged(cells)]


def _values(cell: Cell, column: Sequence[Cell]) -> Row:
    if not any(each.found for each in column):
        return [cell.text.replace(",", "") if COUNT.fullmatch(cell.text) else cell.text.strip()]
    found = cell.found
    ends = (None, None) if found is None or not found.has_interval else (found.low, found.high)
    numbers = (None if found is None else found.value, *ends)
    return [*("" if number is None else repr(float(number)) for number in numbers), *[cell.tone] * _is_judged(column)]


def _is_judged(cells: Sequence[Cell]) -> bool:
    return any(cell.tone for cell in cells)


def _has_unit(cells: Sequence[Cell]) -> bool:
    """Whether all numbers of a column are shares in percent."""
    found = [cell.text for cell in cells if cell.found]
    return bool(found) and all(text.endswith("%") for text in found)


def _slug(heading: str) -> str:
    """Return a heading as the name of a file.

    >>> _slug("Win share by strategy, per seat held (95 % intervals)")
    'win-share-by-strategy-per-seat-held'
    """
    words = re.findall(r"[a-z0-9]+", re.sub(r"\(.*?\)", "", heading.lower()))
    return "-".join(words)[:LONGEST].strip("-")

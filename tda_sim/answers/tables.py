"""`tda analyse`: the tables of any analysis, summed up or one by one, and the list of analyses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from tda_sim.answers.contrast_words import in_words
from tda_sim.errors import UserError, suggest
from tda_sim.measures.table import plain_rows
from tda_sim.rendering import model as doc
from tda_sim.studies import StudyResults
from tda_sim.wording.numbers import NOTHING, Estimate, brief, with_interval
from tda_sim.wording.words import counted

Row = dict[str, Any]

INTERVAL = ("estimate", "low", "high")
MOST_ROWS, FIRST_ROWS = 60, 12  # of a table in full, and of the one in the summary
MOST_NAMES = 6  # columns of a table that the list of tables names
LONG = 40  # characters; a column of longer texts goes where there is room for it


def analyses(rows: Sequence[Mapping[str, str]]) -> doc.Document:
    """Return the list of analyses."""
    names = list(rows[0])
    return doc.Document(
        "Analyses", sections=[doc.Section("", [doc.texts("", names, [list(row.values()) for row in rows])])], data=rows
    )


def analysed(
    results: StudyResults,
    name: str,
    tables: Mapping[str, pl.DataFrame],
    drawn: Sequence[str],
    table: str | None = None,
) -> doc.Document:
    """Return an analysis as a document: the list of its tables, then each of them, folded after the first.

    ``drawn``: the files of its figures; ``table``: the only one to show. Raises `UserError` if there is no such table.
    """
    if table is not None and table not in tables:
        raise UserError.of(f"{name} has no table {table}", hint=suggest(table, list(tables)))
    rows = {each: plain_rows(frame) for each, frame in tables.items()}
    data = {"study": results.title, "out": str(results.path), "analysis": name, "tables": rows}
    files = doc.Section("", [doc.Verbatim("\n".join(f"drew {path}" for path in drawn))])
    tables = {each: in_words(frame) for each, frame in tables.items()}
    if table is not None:
        section = doc.Section(table, _table(tables[table]))
        return doc.Document(f"{results.title}: {name}", sections=[section, files], data=data)
    filled = {each: frame for each, frame in tables.items() if frame.height}
    sections = [
        doc.Section(each, _table(frame, FIRST_ROWS, each), folded=place > 0, key=each)
        for place, (each, frame) in enumerate(filled.items())
    ]
    lines = [
        f"{counted(len(tables), 'table')}, {counted(sum(map(len, rows.values())), 'row')} in all.",
        "--table NAME shows one of them in full, --all shows all; --csv FOLDER and --json have every row.",
    ]
    listing = doc.Section("Tables", [_listing(tables)])
    return doc.Document(f"{results.title}: {name}", lines, [listing, *sections, files], data=data)


def _listing(tables: Mapping[str, pl.DataFrame]) -> doc.Table:
    """Return the names of the tables, with their rows and first columns."""

    def columns(frame: pl.DataFrame) -> str:
        more = frame.width - MOST_NAMES
        return ", ".join(frame.columns[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")

    head = ["table", ">rows", "columns"]
    return doc.texts("", head, [(name, frame.height, columns(frame)) for name, frame in tables.items()])


def _table(frame: pl.DataFrame, first: int = MOST_ROWS, name: str = "") -> Iterator[doc.Block]:
    """Yield a table. Values that all rows share stand above it once, and intervals beside their estimates.

    ``first``: the rows to show unless all are asked for; ``name``: of the table, for the line about the others.
    """
    same = [each for each in frame.columns if each not in INTERVAL and frame.height > 1 and _is_constant(frame[each])]
    shared = {each: brief(frame.item(0, each)) for each in same}
    yield doc.Words(["; ".join(f"{each}: {value}" for each, value in shared.items() if value not in ("", NOTHING))])
    together = set(INTERVAL) <= set(frame.columns)
    names = [each for each in frame.columns if each not in same and not (together and each in INTERVAL[1:])]
    keys = _keys(frame, names)

    def cell(column: str) -> Callable[[Row], str]:
        interval = together and column == INTERVAL[0]
        return lambda row: with_interval(Estimate.of(row), brief) if interval else brief(row[column])

    columns = [doc.text(", ".join(keys), lambda row: ", ".join(brief(row[key]) for key in keys))]
    columns += [
        doc.Column(each, cell(each), number=frame.schema[each].is_numeric(), detail=_is_long(frame[each]))
        for each in names
        if each not in keys
    ]
    rows = list(frame.head(MOST_ROWS).iter_rows(named=True))
    hidden = {id(row) for row in rows[first:]}
    left = frame.height - first
    more = f"{counted(left, 'more row')}: --table {name}" if left > 0 and name else ""
    yield doc.table("", rows, columns, more=more, detail=lambda row: id(row) in hidden)
    if frame.height > MOST_ROWS:
        yield doc.Words([f"{frame.height:,} rows in all: --json and --csv write every one."])


def _keys(frame: pl.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the fewest first columns of texts and counts whose values identify a row; or else the first column."""
    able = [name for name in names if frame.schema[name] == pl.String or frame.schema[name].is_integer()]
    tries = (able[: k + 1] for k in range(len(able)))
    return next((keys for keys in tries if frame.select(keys).is_unique().all()), list(names[:1]))


def _is_constant(column: pl.Series) -> bool:
    """Return whether all rows show the same value."""
    return column.is_null().all() or len(set(map(brief, column.to_list()))) == 1


def _is_long(column: pl.Series) -> bool:
    """Return whether a column holds long texts, such as sentences."""
    return max((len(brief(value)) for value in column.to_list()), default=0) > LONG

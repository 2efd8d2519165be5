"""`tda analyse`: the tables of any analysis, and which analyses there are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from tda_sim.documents import model as doc
from tda_sim.documents.numbers import Estimate, brief, known, with_interval
from tda_sim.documents.words import agree, counted
from tda_sim.studies import StudyResults

Row = dict[str, Any]

INTERVAL = ("estimate", "low", "high")
MOST_ROWS = 60


def plain_rows(frame: pl.DataFrame) -> list[Row]:
    """Return a table as JSON's rows: numbers that are none are null."""
    return [{name: known(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def analyses(rows: Sequence[Mapping[str, str]]) -> doc.Document:
    """Return what analyses there are."""
    names = list(rows[0])
    return doc.Document(
        "Analyses", sections=[doc.Section("", [doc.texts("", names, [list(row.values()) for row in rows])])], data=rows
    )


def analysed(
    results: StudyResults, name: str, tables: Mapping[str, pl.DataFrame], drawn: Sequence[str]
) -> doc.Document:
    """Return an analysis as a document: each table under its name; ``drawn``: files of figures."""
    sections = [doc.Section(table, _table(frame)) for table, frame in tables.items()]
    sections.append(doc.Section("", [doc.Verbatim("\n".join(f"drew {path}" for path in drawn))]))
    data = {"study": results.title, "out": str(results.path), "analysis": name}
    rows = {table: plain_rows(frame) for table, frame in tables.items()}
    return doc.Document(f"{results.title}: {name}", sections=sections, data={**data, "tables": rows})


def _table(frame: pl.DataFrame) -> Iterator[doc.Block]:
    """Yield a table; what is the same in all rows stands above it once, and intervals beside their estimates."""
    same = [name for name in frame.columns if name not in INTERVAL and frame.height > 1 and _says_the_same(frame[name])]
    yield doc.Words(["; ".join(f"{name}: {brief(frame.item(0, name))}" for name in same)])
    together = set(INTERVAL) <= set(frame.columns)
    names = [name for name in frame.columns if name not in same and not (together and name in INTERVAL[1:])]
    keys = _keys(frame, names)

    def cell(name: str) -> Callable[[Row], str]:
        interval = together and name == INTERVAL[0]
        return lambda row: with_interval(Estimate.of(row), brief) if interval else brief(row[name])

    columns = [doc.text(", ".join(keys), lambda row: ", ".join(brief(row[key]) for key in keys))]
    columns += [
        doc.Column(name, cell(name), number=frame.schema[name].is_numeric()) for name in names if name not in keys
    ]
    yield doc.table("", frame.head(MOST_ROWS).iter_rows(named=True), columns)
    more = frame.height - MOST_ROWS
    yield doc.Words([f"and {counted(more, 'more row')}: --json has {agree(more, 'it', 'them all')}"] * (more > 0))


def _keys(frame: pl.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the first columns of texts and counts, as many as it takes to tell rows apart; or else the first one."""
    told = [name for name in names if frame.schema[name] == pl.String or frame.schema[name].is_integer()]
    tries = (told[: k + 1] for k in range(len(told)))
    return next((keys for keys in tries if frame.select(keys).is_unique().all()), list(names[:1]))


def _says_the_same(column: pl.Series) -> bool:
    return column.is_null().all() or len(set(map(brief, column.to_list()))) == 1

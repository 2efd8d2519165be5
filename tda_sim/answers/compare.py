"""`tda compare`: what differs between decks, the measures side by side, and who wins where."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from tda_sim.analyses import decks
from tda_sim.answers.compare_rows import Comparison, Measure, by, shown_alike
from tda_sim.answers.compare_words import SHOWN, ends, exceptions, reliability, sentences
from tda_sim.answers.tables import plain_rows
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import MARKS, Estimate, Show, decimals, percent, places, whole
from tda_sim.documents.words import capital, listed, with_unit
from tda_sim.measures.metrics import EVERY
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, Any]
Cells = Mapping[str, doc.Cell]

HOW_GAMES_END = "How games end"
NOT_ALL = "*"  # after a mark that does not hold for the players at every table
MAIN_LENGTH = 0.95
LENGTHS = {0.05: "1 game in 20 has", 0.5: "half of the games have", MAIN_LENGTH: "19 of 20 games have"}
TURNS_OF = {"game": "Of games", "gambit": "Of gambits"}
LENGTHS |= {0.99: "99 of 100 games have"}


def compare_data(results: StudyResults, tables: Mapping[str, pl.DataFrame], seed: int, level: float = LEVEL) -> Data:
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
    return data | {"words": sentences(Comparison(data))}


def compare(results: StudyResults, seed: int) -> doc.Document:
    """Return what differs between the decks of a study; raise UserError where games or columns are missing."""
    tables = decks.analyse(results)
    return compared(compare_data(results, tables, seed), cache(lambda: decks.figures(tables)))


def compared(data: Data, figures: "Callable[[], Mapping[str, Figure]]") -> doc.Document:
    """Return the object that `compare_data` returns as a document: the two ends of each measure first."""
    told = Comparison(data)
    *differences, counted = data["words"]
    broken = exceptions(told)
    differs = [
        doc.Words(differences),
        doc.Words([f"{NOT_ALL} does not hold where others play:"] if broken else []),
        doc.Words(broken, listed=True),
    ]
    return doc.Document(
        data["study"],
        [*ends(told), counted],
        [
            Section("What differs, and how sure that is", differs),
            Section("Pictures", [doc.Figures(figures, "decks", "The decks side by side")]),
            Section("Side by side", [side_by_side(told, told.main_table), doc.Words(reliability(told))]),
            Section("Who wins: turn order, strategies", _winners(told)),
            *(
                Section(f"Where every seat plays {name}", [side_by_side(told, name)], folded=True)
                for name in told.other_tables
            ),
        ],
        about=_played(told),
        kept=f"The data: {data['out']}",
        picture=lambda: figures()["decks"],
        data=data,
    )


def _played(told: Comparison) -> str:
    data, others = told.data, told.other_tables
    tables = f"where all play {told.main_table}" + (f", as well as {listed(others, ' or ')}" if others else "")
    mixed = ", and where they all meet" if told.tables["strategies"] else ""
    head = f"{data['players']} players, {data['games']:,} games{'' if data['complete'] else ' so far'} of each deck"
    return f"{head} {tables}{mixed}; seed {data['seed']}"


# --- side by side -----------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A line of the table: what it is about, and a cell for each deck."""

    group: str
    head: str
    meaning: str
    cells: Cells
    matters: str = ""
    detail: bool = False


def side_by_side(told: Comparison, table: str) -> doc.Table:
    """Return all measures at the table of one strategy, a column for each deck; skill comes from the mixed one."""
    return doc.table(
        f"All measures where every seat plays {table}",
        _rows(told, table),
        [
            doc.text("measure", lambda row: row.head),
            Column("matters", lambda row: row.matters, "The smallest difference that matters.", detail=True),
            *_decks(told, lambda row: row.cells),
        ],
        _legend(told) if table == told.main_table else "",
        group=lambda row: row.group,
        meaning=lambda row: row.meaning,
        detail=lambda row: row.detail,
    )


def _rows(told: Comparison, table: str) -> Iterator[Row]:
    """Yield the measures, and below the length its quantiles."""
    verdicts = {(row.deck, row.metric): row.found.verdict for row in told.at(told.differences, table)}
    broken = {(row["deck"], row["metric"]) for row in told.broken if table == told.main_table}
    measured = by(lambda row: row.metric, told.at(told.measures, table))
    for name in (name for name in EVERY if name in measured):
        rows, metric, show, cells = measured[name], EVERY[name], shown_alike(measured[name]), {}
        for row in rows:
            at = row.deck, row.metric
            judged = row.found.judged(verdicts.get(at, ""))
            cells[row.deck] = doc.number(judged, show, remark=NOT_ALL if at in broken else "")
        head, matters = with_unit(rows[0].title, rows[0].unit, rows[0].group), rows[0].matters
        meaning = f"{capital(metric.meaning)}. {metric.formula}. A difference of {matters} would matter."
        yield Row(rows[0].group, head, meaning, cells, matters, name not in SHOWN or _says_nothing(rows))
        if name == "gambits":
            yield from _lengths(told, table, rows[0].group)


def _lengths(told: Comparison, table: str, group: str) -> Iterator[Row]:
    """Yield after how many gambits some part of the games is over."""
    rows = by(lambda row: row["q"], (row for row in told.tables["lengths"] if row["table"] == table))
    meaning = "A quantile of the number of gambits, with its 95 % interval."
    for q, games in LENGTHS.items():
        cells = {row["deck"]: doc.number(Estimate.of(row), whole) for row in rows.get(q, [])}
        if cells:
            yield Row(group, f"{games} at most so many gambits", meaning, cells, detail=q != MAIN_LENGTH)


def _decks(told: Comparison, cells: Callable[[Any], Cells]) -> list[Column]:
    def cell(deck: str) -> Callable[[Any], object]:
        return lambda row: cells(row).get(deck)

    return [Column(deck, cell(deck)) for deck in told.data["decks"]]


def _says_nothing(rows: list[Measure]) -> bool:
    """Whether something never happens in any deck, or is the only way in which games end."""
    values = {row.found.value for row in rows}
    return values <= {0.0, None} or (rows[0].group == HOW_GAMES_END and values == {100.0})


def _legend(told: Comparison) -> str:
    asked = [f" except for the first question, {row.subject}" for row in told.verdicts if row.primary][:1]
    more, less, same, unclear, _ = (mark.sign for mark in MARKS.values())
    return (
        f"{more} {less} more or less than in {told.first} by more than what would matter, {same} no difference that"
        f" matters, {unclear} whether it matters cannot be told yet. Marks allow for all {len(told.verdicts)}"
        f" differences{''.join(asked)}. Intervals hold one by one with {percent(told.data['level'])}, those of turn"
        " order and of who wins all at once. Shares by turn order are marked against an equal part."
    )


# --- who wins ---------------------------------------------------------------------------------------------


def _winners(told: Comparison) -> Iterator[doc.Block]:
    places_ = by(lambda row: (row["what"], row["title"]), (row for row in told.tables["fairness"] if row["main"]))
    yield doc.table(
        "Who wins by turn order, % of the wins",
        places_.items(),
        [doc.text("", lambda row: row[0][1]), *_decks(told, lambda row: _cells(row[1], places(1)))],
        f"Places are counted from who leads the first round of the game, or of the gambit. An equal part is"
        f" {percent(1 / told.data['players'])}; 1 point more or less would matter.",
        group=lambda row: TURNS_OF[row[0][0]],
    )
    changes = {(row["deck"], row["strategy"]): row["verdict"] for row in told.tables["changes"]}
    shares = [row | {"verdict": changes.get((row["deck"], row["strategy"]), "")} for row in told.tables["strategies"]]
    equal = f"With equal strength everybody would win {percent(1 / told.data['players'])}."
    yield doc.table(
        "Who wins where all strategies meet, % of the wins per seat",
        [(name, _cells(rows)) for name, rows in by(lambda row: row["strategy"], shares).items()],
        [doc.text("", lambda row: row[0]), *_decks(told, lambda row: row[1])],
        f"Marks: against {told.first}. {equal}",
    )


def _cells(rows: list[Data], show: Show | None = None) -> Cells:
    """Return estimates by deck."""
    show = show or decimals(Estimate.of(row) for row in rows)
    return {row["deck"]: doc.number(Estimate.of(row), show) for row in rows}

"""The tables of a comparison of decks: at a glance, what differs, who wins, and all measures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tda_sim.answers.compare_rows import Comparison, LineUp, Measure, Place, Quantile, Share, by, shown_alike
from tda_sim.answers.compare_words import left_out, meaning_of
from tda_sim.answers.headlines import HEADLINES, LENGTH, bar, matters_from, meaning, percent_bars, starting_gold
from tda_sim.answers.titles import strategy_title
from tda_sim.documents import model as doc
from tda_sim.documents.model import HALF, Cell, Column
from tda_sim.documents.numbers import Show, decimals, percent, places, span
from tda_sim.documents.numbers import whole as integer
from tda_sim.documents.words import listed, with_unit
from tda_sim.measures.metrics import EVERY

Cells = Mapping[str, Cell]

BAR = 10  # characters of the longest bar
HOW_GAMES_END = "How games end"
NOT_ALL = "*"  # follows the mark of a verdict that another able strategy contradicts
MAIN_LENGTH = 0.95
LENGTHS = {
    0.05: "gambits in the shortest 1 in 20 games",
    0.5: "gambits in the median game",
    MAIN_LENGTH: "gambits in 19 of 20 games, at most",
    0.99: "gambits in 99 of 100 games, at most",
}
TURNS_OF = {"game": "Of games", "gambit": "Of gambits"}


class Row(NamedTuple):
    """A line of a table of measures: its heading, its definition, and a cell for each deck."""

    group: str
    head: str
    meaning: str
    cells: Cells
    metric: str = ""
    matters: str = ""


# --- at a glance ------------------------------------------------------------------------------------------


def glance(comparison: Comparison) -> doc.Table:
    """Return a line for each deck with its headline measures, and a bar for the length of its games."""
    measures = {row.metric: row for row in _rows(comparison, comparison.main_table)}
    longest = max((_value(measures, LENGTH.name, deck) for deck in comparison.played.decks), default=0.0)

    def cell(metric: str) -> Callable[[str], Cell | None]:
        return lambda deck: _plain(measures[metric].cells.get(deck)) if metric in measures else None

    def length(deck: str) -> str:
        return "━" * round(BAR * _value(measures, LENGTH.name, deck) / longest) if longest else ""

    columns = [
        Column(words.heading, cell(each.name), short=words.column, detail=words.spare, interval="")
        for each in HEADLINES
        for words in [each.words]
    ]
    return doc.table(
        "",
        comparison.played.decks,
        [doc.text("deck", comparison.title), columns[0], doc.text("", length), *columns[1:]],
        f"{_meaning(comparison)} {_marks(comparison)}".rstrip(),
    )


def changes(comparison: Comparison) -> doc.Bars:
    """Return the headline measures of the only other deck, by how many percent they differ from the baseline."""
    verdicts = {row.metric: row for row in comparison.verdicts}
    pairs = [
        (each, comparison.value(comparison.first, each.name), comparison.value(comparison.others[0], each.name))
        for each in HEADLINES
        if each.name in verdicts
    ]
    bars = {
        each.name: bar(
            each, before.estimate, after.estimate, verdicts[each.name].estimate, shown_alike([before, after])
        )
        for each, before, after in pairs
    }
    first, other = map(comparison.title, comparison.played.decks)
    return percent_bars(f"{other} compared with {first}", bars, _meaning(comparison))


def thresholds(comparison: Comparison) -> str:
    """Return the smallest differences of headline measures that matter, in a sentence."""
    return matters_from({row.metric: row.matters for row in comparison.measures if row.main and comparison.others})


def _meaning(comparison: Comparison) -> str:
    played = comparison.played
    shown = (row.metric for row in comparison.measures if row.main)
    return meaning(played.players, starting_gold(played.decks, played.players), shown)


def _plain(cell: Cell | None) -> Cell | None:
    """Return a cell without what follows its mark."""
    return None if cell is None else replace(cell, remark="")


def _value(measures: Mapping[str, Row], metric: str, deck: str) -> float:
    cell = measures[metric].cells.get(deck) if metric in measures else None
    return (cell.estimate.value or 0.0) if cell and cell.estimate else 0.0


def _marks(comparison: Comparison) -> str:
    """Return what the marks compare with."""
    if not comparison.others:
        return ""
    return f"The marks compare with {comparison.title(comparison.first)}."


# --- what differs -----------------------------------------------------------------------------------------


def what_differs(comparison: Comparison) -> Iterator[doc.Block]:
    """Yield a table of the measures that differ by enough to matter, and a line each on what does not and is open."""
    clear = {row.metric for row in comparison.verdicts if row.is_clear}
    rows = [row for row in _rows(comparison, comparison.main_table) if row.metric in clear]
    note = f"{NOT_ALL} another able strategy disagrees, see below." if comparison.broken else ""
    if rows:
        yield _table(comparison, "", rows, "", note)
    yield doc.Words(left_out(comparison, clear) if comparison.others else [])


# --- all measures -----------------------------------------------------------------------------------------


def whole(comparison: Comparison, table: str) -> doc.Table:
    """Return all measures where every seat plays one strategy; those of skill come from mixed tables."""
    rows = list(_all_rows(comparison, table))
    interval = "" if _has_reach(comparison, table) else HALF
    return _table(comparison, "", rows, interval, _legend(comparison) if table == comparison.main_table else "")


def _table(comparison: Comparison, title: str, rows: Sequence[Row], interval: str, note: str) -> doc.Table:
    return doc.table(
        title,
        rows,
        [
            doc.text("measure", lambda row: row.head),
            Column("matters from", lambda row: row.matters, "The smallest difference that matters.", detail=True),
            *_decks(comparison, lambda row: row.cells, interval),
        ],
        note,
        group=lambda row: row.group,
        meaning=lambda row: row.meaning,
    )


def _all_rows(comparison: Comparison, table: str) -> Iterator[Row]:
    """Yield the measures; quantiles of the length follow the number of gambits."""
    for row in _rows(comparison, table, in_full=True):
        yield row
        if row.metric == "gambits":
            yield from _lengths(comparison, table, row.group)


def _rows(comparison: Comparison, table: str, in_full: bool = False) -> Iterator[Row]:
    """Yield the measures at a table that happen at all; ``in_full``: with their range over able players."""
    verdicts = {(row.deck, row.metric): row.estimate.verdict for row in comparison.at(comparison.differences, table)}
    broken = {(row.deck, row.metric) for row in comparison.broken if table == comparison.main_table}
    measures = by(lambda row: row.metric, comparison.at(comparison.measures, table))
    for name in (name for name in EVERY if name in measures):
        rows, show, cells = measures[name], shown_alike(measures[name]), {}
        if _never_happens(rows) and not in_full:
            continue
        for row in rows:
            at = row.deck, row.metric
            cell = doc.number(row.estimate.judged(verdicts.get(at, "")), show)
            beside = (row.reach(show) or cell.half) if in_full and _has_reach(comparison, table) else ""
            cells[row.deck] = replace(cell, remark=f"{NOT_ALL if at in broken else ''} {beside}".rstrip())
        head = with_unit(rows[0].title, rows[0].unit, rows[0].group)
        yield Row(rows[0].group, head, meaning_of(rows[0]), cells, name, rows[0].matters)


def _has_reach(comparison: Comparison, table: str) -> bool:
    """Whether numbers stand beside their range over able players, in place of their intervals."""
    return table == comparison.main_table and bool(comparison.able_tables)


def _lengths(comparison: Comparison, table: str, group: str) -> Iterator[Row]:
    """Yield quantiles of the number of gambits in a game."""
    rows = by(lambda row: row.q, (row for row in comparison.rows(Quantile, "lengths") if row.table == table))
    for q, head in LENGTHS.items():
        cells = {row.deck: doc.number(row.estimate, integer) for row in rows.get(q, [])}
        if cells:
            yield Row(group, head, "A quantile of the number of gambits, with its 95 % interval.", cells)


def _decks(comparison: Comparison, cells: Callable[[Any], Cells], interval: str = HALF) -> list[Column]:
    """Return a column for each deck."""

    def cell(deck: str) -> Callable[[Any], object]:
        return lambda row: cells(row).get(deck)

    return [Column(comparison.title(deck), cell(deck), interval=interval) for deck in comparison.played.decks]


def _never_happens(rows: Sequence[Measure]) -> bool:
    """Whether something never happens in any deck, or is the only way in which games end."""
    values = {row.estimate.value for row in rows}
    return values <= {0.0, None} or (rows[0].group == HOW_GAMES_END and values == {100.0})


def _legend(comparison: Comparison) -> str:
    """Return how to read the numbers, the marks and the intervals."""
    primary = [f" except for the first question, {row.title}" for row in comparison.verdicts if row.primary][:1]
    parts = [
        _reach(comparison),
        _marks(comparison),
        f"{NOT_ALL} another able strategy disagrees." if comparison.broken else "",
        f"The verdicts allow for all {len(comparison.verdicts)} differences{''.join(primary)}."
        if comparison.verdicts
        else "",
        f"Each interval holds with {percent(comparison.played.level)} by itself; those of turn order and of win rates"
        " hold together.",
    ]
    return " ".join(filter(None, parts))


def _reach(comparison: Comparison) -> str:
    """Return what the brackets beside a number mean."""
    able = listed(list(map(strategy_title, [comparison.main_table, *comparison.able_tables])), " or ")
    return f"In brackets: the range where all players use {able}." if comparison.able_tables else ""


# --- who wins ---------------------------------------------------------------------------------------------


def winners(comparison: Comparison) -> Iterator[doc.Block]:
    """Yield win rates by turn order, and by strategy where able ones meet."""
    turns = by(lambda row: (row.what, row.title), comparison.rows(Place, "fairness"))
    fair = percent(1 / comparison.played.players)
    interval = "" if comparison.able_tables else HALF
    yield doc.table(
        "Win rate by turn order, %",
        turns.items(),
        [doc.text("", lambda row: row[0][1]), *_decks(comparison, lambda row: _turns(comparison, row[1]), interval)],
        f"Places count from the leader of the first round of the game, or of the gambit. The marks compare with a fair"
        f" share, {fair}; differences matter from 1 point. {_reach(comparison)}".rstrip(),
        group=lambda row: TURNS_OF[row[0][0]],
    )
    changes = {(row.deck, row.strategy): row.estimate.verdict for row in comparison.rows(Share, "changes")}
    shares = [
        replace(row, estimate=row.estimate.judged(changes.get((row.deck, row.strategy), "")))
        for row in comparison.rows(Share, "strategies")
    ]
    caps = [row.cap for row in comparison.rows(LineUp, "line_ups")]
    most = f" Strategy could explain {span(caps, integer)} % of the result there at most." if caps else ""
    yield doc.table(
        "Win rate per seat where able strategies meet, %",
        [(strategy_title(name), _cells(rows)) for name, rows in by(lambda row: row.strategy, shares).items()],
        [doc.text("", lambda row: row[0]), *_decks(comparison, lambda row: row[1])],
        f"The marks compare with {comparison.title(comparison.first)}. A fair share is {fair}.{most}",
    )


def _turns(comparison: Comparison, rows: Sequence[Place]) -> Cells:
    """Return the win rate of a place in the turn order by deck, with its range over able players."""
    show, able = places(1), [comparison.main_table, *comparison.able_tables]
    reach = {
        deck: f" ({span((row.estimate.value for row in there), show)})" if len(there) > 1 else ""
        for deck, there in by(lambda row: row.deck, (row for row in rows if row.table in able)).items()
    }
    cells = _cells([row for row in rows if row.main], show)
    return {deck: replace(cell, remark=reach[deck]) for deck, cell in cells.items()}


def _cells(rows: Sequence[Place | Share], show: Show | None = None) -> Cells:
    """Return estimates as cells, by deck."""
    show = show or decimals(row.estimate for row in rows)
    return {row.deck: doc.number(row.estimate, show) for row in rows}

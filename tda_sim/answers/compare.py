"""`tda compare`: what differs between decks, the measures side by side, and who wins where."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tda_sim.analyses import decks
from tda_sim.answers.along import ladders, settled
from tda_sim.answers.compare_rows import Comparison, LineUp, Measure, Place, Played, Quantile, Share, by, shown_alike
from tda_sim.answers.compare_words import SHOWN, checked, ends, exceptions, luck, reliability, sentences
from tda_sim.answers.players import strength
from tda_sim.documents import model as doc
from tda_sim.documents.model import HALF, Column, Section
from tda_sim.documents.numbers import MARKS, Show, decimals, percent, places, span, whole
from tda_sim.documents.words import capital, listed, with_unit
from tda_sim.measures.metrics import EVERY
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cells = Mapping[str, doc.Cell]

HOW_GAMES_END = "How games end"
NOT_ALL = "*"  # after a mark that does not hold for the players at every table
MAIN_LENGTH = 0.95
LENGTHS = {0.05: "1 game in 20 has", 0.5: "half of the games have", MAIN_LENGTH: "19 of 20 games have"}
TURNS_OF = {"game": "Of games", "gambit": "Of gambits"}
LENGTHS |= {0.99: "99 of 100 games have"}


def compare(results: StudyResults, seed: int) -> doc.Document:
    """Return what differs between the decks of a study; raise UserError where games or columns are missing."""
    tables = decks.analyse(results)
    named = tables["measures"]["deck"].unique(maintain_order=True).to_list()
    return compared(Comparison(Played.of(results, named, seed), tables), cache(lambda: decks.figures(tables)))


def compared(told: Comparison, figures: "Callable[[], Mapping[str, Figure]]") -> doc.Document:
    """Return a comparison as a document: the two ends of each measure first."""
    *differences, counted = words = sentences(told)
    broken, played = exceptions(told), told.played
    differs = [
        doc.Words(differences),
        doc.Words([f"{NOT_ALL} does not hold where other able strategies play:"] if broken else []),
        doc.Words(broken, listed=True),
        doc.Words(checked(told)),
    ]
    return doc.Document(
        played.study,
        [
            *ends(told),
            counted,
            *luck(told),
            strength(told.main_table, played.decks, played.players, played.own, played.game),
        ],
        [
            Section("What differs, and how sure that is", differs),
            Section("Pictures", [doc.Figures(figures, "decks", "The decks side by side")]),
            Section("Side by side", [side_by_side(told, told.main_table), doc.Words(reliability(told))]),
            Section("Who wins: turn order, strategies", _winners(told)),
            Section("Do the numbers settle as players get stronger?", [doc.Words(settled(told), listed=True)]),
            *ladders(told),
            *(
                Section(f"Where every seat plays {name}", [side_by_side(told, name)], folded=True)
                for name in told.other_tables
            ),
        ],
        about=_about(played),
        kept=f"The data: {played.out}",
        picture=lambda: figures()["decks"],
        data=told.data(words),
    )


def _about(played: Played) -> str:
    """Say what was played: tables with as many games as the main one, then those with fewer."""
    usual = [name for name in played.strategies if name not in played.slow_games]
    parts = [f"{played.games:,} games{'' if played.complete else ' so far'} of each deck where all play"]
    parts[0] += f" {listed(usual, ' or ')}"
    parts += [f"{count:,} where all play {name}" for name, count in played.slow_games.items()]
    return f"{played.players} players, {', '.join(parts)}; seed {played.seed}"


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
            *_decks(told, lambda row: row.cells, "" if _has_reach(told, table) else HALF),
        ],
        _legend(told) if table == told.main_table else "",
        group=lambda row: row.group,
        meaning=lambda row: row.meaning,
        detail=lambda row: row.detail,
    )


def _rows(told: Comparison, table: str) -> Iterator[Row]:
    """Yield the measures, and below the length its quantiles."""
    verdicts = {(row.deck, row.metric): row.found.verdict for row in told.at(told.differences, table)}
    broken = {(row.deck, row.metric) for row in told.broken if table == told.main_table}
    measured = by(lambda row: row.metric, told.at(told.measures, table))
    for name in (name for name in EVERY if name in measured):
        rows, metric, show, cells = measured[name], EVERY[name], shown_alike(measured[name]), {}
        for row in rows:
            at = row.deck, row.metric
            judged = row.found.judged(verdicts.get(at, ""))
            cell = doc.number(judged, show)
            beside = row.reach(show) or cell.half if _has_reach(told, table) else ""
            cells[row.deck] = replace(cell, remark=f"{NOT_ALL if at in broken else ''} {beside}".rstrip())
        head, matters = with_unit(rows[0].title, rows[0].unit, rows[0].group), rows[0].matters
        meaning = f"{capital(metric.meaning)}. {metric.formula}. A difference of {matters} would matter."
        yield Row(rows[0].group, head, meaning, cells, matters, name not in SHOWN or _says_nothing(rows))
        if name == "gambits":
            yield from _lengths(told, table, rows[0].group)


def _has_reach(told: Comparison, table: str) -> bool:
    """Whether numbers have their range over able players beside them, in place of their intervals."""
    return table == told.main_table and bool(told.able_tables)


def _lengths(told: Comparison, table: str, group: str) -> Iterator[Row]:
    """Yield after how many gambits some part of the games is over."""
    rows = by(lambda row: row.q, (row for row in told.rows(Quantile, "lengths") if row.table == table))
    meaning = "A quantile of the number of gambits, with its 95 % interval."
    for q, games in LENGTHS.items():
        cells = {row.deck: doc.number(row.found, whole) for row in rows.get(q, [])}
        if cells:
            yield Row(group, f"{games} at most so many gambits", meaning, cells, detail=q != MAIN_LENGTH)


def _decks(told: Comparison, cells: Callable[[Any], Cells], interval: str = HALF) -> list[Column]:
    def cell(deck: str) -> Callable[[Any], object]:
        return lambda row: cells(row).get(deck)

    return [Column(deck, cell(deck), interval=interval) for deck in told.played.decks]


def _says_nothing(rows: list[Measure]) -> bool:
    """Whether something never happens in any deck, or is the only way in which games end."""
    values = {row.found.value for row in rows}
    return values <= {0.0, None} or (rows[0].group == HOW_GAMES_END and values == {100.0})


def _legend(told: Comparison) -> str:
    asked = [f" except for the first question, {row.subject}" for row in told.verdicts if row.primary][:1]
    more, less, same, unclear, _ = (mark.sign for mark in MARKS.values())
    return _reach(told) + (
        f"{more} {less} more or less than in {told.first} by more than what would matter, {same} no difference that"
        f" matters, {unclear} whether it matters cannot be told yet. Marks allow for all {len(told.verdicts)}"
        f" differences{''.join(asked)}. Intervals hold one by one with {percent(told.played.level)}, those of turn"
        " order and of who wins all at once. Shares by turn order are marked against an equal part."
    )


def _reach(told: Comparison) -> str:
    """Say what stands in brackets beside a level."""
    able = listed([told.main_table, *told.able_tables], " or ")
    return f"In brackets: the range where all play {able}. " if told.able_tables else ""


# --- who wins ---------------------------------------------------------------------------------------------


def _winners(told: Comparison) -> Iterator[doc.Block]:
    turns, par = by(lambda row: (row.what, row.title), told.rows(Place, "fairness")), percent(1 / told.played.players)
    interval = "" if told.able_tables else HALF
    yield doc.table(
        "Who wins by turn order, % of the wins",
        turns.items(),
        [doc.text("", lambda row: row[0][1]), *_decks(told, lambda row: _turn_cells(told, row[1]), interval)],
        f"Places are counted from who leads the first round of the game, or of the gambit. An equal part is {par}; 1"
        f" point more or less would matter. {_reach(told)}".rstrip(),
        group=lambda row: TURNS_OF[row[0][0]],
    )
    changes = {(row.deck, row.strategy): row.found.verdict for row in told.rows(Share, "changes")}
    shares = [
        replace(row, found=row.found.judged(changes.get((row.deck, row.strategy), "")))
        for row in told.rows(Share, "strategies")
    ]
    caps = [row.cap for row in told.rows(LineUp, "line_ups")]
    most = f" By how they play they could explain {span(caps, whole)} % of who wins at most." if caps else ""
    yield doc.table(
        "Who wins where able strategies meet, % of the wins per seat",
        [(name, _cells(rows)) for name, rows in by(lambda row: row.strategy, shares).items()],
        [doc.text("", lambda row: row[0]), *_decks(told, lambda row: row[1])],
        f"Marks: against {told.first}. With equal strength everybody would win {par}.{most}",
    )


def _turn_cells(told: Comparison, rows: Sequence[Place]) -> Cells:
    """Return what a place in the turn order wins in each deck, with its range over able players."""
    show, able = places(1), [told.main_table, *told.able_tables]
    reach = {
        deck: f" ({span((row.found.value for row in there), show)})" if len(there) > 1 else ""
        for deck, there in by(lambda row: row.deck, (row for row in rows if row.table in able)).items()
    }
    cells = _cells([row for row in rows if row.main], show)
    return {deck: replace(cell, remark=reach[deck]) for deck, cell in cells.items()}


def _cells(rows: Sequence[Place | Share], show: Show | None = None) -> Cells:
    """Return estimates by deck."""
    show = show or decimals(row.found for row in rows)
    return {row.deck: doc.number(row.found, show) for row in rows}

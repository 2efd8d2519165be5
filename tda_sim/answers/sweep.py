"""`tda sweep`: what becomes of a game as one or two of its parameters vary."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.answers.columns import listing, spread
from tda_sim.answers.contrast_words import definition, thresholds
from tda_sim.answers.contrasts import Played
from tda_sim.answers.headlines import HEADLINES, LENGTH
from tda_sim.answers.players import strength
from tda_sim.answers.sweep_known import Course, Swept
from tda_sim.answers.sweep_words import crossing_ends, crossing_place, headline, sparkline, sureness
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.measures.metrics import EVERY, Metric
from tda_sim.measures.sweeps import Sweep, Targets, text_of
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Cell, Column, Section
from tda_sim.studies import StudyResults
from tda_sim.wording.words import capital, listed, with_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_BARS = 13  # points of a first picture
MOST_COLUMNS = 4  # measures beside each other where there is little room


def sweep(
    results: StudyResults, points: Sweep, targets: Targets, seed: int, tables: Mapping[str, pl.DataFrame]
) -> doc.Document:
    """Return what a sweep shows; ``tables``: those of `measures.sweeps.analyse`."""
    return swept(Swept(Played.of(results, seed), tables, points, targets))


def swept(known: Swept) -> doc.Document:
    """Return a sweep as a document: the answer in a few sentences, the curves, then the numbers behind them."""

    def drawn() -> "Figure":
        from tda_sim.answers.sweep_picture import sweep_picture  # matplotlib takes longer to import than the rest

        return sweep_picture(known, _title(known))

    figures = doc.drawn_once(lambda: {"sweep": drawn()})
    is_map = len(known.sweep.axes) == 2
    made = [
        Section("", _bars(known)),
        Section("", [doc.Figures(figures, "sweep", _title(known))]),
        Section("What changes", [_changes(known)]),
        *(_maps(known) if is_map else [Section("Point by point", [_points(known)])]),
        Section("Other strategies", _elsewhere(known)),
        Section("Every measure at every point", [_everything(known)], folded=True, key="every"),
        Section("How sure", [doc.Words(_how_sure(known), listed=True)], folded=True, key="sure"),
    ]
    return doc.Document(
        _title(known),
        headline(known),
        made,
        about=_about(known),
        matters=thresholds(known.played, known.courses),
        kept=f"The games: {known.played.out}",
        picture=lambda: figures()["sweep"],
        data=known.data(),
    )


def _title(known: Swept) -> str:
    axes = " and ".join(axis.title for axis in known.sweep.axes)
    return f"{deck_title(known.played.deck)}: {axes}"


def _about(known: Swept) -> str:
    played = known.played
    fewer = "".join(f" ({count:,} where all use {strategy_title(name)})" for name, count in played.slow_games.items())
    games = f"{len(known.sweep.points)} points, {played.games:,} games at each table and point{fewer}"
    return f"{played.players} players, all use {strategy_title(played.main)}; {games}; seed {played.seed}"


def _how_sure(known: Swept) -> list[str]:
    played = known.played
    return [
        *sureness(known),
        strength(played.main, [played.deck], played.players, played.own, played.game, as_printed=False),
    ]


def _bars(known: Swept) -> list[doc.Block]:
    """Return the measure that is asked about at each point of one axis: that of the first target, or the length."""
    name, target = known.targets[0] if known.targets else (LENGTH.name, None)
    course = known.courses.get(name)
    points = [point for point in course.levels if course.value(point) is not None] if course else []
    if course is None or len(known.sweep.axes) > 1 or len(points) > MOST_BARS:
        return []
    bars = [doc.Bar.of(known.label(point), course.levels[point].estimate.judged("")) for point in points]
    if target is not None and target > 2 * max(bar.value for bar in bars):
        target = None  # the bars would be too short to compare
    title = f"{capital(course.short)} by {known.sweep.axes[0].title}"
    return [doc.Bars(title, bars, course.metric.unit, target, "target", course.show, note="±: 95 % interval.")]


# --- what changes -----------------------------------------------------------------------------------------


def _cell(course: Course, point: str) -> Cell:
    """Return the level of a measure at a point."""
    row = course.levels.get(point)
    return Cell() if row is None else doc.number(row.estimate.judged(""), course.show)


def _change(course: Course, point: str) -> Cell:
    """Return how a measure differs at a point from the reference."""
    row = course.changes.get(point)
    return Cell() if row is None else doc.number(row.estimate, course.show, with_sign=True)


def _changes(known: Swept) -> doc.Table:
    """Return a line for each measure: its value at the reference, at the point that differs most, and its course."""
    reference = known.sweep.reference

    def far(course: Course) -> str:
        return course.farthest.rule if course.farthest else reference

    columns = [
        doc.text("measure", lambda it: with_unit(it.short, it.metric.unit, it.metric.group)),
        Column(f"at {known.label(reference)}", lambda it: _cell(it, reference), "What others are compared with."),
        Column("most different", lambda it: _cell(it, far(it)), "The point that differs most from it."),
        doc.text("at", lambda it: known.label(far(it))),
        Column("difference", lambda it: _change(it, far(it)), "With 95 % intervals; of percentages in points."),
        *([doc.text("curve", lambda it: sparkline(it, known.order), "From left to right.")] if known.is_curve else []),
    ]
    return listing("", known.courses.values(), columns, meaning=lambda it: _meaning(known, it.metric))


def _meaning(known: Swept, metric: Metric) -> str:
    return definition(metric.name, known.played.matters(metric.name))


# --- point by point ---------------------------------------------------------------------------------------


def _points(known: Swept) -> doc.Table:
    """Return a line for each point of one axis, with the main measures and those that have targets."""
    first = [each.name for each in HEADLINES[:MOST_COLUMNS]]

    def head(course: Course) -> Column:
        metric = course.metric
        return Column(metric.words.heading, meaning=_meaning(known, metric), spare=metric.name not in first)

    shown = [known.courses[name] for name in known.wanted if name in known.courses]
    columns = spread(shown, head, lambda point, course: _cell(course, point))
    note = "± is half of the 95 % interval of a point by itself."
    return listing("", known.sweep.order(), [doc.text(known.sweep.axes[0].title, known.label), *columns], note)


def _maps(known: Swept) -> list[Section]:
    """Return a table of two axes for each of the main measures, those after the first one folded."""
    tables = [_map(known, known.courses[each.name]) for each in HEADLINES if each.name in known.courses]
    return [Section("Map", tables[:1]), Section("More maps", tables[1:], folded=True, key="maps")]


def _map(known: Swept, course: Course) -> doc.Table:
    first, second = known.sweep.axes
    by_values = {tuple(map(text_of, values)): point for point, values in known.sweep.points.items()}

    def cell(row: str, value: str) -> Cell:
        return _cell(course, by_values.get((row, value), "?"))

    across = spread(map(text_of, second.values), Column, cell)
    title = f"{capital(course.words.heading)}; from left to right: {second.title}"
    return listing(title, list(map(text_of, first.values)), [doc.text(first.title), *across])


def _everything(known: Swept) -> doc.Table:
    """Return every measure at every point, with its difference from the reference."""
    rows = [(course, point) for course in known.courses.values() for point in course.levels]

    columns = [
        doc.text(listed([axis.title for axis in known.sweep.axes]), lambda row: known.label(row[1])),
        Column("value", lambda row: _cell(*row), interval=doc.ENDS),
        Column(
            "difference", lambda row: _change(*row), f"From {known.label(known.sweep.reference)}.", interval=doc.ENDS
        ),
    ]
    return listing("", rows, columns, group=lambda row: with_unit(capital(row[0].metric.title), row[0].metric.unit))


# --- other strategies -------------------------------------------------------------------------------------


def _elsewhere(known: Swept) -> list[doc.Block]:
    """Return how targets and length come out where all play another strategy; nothing if nobody else played."""
    if not known.played.others:
        return []
    lengths = {
        table: courses[LENGTH.name]
        for table in known.played.strategies
        if LENGTH.name in (courses := known.courses_at(pl.col("table") == table))
    }
    ends = (known.order[0], known.order[-1])
    columns = [
        doc.text("where all use", strategy_title),
        *spread(
            ends,
            lambda end: f"{LENGTH.words.heading} at {known.label(end)}",
            lambda table, end: _cell(lengths[table], end),
        ),
        *spread(known.targets, lambda each: doc.text(_goal(*each)), lambda table, each: _crossed(known, table, *each)),
    ]
    return [listing("", list(lengths), columns)]


def _goal(name: str, target: float) -> str:
    return f"{EVERY[name].short or EVERY[name].title} = {target:,.10g}"


def _crossed(known: Swept, table: str, measure: str, target: float) -> str:
    """Return where a measure crosses a target at a table."""
    axis = known.sweep.axes[0]
    places = [
        f"{crossing_place(axis, each.estimate)} ({crossing_ends(axis, each.estimate)})"
        + (f" with {each.subject}" if each.subject else "")
        for each in known.crossings(measure, target, table)
        if each.estimate.value is not None
    ]
    return "; ".join(places)

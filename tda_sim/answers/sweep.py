"""`tda sweep`: what becomes of a game as one or two of its parameters vary."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.answers.headlines import HEADLINES, LENGTH, matters_from
from tda_sim.answers.players import strength
from tda_sim.answers.sweep_rows import Measure, Played, Swept
from tda_sim.answers.sweep_words import crossing_ends, crossing_place, headline, sparkline, sureness
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import rough
from tda_sim.documents.words import capital, listed, with_unit
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.sweeps import Sweep, text_of
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Targets = tuple[tuple[str, float], ...]  # metrics, and the values that they should reach

MOST_BARS = 13  # points of a first picture
MOST_COLUMNS = 4  # measures beside each other where there is little room


def sweep(
    results: StudyResults, points: Sweep, targets: Targets, seed: int, tables: Mapping[str, pl.DataFrame]
) -> doc.Document:
    """Return what a sweep shows; ``tables``: those of `measures.sweeps.analyse`."""
    return swept(Swept(Played.of(results, seed), points, targets, tables))


def swept(known: Swept) -> doc.Document:
    """Return a sweep as a document: the answer in a few sentences, the curves, then the numbers behind them."""
    measures = known.measures()

    def drawn() -> "Figure":
        from tda_sim.answers.sweep_picture import sweep_picture  # matplotlib takes longer to import than the rest

        return sweep_picture(known, _title(known))

    figures = doc.drawn_once(lambda: {"sweep": drawn()})
    made = [
        Section("", _bars(known, measures)),
        Section("", [doc.Figures(figures, "sweep", _title(known))]),
        Section("What changes", [_changes(known, measures)]),
        *(_maps(known, measures) if len(known.sweep.axes) == 2 else [_points(known, measures)]),
        Section("Other strategies", _elsewhere(known)),
        Section("Every measure at every point", [_everything(known, measures)], folded=True, key="every"),
        Section("How sure", [doc.Words(_how_sure(known), listed=True)], folded=True, key="sure"),
    ]
    return doc.Document(
        _title(known),
        headline(known),
        made,
        about=_about(known),
        matters=matters_from({each.metric: rough(each.margin) for each in measures}),
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
    return f"{played.players} players, all use {strategy_title(known.main)}; {games}; seed {played.seed}"


def _how_sure(known: Swept) -> list[str]:
    played = known.played
    return [*sureness(known), strength(known.main, [played.deck], played.players, played.own, played.game)]


def _bars(known: Swept, measures: Sequence[Measure]) -> list[doc.Block]:
    """Return the measure that is asked about at each point of one axis: that of the first target, or the length."""
    metric, target = known.targets[0] if known.targets else (LENGTH.name, None)
    measure = next((each for each in measures if each.metric == metric), None)
    variants = [variant for variant in known.sweep.order() if measure and measure.points[variant].value is not None]
    if measure is None or len(known.sweep.axes) > 1 or len(variants) > MOST_BARS:
        return []
    bars = [doc.Bar.of(known.label(variant), measure.points[variant]) for variant in variants]
    if target is not None and target > 2 * max(bar.value for bar in bars):
        target = None  # the bars would be too short to compare
    title = f"{capital(measure.short)} by {known.sweep.axes[0].title}"
    return [doc.Bars(title, bars, measure.unit, target, "target", measure.show, note="±: 95 % interval.")]


# --- what changes -----------------------------------------------------------------------------------------


def _changes(known: Swept, measures: Sequence[Measure]) -> doc.Table:
    """Return a line for each measure: its value at the reference, at the point that differs most, and its course."""
    order, is_curve = known.sweep.order(), len(known.sweep.axes) == 1 and known.sweep.runs
    variants = [variant for variant in order if variant or known.sweep.has_printed]
    reference = known.sweep.reference

    def far(measure: Measure) -> str:
        return measure.farthest[0] if measure.farthest else reference

    columns = [
        doc.text("measure", lambda it: with_unit(it.short, it.unit, it.group)),
        Column(f"at {known.label(reference)}", lambda it: _cell(it, reference), "What others are compared with."),
        Column("most different", lambda it: _cell(it, far(it)), "The point that differs most from it."),
        doc.text("at", lambda it: known.label(far(it))),
        Column(
            "difference",
            lambda it: doc.number(it.farthest and it.farthest[1], it.show, with_sign=True),
            "With 95 % intervals; of percentages in points.",
        ),
        *([doc.text("curve", lambda it: sparkline(it, variants), "From left to right.")] if is_curve else []),
    ]
    return doc.table("", measures, columns, meaning=_meaning)


def _cell(measure: Measure, variant: str) -> doc.Cell:
    return doc.number(measure.points.get(variant), measure.show)


def _meaning(measure: Measure) -> str:
    metric = EVERY[measure.metric]
    return f"{capital(metric.meaning)}. A difference of {rough(measure.margin)} would matter."


# --- point by point ---------------------------------------------------------------------------------------


def _points(known: Swept, measures: Sequence[Measure]) -> Section:
    """Return a line for each point of one axis, with the main measures and those that have targets."""
    shown = [measure for name in known.wanted for measure in measures if measure.metric == name]
    columns = [doc.text(known.sweep.axes[0].title, known.label), *map(_column, shown)]
    note = "± is half of the 95 % interval of a point by itself."
    return Section("Point by point", [doc.table("", known.sweep.order(), columns, note)])


def _column(measure: Measure) -> Column:
    return Column(
        measure.words.heading,
        lambda variant: _cell(measure, variant),
        _meaning(measure),
        spare=measure.metric not in [each.name for each in HEADLINES[:MOST_COLUMNS]],
    )


def _maps(known: Swept, measures: Sequence[Measure]) -> list[Section]:
    """Return a table of two axes for each of the main measures, those after the first one folded."""
    shown = [measure for each in HEADLINES for measure in measures if measure.metric == each.name]
    tables = [_map(known, measure) for measure in shown]
    return [Section("Map", tables[:1]), Section("More maps", tables[1:], folded=True, key="maps")]


def _map(known: Swept, measure: Measure) -> doc.Table:
    first, second = known.sweep.axes
    by_values = {tuple(map(text_of, values)): variant for variant, values in known.sweep.points.items()}

    def at(value: object) -> Callable[[object], doc.Cell]:
        return lambda row: _cell(measure, by_values.get((str(row), str(value)), "?"))

    across = [Column(text, at(text)) for text in map(text_of, second.values)]
    title = f"{capital(measure.words.heading)}; from left to right: {second.title}"
    return doc.table(title, list(map(text_of, first.values)), [doc.text(first.title), *across])


def _everything(known: Swept, measures: Sequence[Measure]) -> doc.Table:
    rows = [(measure, variant) for measure in measures for variant in measure.points]
    columns = [
        doc.text(listed([axis.title for axis in known.sweep.axes]), lambda row: known.label(row[1])),
        Column("value", lambda row: _cell(*row), interval=doc.ENDS),
        Column(
            "difference",
            lambda row: doc.number(row[0].changes.get(row[1]), row[0].show, with_sign=True),
            f"From {known.label(known.sweep.reference)}.",
            interval=doc.ENDS,
        ),
    ]
    return doc.table("", rows, columns, group=lambda row: with_unit(capital(row[0].title), row[0].unit))


# --- other strategies -------------------------------------------------------------------------------------


def _elsewhere(known: Swept) -> list[doc.Block]:
    """Return how targets and length come out where all play another strategy; nothing if nobody else played."""
    if not known.played.tables[1:]:
        return []
    order = [variant for variant in known.sweep.order() if variant or known.sweep.has_printed]
    ends = [order[0], order[-1]]
    lengths = {table: [it for it in known.measures(table) if it.metric == LENGTH.name] for table in known.played.tables}
    rows = [table for table, crossings in lengths.items() if crossings]
    columns = [
        doc.text("where all use", strategy_title),
        *(Column(f"{LENGTH.words.heading} at {known.label(end)}", _length_at(lengths, end)) for end in ends),
        *(doc.text(_goal(name, target), _crossed(known, name, target)) for name, target in known.targets),
    ]
    return [doc.table("", rows, columns)]


def _goal(name: str, target: float) -> str:
    return f"{EVERY[name].short or EVERY[name].title} = {target:,.10g}"


def _length_at(lengths: dict[str, list[Measure]], end: str) -> Callable[[str], doc.Cell]:
    return lambda table: _cell(lengths[table][0], end)


def _crossed(known: Swept, metric: str, target: float) -> Callable[[str], str]:
    axis = known.sweep.axes[0]

    def in_words(table: str) -> str:
        crossings = [each for each in known.crossings(metric, target, table) if each.estimate.value is not None]
        places = [
            f"{crossing_place(axis, each.estimate)} ({crossing_ends(axis, each.estimate)})"
            + (f" with {each.at}" if each.at else "")
            for each in crossings
        ]
        return "; ".join(places)

    return in_words

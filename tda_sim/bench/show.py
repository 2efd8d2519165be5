"""The reports of `tda bench` as documents."""

from collections.abc import Sequence
from dataclasses import asdict

from tda_sim.answers.titles import deck_title
from tda_sim.bench.comparing import Comparison
from tda_sim.bench.counters import Counts
from tda_sim.bench.instructions import Counted
from tda_sim.bench.results import Report
from tda_sim.rendering import markdown as md
from tda_sim.rendering import model as doc


def measured(report: Report) -> doc.Document:
    """Return all measurements as a document: the engine's speed, everything else, and the machine."""
    speed, *others = _blocks(report)
    sections = [doc.Section("The engine, one core", [speed]), doc.Section("", others)]
    return doc.Document("Speed, memory and start", sections=sections, data=asdict(report))


def markdown(report: Report) -> str:
    """Return all measurements without headings, as Markdown."""
    return md.markdown(doc.Document("", sections=[doc.Section("", _blocks(report))])).rstrip("\n")


def _blocks(report: Report) -> list[doc.Block]:
    has_counts = report.no_counters is None
    head = ["strategy", ">players", ">decisions a game", ">games/s", ">decisions/s", *(COUNTED if has_counts else ())]
    speed = [
        [
            row.strategy,
            row.players,
            *(f"{each:,.0f}" for each in (row.decisions_per_game, row.games_per_second, row.decisions_per_second)),
            *_counts(row.counts_per_decision, has_counts),
        ]
        for row in report.speed
    ]
    words = [
        _source(report),
        _meanwhile(report),
        "" if report.no_counters is None else _not_counted(report.no_counters),
    ]
    return [doc.texts("", head, speed), doc.texts("", ["", ">"], _facts(report)), doc.Words(words)]


def compared(comparison: Comparison) -> doc.Document:
    """Return the comparison of two commits or two strategies as a document."""
    first, second = comparison.sides
    has_counts = comparison.no_counters is None
    head = ["", ">ns a decision", *(COUNTED if has_counts else ())]
    rows = [
        [side.name, f"{side.ns_per_decision:,.0f}", *_counts(side.counts_per_decision, has_counts)]
        for side in (first, second)
    ]
    ratio = (
        f"A decision takes {second.name} {comparison.ratio:.3f} times as long as {first.name} "
        f"({comparison.low:.3f} to {comparison.high:.3f})."
    )
    source = (
        f"{comparison.players} players, the original deck; whole runs on one thread, CPU time; medians, and Student's "
        f"{comparison.level:.0%} interval, of {comparison.repetitions} interleaved repetitions."
    )
    words = [ratio, source, "" if comparison.no_counters is None else _not_counted(comparison.no_counters)]
    sections = [doc.Section("", [doc.texts("", head, rows), doc.Words(words)])]
    return doc.Document("Speed compared", sections=sections, data=asdict(comparison))


def counted(rows: Sequence[Counted]) -> doc.Document:
    """Return instructions a decision as a document."""
    cells = [[row.strategy, deck_title(row.deck), f"{row.instructions_per_decision:,.0f}"] for row in rows]
    decisions = min(row.decisions for row in rows)
    source = (
        f"{rows[0].players} players, one strategy in all seats, at least {decisions:,} decisions each. Counted by"
        f" Valgrind for {rows[0].processor.partition(' ')[0]}; the start does not count."
    )
    table = doc.texts("", ["strategy", "deck", ">instructions a decision"], cells)
    sections = [doc.Section("", [table, doc.Words([source])])]
    return doc.Document("Instructions a decision", sections=sections, data={"counted": [asdict(row) for row in rows]})


COUNTED = (">instructions a decision", ">cycles a decision", ">missed branches a decision")


def _counts(counts: Counts | None, has_counts: bool) -> list[str]:
    """Return counts as table cells, if they have columns."""
    if not has_counts:
        return []
    if counts is None:
        return ["", "", ""]
    return [f"{counts.instructions:,.0f}", f"{counts.cycles:,.0f}", f"{counts.branch_misses:,.1f}"]


def _not_counted(reason: str) -> str:
    return f"Instructions, cycles and missed branches are not counted: {reason}."


def _facts(report: Report) -> list[tuple[str, str]]:
    """Return all measurements except for the engine's speed: names and figures."""
    start, threads, writing, yardstick = report.start, report.threads, report.writing, report.yardstick
    short, long = report.memory
    times = "no compiler here" if yardstick.ratio is None else f"{yardstick.ratio:.2f} times the C program's"
    return [
        ("two threads against one, whole runs", f"{threads.ratio:.2f} times"),
        ("first result, nothing compiled yet", f"{start.cold_seconds:.0f} s ({start.cold_cpu_seconds:.0f} s of CPU)"),
        ("first result, compiled before", f"{start.warm_seconds:.1f} s"),
        (f"peak memory, {short.games:,} games", f"{short.peak_mb:.0f} MB"),
        (f"peak memory, {long.games:,} games", f"{long.peak_mb:.0f} MB"),
        ("rows written per second", f"{writing.rows_per_second / 1e6:.1f} million"),
        ("writing adds to playing", f"{writing.added_to_playing:.1%}"),
        ("time per decision (balanced, 4 players)", f"{yardstick.ns_per_decision:.0f} ns: {times}"),
    ]


def _meanwhile(report: Report) -> str:
    """Return a sentence about what else ran, if that is known."""
    if report.others_busy is None:
        return ""
    return f"Meanwhile, other programs kept {report.others_busy:.2f} processors busy."


def _source(report: Report) -> str:
    """Return a sentence about the machine and the method."""
    repeated = f"medians of {report.repetitions} interleaved repetitions"
    return f"One core unless it says otherwise; {repeated}; {report.machine}; {report.versions}."

"""The report as Markdown tables, and sections of a Markdown file that scripts write."""

import re
from pathlib import Path

from tda_sim.bench.results import Report
from tda_sim.errors import UserError
from tda_sim.store.files import write_document


def facts(report: Report) -> list[tuple[str, str]]:
    """What is measured besides the engine's speed: a name and a figure each."""
    start, threads, writing, yardstick = report.start, report.threads, report.writing, report.yardstick
    short, long = report.memory
    told = "no compiler here" if yardstick.ratio is None else f"{yardstick.ratio:.2f} times the C program's"
    return [
        ("two threads against one, whole runs", f"{threads.ratio:.2f} times"),
        ("first result, nothing compiled yet", f"{start.cold_seconds:.0f} s ({start.cold_cpu_seconds:.0f} s of CPU)"),
        ("first result, compiled before", f"{start.warm_seconds:.1f} s"),
        (f"peak memory, {short.games:,} games", f"{short.peak_mb:.0f} MB"),
        (f"peak memory, {long.games:,} games", f"{long.peak_mb:.0f} MB"),
        ("rows written per second", f"{writing.rows_per_second / 1e6:.1f} million"),
        ("writing adds to playing", f"{writing.added_to_playing:.1%}"),
        ("time per decision (`balanced`, 4 players)", f"{yardstick.ns_per_decision:.0f} ns: {told}"),
    ]


def source(report: Report) -> str:
    """What the figures were measured on, in one sentence."""
    repeated = f"medians of {report.repetitions} interleaved repetitions"
    return f"One core unless it says otherwise; {repeated}; {report.machine}; {report.versions}."


def markdown(report: Report) -> str:
    """The report as two tables and a sentence."""
    lines = ["| strategy | players | decisions a game | games/s | decisions/s |", "| --- | ---: | ---: | ---: | ---: |"]
    for row in report.speed:
        lines.append(
            f"| `{row.strategy}` | {row.players} | {row.decisions_per_game:.0f} "
            f"| {row.games_per_second:,.0f} | {_rate(row.decisions_per_second)} |"
        )
    lines += ["", "| | |", "| --- | ---: |"]
    lines += [f"| {name} | {figure} |" for name, figure in facts(report)]
    return "\n".join([*lines, "", source(report)])


def _rate(decisions: float) -> str:
    return f"{decisions / 1e6:.2f} million" if decisions > 1e5 else f"{decisions:,.0f}"


def replace_section(file: Path, name: str, body: str | None) -> None:
    """Write ``body`` between ``<!-- name -->`` and ``<!-- /name -->``; None only checks that the marks are there."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError.of(f"cannot read this: {error.strerror}", file=str(file)) from error
    section = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.S)
    if not section.search(text):
        hint = f"a line <!-- {name} --> and a line <!-- /{name} -->"
        raise UserError.of(f"there is no section {name} to write into", file=str(file), hint=hint)
    if body is not None:
        write_document(file, section.sub(lambda found: f"{found[1]}{body}\n{found[2]}", text))

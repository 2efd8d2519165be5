"""The report of `tda bench` as a document."""

from dataclasses import asdict

from tda_sim.bench.markdown import facts, source
from tda_sim.bench.results import Report
from tda_sim.documents import model as doc


def measured(report: Report) -> doc.Document:
    """Return what was measured: the engine's speed, everything else, and on what machine."""
    head = ["strategy", ">players", ">decisions a game", ">games/s", ">decisions/s"]
    speed = [
        [
            row.strategy,
            row.players,
            *(f"{each:,.0f}" for each in (row.decisions_per_game, row.games_per_second, row.decisions_per_second)),
        ]
        for row in report.speed
    ]
    others = [[name.replace("`", ""), figure] for name, figure in facts(report)]
    sections = [
        doc.Section("The engine, one core", [doc.texts("", head, speed)]),
        doc.Section("", [doc.texts("", ["", ">"], others), doc.Words([source(report)])]),
    ]
    return doc.Document("Speed, memory and start", sections=sections, data=asdict(report))

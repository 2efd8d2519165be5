"""The report on a terminal."""

from rich import box
from rich.console import Group
from rich.table import Table

from tda_sim.bench.markdown import facts, source
from tda_sim.bench.results import Report


def render(report: Report) -> Group:
    """Tables for rich to print."""
    return Group(_speed(report), "", _facts(report), "", source(report))


def _speed(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title="the engine, one core", title_justify="left")
    table.add_column("strategy")
    for title in ("players", "decisions a game", "games/s", "decisions/s"):
        table.add_column(title, justify="right")
    for row in report.speed:
        figures = (row.decisions_per_game, row.games_per_second, row.decisions_per_second)
        table.add_row(row.strategy, str(row.players), *(f"{figure:,.0f}" for figure in figures))
    return table


def _facts(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, figure in facts(report):
        table.add_row(name.replace("`", ""), figure)
    return table

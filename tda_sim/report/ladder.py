"""The printed ladder, for a terminal and for a document: ratings, win shares, cycles, and how far ratings carry."""

from collections.abc import Iterable
from math import exp
from pathlib import Path

import numpy as np
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from tda_sim.rating import Ladder
from tda_sim.report.markdown import document, paragraph, table
from tda_sim.store.files import write_document
from tda_sim.terminal import Terminal, Text

MOST_CYCLES = 20  # shown; the JSON has them all
MOST_MISSES = 5


def render_ladder(ladder: Ladder, target: Terminal) -> None:
    """Print a ladder."""
    target.show(_parts(ladder, target.width))


def _parts(ladder: Ladder, width: int) -> Iterable[RenderableType]:
    yield Text.assemble((title(ladder), "bold"), f"\n{played(ladder)}; seed {ladder.setting.seed}")
    yield from _section("Ratings (95 % intervals)", Group(_ratings(ladder), "", Text(explained(ladder))))
    yield from _section(payoff_title(ladder), Group(_payoff(ladder, width), "", Text(precision(ladder))))
    yield from _section("Cycles", Group(Text(told_beating(ladder)), "", Text(told_cycles(ladder))))
    yield from _section("How well ratings describe the win shares", Text(told_misfit(ladder)))
    if ladder.out is not None:
        yield Text(f"\nThe games: {ladder.out}", overflow="fold")


def _section(heading: str, body: RenderableType) -> Iterable[RenderableType]:
    return "", Text(heading, style="bold"), Padding(body, (0, 0, 0, 2))


def _grid(*columns: str) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for column in columns:
        grid.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", no_wrap=True)
    return grid


# --- ratings ----------------------------------------------------------------------------------------------


def _ratings(ladder: Ladder) -> Table:
    grid = _grid(">rank", "strategy", ">rating", "interval", f">{odds_heading(ladder)}")
    for row in rating_rows(ladder):
        grid.add_row(*row)
    return grid


def rating_rows(ladder: Ladder) -> list[tuple[str, str, str, str, str]]:
    """Return rank, name, rating, interval and odds of each strategy, the strongest first."""
    rating = ladder.rating
    return [
        (
            rank(ladder, k),
            name,
            f"{rating.estimate[k]:+.3f}",
            "-" if name == ladder.zero else f"{rating.low[k]:+.3f} to {rating.high[k]:+.3f}",
            f"{exp(rating.estimate[k]):.2f}",
        )
        for k, name in enumerate(ladder.names)
    ]


def rank(ladder: Ladder, k: int) -> str:
    """Return the places that a strategy may hold."""
    best, worst = ladder.rank[k], ladder.worst_rank[k]
    return str(best) if best == worst else f"{best}-{worst}"


def odds_heading(ladder: Ladder) -> str:
    """Return what the exponential of a rating is."""
    return f"wins per win of {ladder.zero}" if ladder.zero else "wins, seat for seat"


def explained(ladder: Ladder) -> str:
    """Say what ratings and ranks are."""
    zero = f"{ladder.zero} has 0" if ladder.zero else "their mean is 0"
    return (
        f"Ratings are log-odds: a seat that is rated 0.69 higher wins twice as often at the same table; {zero}.\n"
        "Strategies that are not told apart share places: a rank of 2-3 means that one is surely stronger, and all but"
        " three are surely weaker. All ranks hold at once with 95 % confidence, so that they are slower to tell"
        " two strategies apart than the intervals, which hold one by one."
        + (" One number per strategy is not the whole story here: see the end." if ladder.unclear.any() else "")
    )


# --- win shares -------------------------------------------------------------------------------------------


def title(ladder: Ladder) -> str:
    """Return what was played."""
    setting = ladder.setting
    rules = "" if setting.rules == setting.deck else f", rules {setting.rules}"
    return f"Ladder of {len(ladder.names)} strategies: {setting.deck}{rules}, {setting.players} players"


def played(ladder: Ladder) -> str:
    """Return how many games were played at how many tables."""
    tables = len(ladder.seeds)
    return f"{_games(ladder):,} games at {tables:,} table{'s' if tables > 1 else ''}"


def _games(ladder: Ladder) -> int:
    return sum(int(ladder.payoff.games[ladder.names.index(a), ladder.names.index(b)]) for a, b in ladder.seeds)


def payoff_title(ladder: Ladder) -> str:
    """Return what the matrix shows."""
    others = ladder.setting.players - 1
    column = "one of the column" if others == 1 else f"{others} of the column"
    return f"Win share in %, one of the row against {column} (par: {100 / ladder.setting.players:.1f})"


def precision(ladder: Ladder) -> str:
    """Say how exact the win shares are, and whether that is what was asked for."""
    half = _half_widths(ladder)
    least, most, wanted = 100 * half.min(), 100 * half.max(), 100 * ladder.setting.width
    told = f"95 % intervals: ±{most:.2f} points at most, ±{least:.2f} at least."
    if most > wanted * (1 + 1e-9):
        told += f" ±{wanted:g} was asked for: the cap on games came first."
    return told


def _half_widths(ladder: Ladder) -> np.ndarray:
    played = ladder.payoff.games > 0
    return np.asarray((ladder.payoff.high - ladder.payoff.low)[played] / 2)


def _payoff(ladder: Ladder, width: int) -> RenderableType:
    """Return the matrix, with as many columns side by side as there is room for."""
    longest = max(map(len, ladder.names)) + 6
    at_once = max(3, (width - 2 - longest) // 7)
    columns = range(len(ladder.names))
    if len(columns) <= at_once:
        return _matrix(ladder, columns)
    parts = [_matrix(ladder, columns[k : k + at_once]) for k in range(0, len(columns), at_once)]
    return Group(*(line for part in parts for line in (part, "")))


def _matrix(ladder: Ladder, columns: range) -> Table:
    grid = _grid(">", "", *(f">{k + 1}" for k in columns))
    for row, name in enumerate(ladder.names):
        grid.add_row(str(row + 1), name, *(_cell(ladder, row, column) for column in columns))
    return grid


def _cell(ladder: Ladder, row: int, column: int) -> Text:
    if row == column:
        return Text("·", style="dim")
    style = "green" if ladder.beats[row, column] else "red" if ladder.beats[column, row] else ""
    return Text(f"{100 * ladder.payoff.estimate[row, column]:.1f}", style=style)


# --- cycles and misfit -----------------------------------------------------------------------------------


def told_beating(ladder: Ladder) -> str:
    """Say what it is to beat a strategy."""
    others = ladder.setting.players - 1
    tables = (
        "one A wins more than par against one B"
        if others == 1
        else (f"one A wins more than par against {others} B, and one B less than par against {others} A")
    )
    return f"A beats B if {tables}: clearly, with 95 % confidence for all tables at once."


def told_cycles(ladder: Ladder) -> str:
    """List the cycles among who beats whom."""
    if not ladder.cycles:
        return "No cycles: nobody beats somebody who, perhaps by way of others, beats them."
    lines = [" beats ".join((*cycle, cycle[0])) for cycle in ladder.cycles[:MOST_CYCLES]]
    if len(ladder.cycles) > MOST_CYCLES:
        among = [name for name in ladder.names if any(name in cycle for cycle in ladder.cycles)]
        lines.append(f"and {len(ladder.cycles) - MOST_CYCLES:,} more, which --json lists; all are among")
        lines.append(", ".join(among))
    return "\n".join(lines)


def told_misfit(ladder: Ladder) -> str:
    """Say how much of the win shares the ratings leave unexplained, and where."""
    found = ladder.misfit
    if found.freedom == 0:
        return "Two strategies at one kind of table: one number describes them fully."
    told = (
        f"Off by {100 * found.size:.2f} points on average (root mean square); chance alone would give"
        f" {100 * found.noise:.2f}."
    )
    misses = _misses(ladder)
    if not misses:
        return told + "\nNo table is off by clearly more than chance."
    return "\n".join(
        [told, f"Clearly off: {len(misses)} of {len(ladder.seeds)} tables, most of all", *misses[:MOST_MISSES]]
    )


def _misses(ladder: Ladder) -> list[str]:
    """Tell the cells that the ratings miss clearly, the worst first."""
    off = ladder.payoff.estimate - ladder.model
    cells = [(ladder.names.index(a), ladder.names.index(b)) for a, b in ladder.seeds]
    unclear = sorted((cell for cell in cells if ladder.unclear[cell]), key=lambda cell: -abs(off[cell]))
    others = ladder.setting.players - 1
    return [
        f"  {ladder.names[a]} against {others} {ladder.names[b]}: {100 * ladder.payoff.estimate[a, b]:.1f} %"
        f" of the wins, {100 * ladder.model[a, b]:.1f} % by the ratings"
        for a, b in unclear
    ]


# --- for documents ----------------------------------------------------------------------------------------


def markdown(ladder: Ladder) -> str:
    """Return the ratings as a table for a document."""
    head = (">rank", "strategy", ">rating", "95 % interval", f">{odds_heading(ladder)}")
    told = paragraph(f"{title(ladder)}; {played(ladder)}, seed {ladder.setting.seed}.")
    return document([*table(head, rating_rows(ladder)), *told])


def write_markdown(ladder: Ladder, path: Path) -> None:
    """Write the ratings as a table for a document; raise UserError where that cannot be."""
    write_document(path, markdown(ladder))

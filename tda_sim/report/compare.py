"""The printed comparison of decks: what differs in a few sentences, then the measures side by side."""

from collections.abc import Callable, Iterable, Iterator
from math import floor, log10
from typing import Any

import polars as pl
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tda_sim.report.compare_words import exceptions, label, listed, reliability, sentences
from tda_sim.report.study_tables import plain_rows
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults

Data = dict[str, Any]
Row = dict[str, Any]
Lines = list[tuple[str, list[Text]]]  # a label, and a cell for each deck

SHOWN = (  # in the terminal; --json and --markdown have all
    *("gambits", "rounds_per_gambit", "lead_changes", "lead_change_rate", "half_leader_wins", "comebacks", "behind"),
    *("drama", "decisiveness", "safe_from", "stakes", "max_stakes", "power_gold", "triggers_per_play"),
    *("special_flights", "purchases", "debts", "emptied", "end_out_of_gold", "end_enough_gold"),
    *("end_gambits_played", "end_players_left", "unfinished", "ties", "skill_share"),
)
ENDS = "How games end"
MARKS = {"more": "▲", "less": "▼", "same": "=", "unclear": "?"}
PLAIN_MARKS = {"more": "+", "less": "-", "same": "=", "unclear": "?"}
STYLES = {"more": "bold green", "less": "bold red", "same": "dim", "unclear": "dim"}
NOT_ALL = "*"  # after a mark that does not hold for the players at every table
SIDES = {"more": "helps", "less": "hurts", "": "fair"}
MOST_EXCEPTIONS = 8
NARROWEST_LABEL, HEADER = 30, 14  # columns


def compare_command(results: StudyResults, tables: dict[str, pl.DataFrame], seed: int, level: float = LEVEL) -> Data:
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
    return data | {"words": sentences(data)}


def render_compare(data: Data, target: Console) -> None:
    """Print a comparison, the object that `compare_command` returns."""
    unicode = "utf" in (target.encoding or "").lower()
    with target.capture() as printed:
        for part in _parts(data, target.width, unicode):
            target.print(part)
    target.file.write("".join(line.rstrip() + "\n" for line in printed.get().splitlines()))


def _parts(data: Data, width: int, unicode: bool) -> Iterator[RenderableType]:
    yield Text.assemble((data["study"], "bold"), f"\n{played(data)}")
    yield ""
    yield from (Text(sentence) for sentence in data["words"])
    marks = MARKS if unicode else PLAIN_MARKS
    yield from _sections([*measure_lines(data, marks), *fair_lines(data), *strategy_lines(data, marks)], data, width)
    yield from ("", Text(legend(data, marks)))
    yield from _exceptions(data)
    if told := reliability(data):
        yield from ("", Text(told))
    yield Text(f"\nThe data: {data['out']}", overflow="fold")


def played(data: Data) -> str:
    """Say what was played."""
    others = [table for table in data["strategies"] if table != data["main_table"]]
    tables = f"where all play {data['main_table']}" + (f", as well as {listed(others, last=' or ')}" if others else "")
    mixed = ", and where they all meet" if data["tables"]["strategies"] else ""
    unfinished = "" if data["complete"] else " so far"
    return f"{data['players']} players, {data['games']:,} games{unfinished} of each deck {tables}{mixed}; seed {data['seed']}"


# --- side by side -----------------------------------------------------------------------------------------


def measure_lines(data: Data, marks: dict[str, str]) -> list[tuple[str, Lines]]:
    """Return the measures of the main tables by group: a line each, with the mark of its difference to the first."""
    measures = _by_metric(row for row in data["tables"]["measures"] if row["main"])
    verdicts = {(row["deck"], row["metric"]): row for row in data["tables"]["differences"] if row["main"]}
    broken = {(row["deck"], row["metric"]) for row in data["tables"]["across"] if row["holds"] is False}
    groups: dict[str, Lines] = {}
    for metric in [name for name in SHOWN if name in measures]:
        rows = measures[metric]
        if _says_nothing(rows):
            continue
        show = decimals(rows)
        cells = [_cell(row, verdicts.get((row["deck"], metric)), (row["deck"], metric) in broken, show, marks) for row in rows]
        groups.setdefault(rows[0]["group"], []).append((label(rows[0]), cells))
        if metric == "gambits":
            groups[rows[0]["group"]].append(_longest(data))
    return list(groups.items())


def _by_metric(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["metric"], []).append(row)
    return found


def _says_nothing(rows: list[Row]) -> bool:
    """Whether something never happens in any deck, or is the only way in which games end."""
    values = {row["estimate"] for row in rows}
    return values <= {0.0, None} or (rows[0]["group"] == ENDS and values == {100.0})


def _longest(data: Data) -> tuple[str, list[Text]]:
    rows = [row for row in data["tables"]["lengths"] if row["main"] and row["q"] == 0.95]
    return "19 of 20 games last at most", [Text(f"{row['estimate']:.0f}  ") for row in rows]


def decimals(rows: list[Row]) -> Callable[[float], str]:
    """Return how a line's numbers are shown: to the first digit that the widest interval leaves in doubt."""
    halves = [(row["high"] - row["low"]) / 2 for row in rows if row["low"] is not None and row["high"] is not None]
    widest = max(halves, default=0.0)
    places = min(3, max(0, -floor(log10(widest)))) if widest > 0 else 1
    return lambda value: f"{value:,.{places}f}"


def _cell(row: Row, difference: Row | None, broken: bool, show: Callable[[float], str], marks: dict[str, str]) -> Text:
    verdict = difference["verdict"] if difference else None
    text = Text(interval(row, show))
    mark = (marks[verdict] if verdict else " ") + (NOT_ALL if broken else " ")
    return text.append(f" {mark.rstrip() or ' '}".ljust(3), STYLES.get(verdict or "", ""))


def interval(row: Row, show: Callable[[float], str]) -> str:
    """Return an estimate with half of its interval."""
    if row["estimate"] is None:
        return "-"
    if row["low"] is None or row["high"] is None:
        return show(row["estimate"])
    return f"{show(row['estimate'])} ±{show((row['high'] - row['low']) / 2)}"


# --- fairness, and who wins -------------------------------------------------------------------------------


def fair_lines(data: Data) -> list[tuple[str, Lines]]:
    """Return whether seats win alike and what leading is worth, with verdicts against their margins."""
    found: dict[str, list[Row]] = {}
    for row in data["tables"]["fairness"]:
        if row["main"]:
            found.setdefault(row["what"], []).append(row)
    lines = [(_fair_label(rows[0]), [_fair_cell(row) for row in rows]) for rows in found.values()]
    return [("Is it fair? Points above 1/n", lines)]


def _fair_label(row: Row) -> str:
    return "seats, all at once" if row["what"] == "seats" else str(row["title"])


def _fair_cell(row: Row) -> Text:
    if row["low"] is None:
        return Text("-   ")
    word = SIDES[row["side"]] if row["verdict"] != "unclear" else "?"
    word = "unfair" if row["what"] == "seats" and row["verdict"] == "unfair" else word
    shown = f"up to {max(-row['low'], row['high']):.1f}" if row["what"] == "seats" else interval(row, "{:.1f}".format)
    return Text(shown).append(f" {word}", {"fair": "green", "?": "dim"}.get(word, "yellow"))


def strategy_lines(data: Data, marks: dict[str, str]) -> list[tuple[str, Lines]]:
    """Return what strategies win at the mixed table, in the order of the first deck."""
    rows = data["tables"]["strategies"]
    if not rows:
        return []
    changes = {(row["deck"], row["strategy"]): row for row in data["tables"]["changes"]}
    lines: Lines = []
    for name in [row["strategy"] for row in rows if row["deck"] == data["decks"][0]]:
        there = [next(row for row in rows if row["deck"] == deck and row["strategy"] == name) for deck in data["decks"]]
        show = decimals(there)
        lines.append((name, [_cell(row, changes.get((row["deck"], name)), False, show, marks) for row in there]))
    return [("Who wins where all meet, % (intervals hold for all at once)", lines)]


# --- the table --------------------------------------------------------------------------------------------


def _sections(groups: list[tuple[str, Lines]], data: Data, width: int) -> Iterator[RenderableType]:
    """Yield the lines under their headings, with as many decks side by side as there is room for."""
    labels = max([NARROWEST_LABEL, *(len(name) for _, lines in groups for name, _ in lines)])
    widest = max(len(cell.plain) for _, lines in groups for _, cells in lines for cell in cells) + 1
    column = max(widest, min(HEADER, max(len(part) for deck in data["decks"] for part in deck.split("-"))) + 1)
    at_once = max(1, (width - labels - 4) // (column + 1))
    panels = -(-len(data["decks"]) // at_once)
    at_once = -(-len(data["decks"]) // panels)  # the same in each
    for start in range(0, len(data["decks"]), at_once):
        yield ""
        yield _panel(groups, data["decks"], slice(start, start + at_once), labels, column)


def _panel(groups: list[tuple[str, Lines]], decks: list[str], part: slice, labels: int, column: int) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    grid.add_column("", width=labels + 2, no_wrap=True)
    for deck in decks[part]:
        grid.add_column(folded(deck, column), justify="right", width=column, no_wrap=False)
    for heading, lines in groups:
        grid.add_row(Text(heading, style="bold", no_wrap=True, overflow="ellipsis"))
        for name, cells in lines:
            grid.add_row(f"  {name}", *cells[part])
    return grid


def folded(deck: str, width: int) -> str:
    """Return a deck's name on lines that are not wider than a column, broken after hyphens."""
    lines = [""]
    for piece in deck.replace(" + ", " +-").split("-"):
        joined = f"{lines[-1]}-{piece}" if lines[-1] else piece
        lines = [*lines[:-1], joined] if len(joined) <= width else [*lines, piece]
    return "\n".join(lines).lstrip("\n")


# --- below the table --------------------------------------------------------------------------------------


def legend(data: Data, marks: dict[str, str]) -> str:
    """Say what marks and intervals mean."""
    looks = sum(1 for row in data["tables"]["differences"] if row["main"])
    level = f"{data['level']:.0%}".replace("%", " %")
    return (
        f"{marks['more']} {marks['less']} more or less than in {data['decks'][0]} by more than what would matter,"
        f" {marks['same']} no difference that matters, {marks['unclear']} cannot be told yet. Intervals hold one by one"
        f" with {level}; marks allow for all {looks} differences, but for the first question, gambits a game."
        f" {NOT_ALL} does not hold at every table:"
    )


def _exceptions(data: Data) -> Iterator[RenderableType]:
    found = exceptions(data)
    lines = [Text(f"{name}: {where}") for name, where in found[:MOST_EXCEPTIONS]]
    if len(found) > MOST_EXCEPTIONS:
        lines.append(Text(f"and {len(found) - MOST_EXCEPTIONS} more measures, which --json lists"))
    yield Padding(Group(*lines) if lines else Text("none here"), (0, 0, 0, 2))

"""What `tda house-rule` prints: verdicts first, then the numbers behind them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from tda_sim.analyses.house_rules.words import CHANGED, by_weight, under_the_rule
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.words import interval, number, signed, unit
from tda_sim.report.study_tables import plain_rows
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies import StudyResults
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]
Rows = Sequence[Data]

MOST_CARDS = 5  # that gain, and that lose
COLOURS = {"changed": "yellow", "unclear": "magenta", "same": "green", "more": "green", "less": "red"}
MARKS = {"same": "=", "unclear": "?"}


def house_rule_command(
    results: StudyResults, tables: Mapping[str, pl.DataFrame], rules: Mapping[str, str], seed: int, level: float = LEVEL
) -> Data:
    """Return what `tda house-rule --json` prints: what was played, what the rules say, and the analysis's tables."""
    cell = results.cells.row(0, named=True)
    return {
        "study": results.title,
        "out": str(results.path),
        "deck": cell["deck"],
        "players": cell["players"],
        "games": cell["games"],
        "seed": seed,
        "level": level,
        "rules": dict(rules),
        "tables": {name: plain_rows(table) for name, table in tables.items()},
    }


def render_house_rule(data: Data, target: Terminal) -> None:
    """Print the object that `house_rule_command` returns."""
    target.show(_parts(data))


def _parts(data: Data) -> Iterable[RenderableType]:
    tables = data["tables"]
    yield Text.assemble((data["study"], "bold"), f"\n{played(data)}")
    if len(tables["overview"]) > 1:
        yield from _section("In short", _overview(tables["overview"]))
    for rule in (row["rule"] for row in tables["overview"]):
        own = {name: [row for row in rows if row["rule"] == rule] for name, rows in of_rules(tables).items()}
        yield from _rule(data, rule, own)
    yield Text(f"\nThe games: {data['out']}", overflow="fold")


def of_rules(tables: Mapping[str, Rows]) -> dict[str, Rows]:
    """Return the tables whose rows belong to a rule."""
    return {name: rows for name, rows in tables.items() if all("rule" in row for row in rows)}


def played(data: Data) -> str:
    """Say what was played."""
    return (
        f"{data['games']:,} games at each table, as printed and under each rule; {data['players']} players,"
        f" seed {data['seed']}"
    )


def _overview(rows: Rows) -> Table:
    grid = _grid("", "")
    for row in rows:
        grid.add_row(Text(row["rule"], style="bold"), row["sentence"])
    return grid


# --- one rule ---------------------------------------------------------------------------------------------


def _rule(data: Data, rule: str, tables: Mapping[str, Rows]) -> Iterable[RenderableType]:
    text = data["rules"].get(rule, "")
    yield ""
    yield Text.assemble((rule, "bold reverse"), f"  {text}")
    yield from _section("Verdicts", _verdicts(tables["answers"]))
    main = tables["answers"][0]["table"]
    at_main = [row for row in tables["metrics"] if row["table"] == main or row["metric"] == "skill_share"]
    yield from _section(f"What changes (every seat plays {main})", _changes(at_main, tables["conclusions"]))
    yield from _section("Cards: gold that drawing one brings over the next two gambits", _cards(tables["cards"]))
    if tables["strategies"]:
        yield from _section("Win share per seat at the mixed table, in %", _strategies(tables["strategies"]))
    yield from _section("How sure", Text("\n".join(sureness(data, tables, main))))


def _verdicts(answers: Rows) -> Table:
    grid = _grid("", "")
    for row in answers:
        text = Text(row["sentence"], style=COLOURS[row["verdict"]])
        if row["holds"]:
            text.append(f"\n{'' if 'holds for' in row['holds'] else '! '}{row['holds']}", style="dim")
        grid.add_row(row["title"], text)
    return grid


def _changes(rows: Rows, conclusions: Rows) -> RenderableType:
    holds = {row["metric"]: row["verdict"] for row in conclusions if row["verdict"] != ONE_TABLE}
    grid = _grid("", ">printed", ">rule", "|difference", "|", "|elsewhere" if holds else "|")
    told = shown(rows)
    for row in told:
        grid.add_row(
            Text(row["title"]),
            number(row["printed"], row),
            under_the_rule(row),
            Text(told_difference(row), style=COLOURS.get(row["verdict"], "")),
            MARKS.get(row["verdict"], ""),
            holds.get(row["metric"], ""),
        )
    rest = len([row for row in rows if row not in told and row["verdict"] == "same"])
    unclear = len([row for row in rows if row not in told and row["verdict"] == "unclear"])
    lines = [f"{rest} more metrics: no difference that matters."] if rest else []
    lines += [f"{unclear} more: cannot tell yet."] if unclear else []
    return Group(grid, Text("\n".join(lines), style="dim")) if lines else grid


def shown(rows: Rows) -> list[Data]:
    """Return the metrics that are printed: the length, what has changed, and the main figures of each question."""
    first = ("gambits", "stakes", "leader_gambit", "leader_game", "skill_share", "drama", "comebacks")
    changed = [dict(row) for row in by_weight(row for row in rows if row["verdict"] in CHANGED)]
    rest = [dict(row) for name in first for row in rows if row["metric"] == name and row["verdict"] not in CHANGED]
    return sorted(changed + rest, key=lambda row: row["metric"] != "gambits")


def told_difference(row: Data) -> str:
    """Return a difference with its interval and unit."""
    return f"{signed(row['estimate'], row)} {interval(row)} {unit(row)}"


def _cards(rows: Rows) -> RenderableType:
    grid = _grid("", ">printed", ">rule", "|difference", "|")
    told = told_cards(rows)
    for row in told:
        difference = "" if row["estimate"] is None else told_difference(row | {"unit": "gold"})
        grid.add_row(
            row["card"],
            _gold(row["printed"]),
            _gold(row["changed"]),
            Text(difference or row["verdict"], style=COLOURS.get(row["verdict"], "")),
            MARKS.get(row["verdict"], ""),
        )
    rest = len(rows) - len(told)
    line = Text(f"{rest} more cards: what they gain or lose is within error, or less than above.", style="dim")
    return Group(grid, line) if told else line


def told_cards(rows: Rows) -> list[Data]:
    """Return the cards that are printed: those that gain and lose most for certain, those that come and go."""
    both = [row for row in rows if row["estimate"] is not None]
    certain = sorted(
        (row for row in both if row["low"] is not None and row["low"] * row["high"] > 0),
        key=lambda row: -row["estimate"],
    )
    ends = certain if len(certain) <= 2 * MOST_CARDS else certain[:MOST_CARDS] + certain[-MOST_CARDS:]
    return [*(row for row in rows if row["estimate"] is None), *ends]


def _gold(value: float | None) -> str:
    return "-" if value is None else f"{value:+.2f}"


def _strategies(rows: Rows) -> Table:
    grid = _grid("", ">printed", ">rule", "|difference", "|", ">place", ">with rule")
    for row in rows:
        grid.add_row(
            row["strategy"],
            f"{row['printed']:.1f}",
            f"{row['changed']:.1f}",
            Text(told_difference(row | {"unit": "%"}), style=COLOURS.get(row["verdict"], "")),
            MARKS.get(row["verdict"], ""),
            places(row, "printed"),
            places(row, "changed"),
        )
    return grid


def places(row: Data, name: str) -> str:
    """Return the places that a strategy may hold."""
    best, worst = row[f"{name}_best"], row[f"{name}_worst"]
    return str(best) if best == worst else f"{best}-{worst}"


def sureness(data: Data, tables: Mapping[str, Rows], main: str) -> list[str]:
    """Return the lines on errors: what pairing gains, what intervals and verdicts mean, and the notes."""
    level, wrong = (f"{share:.0%}".replace("%", " %") for share in (data["level"], 1 - data["level"]))
    lines = [pairing(row) for row in tables["metrics"] if row["metric"] == "gambits" and row["table"] == main]
    lines.append(
        f"{level} intervals: one by one, those of cards and of win shares each together. = less than what matters,"
        f" ? cannot tell yet. Of the verdicts on metrics, but for the length, {wrong} or fewer should be wrong."
    )
    lines.append("Verdicts are about how these strategies play, not about all ways to play.")
    return lines + [f"Note: {row['note']}." for row in tables["notes"]]


def pairing(row: Data) -> str:
    """Say what playing the same shuffles gains for the length."""
    if row["gain"] is None:
        return "Played on the same shuffles." if row["paired"] else "Not played on the same shuffles."
    told = f"the lengths of blocks of games correlate by {row['correlation']:.2f}"
    if row["gain"] < 1.05:
        return f"Played on the same shuffles, but {told}, which saves nothing (gain {row['gain']:.2f})."
    saved = f"{1 - 1 / row['gain']:.0%}".replace("%", " %")
    return (
        f"Played on the same shuffles: {told}, which saves {saved} of the games that others would take"
        f" (gain {row['gain']:.2f})."
    )


# --- frames -----------------------------------------------------------------------------------------------


def _section(heading: str, body: RenderableType) -> Iterable[RenderableType]:
    return "", Text(heading, style="bold"), Padding(body, (0, 0, 0, 2))


def _grid(*columns: str) -> Table:
    """Return an empty table; ``>`` before a heading sets its column flush right, ``|`` keeps its cells on one line."""
    headings = [column.lstrip(">|") for column in columns]
    grid = Table(box=None, show_header=any(headings), pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column, heading in zip(columns, headings, strict=True):
        grid.add_column(
            heading, justify="right" if column.startswith(">") else "left", no_wrap=column[:1] in {">", "|"}
        )
    return grid

"""The printed answer of a run, for a terminal and for a file: who wins, how long games last, what happens in them."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]

BAR = 40  # columns of the longest bar
LONGEST_HISTOGRAM = 16  # rows; more lengths than that share rows


def render_answer(answer: Data, target: Terminal) -> None:
    """Print the object that `Results.summary` returns."""
    target.show(_parts(answer, "━" if target.has_all_signs else "#"))


def _parts(answer: Data, mark: str) -> Iterable[RenderableType]:
    level = _level(answer)
    yield _title(answer)
    yield from _section(f"Win share by strategy, per seat held ({level} intervals)", _strategies(answer, mark))
    yield from _section(f"Win share by seat ({level} intervals)", _seats(answer, mark))
    yield from _section(f"Length of a game, in gambits ({level} interval)", _length(answer, mark))
    yield from _section(f"How games end ({level} intervals)", _shares(answer["ends"]))
    yield from _section(f"What happens ({level} intervals)", _rates(answer))
    yield ""
    yield _speed(answer)


def _level(answer: Data) -> str:
    return f"{answer['level']:.0%}".replace("%", " %")


def _title(answer: Data) -> Text:
    names = dict.fromkeys(answer["lineup"])
    seating = ", seats fixed" if answer["fixed_seats"] else ""
    rules = "" if answer["rules"] == answer["deck"] else f", rules {answer['rules']}"
    head = f"{answer['games']:,} games of {answer['deck']}{rules}, {answer['players']} players"
    return Text().append(head, "bold").append(f"\n{', '.join(names)}{seating}; seed {answer['seed']}")


def _section(title: str, body: RenderableType) -> Iterable[RenderableType]:
    return "", Text(title, style="bold"), Padding(body, (0, 0, 0, 2))


def _grid(*columns: str) -> Table:
    grid = Table(
        box=None, show_header=any(column.strip(">") for column in columns), pad_edge=False, padding=(0, 2, 0, 0)
    )
    for column in columns:
        grid.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", no_wrap=True)
    return grid


# --- sections ---------------------------------------------------------------------------------------------


def _strategies(answer: Data, mark: str) -> Table:
    return _win_shares([(row["name"], row) for row in answer["strategies"]], mark)


def _seats(answer: Data, mark: str) -> Table:
    return _win_shares([(f"seat {row['seat']}", row) for row in answer["seats"]], mark)


def _win_shares(rows: list[tuple[str, Data]], mark: str) -> Table:
    grid = _grid("", ">", "", "")
    longest = max(row["win_share"] for _, row in rows) or 1.0
    for name, row in rows:
        bar = Text(_bar(row["win_share"] / longest, mark), style="cyan")
        grid.add_row(name, _percent(row["win_share"]), _interval(row, _percent), bar)
    return grid


def _length(answer: Data, mark: str) -> RenderableType:
    length = answer["length"]
    mean = f"mean {_number(length['mean'])}  {_interval(length, _number)}"
    return Group(mean, "", _quantiles(length["quantiles"]), "", _histogram(length["histogram"], mark))


def _quantiles(quantiles: list[Data]) -> Table:
    grid = _grid("share of games", *(f">{row['q']:.0%}".replace("%", " %") for row in quantiles))
    grid.add_row("last no longer than", *(f"{row['value']:.0f}" for row in quantiles))
    return grid


def _histogram(histogram: list[Data], mark: str) -> Table:
    rows = _grouped(histogram)
    games, longest = sum(count for _, count in rows), max(count for _, count in rows)
    grid = _grid(">", ">", "")
    for lengths, count in rows:
        grid.add_row(lengths, _percent(count / games), Text(_bar(count / longest, mark), style="cyan"))
    return grid


def _grouped(histogram: list[Data]) -> list[tuple[str, int]]:
    """Return label and games per row: every length for short games, several to a row for long ones."""
    first, games = histogram[0]["gambits"], sum(row["games"] for row in histogram)
    covered, last = 0, first
    for row in histogram:  # the longest half percent shares the last row
        covered, last = covered + row["games"], row["gambits"]
        if covered >= 0.995 * games:
            break
    step = -(-(last - first + 1) // LONGEST_HISTOGRAM)
    counts = dict.fromkeys(range(first, last + 1, step), 0)
    more = 0
    for row in histogram:
        if row["gambits"] <= last:
            counts[first + (row["gambits"] - first) // step * step] += row["games"]
        else:
            more += row["games"]
    rows = [(str(low) if step == 1 else f"{low} to {low + step - 1}", count) for low, count in counts.items()]
    return rows + ([("more", more)] if more else [])


def _shares(rows: list[Data]) -> Table:
    grid = _grid("", ">", "")
    for row in rows:
        grid.add_row(row["name"].replace("_", " "), _percent(row["share"]), _interval(row, _percent))
    return grid


def _rates(answer: Data) -> Table:
    grid = _grid("", ">", "")
    for row in (*answer["length"]["others"], *answer["rates"]):
        show = _percent if row["unit"].startswith("share of") else _number
        grid.add_row(row["unit"], show(row.get("value", row.get("mean"))), _interval(row, show))
    return grid


def _speed(answer: Data) -> Text:
    lines = []
    if answer["seconds"]:
        workers = f"{answer['workers']} thread{'s' if answer['workers'] > 1 else ''}"
        speed = f"{answer['games_per_second']:,.0f} games and {answer['decisions_per_second']:,.0f} decisions a second"
        lines.append(f"Played and written in {answer['seconds']:,.1f} s on {workers}: {speed}.")
    if answer["unfinished"]:
        lines.append(f"{answer['unfinished']:,} games were stopped at the cap on gambits: they count as won by nobody.")
    if not answer["complete"]:
        lines.append("Not all games that were asked for are there yet.")
    lines.append(f"The data: {answer['out']}")
    return Text("\n".join(lines), overflow="fold")


# --- numbers ----------------------------------------------------------------------------------------------


def _bar(share: float, mark: str) -> str:
    return mark * max(round(share * BAR), 1 if share > 0 else 0)


def _percent(value: float) -> str:
    return f"{100 * value:.2f} %"


def _number(value: float) -> str:
    return f"{value:,.3f}"


def _interval(row: Data, show: Any) -> str:
    """Return the interval, or a dash where there are too few games for one."""
    if row["low"] is None or row["high"] is None:
        return "-"
    return f"{show(row['low']).removesuffix(' %')} to {show(row['high'])}"

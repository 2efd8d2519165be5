"""`tda decks`: which decks there are, and what is in one."""

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tda_sim import definitions

Data = dict[str, Any]


def decks_command(name: str | None) -> Data:
    """Return all decks under the key ``decks``, or what is in the one called ``name`` (a name or a path)."""
    if name is None:
        return {"decks": definitions.list_decks()}
    return definitions.describe(definitions.load_deck(name))


def render_decks(data: Data, console: Console) -> None:
    """Print what `decks_command` returned."""
    if "decks" in data:
        _render_list(data["decks"], console)
    else:
        _render_deck(data, console)


def _render_list(rows: list[Data], console: Console) -> None:
    table = _table("name", "title", "cards", "players", "rules")
    for row in rows:
        if row["problems"]:
            _add(table, row["name"], "cannot be loaded, see below")
        else:
            _add(table, row["name"], row["title"], str(row["cards"]), _players(row), row["rules"])
    console.print(table)
    for problem in (problem for row in rows for problem in row["problems"]):
        console.print(problem, style="red", markup=False, highlight=False, soft_wrap=True)


def _render_deck(data: Data, console: Console) -> None:
    for line in (
        f"{data['title']} ({data['name']})",
        data["text"],
        f"{_sizes(data['sizes'])}, {_players(data)} players",
    ):
        console.print(line, highlight=False, markup=False)
    for table in (_dragons(data["colours"]), _unique_cards(data["unique_cards"]), _rules(data["rules"])):
        if table.row_count:
            console.print()
            console.print(table, highlight=False)
    console.print()
    console.print(f"digests: cards {data['digests']['deck'][:12]}, rules {data['digests']['rules'][:12]}", style="dim")


def _dragons(colours: list[Data]) -> Table:
    table = _table("dragons", "side", "strengths", "power")
    for colour in colours:
        strengths = " ".join(f"{strength:>2}" for strength in colour["strengths"])
        _add(table, colour["title"], colour["alignment"], strengths, colour["power"])
    return table


def _unique_cards(cards: list[Data]) -> Table:
    table = _table("unique cards", "side", "strength", "power")
    for card in cards:
        side = f"{card['alignment']}, god" if card["dragon_god"] else card["alignment"]
        _add(table, card["title"], side, str(card["strength"]), card["power"])
    return table


def _rules(rules: Data) -> Table:
    table = _table(f"rules: {rules['name']}", "value", "meaning")
    for row in rules["parameters"]:
        value = str(row["value"]).lower() if isinstance(row["value"], bool) else str(row["value"])
        _add(table, row["name"], value, row["meaning"])
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        right = column in ("cards", "players", "strength", "value")
        table.add_column(column, justify="right" if right else "left", no_wrap=column in ("name", "strengths"))
    return table


def _add(table: Table, *cells: str) -> None:
    table.add_row(*map(escape, cells))


def _players(row: Data) -> str:
    return f"{row['players']['min']} to {row['players']['max']}"


def _sizes(sizes: Data) -> str:
    parts = [f"{count} {word}" for word, count in sizes.items() if word != "cards"]
    return f"{sizes['cards']} cards ({', '.join(parts)})"

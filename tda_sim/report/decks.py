"""`tda decks`: which decks and house rules there are, what is in a deck, and what a house rule changes."""

from collections.abc import Iterable
from typing import Any

from rich.table import Table

from tda_sim import definitions
from tda_sim.report.listing import table, text_of
from tda_sim.terminal import Terminal

Data = dict[str, Any]


def decks_command(name: str | None) -> Data:
    """Return what there is under ``decks`` and ``house_rules``, or what is in the one called ``name`` (or a path)."""
    if name is None:
        return {"decks": definitions.list_decks(), "house_rules": definitions.list_house_rules()}
    if definitions.is_house_rule(name):
        return definitions.describe_house_rule(name)
    is_both = any(row["name"] == name for row in definitions.list_house_rules())
    return definitions.describe(definitions.load_deck(name)) | {"also_a_house_rule": is_both}


def render_decks(data: Data, console: Terminal) -> None:
    """Print what `decks_command` returned."""
    if "decks" in data:
        _render_list(data["decks"], data["house_rules"], console)
    elif "house_rule" in data:
        _render_house_rule(data, console)
    else:
        _render_deck(data, console)


def _print_tables(tables: Iterable[Table], console: Terminal) -> None:
    for each in tables:
        if each.row_count:
            console.print()
            console.print(each)


def _print_lines(lines: Iterable[str], console: Terminal, style: str | None = None) -> None:
    for line in lines:
        console.print(line, style=style)


# --- the list ---------------------------------------------------------------------------------------------


def _render_list(decks: list[Data], house_rules: list[Data], console: Terminal) -> None:
    listed = table("name", "title", "cards", "players", "rules")
    for row in decks:
        if row["problems"]:
            listed.add_row(row["name"], "cannot be loaded, see below")
        else:
            listed.add_row(row["name"], row["title"], str(row["cards"]), _players(row), row["rules"])
    house = table("name", "house rule")
    for row in house_rules:
        house.add_row(row["name"], "cannot be loaded, see below" if row["problems"] else row["text"] or row["title"])
    console.print(listed)
    _print_tables([house], console)
    for problem in (problem for row in [*decks, *house_rules] for problem in row["problems"]):
        console.print(problem, style="red", soft_wrap=True)


# --- a deck -----------------------------------------------------------------------------------------------


def _render_deck(data: Data, console: Terminal) -> None:
    head = [f"{data['title']} ({data['name']})", data["text"], f"{_sizes(data)}, {_players(data)} players"]
    _print_lines(head, console)
    if data["also_a_house_rule"]:
        _print_lines([f"There is a house rule of that name, too: tda decks house-rules/{data['name']}.yaml"], console)
    _print_lines((f"Note: {remark}" for remark in data["remarks"]), console, "yellow")
    _print_tables([_dragons(data["colours"]), _cards("single dragons", data["single_dragons"])], console)
    _print_tables([_cards("unique cards", [card for card in data["unique_cards"] if not card["drawn"]])], console)
    if data["draw"]:
        console.print()
        _print_lines([_draw(data["draw"])], console)
        _print_tables([_cards("unique cards", [card for card in data["unique_cards"] if card["drawn"]])], console)
    _print_tables([_rules(data["rules"])], console)
    console.print()
    console.print(f"digests: cards {data['digests']['deck'][:12]}, rules {data['digests']['rules'][:12]}", style="dim")


def _dragons(colours: list[Data]) -> Table:
    listed = table("dragons", "side", "strengths", "power")
    for colour in colours:
        strengths = " ".join(f"{strength:>2}" for strength in colour["strengths"])
        listed.add_row(colour["title"], colour["alignment"], strengths, colour["power"])
    return listed


def _cards(title: str, cards: list[Data]) -> Table:
    listed = table(title, "side", "strength", "power")
    for card in cards:
        side = [card["alignment"], *(["god"] if card["dragon_god"] else []), *(["ante effect"] if card["ante"] else [])]
        listed.add_row(card["title"], ", ".join(side), str(card["strength"]), card["power"])
    return listed


def _draw(draw: Data) -> str:
    picks = ", after every player has picked one of them" if draw["each_player_picks"] else ""
    shown = "; the players know which" if draw["shown"] else ""
    return f"{draw['cards']} of these {draw['of']} are drawn for each game{picks}{shown}:"


def _rules(rules: Data) -> Table:
    listed = table(f"rules: {rules['name']}", "value", "meaning")
    for row in rules["parameters"]:
        listed.add_row(row["name"], text_of(row["value"]), row["meaning"])
    return listed


def _players(row: Data) -> str:
    return f"{row['players']['min']} to {row['players']['max']}"


def _sizes(data: Data) -> str:
    sizes = data["sizes"]
    parts = [f"{count} {word}" for word, count in sizes.items() if word != "cards"]
    in_a_game = f", of which {data['cards']} are in a game" if data["draw"] else ""
    return f"{sizes['cards']} cards ({', '.join(parts)}){in_a_game}"


# --- a house rule -----------------------------------------------------------------------------------------


def _render_house_rule(data: Data, console: Terminal) -> None:
    _print_lines([f"{data['title']} ({data['house_rule']}), a house rule", data["text"]], console)
    if data["rule_set"]:
        _print_lines(["", f"It is played under the rule set {data['rule_set']}."], console)
    _print_tables([_changed_rules(data), _changed_cards(data), _changed_deck(data["deck"])], console)
    _print_lines(["", f"tda simulate DECK --rules {data['house_rule']} plays a deck under it."], console, "dim")


def _changed_rules(data: Data) -> Table:
    listed = table("rules", "value", "meaning")
    for row in data["rules"]:
        listed.add_row(row["name"], text_of(row["value"]), row["meaning"])
    return listed


def _changed_cards(data: Data) -> Table:
    listed = table("card", "what", "becomes")
    for row in data["cards"]:
        name = f"all of {row['name']}" if row["kind"] == "colour" else row["name"]
        if row["out"]:
            listed.add_row(name, "is out", "")
        for word, value in row["fields"].items():
            listed.add_row(name, word, text_of(value) or "nothing")
            name = ""
    for row in data["powers"]:
        for place in ("before", "after"):
            if row[place]:
                listed.add_row(f"every {row['of'].replace('_', ' ')}", f"{place} its power", row[place])
    return listed


def _changed_deck(deck: Data) -> Table:
    listed = table("deck", "becomes")
    for name, value in deck.items():
        listed.add_row(name, text_of(value))
    return listed

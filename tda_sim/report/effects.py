"""`tda effects`: the words that powers, ante effects and rules are written in."""

from collections.abc import Iterable
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from tda_sim import definitions
from tda_sim.errors import UserError, suggest
from tda_sim.report.listing import table, text_of
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]
TITLES = {"effects": "Effects of powers", "ante_effects": "Ante effects", "rules": "Parameters of rules"}
INDENT = 4


def effects_command(name: str | None) -> Data:
    """Return the vocabulary, or what there is of the name: effects, ante effects, parameters of rules."""
    words = definitions.glossary()
    if name is None:
        return words
    narrowed = {key: [row for row in words[key] if _answers_to(row, name)] for key in TITLES}
    if not any(narrowed.values()):
        known = [row["name"] for key in TITLES for row in words[key]]
        raise UserError.of(f"there is no effect or parameter of rules called {name}", hint=suggest(name, known))
    return {**words, **narrowed}


def _answers_to(row: Data, name: str) -> bool:
    """Whether a row has the name, or belongs to it (`buying` has several parameters), or is its last part."""
    full = str(row["name"])
    return name == full or full.startswith(f"{name}.") or full.endswith(f".{name}")


def render_effects(data: Data, console: Terminal) -> None:
    """Print what `effects_command` returned."""
    console.show(_parts(data))
    for problem in data["problems"]:
        console.print(problem, style="red", soft_wrap=True)


def _parts(data: Data) -> Iterable[RenderableType]:
    for key, title in TITLES.items():
        if data[key]:
            yield Text(title, style="bold underline")
            for row in data[key]:
                yield from _rule(row) if key == "rules" else _effect(row)
    if data["effects"] or data["ante_effects"]:
        yield Text(f"A group is one of {', '.join(data['groups'])}; or a colour, or a tag.", style="dim")


def _effect(row: Data) -> Iterable[RenderableType]:
    marks = [word for word, holds in (("lasts", row["lasting"]), ("at once", row["at_once"])) if holds]
    yield Text.assemble((row["name"], "bold"), (f"  ({', '.join(marks)})" if marks else "", "dim"))
    yield _indented(Text(row["meaning"]))
    if row["parameters"] or row["lists"]:
        yield _indented(_parameters(row))
    yield _indented(Text(_users(row["cards"]), style="dim"))
    yield ""


def _parameters(row: Data) -> Table:
    listed = table("parameter", "default", "may be", "meaning")
    listed.header_style = "dim"
    for parameter in row["parameters"]:
        default = "" if parameter["default"] is None else str(parameter["default"])
        listed.add_row(parameter["name"], default, parameter["may_be"], parameter["meaning"])
    for each in row["lists"]:
        listed.add_row(each["name"], "[]" if each["optional"] else "", "a list of effects", "")
    return listed


def _users(cards: dict[str, list[str]]) -> str:
    if not cards:
        return "no card uses it"
    return "used by " + "; ".join(f"{', '.join(names)} ({card_set})" for card_set, names in cards.items())


def _rule(row: Data) -> Iterable[RenderableType]:
    yield Text.assemble((row["name"], "bold"), f"  {row['may_be']}")
    yield _indented(Text(row["meaning"]))
    values = [f"{text_of(value)} ({rule_set})" for rule_set, value in row["values"].items()]
    default = [] if row["needed"] else [f"{text_of(row['default'])} if not given"]
    yield _indented(Text(", ".join([*values, *default]), style="dim"))
    yield ""


def _indented(body: RenderableType) -> Padding:
    return Padding(body, (0, 0, 0, INDENT))

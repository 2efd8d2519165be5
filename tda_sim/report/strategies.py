"""`tda strategies`: which there are, and what there is to know about one."""

from typing import Any

from tda_sim import seats
from tda_sim.report.listing import table
from tda_sim.seats import parameters
from tda_sim.seats.files import Strategy
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]
FEW = 6  # parameters that find room in a line

FORMS = {
    "choose": "choose: names an option; compiled",
    "score": "score: says how good each option is; compiled",
    "search": "search: plays ahead from each option; compiled",
    "decide": "decide: names an option; plain Python, not compiled",
}


def strategies_command() -> Data:
    """Return a row for each strategy that can be named: name, sentence, form, usual parameters, file."""
    return {"strategies": [_row(found) for found in seats.available()]}


def _row(found: Strategy) -> Data:
    head = {"name": found.name, "text": found.text, "path": str(found.path)}
    return {**head, "form": found.form, "parameters": dict(found.values)}


def render_strategies(data: Data, console: Terminal) -> None:
    """Print what `strategies_command` returned."""
    width = max((len(row["name"]) for row in data["strategies"]), default=0)
    for row in data["strategies"]:
        line = Text(f"{row['name']:<{width}}  {row['text']}")
        line.append(f" [{', '.join([row['form'], *_in_short(row['parameters'])])}]", "dim")
        console.print(line, soft_wrap=True)


def _in_short(values: dict[str, float]) -> list[str]:
    """Return parameters with their values; where there are many, their number."""
    if len(values) > FEW:
        return [f"{len(values)} parameters"]
    return [f"{name}={value:g}" for name, value in values.items()]


def show_command(name: str) -> Data:
    """Return all there is to know about a strategy without playing: also its parameters for each edition."""
    found = seats.find(name)
    editions = {deck: parameters.read(path, found.usual) for deck, path in parameters.editions(found.path).items()}
    return {
        **_row(found),
        "line": found.line,
        "digest": found.digest,
        "plays_ahead_with": None if found.fast is None else found.fast.name,
        "editions": {deck: {**found.usual, **values, **found.given} for deck, values in editions.items()},
    }


def render_show(data: Data, console: Terminal) -> None:
    """Print what `show_command` returned."""
    console.print(Text(data["name"], "bold"))
    console.print(Text(data["text"]), soft_wrap=True)
    console.print(Text(FORMS[data["form"]]))
    if data["plays_ahead_with"]:
        console.print(Text(f"the games that it plays ahead are played by {data['plays_ahead_with']}"))
    if data["parameters"]:
        console.print()
        listed = table("parameter", "value", *data["editions"])
        for name, value in data["parameters"].items():
            listed.add_row(name, f"{value:g}", *(f"{values[name]:g}" for values in data["editions"].values()))
        console.print(listed)
    console.print()
    console.print(Text(f"{data['path']}:{data['line']}", "dim"), soft_wrap=True)
    console.print(Text(f"digest {data['digest'][:12]}", "dim"))

"""`tda strategies`: which there are, and what there is to know about one."""

from collections.abc import Iterable, Mapping
from typing import Any

from tda_sim import seats
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.seats import parameters
from tda_sim.seats.files import Strategy
from tda_sim.seats.games import DICE

Data = dict[str, Any]

FEW = 6  # parameters that find room in a line
FORMS = {
    "choose": "choose: names an option; compiled",
    "score": "score: says how good each option is; compiled",
    "search": "search: plays ahead from each option; compiled",
    "decide": "decide: names an option; plain Python, not compiled",
}


def strategies() -> doc.Document:
    """Return the strategies that can be named: name, sentence, form, usual parameters, file."""
    cards, dice = seats.available(), seats.available(DICE)
    tables = {"": _listed(cards), "For the dice game": _listed(dice)}
    data = {"strategies": [_data(found) for found in cards], "dice_strategies": [_data(found) for found in dice]}
    return doc.Document("Strategies", sections=[Section(*each) for each in tables.items()], data=data)


def _listed(known: Iterable[Strategy]) -> list[doc.Block]:
    rows = [(found.name, found.text, ", ".join([found.form, *_in_short(found.values)])) for found in known]
    return [doc.texts("", ["strategy", "how it plays", "form, parameters"], rows)]


def _data(found: Strategy) -> Data:
    head = {"name": found.name, "text": found.text, "path": str(found.path)}
    return {**head, "form": found.form, "parameters": dict(found.values)}


def _in_short(values: Mapping[str, float]) -> list[str]:
    """Return parameters with their values; where there are many, their number."""
    return (
        [f"{len(values)} parameters"] if len(values) > FEW else [f"{name}={value:g}" for name, value in values.items()]
    )


def strategy(name: str) -> doc.Document:
    """Return all there is to know about a strategy without playing: also its parameters for each edition."""
    found = seats.find(name)
    read = {deck: parameters.read(path, found.usual) for deck, path in parameters.editions(found.path).items()}
    editions = {deck: {**found.usual, **values, **found.given} for deck, values in read.items()}
    fast = None if found.fast is None else found.fast.name
    data = {**_data(found), "line": found.line, "digest": found.digest, "plays_ahead_with": fast, "editions": editions}
    told = [FORMS[found.form], f"the games that it plays ahead are played by {fast}" if fast else ""]
    rows = [(each, *(f"{values[each]:g}" for values in (found.values, *editions.values()))) for each in found.values]
    place = f"{found.path}:{found.line}\ndigest {found.digest[:12]}"
    blocks: list[doc.Block] = [
        doc.Words(told),
        doc.texts("", ["parameter", ">value", *(f">{deck}" for deck in editions)], rows),
        doc.Verbatim(place, tone="quiet"),
    ]
    return doc.Document(found.name, sections=[Section("", blocks)], about=found.text, data=data)

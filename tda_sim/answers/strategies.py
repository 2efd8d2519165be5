"""`tda strategies`: which there are, and what there is to know about one."""

from typing import Any

from tda_sim import seats
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.seats import parameters
from tda_sim.seats.files import Strategy

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
    rows = [_row(found) for found in seats.available()]
    cells = [(row["name"], row["text"], ", ".join([row["form"], *_in_short(row["parameters"])])) for row in rows]
    listed = doc.texts("", ["strategy", "how it plays", "form, parameters"], cells)
    return doc.Document("Strategies", sections=[Section("", [listed])], data={"strategies": rows})


def _row(found: Strategy) -> Data:
    head = {"name": found.name, "text": found.text, "path": str(found.path)}
    return {**head, "form": found.form, "parameters": dict(found.values)}


def _in_short(values: dict[str, float]) -> list[str]:
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
    data = {**_row(found), "line": found.line, "digest": found.digest, "plays_ahead_with": fast, "editions": editions}
    told = [FORMS[found.form], f"the games that it plays ahead are played by {fast}" if fast else ""]
    rows = [
        (each, *(f"{values[each]:g}" for values in (data["parameters"], *editions.values())))
        for each in data["parameters"]
    ]
    place = f"{found.path}:{found.line}\ndigest {found.digest[:12]}"
    blocks: list[doc.Block] = [
        doc.Words(told),
        doc.texts("", ["parameter", ">value", *(f">{deck}" for deck in editions)], rows),
        doc.Verbatim(place, tone="quiet"),
    ]
    return doc.Document(found.name, sections=[Section("", blocks)], about=found.text, data=data)

"""`tda effects`: the vocabulary of powers, ante effects, abilities and rules."""

from collections.abc import Iterator
from typing import Any

from tda_sim import definitions
from tda_sim.errors import UserError, suggest
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section

Data = dict[str, Any]
PARTS = {
    "effects": "Effects of powers",
    "ante_effects": "Ante effects",
    "ability_effects": "Effects of abilities",
    "conditions": "Conditions of abilities",
    "rules": "Parameters of rules",
}


def effects(name: str | None) -> doc.Document:
    """Return the whole vocabulary, or the words under a name; raise UserError where there are none."""
    data = _vocabulary(name)
    sections = [Section(title, sections=[_entry(row) for row in data[part]]) for part, title in PARTS.items()]
    groups = f"A group is one of {', '.join(data['groups'])}, a colour or a tag."
    last = [
        doc.Words([groups] if data["effects"] or data["ante_effects"] else [], tone="quiet"),
        *broken(data["problems"]),
    ]
    return doc.Document(
        name or "The vocabulary of powers and rules", sections=[*sections, Section("", last)], data=data
    )


def _vocabulary(name: str | None) -> Data:
    words = definitions.glossary()
    if name is None:
        return words
    found = {part: [row for row in words[part] if _answers_to(row["name"], name)] for part in PARTS}
    if not any(found.values()):
        known = [row["name"] for part in PARTS for row in words[part]]
        raise UserError.of(f"there is no effect or parameter of rules called {name}", hint=suggest(name, known))
    return words | found


def _answers_to(full: str, name: str) -> bool:
    """Return whether a word has the name, begins with it (as the parameters of `buying` do) or ends with it."""
    return name == full or full.startswith(f"{name}.") or full.endswith(f".{name}")


def broken(problems: list[str]) -> Iterator[doc.Block]:
    """Yield the problems of files that cannot be read."""
    if problems:
        yield doc.Verbatim("\n".join(problems), tone="bad")


def _entry(row: Data) -> Section:
    return _rule(row) if "values" in row else _effect(row)


def _effect(row: Data) -> Section:
    marks = ", ".join(word for word, holds in (("lasts", row["lasting"]), ("at once", row["at_once"])) if holds)
    parameters = [[each["name"], each["default"], each["may_be"], each["meaning"]] for each in row["parameters"]]
    parameters += [[each["name"], "[]" if each["optional"] else "", "a list of effects", ""] for each in row["lists"]]
    rows = [["" if cell is None else str(cell) for cell in cells] for cells in parameters]
    users = "; ".join(f"{', '.join(names)} ({card_set})" for card_set, names in row["cards"].items())
    blocks: list[doc.Block] = [
        doc.Words([row["meaning"]]),
        doc.texts("", ["parameter", "default", "values", "meaning"], rows),
        doc.Words([f"Moments: {', '.join(row['moments'])}."] if row["moments"] else [], tone="quiet"),
        doc.Words([f"Used by {users}." if users else "No card uses it."], tone="quiet"),
    ]
    return Section(f"{row['name']}{marks and f' ({marks})'}", blocks)


def _rule(row: Data) -> Section:
    values = [f"{text_of(value)} ({rule_set})" for rule_set, value in row["values"].items()]
    values += [] if row["needed"] else [f"default: {text_of(row['default'])}"]
    blocks = [doc.Words([row["meaning"]]), doc.Words([", ".join(values)], tone="quiet")]
    return Section(f"{row['name']}: {row['may_be']}", blocks)


def text_of(value: Any) -> str:
    """Return a value as YAML writes it on one line."""
    if isinstance(value, list):
        return ", ".join(map(text_of, value))
    if isinstance(value, dict):
        return "; ".join(f"{key}: {text_of(entry)}" for key, entry in value.items())
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

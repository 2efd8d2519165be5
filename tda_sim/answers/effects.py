"""`tda effects`: the vocabulary of powers, ante effects, abilities and rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tda_sim import definitions
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.errors import UserError, suggest

if TYPE_CHECKING:
    from tda_sim.definitions.vocabulary import EffectRow, Glossary, RuleRow


def effects(name: str | None) -> doc.Document:
    """Return the whole vocabulary, or the words under a name; raise UserError where there are none."""
    data = _vocabulary(name)
    sections = [
        Section("Effects of powers", sections=[_effect(row) for row in data["effects"]]),
        Section("Ante effects", sections=[_effect(row) for row in data["ante_effects"]]),
        Section("Effects of abilities", sections=[_effect(row) for row in data["ability_effects"]]),
        Section("Conditions of abilities", sections=[_effect(row) for row in data["conditions"]]),
        Section("Parameters of rules", sections=[_rule(row) for row in data["rules"]]),
    ]
    groups = f"A group is one of {', '.join(data['groups'])}, a colour or a tag."
    last = [
        doc.Words([groups] if data["effects"] or data["ante_effects"] else [], tone="quiet"),
        *broken(data["problems"]),
    ]
    return doc.Document(
        name or "The vocabulary of powers and rules", sections=[*sections, Section("", last)], data=data
    )


def _vocabulary(name: str | None) -> "Glossary":
    words = definitions.glossary()
    if name is None:
        return words
    effects = [row for row in words["effects"] if _answers_to(row["name"], name)]
    ante = [row for row in words["ante_effects"] if _answers_to(row["name"], name)]
    rules = [row for row in words["rules"] if _answers_to(row["name"], name)]
    abilities = [row for row in words["ability_effects"] if _answers_to(row["name"], name)]
    conditions = [row for row in words["conditions"] if _answers_to(row["name"], name)]
    if not (effects or ante or rules or abilities or conditions):
        of_abilities = [*words["ability_effects"], *words["conditions"]]
        known = [row["name"] for row in [*words["effects"], *words["ante_effects"], *of_abilities, *words["rules"]]]
        raise UserError.of(f"there is no effect or parameter of rules called {name}", hint=suggest(name, known))
    parts = {"ability_effects": abilities, "conditions": conditions}
    return {**words, "effects": effects, "ante_effects": ante, "rules": rules, **parts}  # type: ignore[typeddict-item]


def _answers_to(full: str, name: str) -> bool:
    """Return whether a word has the name, begins with it (as the parameters of `buying` do) or ends with it."""
    return name == full or full.startswith(f"{name}.") or full.endswith(f".{name}")


def broken(problems: list[str]) -> Iterator[doc.Block]:
    """Yield the problems of files that cannot be read."""
    if problems:
        yield doc.Verbatim("\n".join(problems), tone="bad")


def _effect(row: "EffectRow") -> Section:
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


def _rule(row: "RuleRow") -> Section:
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

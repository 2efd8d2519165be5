"""The vocabulary of YAML files as plain data: effects, ante effects and the parameters of rules."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypedDict

from tda_sim.definitions import inherit, library
from tda_sim.definitions.decks import load_rules
from tda_sim.definitions.effects import AbilityEffects, AntePower, Conditions, Power, Steps
from tda_sim.definitions.files import part
from tda_sim.definitions.models import RuleSet, words
from tda_sim.definitions.powers import Word, brief_kind, default_word
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import PARTS
from tda_sim.engine.registry import Parameter
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import Choice, Number
from tda_sim.errors import Problem, UserError

Data = dict[str, Any]
Uses = dict[str, dict[str, list[str]]]  # word -> card set -> cards


class Limits(TypedDict, total=False):
    """The limits of an effect's parameter: a number from ``least`` to ``most``, or one of some words."""

    least: int
    most: int
    words: list[str]


class ParameterRow(Limits):
    """A parameter of an effect; ``may_be``: its bounds in words."""

    name: str
    may_be: str
    default: str | int | None
    meaning: str


class ListRow(TypedDict):
    """A list of effects within a structure."""

    name: str
    optional: bool


class EffectRow(TypedDict):
    """An effect, a structure or a condition; ``cards``: what uses it, by card set or list of abilities.

    ``moments`` are those at which an ability may have it; empty if all are possible.
    """

    name: str
    kind: str
    meaning: str
    lasting: bool
    at_once: bool
    parameters: list[ParameterRow]
    lists: list[ListRow]
    moments: list[str]
    cards: dict[str, list[str]]


class RuleParameter(TypedDict):
    """A parameter of rules, by its dotted name; ``needed``: it has no default."""

    name: str
    may_be: str
    default: Any
    needed: bool
    meaning: str


class RuleRow(RuleParameter):
    """A parameter of rules with its value in every rule set."""

    values: dict[str, Any]


class Glossary(TypedDict):
    """All words of powers, ante effects and rules."""

    effects: list[EffectRow]
    ante_effects: list[EffectRow]
    rules: list[RuleRow]
    ability_effects: list[EffectRow]
    conditions: list[EffectRow]
    groups: list[str]
    problems: list[str]


def glossary() -> Glossary:
    """Return all effects with the cards or abilities that use them, conditions, and all parameters of rules.

    The search covers all card sets, lists of abilities and rule sets with a name; ``problems`` lists what cannot be
    read. A group is one of ``groups``, a colour or a tag.
    """
    problems: list[Problem] = []
    power_uses, ante_uses = _uses("cards", PARTS, ("power", "ante"), problems)
    used, tested = _uses("abilities", ("abilities",), ("effects", "condition"), problems)
    return {
        "effects": _rows(Power, "effect", power_uses),
        "ante_effects": _rows(AntePower, "ante effect", ante_uses),
        "rules": _rule_rows(problems),
        "ability_effects": _rows(AbilityEffects, "ability effect", used),
        "conditions": _rows(Conditions, "condition", tested),
        "groups": list(words(Group)),
        "problems": [str(problem) for problem in dict.fromkeys(problems)],
    }


# --- effects ----------------------------------------------------------------------------------------------


def _rows(steps: type[Steps], kind: str, uses: Uses) -> list[EffectRow]:
    return [_row(model.word, kind, uses) for model in steps.models.values()]


def _row(word: Word, kind: str, uses: Uses) -> EffectRow:
    return {
        "name": word.name,
        "kind": "structure" if word.lists else kind,
        "meaning": word.meaning,
        "lasting": word.effect.lasting,
        "at_once": word.effect.at_once,
        "parameters": _parameter_rows(word.parameters),
        "lists": [{"name": name, "optional": name in word.optional} for name in word.lists],
        "moments": [when.name.lower() for when in word.effect.moments],
        "cards": uses.get(word.name, {}),
    }


def _parameter_rows(parameters: Sequence[Parameter]) -> list[ParameterRow]:
    return [
        {
            "name": parameter.name,
            "may_be": brief_kind(parameter.kind),
            **_bounds(parameter.kind),
            "default": default_word(parameter),
            "meaning": parameter.kind.meaning,
        }
        for parameter in parameters
    ]


def _bounds(kind: Any) -> Limits:
    if isinstance(kind, Number):
        return {"least": kind.low, "most": kind.high}
    return {"words": list(words(kind.words))} if isinstance(kind, Choice) else {}


# --- which cards use them ---------------------------------------------------------------------------------


def _uses(kind: str, parts: Sequence[str], fields: Sequence[str], problems: list[Problem]) -> list[Uses]:
    """Return, for each field that holds a list of effects, what uses an effect in it; ``parts`` of files have them."""
    uses: list[Uses] = [{} for _ in fields]
    for file in library.available(kind):
        node = inherit.load(kind, file, problems) or Node({})
        for name, entry in (pair for key in parts for pair in part(node, key).entries.items()):
            for field, there in zip(fields, uses, strict=True):
                _note(there, file, name, part(entry, field).plain())
    return uses


def _note(uses: Uses, set_name: str, card: str, effects: Any) -> None:
    for name in dict.fromkeys(_names_in(effects)):
        uses.setdefault(name, {}).setdefault(set_name, []).append(card)


def _names_in(effects: Any) -> Iterator[str]:
    """Yield the name of every effect and structure in a list of effects."""
    for step in effects if isinstance(effects, list) else ():
        if isinstance(step, str):
            yield step
        elif isinstance(step, dict):
            for name, argument in step.items():
                yield name
                for below in argument.values() if isinstance(argument, dict) else ():
                    yield from _names_in(below)


# --- rules ------------------------------------------------------------------------------------------------


def _rule_rows(problems: list[Problem]) -> list[RuleRow]:
    """Return every parameter of the rules with its value in every rule set."""
    sets = _rule_sets(problems)
    return [
        {**row, "values": {name: _at(values, row["name"].split(".")) for name, values in sets.items()}}
        for row in rule_parameters()
    ]


@cache
def rule_parameters() -> tuple[RuleParameter, ...]:
    """Return every parameter of the rules: its dotted name, what it may be, its default and its meaning."""
    return tuple(_rows_of(RuleSet.model_json_schema(), ""))


def _rule_sets(problems: list[Problem]) -> dict[str, Data]:
    sets = {}
    for name in library.available("rules"):
        try:
            sets[name] = load_rules(name).model_dump(mode="json")
        except UserError as error:
            problems.extend(error.problems)
    return sets


def _rows_of(schema: Data, above: str) -> Iterable[RuleParameter]:
    """Yield a row per parameter, nested ones by dotted names."""
    definitions = schema.get("$defs", {})
    for name, field in schema["properties"].items():
        nested = definitions.get(str(field.get("$ref", "")).rpartition("/")[2])
        if nested is not None:
            yield from _rows_of(nested | {"$defs": definitions}, f"{above}{name}.")
        elif above or name not in ("base", "title", "text"):
            yield {
                "name": f"{above}{name}",
                "may_be": _may_be(field),
                "default": field.get("default"),
                "needed": "default" not in field,
                "meaning": field["description"],
            }


def _may_be(field: Data) -> str:
    """Return in words what a JSON Schema allows."""
    forms = field.get("anyOf") or field.get("oneOf")
    if forms:
        return " or ".join(_may_be(form) for form in forms)
    if "enum" in field:
        return f"one of {', '.join(field['enum'])}"
    if "const" in field or field["type"] == "null":
        return str(field.get("const", "null"))
    if field["type"] == "boolean":
        return "true or false"
    if field["type"] == "string":
        return "a name or a path"
    return f"a whole number from {field['minimum']} to {field['maximum']}"


def _at(values: Any, path: Sequence[str]) -> Any:
    for step in path:
        values = values[step]
    return values

"""The vocabulary of YAML files as plain data: effects, ante effects and the parameters of rules."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from tda_sim.definitions import inherit, library
from tda_sim.definitions.card_sets import PARTS
from tda_sim.definitions.decks import load_rules
from tda_sim.definitions.descriptions import parameters
from tda_sim.definitions.effects import AbilityEffects, AntePower, Conditions, Power, Steps
from tda_sim.definitions.files import part
from tda_sim.definitions.models import File, RuleSet, words
from tda_sim.definitions.powers import Word, brief_kind, default_word
from tda_sim.definitions.sources import Node
from tda_sim.engine.registry import Parameter
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import Choice, Number
from tda_sim.errors import Problem, UserError

Data = dict[str, Any]
Uses = dict[str, dict[str, list[str]]]  # word -> card set -> cards


def glossary() -> Data:
    """Return ``effects``, ``ante_effects``, ``ability_effects`` and ``conditions``, and the parameters of ``rules``.

    A row of effects has in ``cards`` what uses it, by card set or list of abilities, and in ``moments`` those at which
    an ability may have it, none if all are possible. The search covers all card sets, lists of abilities and rule sets
    with a name; ``problems`` lists what cannot be read. A group is one of ``groups``, a colour or a tag.
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


def _rows(steps: type[Steps], kind: str, uses: Uses) -> list[Data]:
    return [_row(model.word, kind, uses) for model in steps.models.values()]


def _row(word: Word, kind: str, uses: Uses) -> Data:
    return {
        "name": word.name,
        "kind": "structure" if word.lists else kind,
        "meaning": word.meaning,
        "lasting": word.effect.lasting,
        "at_once": word.effect.at_once,
        "parameters": [_parameter_row(parameter) for parameter in word.parameters],
        "lists": [{"name": name, "optional": name in word.optional} for name in word.lists],
        "moments": [when.name.lower() for when in word.effect.moments],
        "cards": uses.get(word.name, {}),
    }


def _parameter_row(parameter: Parameter) -> Data:
    """Return a parameter with its bounds, ``least`` and ``most`` or ``words``; ``may_be``: these in words."""
    kind, default = parameter.kind, default_word(parameter)
    limits: Data = {"words": list(words(kind.words))} if isinstance(kind, Choice) else {}
    limits |= {"least": kind.low, "most": kind.high} if isinstance(kind, Number) else {}
    may_be = brief_kind(kind)
    return {"name": parameter.name, "may_be": may_be, **limits, "default": default, "meaning": kind.meaning}


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


def _rule_rows(problems: list[Problem]) -> list[Data]:
    """Return every parameter of the rules with its value in every rule set."""
    sets = {}
    for name in library.available("rules"):
        try:
            sets[name] = {row["name"]: row["value"] for row in parameters(load_rules(name))}
        except UserError as error:
            problems.extend(error.problems)
    return [
        {**row, "values": {name: values[row["name"]] for name, values in sets.items()}} for row in rule_parameters()
    ]


@cache
def rule_parameters() -> tuple[Data, ...]:
    """Return every parameter of the rules: its dotted name, what it may be, its default and its meaning.

    ``needed``: it has no default.
    """
    return tuple(_rows_of(RuleSet.model_json_schema(), ""))


def _rows_of(schema: Data, above: str) -> Iterable[Data]:
    """Yield a row per parameter, nested ones by dotted names."""
    definitions = schema.get("$defs", {})
    for name, field in schema["properties"].items():
        nested = definitions.get(str(field.get("$ref", "")).rpartition("/")[2])
        if nested is not None:
            yield from _rows_of(nested | {"$defs": definitions}, f"{above}{name}.")
        elif above or name not in File.model_fields:
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

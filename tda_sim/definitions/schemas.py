"""JSON Schemas of the YAML files, for editors: made from the models and from the list of effects.

A file that extends another one states only what differs, so the schemas ask for keys only where there is no
``base``; what a whole deck lacks is found when it is loaded.
"""

from collections.abc import Iterable
from typing import Any

from tda_sim.definitions.ability_files import CONDITIONS as CONDITION_LIST
from tda_sim.definitions.ability_files import EFFECTS as EFFECT_LIST
from tda_sim.definitions.ability_files import AbilityList
from tda_sim.definitions.deck_files import AddedEffects, DeckFile, HouseRule
from tda_sim.definitions.dice import HOUSE as DICE_HOUSE
from tda_sim.definitions.dice import KIND as DICE
from tda_sim.definitions.dice import DiceFile
from tda_sim.definitions.models import ANTE_POWER, POWER, CardSet, File, RuleSet, words
from tda_sim.definitions.powers import (
    ALWAYS,
    ALWAYS_MEANING,
    STRUCTURES,
    Structure,
    all_ante_effects,
    describe_kind,
    public_effects,
)
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES, CONDITIONS, Effect, Parameter
from tda_sim.engine.vocabulary import Choice, Number
from tda_sim.errors import UserError, suggest

Schema = dict[str, Any]
MODELS: dict[str, type[File]] = {
    "cards": CardSet,
    "rules": RuleSet,
    "deck": DeckFile,
    "house-rule": HouseRule,
    "abilities": AbilityList,
    DICE: DiceFile,
    DICE_HOUSE: DiceFile,
}
IN_LISTS = {AddedEffects.__name__}  # lists are replaced as a whole, so their entries never lack what a base would have
LISTS = {POWER: "Power", ANTE_POWER: "AntePower", EFFECT_LIST: "AbilityEffects", CONDITION_LIST: "Conditions"}


def schema(kind: str) -> Schema:
    """Return the JSON Schema of a kind of file: one of `MODELS`."""
    if kind not in MODELS:
        raise UserError.of(f"there is no schema for {kind}", hint=suggest(kind, MODELS))
    schema = _model_schema(MODELS[kind])
    if kind in ("deck", "house-rule"):
        _refer_to_rules_and_cards(schema)
    if kind == DICE_HOUSE:  # has only what differs, for any dice game
        schema.pop("anyOf")
    if kind in (DICE, DICE_HOUSE):
        schema["properties"]["dragons"].pop("minProperties")  # a file may change a single one
    else:
        _refer_to_powers(schema)
        schema["$defs"] |= _power_schemas()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _model_schema(model: type[File]) -> Schema:
    schema = model.model_json_schema()
    definitions = schema.setdefault("$defs", {})
    for name, definition in definitions.items():
        if name not in IN_LISTS:
            definition.pop("required", None)
    required = schema.pop("required", [])
    schema["anyOf"] = [{"required": ["base"]}, {"required": required}]
    for entries in (schema["properties"], *_mappings_of_names(schema)):
        _allow_null(entries)
    return schema


def _mappings_of_names(schema: Any) -> Iterable[Schema]:
    """Close every mapping whose keys are names, and yield what its entries may be."""
    if isinstance(schema, dict) and "patternProperties" in schema:
        schema["additionalProperties"] = False
        yield schema["patternProperties"]
    for entry in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _mappings_of_names(entry)


def _allow_null(entries: Schema) -> None:
    """Let null stand for an entry that a file removes from what it extends."""
    for key, entry in entries.items():
        if isinstance(entry, dict) and ("$ref" in entry or "oneOf" in entry):
            described = {word: entry[word] for word in ("description",) if word in entry}
            entries[key] = {"anyOf": [entry, {"type": "null"}], **described}


def _refer_to_powers(schema: Any) -> None:
    if isinstance(schema, dict) and schema.get("format") in LISTS:
        schema["$ref"] = f"#/$defs/{LISTS[schema.pop('format')]}"
    for entry in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _refer_to_powers(entry)


def _refer_to_rules_and_cards(schema: Schema) -> None:
    rules, cards = _model_schema(RuleSet), _model_schema(CardSet)
    definitions = schema["$defs"]
    definitions |= cards.pop("$defs") | rules.pop("$defs")
    rules.pop("anyOf")  # a mapping in a deck may change the rules of the deck that it extends
    definitions["RuleSet"] = rules
    description = schema["properties"]["rules"]["description"]
    schema["properties"]["rules"] = {
        "description": description,
        "anyOf": [{"type": "string"}, {"$ref": "#/$defs/RuleSet"}, {"type": "null"}],
    }
    definitions["Changes"]["properties"] |= {key: cards["properties"][key] for key in ("dragons", "cards")}


def _power_schemas() -> Schema:
    effects, ante = public_effects().values(), all_ante_effects().values()
    always = {ALWAYS: {"type": "boolean", "description": ALWAYS_MEANING}}
    forms = {f"effect_{effect.name}": _effect_schema(effect, always) for effect in effects}
    forms |= {f"structure_{name}": _structure_schema(name, structure) for name, structure in STRUCTURES.items()}
    ante_forms = {f"ante_effect_{effect.name}": _effect_schema(effect, {}) for effect in ante}
    used = (ABILITY_EFFECTS | CHANGES).values()
    used_forms = {f"ability_effect_{effect.name}": _effect_schema(effect, {}) for effect in used}
    tests = CONDITIONS.values()
    test_forms = {f"condition_{effect.name}": _effect_schema(effect, {}) for effect in tests}
    return {
        "AbilityEffects": _list_of("AbilityStep", "Effects of abilities, in order."),
        "AbilityStep": _step(used, used_forms),
        "Conditions": _list_of("Condition", "Conditions, all of which must hold."),
        "Condition": _step(tests, test_forms),
        **used_forms,
        **test_forms,
        "Power": _list_of("Step", "Effects, one after another."),
        "Step": _step(effects, forms),
        "AntePower": _list_of("AnteStep", "Ante effects, one after another."),
        "AnteStep": _step(ante, ante_forms),
        **forms,
        **ante_forms,
    }


def _list_of(items: str, description: str) -> Schema:
    return {"type": "array", "items": {"$ref": f"#/$defs/{items}"}, "description": description}


def _step(effects: Iterable[Effect], forms: Iterable[str]) -> Schema:
    bare = [effect.name for effect in effects if all(p.default is not None for p in effect.parameters)]
    return {"anyOf": [{"type": "string", "enum": bare}, *({"$ref": f"#/$defs/{name}"} for name in forms)]}


def _effect_schema(effect: Effect, extras: Schema) -> Schema:
    parameters = {p.name: _parameter_schema(p) for p in effect.parameters}
    forms = [_closed({**parameters, **extras}, _needed(effect.parameters))]
    if effect.parameters and all(p.default is not None for p in effect.parameters[1:]):
        forms.append(next(iter(parameters.values())))
    return _closed({effect.name: {"anyOf": forms, "description": effect.meaning}}, [effect.name])


def _structure_schema(name: str, structure: Structure) -> Schema:
    parameters = {p.name: _parameter_schema(p) for p in structure.parameters}
    lists = {word: {"$ref": "#/$defs/Power"} for word in structure.lists}
    asked = structure.lists[:-1] if structure.last_optional else structure.lists
    body = _closed({**parameters, **lists}, [*_needed(structure.parameters), *asked])
    return _closed({name: body | {"description": structure.meaning}}, [name])


def _needed(parameters: Iterable[Parameter]) -> list[str]:
    return [p.name for p in parameters if p.default is None]


def _parameter_schema(parameter: Parameter) -> Schema:
    kind = parameter.kind
    schema: Schema = {"description": f"{kind.meaning}: {describe_kind(kind)}"}
    if isinstance(kind, Number):
        return schema | {"type": "integer", "minimum": kind.low, "maximum": kind.high}
    return schema | {"type": "string"} | ({"enum": list(words(kind.words))} if isinstance(kind, Choice) else {})


def _closed(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

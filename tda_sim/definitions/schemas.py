"""JSON Schemas of the YAML files, for editors: made from the models and from the list of effects.

A file that extends another one states only what differs, so the schemas ask for keys only where there is no
``base``; what a whole deck lacks is found when it is loaded.
"""

from typing import Any

from tda_sim.definitions.models import POWER, CardSet, DeckFile, File, RuleSet, words
from tda_sim.definitions.powers import (
    ALWAYS,
    STRUCTURES,
    Structure,
    describe_kind,
    parameter_name,
    public_effects,
)
from tda_sim.engine.effects.registry import EFFECTS, Effect, Parameter
from tda_sim.engine.effects.vocabulary import Choice, Jump, Number
from tda_sim.errors import UserError, suggest

Schema = dict[str, Any]
MODELS: dict[str, type[File]] = {"cards": CardSet, "rules": RuleSet, "deck": DeckFile}


def schema(kind: str) -> Schema:
    """Return the JSON Schema of a kind of file: cards, rules or deck."""
    if kind not in MODELS:
        raise UserError.of(f"there is no schema for {kind}", hint=suggest(kind, MODELS))
    made = _model_schema(MODELS[kind])
    if kind == "deck":
        _refer_to_rules_and_cards(made)
    _refer_to_powers(made)
    made["$defs"] |= _power_schemas()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def _model_schema(model: type[File]) -> Schema:
    made = model.model_json_schema()
    definitions = made.setdefault("$defs", {})
    for definition in definitions.values():
        definition.pop("required", None)
    required = made.pop("required", [])
    made["anyOf"] = [{"required": ["base"]}, {"required": required}]
    _allow_null(made)
    return made


def _allow_null(made: Schema) -> None:
    """Let null stand for an entry that a file removes from what it extends."""
    for mapping in made["properties"].values():
        if "patternProperties" in mapping:
            mapping["additionalProperties"] = False
        for entries in (mapping, mapping.get("patternProperties", {})):
            for key, entry in entries.items():
                if isinstance(entry, dict) and "$ref" in entry:
                    entries[key] = {"anyOf": [entry, {"type": "null"}]}


def _refer_to_powers(made: Any) -> None:
    if isinstance(made, dict) and made.get("format") == POWER:
        del made["format"]
        made["$ref"] = "#/$defs/Power"
    for entry in made.values() if isinstance(made, dict) else made if isinstance(made, list) else ():
        _refer_to_powers(entry)


def _refer_to_rules_and_cards(made: Schema) -> None:
    rules, cards = _model_schema(RuleSet), _model_schema(CardSet)
    definitions = made["$defs"]
    definitions |= cards.pop("$defs") | rules.pop("$defs")
    rules.pop("anyOf")  # a mapping in a deck may change the rules of the deck that it extends
    definitions["RuleSet"] = rules
    description = made["properties"]["rules"]["description"]
    made["properties"]["rules"] = {
        "description": description,
        "anyOf": [{"type": "string"}, {"$ref": "#/$defs/RuleSet"}],
    }
    definitions["Changes"]["properties"] |= {key: cards["properties"][key] for key in ("dragons", "cards")}


def _power_schemas() -> Schema:
    effects = public_effects().values()
    bare = [effect.name for effect in effects if all(p.default is not None for p in effect.parameters)]
    forms = {f"effect_{effect.name}": _effect_schema(effect) for effect in effects}
    structures = {f"structure_{name}": _structure_schema(name, form) for name, form in STRUCTURES.items()}
    names = [{"$ref": f"#/$defs/{name}"} for name in [*forms, *structures]]
    step = {"anyOf": [{"type": "string", "enum": bare}, *names]}
    power = {"type": "array", "items": {"$ref": "#/$defs/Step"}, "description": "Effects, one after another."}
    return {"Power": power, "Step": step, **forms, **structures}


def _effect_schema(effect: Effect) -> Schema:
    parameters = {p.name: _parameter_schema(p) for p in effect.parameters}
    always = {"type": "boolean", "description": "Carried out even when the stakes have run empty."}
    full = _closed({**parameters, ALWAYS: always}, [p.name for p in effect.parameters if p.default is None])
    forms = [full]
    if effect.parameters and all(p.default is not None for p in effect.parameters[1:]):
        forms.append(next(iter(parameters.values())))
    return _closed({effect.name: {"anyOf": forms, "description": effect.meaning}}, [effect.name])


def _structure_schema(name: str, structure: Structure) -> Schema:
    asked = [p for p in EFFECTS[structure.effect].parameters if not isinstance(p.kind, Jump)]
    parameters = {parameter_name(p, structure): _parameter_schema(p) for p in asked}
    branches = {key: {"$ref": "#/$defs/Power"} for key in (structure.first, structure.second)}
    required = [*parameters, structure.first, *([] if structure.second_optional else [structure.second])]
    body = _closed({**parameters, **branches}, required) | {"description": structure.meaning}
    return _closed({name: body}, [name])


def _parameter_schema(parameter: Parameter) -> Schema:
    kind = parameter.kind
    made: Schema = {"description": f"{kind.meaning}: {describe_kind(kind)}"}
    if isinstance(kind, Number):
        return made | {"type": "integer", "minimum": kind.low, "maximum": kind.high}
    return made | {"type": "string"} | ({"enum": words(kind.words)} if isinstance(kind, Choice) else {})


def _closed(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

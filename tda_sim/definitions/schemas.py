"""JSON Schemas of the YAML files, for editors: made from the models.

A file that extends another one states only what differs, so the schemas ask for keys only where there is no
``base``; what a whole deck lacks is found when it is loaded.
"""

from collections.abc import Iterable
from typing import Any

from tda_sim.definitions.ability_files import AbilityList
from tda_sim.definitions.card_files import CardSet
from tda_sim.definitions.deck_files import AddedEffects, DeckFile, HouseRule
from tda_sim.definitions.dice import HOUSE as DICE_HOUSE
from tda_sim.definitions.dice import KIND as DICE
from tda_sim.definitions.dice import DiceFile
from tda_sim.definitions.models import File, RuleSet
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

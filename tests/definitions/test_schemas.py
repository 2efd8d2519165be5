"""The JSON Schemas accept what the loader accepts, and catch an editor's mistakes."""

import functools
from typing import Any

import jsonschema
import pytest

from tda_sim.definitions import library, schema, sources
from tda_sim.definitions.powers import public_effects
from tda_sim.engine.registry import ANTE_EFFECTS
from tda_sim.errors import UserError


@functools.cache
def validator(kind: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(kind))


def errors(kind: str, data: Any) -> list[str]:
    return [error.message for error in validator(kind).iter_errors(data)]


@pytest.mark.parametrize("kind", ["cards", "rules", "deck", "house-rule", "abilities", "dice", "dice-house-rule"])
def test_a_schema_is_sound_and_fits_every_shipped_file(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(kind))
    shipped = library.available(kind).values()
    assert shipped
    for path in shipped:
        assert errors(kind, sources.read_or_raise(path).plain()) == [], path


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("cards", {"base": "original", "cards": {"thief": None}}),
        ("cards", {"base": "original", "cards": {"thief": {"power": ["steal", {"steal": 3}]}}}),
        ("cards", {"base": "x", "cards": {"a": {"power": [{"choose": {"take": ["steal"], "stakes": []}}]}}}),
        ("rules", {"base": "original", "hand_limit": 8}),
        ("deck", {"base": "original", "rules": {"hand_limit": 8}}),
        ("deck", {"base": "original", "changes": {"cards": {"thief": None, "fool": {"strength": 2}}}}),
        ("cards", {"cards": {"thief": {"ante": ["winner_shares", {"leader_pays": 3}]}}}),
        ("cards", {"cards": {"thief": {"power": [{"for_each": {"who": "left", "do": ["steal"]}}]}}}),
        ("rules", {"base": "original", "end": {"gold": 100, "gambits": None}, "series": 3}),
        ("deck", {"base": "original", "colours": {"black": [1, 2], "red": "all", "gold": None}}),
        ("deck", {"base": "original", "unique_cards": {"shown": True}}),
        ("deck", {"base": "original", "unique_cards": {"always": ["druid"], "draw": 9, "from": ["thief"]}}),
        ("deck", {"base": "original", "changes": {"cards": {"black-5": {"power": []}, "black-9": None}}}),
        ("deck", {"base": "original", "changes": {"powers": [{"of": "mortal", "before": ["steal"]}]}}),
        ("house-rule", {}),
        ("dice", {"base": "dice-gambit", "rules": {"gambits": 3}, "dragons": {"red": {"die": 10}}}),
        ("dice-house-rule", {"dragons": {"red": {"gold": 3}}}),
        ("house-rule", {"abilities": {"list": "legendary", "entries": {"bluff": None}, "seats": "random:2"}}),
        (
            "abilities",
            {"base": "legendary", "abilities": {"fast-hands": None, "new": {"when": "turn", "effects": ["draw"]}}},
        ),
        ("house-rule", {"rules": "legendary", "players": {"max": 4}, "card_sets": ["x"], "take_from": {"a": "b"}}),
        ("house-rule", {"rules": {"hand_limit": 8, "end": {"players_left": 2}}, "unique_cards": {"shown": True}}),
        ("house-rule", {"colours": {"black": None, "red": [2]}, "changes": {"cards": {"thief": None}}}),
    ],
)
def test_changes_to_another_file_fit(kind: str, data: Any) -> None:
    assert errors(kind, data) == []


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("cards", {"cards": {"thief": {"strength": 0}}}),
        ("cards", {"cards": {"thief": {"power": [{"stael": 3}]}}}),
        ("cards", {"cards": {"thief": {"power": [{"steal": 1000}]}}}),
        ("cards", {"cards": {"thief": {"power": ["take_random_card"]}}}),
        ("cards", {"cards": {"thief": {"power": [{"collect": {"who": "lefft"}}]}}}),
        ("cards", {"cards": {"Thief": {}}}),
        ("rules", {"base": "original", "hand_limit": 11}),
        ("rules", {"hand_limit": 8}),
        ("rules", {"base": "original", "debt": "runing"}),
        ("deck", {"base": "original", "players": {"min": 1}}),
        ("deck", {"base": "original", "rules": {"hand_limt": 8}}),
        ("deck", {"base": "original", "colours": "some"}),
        ("deck", {"title": "x"}),
        ("cards", {"cards": {"thief": {"ante": ["steal"]}}}),
        ("cards", {"cards": {"thief": {"power": ["winner_shares"]}}}),
        ("cards", {"cards": {"thief": {"power": [{"for_each": {"do": ["steal"]}}]}}}),
        ("cards", {"cards": {"thief": {"power": [{"for_each": {"who": "left"}}]}}}),
        ("rules", {"base": "original", "end": {"gold": 0}}),
        ("rules", {"base": "original", "end": {"players_left": 6}}),
        ("deck", {"base": "original", "colours": {"black": "some"}}),
        ("deck", {"base": "original", "colours": {"black": [0]}}),
        ("deck", {"base": "original", "unique_cards": {"draw": 0}}),
        ("deck", {"base": "original", "unique_cards": {"drew": 3}}),
        ("deck", {"base": "original", "changes": {"powers": [{"before": ["steal"]}]}}),
        ("deck", {"base": "original", "changes": {"powers": [{"of": "mortal", "before": ["stael"]}]}}),
        ("house-rule", {"rules": {"hand_limt": 8}}),
        ("house-rule", {"rulez": {}}),
        ("house-rule", {"changes": {"cards": {"thief": {"strength": 0}}}}),
    ],
)
def test_mistakes_do_not_fit(kind: str, data: Any) -> None:
    assert errors(kind, data)


def test_every_effect_is_listed_with_its_meaning() -> None:
    definitions = schema("cards")["$defs"]
    for name, effect in public_effects().items():
        assert definitions[f"effect_{name}"]["properties"][name]["description"] == effect.meaning
    for name, effect in ANTE_EFFECTS.items():
        assert definitions[f"ante_effect_{name}"]["properties"][name]["description"] == effect.meaning
    assert not any(name.endswith("go_to") for name in definitions)


def test_every_parameter_of_the_rules_has_a_sentence() -> None:
    made = schema("rules")
    sentences = [entry.get("description", "") for entry in made["properties"].values()]
    sentences += [
        entry["description"] for part in made["$defs"].values() for entry in part.get("properties", {}).values()
    ]
    assert all(sentence.endswith(".") for sentence in sentences)


def test_an_unknown_kind_of_schema_is_a_mistake() -> None:
    with pytest.raises(UserError, match=r"there is no schema for card .*did you mean cards"):
        schema("card")

"""Every parameter, house rule and dragon of the dice game is shown by a scenario."""

from typing import Any

import pytest
from evidence import of_dice, texts

from tda_sim.definitions import library, load_game, sources
from tda_sim.definitions.dice import HOUSE, KIND, POWERS, DiceDeck, DiceRules
from tda_sim.dice.terms import Power


def rules_named() -> list[Any]:
    return [scenario["rules"] for scenario in of_dice() if scenario.get("rules") is not None]


@pytest.mark.parametrize("rule", library.available(HOUSE))
def test_every_house_rule_is_shown(rule: str) -> None:
    assert rule in rules_named()


def test_every_dragon_is_rolled_or_in_a_flight() -> None:
    deck = load_game("dice-gambit")
    assert isinstance(deck, DiceDeck)
    named = {text.partition(" ")[0] for scenario in of_dice() for text in texts(scenario)}
    assert set(deck.dragons) <= named


def test_every_parameter_has_another_value_in_a_house_rule_of_a_scenario() -> None:
    shown = set()
    for rule in rules_named():
        node = sources.read_or_raise(library.find(HOUSE, rule)).plain() if isinstance(rule, str) else rule
        shown |= set(node.get("rules", {}))
    assert shown == set(DiceRules.model_fields)


@pytest.mark.parametrize("deck", library.available(KIND))
def test_every_dice_game_is_played_by_a_scenario(deck: str) -> None:
    assert deck in [scenario["deck"] for scenario in of_dice()]


def test_every_parameter_says_what_it_is() -> None:
    unsaid = [name for name, field in DiceRules.model_fields.items() if not (field.description or "").endswith(".")]
    assert unsaid == []


def test_every_power_is_a_dragon_s_and_described() -> None:
    deck = load_game("dice-gambit")
    assert isinstance(deck, DiceDeck)
    used = {dragon.power for dragon in deck.dragons.values()}
    assert used == set(POWERS) - {Power.NONE}

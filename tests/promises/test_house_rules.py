"""Every house rule fits a deck, asks a question, says what it changes, and is shown by a scenario."""

import pytest
from evidence import shown, under_house_rules

from tda_sim.definitions import library

HOUSE_RULES = library.available("house-rule")


def test_there_are_at_least_ten() -> None:
    assert len(HOUSE_RULES) >= 10


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_a_house_rule_fits_a_shipped_deck(rule: str) -> None:
    assert rule in under_house_rules()


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_a_house_rule_asks_a_question_in_its_first_comment(rule: str) -> None:
    lines = HOUSE_RULES[rule].read_text(encoding="utf-8").splitlines()
    comment = " ".join(line.removeprefix("#") for line in lines if line.startswith("#"))
    assert lines[0].startswith("# ") and "?" in comment


def test_every_house_rule_is_shown_by_a_scenario() -> None:
    assert set(HOUSE_RULES) - set().union(*(scenario.references for scenario in shown())) == set()


def test_every_deck_is_played_by_a_scenario() -> None:
    assert set(library.available("deck")) - set().union(*(scenario.references for scenario in shown())) == set()

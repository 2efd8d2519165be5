"""Tables and digests: what changes them, and what does not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tda_sim.definitions import build_tables, library, load_deck, sources
from tda_sim.engine.layout import FIRST_OWN_GROUP, RULES

Write = Callable[[str, str], Path]

ORIGINAL = {"card_sets": ["original"], "rules": "original"}


def digests(deck: Any, rules: Any = None) -> tuple[str, str]:
    tables = build_tables(load_deck(deck, rules))
    return tables.deck_digest, tables.rules_digest


def plain(path: str) -> Any:
    return sources.read_or_raise(library.shipped("decks") / path).plain()


def test_digests_do_not_see_formatting_comments_titles_or_texts(write: Write) -> None:
    cards, rules = plain("cards/original.yaml"), plain("rules/original.yaml")
    cards["title"], cards["cards"]["fool"]["text"], rules["text"] = "Other", "Another text.", ""
    write("cards/mine.yaml", "# a remark\n" + yaml.safe_dump(cards, default_flow_style=True, sort_keys=False, width=60))
    write("rules/mine.yaml", yaml.safe_dump(rules, sort_keys=True))
    assert digests({"card_sets": ["mine"], "rules": "mine"}) == digests("original")


@pytest.mark.parametrize(
    "changes",
    [
        {"cards": {"thief": {"power": [{"steal": 6}]}}},
        {"cards": {"thief": {"strength": 6}}},
        {"cards": {"thief": None}},
        {"cards": {"thief": {"alignment": "evil"}}},
        {"cards": {"tiamat": {"god": {"bars": "mortal"}}}},
        {"cards": {"tiamat": {"colours": ["black"]}}},
        {"cards": {"thief": {"tags": ["rogue"]}}},
        {"dragons": {"black": {"power": [{"steal": {"amount": 2, "always": True}}]}}},
        {"dragons": {"black": {"strengths": [1, 2, 3, 5, 7, 8]}}},
    ],
)
def test_the_deck_digest_sees_every_change_to_a_card(changes: dict[str, Any]) -> None:
    deck, rules = digests(ORIGINAL | {"changes": changes})
    assert deck != digests("original")[0]
    assert rules == digests("original")[1]


def test_the_rules_digest_sees_every_parameter() -> None:
    changes: list[dict[str, Any]] = [
        {"starting_gold": {"each": 49}},
        {"starting_gold": {"each": 50, "per_player": 1}},
        {"opening_hand": 5},
        {"hand_limit": 9},
        {"buying": {"at": 0}},
        {"buying": {"up_to": 5}},
        {"buying": {"when": "after_powers"}},
        {"buying": {"poorest_pays": 50}},
        {"draw_after_gambit": 3},
        {"rounds": 4},
        {"round_cap": 13},
        {"gambit_cap": 9},
        {"ante_redos": 1},
        {"leader_triggers": False},
        {"special_flights": {"colour": 4}},
        {"special_flights": {"strength": 4}},
        {"special_flights": {"mortals_in_strength": True}},
        {"special_flights": {"ante_cards": 2}},
        {"special_flights": {"mortals_as_colour": True}},
        {"special_flights": {"colour_wins": True}},
        {"debt": "hole"},
        {"winner_owes_stakes": True},
        {"winner_takes_hole": True},
        {"end": {"players_left": 1}},
        {"end": {"gold": 100}},
        {"end": {"gambits": 10}},
        {"end": {"unpaid_antes": 2}},
        {"series": 3},
    ]
    result = {digests("original", change)[1] for change in changes}
    assert len(result) == len(changes) == len(RULES.names or ())
    assert digests("original")[1] not in result


def test_groups_are_colours_in_the_order_of_the_file_then_tags() -> None:
    changes = {"cards": {"thief": {"tags": ["rogue", "human"]}, "fool": {"tags": ["human"]}}}
    tables = build_tables(load_deck(ORIGINAL | {"changes": changes}))
    assert tables.groups[FIRST_OWN_GROUP : FIRST_OWN_GROUP + 10] == tables.colours
    assert tables.groups[FIRST_OWN_GROUP + 10 :] == ("human", "rogue")  # the fool comes first


def test_a_colour_that_is_not_in_the_deck_is_an_empty_group() -> None:
    deck = ORIGINAL | {"colours": ["red", "gold", "black"], "players": {"min": 2, "max": 4}}
    deck |= {"changes": {"cards": {"thief": {"power": [{"steal": {"per": "white"}}]}}}}
    tables = build_tables(load_deck(deck))
    white = tables.groups.index("white")
    assert tables.colours == ("black", "gold", "red")
    assert not any(int(mask) >> white & 1 for mask in tables.cards[0]["groups"])
    tiamat = tables.names.index("tiamat")
    assert int(tables.cards[0]["colours"][tiamat]) == 0b101  # black and red are the ones that are left


def test_a_unique_dragon_may_have_a_colour_by_nature() -> None:
    raider = {"strength": 8, "alignment": "evil", "colour": "black", "power": ["steal"]}
    tables = build_tables(load_deck(ORIGINAL | {"changes": {"cards": {"black-raider": raider}}}))
    number, black = tables.names.index("black-raider"), tables.groups.index("black")
    assert int(tables.cards[0]["colours"][number]) == 1
    assert int(tables.cards[0]["groups"][number]) >> black & 1


@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(list(range(10))))
def test_the_order_in_which_a_deck_lists_colours_does_not_matter(order: list[int]) -> None:
    names = load_deck("original").colour_names
    assert digests(ORIGINAL | {"colours": [names[place] for place in order]}) == digests("original")


def test_a_deck_loads_from_any_folder_and_by_path(write: Write) -> None:
    path = write("copy.yaml", (library.shipped("decks") / "original.yaml").read_text())
    assert digests(path) == digests(str(path)) == digests("copy") == digests("original")
    assert Path(str(load_deck("copy").file)) == Path("decks/copy.yaml")

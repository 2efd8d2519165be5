"""Lists of abilities: read, changed by house rules, given to players, and every mistake in them named."""

from typing import Any

import pytest

from tda_sim import definitions
from tda_sim.definitions.abilities import assign, mask_of
from tda_sim.engine.terms import Deal, Once, When
from tda_sim.errors import UserError


def abilities(rules: Any = None, deck: str = "legendary") -> Any:
    return definitions.load_deck(deck, rules).abilities


def mistake(call: Any, *arguments: Any) -> str:
    with pytest.raises(UserError) as caught:
        call(*arguments)
    return "\n".join(map(str, caught.value.problems))


@pytest.mark.parametrize(("deck", "count"), [("original", 8), ("emperors-gambit", 16), ("legendary", 12)])
def test_the_rules_of_each_edition_name_its_own_list(deck: str, count: int) -> None:
    result = abilities(deck=deck)
    assert result.name == deck and len(result.abilities) == count
    assert result.unshared == (deck == "emperors-gambit")


def test_theme_decks_have_the_list_of_their_rules() -> None:
    assert abilities(deck="evil-times").name == "emperors-gambit"


def test_the_tournament_changes_three_abilities_and_has_bundles() -> None:
    result, printed = abilities({"abilities": "tournament"}), abilities()
    assert set(printed.names) - set(result.names) == {"confusingly-smooth", "threats-and-promises"}
    assert set(result.names) - set(printed.names) == {"getting-angry-now"}
    desperation = result.abilities["desperation"]
    assert desperation.limits == [Once.GAME, Once.DISK] and desperation.text.endswith("once a game.")
    assert len(result.bundles) == 9
    assert result.bundles["gnome-bard"].abilities == ["cutting-words", "fast-hands"]


def test_a_house_rule_changes_adds_and_removes_abilities() -> None:
    entries = {
        "desperation": None,
        "fast-hands": {"once": "gambit"},
        "blank": {"title": "Blank"},
        "own": {"when": "turn", "effects": ["draw"]},
    }
    result = abilities({"abilities": {"entries": entries}}).abilities
    assert "desperation" not in result
    assert result["fast-hands"].limits == [Once.GAMBIT] and result["fast-hands"].when == When.STEALING
    assert result["blank"].when is None and result["own"].when == When.TURN


def test_a_rule_set_may_name_another_list() -> None:
    assert abilities({"base": "legendary", "abilities": "tournament"}).name == "tournament"


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"when": "tomorrow", "effects": ["draw"]}, "when cannot be tomorrow"),
        ({"when": "turn"}, "when and effects belong together"),
        ({"effects": ["draw"]}, "when and effects belong together"),
        ({"when": "turn", "effects": ["drawe"]}, "there is no effect called drawe"),
        ({"when": "turn", "effects": ["fill_up_to"]}, "there is no effect called fill_up_to"),
        ({"when": "turn", "effects": ["pay_less"]}, "there is no effect called pay_less"),
        (
            {"when": "turn", "effects": ["draw"], "condition": ["lowest_ante"]},
            "there is no condition called lowest_ante",
        ),
        ({"when": "turn", "effects": ["draw"], "once": "week"}, "once cannot be week"),
        ({"when": "turn", "effects": ["draw"], "once": ["game", "gambit"]}, "one of recharged, gambit and game"),
        ({"when": "turn", "effects": [{"draw": 99}]}, "amount cannot be 99"),
        ({"when": "tomorrow", "effects": ["drawe"]}, "there is no effect called drawe"),
        ({"when": "turn", "effects": ["draw"], "condition": "anted"}, "condition must be a list of conditions"),
    ],
)
def test_every_mistake_in_an_ability_is_named(entry: dict[str, Any], told: str) -> None:
    assert told in mistake(abilities, {"abilities": {"entries": {"own": entry}}})


def test_a_bundle_of_unknown_abilities_is_a_mistake() -> None:
    bundles = {"rogue": {"abilities": ["stealthy"]}}
    assert "there is no ability stealthy" in mistake(abilities, {"abilities": {"bundles": bundles}})


# --- who has which ----------------------------------------------------------------------------------------


def test_abilities_are_given_place_by_place_or_to_all() -> None:
    result = abilities()
    each = assign("fast-hands,desperation; none ;practice-counts", result, 3)
    names = ["desperation,fast-hands", "none", "practice-counts"]
    assert each.words == tuple(names) and each.deal == Deal.GIVEN
    assert each.masks == tuple(mask_of([] if text == "none" else text.split(","), result.names) for text in names)
    assert assign(["fast-hands"], result, 3).masks == (mask_of(["fast-hands"], result.names),) * 3


def test_a_bundle_is_given_by_its_name() -> None:
    result = abilities({"abilities": "tournament"})
    assert assign("gnome-bard", result, 2).words == ("fast-hands,cutting-words",) * 2


def test_nobody_has_any_where_nothing_is_said() -> None:
    for text in (None, "", "none", [], "none;none"):
        assert assign(text, abilities(), 2).words == ()


@pytest.mark.parametrize(
    ("said", "players", "told"),
    [
        ("fasthands", 2, "has no ability fasthands"),
        ("fast-hands;none", 3, "abilities for 2 of 3 players"),
        ("random:0", 3, "random:0 is impossible"),
        ("random:13", 3, "random:13 is impossible"),
        ("draft:two", 3, "draft:two is impossible"),
        ("bundles", 3, "has 0 bundles"),
    ],
)
def test_every_mistake_in_who_has_which_is_named(said: str, players: int, told: str) -> None:
    assert told in mistake(assign, said, abilities(), players)


def test_where_no_two_may_have_the_same_there_must_be_enough_for_all() -> None:
    result = abilities(deck="emperors-gambit")
    assert assign("random:2", result, 6).each == 2
    assert "random:3 is impossible" in mistake(assign, "random:3", result, 6)
    assert "bluff is given to two players" in mistake(assign, "bluff;bluff", result, 2)


def test_a_deck_may_say_who_has_which() -> None:
    assert abilities({"abilities": {"seats": "random:2"}}).seats == "random:2"

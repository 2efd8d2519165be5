"""What a deck changes about its cards: colours, single cards, single dragons, whole groups."""

from typing import Any

from tda_sim.definitions import Card, Deck, load_deck

ORIGINAL = {"base": "original"}


def changed(*steps: dict[str, Any]) -> Deck:
    """The original deck under house rules that make these changes one after another."""
    return load_deck("original", [{"changes": step} for step in steps])


def card(deck: Deck, name: str) -> Card:
    (result,) = [card for card in deck.cards if card.name == name]
    return result


def effects(deck: Deck, name: str) -> list[str]:
    return [step.effect for step in card(deck, name).power]  # type: ignore[union-attr]


def test_one_coloured_dragon_differs_from_the_others() -> None:
    deck = load_deck(ORIGINAL | {"changes": {"cards": {"black-5": {"power": [{"draw": 2}], "tags": ["odd"]}}}})
    assert effects(deck, "black-5") == ["draw"]
    assert effects(deck, "black-3") == ["steal"]
    five = card(deck, "black-5")
    assert (five.title, five.strength, five.colour, five.alignment) == ("Black Dragon 5", 5, "black", "evil")
    assert (five.tags, five.apart) == (("odd",), True)
    assert [each.name for each in deck.cards] == [each.name for each in load_deck("original").cards]


def test_a_single_coloured_dragon_is_taken_out() -> None:
    deck = changed({"cards": {"gold-13": None}})
    assert len(deck.cards) == 69
    assert "gold-13" not in {each.name for each in deck.cards}


def test_a_dragon_taken_out_may_come_back_as_a_card_of_its_own() -> None:
    back = {"strength": 13, "alignment": "good", "colour": "gold", "power": ["steal"]}
    deck = changed({"cards": {"gold-13": None}}, {"cards": {"gold-13": back}})
    assert effects(deck, "gold-13") == ["steal"]
    assert len(deck.cards) == 70


def test_what_changes_for_a_colour_changes_for_those_that_differ_as_well() -> None:
    first = {"cards": {"black-5": {"tags": ["odd"], "power": ["draw"]}}}
    deck = changed(first, {"dragons": {"black": {"power": [{"steal": 9}]}}})
    assert effects(deck, "black-5") == ["steal"]
    assert card(deck, "black-5").tags == ("odd",)
    assert not [each for each in changed(first, {"dragons": {"black": None}}).cards if each.colour == "black"]


def test_steps_take_effect_one_after_another() -> None:
    deck = changed({"cards": {"thief": {"power": ["draw"]}}}, {"cards": {"thief": {"strength": 1}}})
    assert (effects(deck, "thief"), card(deck, "thief").strength) == (["draw"], 1)
    assert len(changed({"cards": {"thief": {"strength": 1}}}, {"cards": {"thief": None}}).cards) == 69


def test_a_deck_takes_out_what_the_deck_it_extends_has_changed(tmp_path: Any) -> None:
    path = tmp_path / "first.yaml"
    path.write_text(
        "base: original\nchanges: {cards: {thief: {strength: 1}, bard: {strength: 2, alignment: mortal}}}\n"
    )
    names = {each.name for each in load_deck({"base": str(path), "changes": {"cards": {"thief": None}}}).cards}
    assert "bard" in names
    assert "thief" not in names


def test_effects_are_added_to_all_cards_of_a_group() -> None:
    deck = changed({"powers": [{"of": "mortal", "before": [{"steal": 1}], "after": ["draw"]}]})
    assert effects(deck, "thief") == ["steal", "steal", "discard_from_hand", "draw"]
    assert effects(deck, "druid") == ["steal", "pay_stakes", "weakest_flight_wins", "draw"]
    assert effects(deck, "black-5") == ["steal"]


def test_a_card_without_a_power_gets_one() -> None:
    assert effects(changed({"powers": [{"of": "dragon_god", "after": ["steal"]}]}), "tiamat") == ["steal"]


def test_a_group_may_be_a_colour_a_tag_or_all_cards() -> None:
    deck = changed({"powers": [{"of": "black", "after": ["draw"]}]})
    assert (effects(deck, "black-1"), effects(deck, "red-2")[-1]) == (["steal", "draw"], "take_random_card")
    tagged = {"cards": {"thief": {"tags": ["rogue"]}}, "powers": [{"of": "rogue", "before": ["draw"]}]}
    assert effects(changed(tagged), "thief")[0] == "draw"
    everything = changed({"powers": [{"of": "card", "after": ["draw"]}]})
    assert {
        effects(everything, each.name)[-1] for each in everything.cards if each.colour not in ("blue", "white")
    } == {"draw"}


def test_effects_are_added_after_all_other_changes_of_their_step() -> None:
    step = {"powers": [{"of": "mortal", "before": ["draw"]}], "cards": {"thief": {"power": ["steal"]}}}
    assert effects(changed(step), "thief") == ["draw", "steal"]
    assert effects(changed(step, {"cards": {"thief": {"power": ["steal"]}}}), "thief") == ["steal"]


def test_a_dragon_that_differs_gets_the_effects_of_its_group() -> None:
    deck = changed({"cards": {"black-5": {"power": []}}, "powers": [{"of": "black", "before": ["draw"]}]})
    assert effects(deck, "black-5") == ["draw"]
    assert effects(deck, "black-3") == ["draw", "steal"]


def test_the_text_of_a_card_tells_what_was_added() -> None:
    deck = changed({"powers": [{"of": "black", "before": ["pay_stakes"], "after": [{"draw": 2}]}]})
    assert card(deck, "black-5").text == "Pay stakes. Steal 2. Draw 2."


def test_a_text_does_not_outlive_the_power_that_it_tells() -> None:
    thief = card(changed({"cards": {"thief": {"power": [{"steal": 3}, {"collect": {"who": "left"}}]}}}), "thief")
    assert (thief.text, thief.power.words) == ("", "steal 3, collect (who left)")
    assert card(changed({"cards": {"thief": {"strength": 1}}}), "thief").text

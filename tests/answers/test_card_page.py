"""`tda cards DECK CARD`: what is printed on one card, and what its effects mean."""

import json
from collections.abc import Callable

import pytest

from tda_sim.answers.card_page import card
from tda_sim.definitions import glossary, load_deck
from tda_sim.errors import UserError

Tda = Callable[..., tuple[int, str, str]]


def test_a_card_is_found_by_name_and_by_title() -> None:
    assert card("original", "black-5").data == card("original", "Black Dragon 5").data
    data = card("original", "black-5").data
    assert (data["strength"], data["alignment"], data["colour"], data["power"]) == (5, "evil", "black", "steal 2")
    assert (list(data["effects"]) == ["steal"] and "steal" in data["effects"]["steal"].lower()) or data["effects"][
        "steal"
    ]
    assert json.loads(json.dumps(data)) == json.loads(json.dumps(data))


@pytest.mark.parametrize("deck", ["original", "legendary", "emperors-gambit"])
def test_every_card_of_an_edition_has_a_page_that_explains_each_of_its_effects(deck: str) -> None:
    known = {row["name"] for key in ("effects", "ante_effects") for row in glossary()[key]}  # type: ignore[literal-required]
    for each in load_deck(deck).cards:
        data = card(deck, each.name).data
        written = {word for word in known if word.replace("_", " ") in f"{each.power_words} {each.ante_words}"}
        assert set(data["effects"]) <= written and all(data["effects"].values()), each.name
        assert bool(data["effects"]) == bool(each.power or each.ante), each.name


def test_a_card_that_the_deck_does_not_have_is_told_its_neighbour() -> None:
    with pytest.raises(UserError, match=r"original has no card druidd \(did you mean druid\?"):
        card("original", "druidd")


def test_the_command_prints_the_page_and_plays_nothing(tda: Tda) -> None:
    code, said, _ = tda("cards", "legendary", "tiamat")
    assert code == 0 and "Tiamat (tiamat), in Legendary Edition" in said and "dragon god" in said
    assert "tda cards legendary --cards tiamat" in said

"""Which cards of its card sets a deck has, and which of them are drawn game by game."""

from typing import Any

import pytest

from tda_sim.definitions import Deck, build_tables, load_deck

SETS = {"card_sets": ["original"], "rules": "original"}


def loaded(**keys: Any) -> Deck:
    return load_deck(SETS | keys)


def strengths(deck: Deck) -> dict[str, tuple[int, ...]]:
    return {colour.name: colour.strengths for colour in deck.colours}


def test_a_colour_may_come_with_some_of_its_strengths() -> None:
    deck = loaded(colours={"red": "all", "black": [9, 1], "gold": [2, 13]}, players={"max": 3})
    assert strengths(deck) == {"black": (1, 9), "gold": (2, 13), "red": (2, 3, 5, 8, 10, 12)}
    assert deck.colour_names == ("black", "gold", "red")
    assert len(deck.cards) == 10 + 10


def test_a_deck_adds_a_colour_to_those_of_the_deck_it_extends_and_takes_one_out(tmp_path: Any) -> None:
    (tmp_path / "few.yaml").write_text(
        "card_sets: [original]\nrules: original\nplayers: {max: 3}\ncolours: {red: all, black: [1, 9], gold: all}\n"
    )
    deck = load_deck({"base": str(tmp_path / "few.yaml"), "colours": {"black": None, "blue": "all"}})
    assert list(strengths(deck)) == ["blue", "gold", "red"]


def test_some_of_the_cards_are_drawn() -> None:
    deck = loaded(unique_cards={"draw": 4})
    assert (deck.n_drawn, len(deck.drawn), deck.size, len(deck.cards)) == (4, 10, 64, 70)
    assert deck.drawn == tuple(card.name for card in deck.cards[-10:])
    assert not deck.each_player_picks
    assert not deck.shown


def test_some_cards_are_in_every_game() -> None:
    deck = loaded(unique_cards={"always": ["thief", "druid"], "draw": 3})
    assert (len(deck.drawn), deck.size) == (8, 65)
    assert not {"thief", "druid"}.intersection(deck.drawn)


def test_what_is_drawn_from_may_be_a_list() -> None:
    unique = {"always": ["thief"], "draw": 2, "from": ["tiamat", "druid", "fool"], "shown": True}
    deck = loaded(unique_cards=unique)
    assert deck.drawn == ("druid", "fool", "tiamat")  # in the order of the cards
    assert len(deck.cards) == 60 + 4
    assert deck.shown


def test_the_tables_say_what_is_drawn() -> None:
    unique = {"always": ["thief"], "draw": 2, "from": ["tiamat", "druid", "fool"], "each_player_picks": True}
    tables = build_tables(loaded(unique_cards=unique, players={"max": 2}))
    cards = tables.cards[0]
    assert [name for name, drawn in zip(tables.names, cards["drawn"], strict=False) if drawn] == list(tables.drawn)
    assert tables.drawn == ("druid", "fool", "tiamat")
    assert (cards["n_drawn"], cards["each_picks"], cards["shown"]) == (2, 1, 0)


def test_a_deck_without_drawing_has_none_in_its_tables() -> None:
    tables = build_tables(load_deck("original"))
    assert tables.drawn == ()
    assert not tables.cards[0]["drawn"].any()


@pytest.mark.parametrize(
    "unique",
    [{"draw": 5}, {"draw": 6, "shown": True}, {"draw": 6, "each_player_picks": True}, {"draw": 6, "always": ["fool"]}],
)
def test_the_deck_digest_sees_how_cards_are_drawn(unique: dict[str, Any]) -> None:
    digest = build_tables(loaded(unique_cards={"draw": 6})).deck_digest
    assert build_tables(loaded(unique_cards=unique)).deck_digest != digest


def test_cards_that_changes_add_need_not_be_listed() -> None:
    bard = {"cards": {"bard": {"strength": 2, "alignment": "mortal"}}}
    pink = {"dragons": {"pink": {"alignment": "unaligned", "strengths": [1, 2]}}}
    deck = loaded(
        changes=bard | pink, unique_cards=["thief"], colours=["red", "gold", "black", "blue", "green", "white"]
    )
    assert {"bard", "thief", "pink-1", "pink-2"} <= {card.name for card in deck.cards}
    assert "fool" not in {card.name for card in deck.cards}
    drawn = loaded(changes=bard, unique_cards={"draw": 3, "from": ["thief", "fool", "druid"]})
    assert "bard" not in drawn.drawn
    assert "bard" in {card.name for card in drawn.cards}
    assert "bard" in loaded(changes=bard, unique_cards={"draw": 3}).drawn


def test_a_listed_card_that_a_change_takes_out_is_out() -> None:
    deck = loaded(changes={"cards": {"thief": None}}, unique_cards=["thief", "fool"])
    assert [card.name for card in deck.cards[60:]] == ["fool"]


@pytest.mark.parametrize(
    ("keys", "remarks"),
    [
        ({}, []),
        ({"unique_cards": {"draw": 1}}, []),
        ({"colours": ["black", "gold", "red", "brass"], "players": {"max": 4}}, ["34 cards per game are few"]),
        (
            {"colours": {"black": "all"}, "players": {"max": 2}},
            ["16 cards per game", "1 good dragons per game against 8 evil"],
        ),
        ({"card_sets": ["original", "emperors-gambit"], "unique_cards": ["fool"]}, ["121 cards per game are many"]),
    ],
)
def test_an_unusual_deck_gets_remarks(keys: dict[str, Any], remarks: list[str]) -> None:
    result = loaded(**keys).remarks
    assert len(result) == len(remarks)
    assert all(text in remark for text, remark in zip(remarks, result, strict=True))


def test_too_few_cards_in_a_game_are_a_mistake(mistakes: Any) -> None:
    unique = {"draw": 1, "from": "all"}
    (problem,) = mistakes(
        SETS | {"colours": ["black", "gold", "red", "brass", "blue"], "unique_cards": unique | {"draw": 6}}
    )
    assert problem.message == "the deck's 36 cards are too few for 6 players"

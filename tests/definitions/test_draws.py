"""What a deck draws for each game: its lots, the chances of cards, the sizes of games, and mistakes."""

from itertools import combinations
from typing import Any

import pytest

from tda_sim.definitions import Deck, build_tables, load_deck
from tda_sim.definitions.draws import Lot
from tda_sim.errors import UserError

SETS = {"card_sets": ["original"], "rules": "original", "players": {"max": 3}}


def loaded(*draws: dict[str, Any], **keys: Any) -> Deck:
    return load_deck(SETS | {"draw": list(draws)} | keys)


def test_colours_dragons_and_cards_are_drawn() -> None:
    gods = ["bahamut", "tiamat"]
    deck = loaded(
        {"colours": ["red", "blue", "gold"], "number": 2},
        {"dragons_of": ["red", "black"], "number": {"min": 2, "max": 4}},
        {"cards": gods, "number": {"min": 0, "max": 1}},
        {"cards": "all", "number": 5},
    )
    colours, red, black, one_god, others = deck.draws.lots
    assert colours == Lot("colour", ("red", "blue", "gold"), 2, 2)
    assert (red.of, black.of, red.least, red.most) == ("red", "black", 2, 4)
    assert red.parts == tuple(f"red-{strength}" for strength in (2, 3, 5, 8, 10, 12))
    assert one_god.parts == tuple(gods)
    assert len(others.parts) == 8 and not set(gods) & set(others.parts)
    assert deck.chance("red-2") == pytest.approx(2 / 3 * 3 / 6)
    assert deck.chance("blue-1") == pytest.approx(2 / 3)
    assert deck.chance("tiamat") == 0.25
    assert deck.chance("white-1") == 1


@pytest.mark.parametrize("number", [1, {"min": 1, "max": 2}, {"min": 0, "max": 3}])
def test_the_sizes_of_games_are_those_of_all_that_can_be_drawn(number: Any) -> None:
    colours = {"red": [2, 3], "black": [1, 2, 3, 5], "gold": "all", "blue": "all"}
    deck = loaded(
        {"colours": ["red", "black", "gold"], "number": number},
        {"dragons_of": ["gold", "blue"], "number": 3},
        {"cards": ["fool", "thief"], "number": 1},
        colours=colours,
        rules={"base": "original", "opening_hand": 2, "hand_limit": 4},
    )
    least, most = (number, number) if isinstance(number, int) else (number["min"], number["max"])
    of_colour = {"red": 2, "black": 4, "gold": 3}
    drawn = [sum(of_colour[one] for one in some) for k in range(least, most + 1) for some in combinations(of_colour, k)]
    sizes = [cards + 3 + 8 + 1 for cards in drawn]  # three blue dragons, eight other cards, the fool or the thief
    assert deck.sizes == (min(sizes), max(sizes))


def test_a_deck_may_have_cards_twice() -> None:
    deck = loaded(second_copies=["red-12", "druid"])
    names = [card.name for card in deck.cards]
    assert names.index("red-12-copy") == names.index("red-12") + 1 and len(names) == 72
    first, second = (card for card in deck.cards if card.name.startswith("druid"))
    assert (first.power, first.strength, first.groups) == (second.power, second.strength, second.groups)
    assert second.title == "Druid (copy)"
    assert {colour.name: len(colour.strengths) for colour in deck.colours}["red"] == 6
    assert len(loaded(second_copies="all").cards) == 140
    tables = build_tables(deck)
    assert tables.cards[0]["power"][names.index("druid")] == tables.cards[0]["power"][names.index("druid-copy")]


def test_a_second_copy_comes_with_its_colour() -> None:
    deck = loaded({"colours": ["red"], "number": {"min": 0, "max": 1}}, second_copies=["red-12"])
    assert deck.sizes == (64, 71)
    assert deck.chance("red-12-copy") == 0.5


def test_the_parts_of_a_card_are_in_the_tables() -> None:
    deck = loaded({"dragons_of": ["red"], "number": 3}, {"colours": ["red", "blue"], "number": 1})
    cards, names = build_tables(deck).cards[0], [card.name for card in deck.cards]
    assert build_tables(deck).parts[:6] == tuple(f"red-{strength}" for strength in (2, 3, 5, 8, 10, 12))
    assert build_tables(deck).parts[6:] == ("red", "blue")
    assert cards["needs"][:, names.index("red-3")].tolist() == [1 << 1 | 1 << 6, 0, 0, 0]
    assert cards["needs"][:, names.index("blue-1")].tolist() == [1 << 7, 0, 0, 0]
    assert cards["needs"][:, names.index("druid")].tolist() == [0, 0, 0, 0]
    assert (cards["n_lots"], cards["varies"]) == (2, 1)
    assert cards["lot"][1].tolist() == (6, 8, 1, 1)


def test_a_draw_changes_the_digest_and_no_draw_leaves_it() -> None:
    plain, drawn = loaded(), loaded({"colours": "all", "number": 9})
    assert build_tables(load_deck("original")).deck_digest == build_tables(plain).deck_digest
    assert build_tables(drawn).deck_digest != build_tables(plain).deck_digest


def test_house_rules_draw_and_double() -> None:
    deck = load_deck("original", [{"draw": [{"colours": "all", "number": 9}], "second_copies": ["fool"]}])
    assert deck.sizes == (65, 65)
    assert len(deck.cards) == 71


def test_one_card_set_may_come_before_all_others() -> None:
    deck = load_deck({"card_sets": ["original", "legendary"], "take_from": "legendary", "rules": "legendary"})
    assert next(card for card in deck.cards if card.name == "black-1").text == "Steal 3."
    with pytest.raises(UserError, match=r"take_from: the deck has no card set legendery \(did you mean legendary\?"):
        load_deck({"card_sets": ["original", "legendary"], "take_from": "legendery", "rules": "legendary"})


def test_every_card_draws_from_all_editions() -> None:
    deck = load_deck("every-card")
    colours, gods, others = deck.draws.lots
    assert (len(colours.parts), len(gods.parts), len(others.parts)) == (20, 2, 35)
    assert deck.sizes == (70, 81)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"draw": [{"colours": "all", "number": 11}]}, r"draw: there are not 11 colours to draw from \(at most 10"),
        ({"draw": [{"colours": ["pink"], "number": 1}]}, r"draw: the deck has no colour pink"),
        ({"draw": [{"cards": ["foul"], "number": 1}]}, r"draw: the deck has no card foul \(did you mean fool\?"),
        ({"draw": [{"dragons_of": ["red"], "number": 7}]}, r"draw: there are not 7 dragons of red to draw from"),
        ({"draw": [{"number": 1}]}, r"a draw has one of colours, dragons_of and cards"),
        (
            {"draw": [{"cards": "all", "colours": "all", "number": 1}]},
            r"a draw has one of colours, dragons_of and cards",
        ),
        ({"draw": [{"cards": "all"}]}, r"draw\[0\]\.number is missing|draw.*number is missing"),
        ({"draw": [{"cards": "all", "number": -1}]}, r"must be at least 0, not -1"),
        ({"draw": [{"cards": "all", "number": {"min": 3, "max": 2}}]}, r"min must not be greater than max"),
        (
            {"draw": [{"cards": ["fool"], "number": 1}, {"cards": ["fool", "druid"], "number": 1}]},
            r"draw: fool is drawn twice",
        ),
        ({"draw": [{"cards": "all", "number": 1}, {"cards": "all", "number": 1}]}, r"draw: no cards are left to draw"),
        (
            {"draw": [{"colours": ["red"], "number": 1}, {"cards": ["red-2", "fool"], "number": 1}]},
            r"draw: red-2 is drawn twice, also as a dragon of red",
        ),
        (
            {"unique_cards": {"draw": 5}, "draw": [{"cards": ["fool"], "number": 1}]},
            r"draw: fool is drawn by unique_cards already",
        ),
        (
            {"draw": [{"colours": "all", "number": {"min": 1, "max": 10}}], "unique_cards": ["fool"]},
            r"the deck's smallest game of 7 cards is too small for 3 players",
        ),
        ({"second_copies": ["foul"]}, r"the deck has no card foul"),
    ],
)
def test_mistakes_are_named(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        load_deck(SETS | keys)


def test_all_means_what_no_draw_before_has_named() -> None:
    deck = loaded({"cards": ["fool", "druid"], "number": 1}, {"cards": "all", "number": 2})
    assert not {"fool", "druid"} & set(deck.draws.lots[1].parts)

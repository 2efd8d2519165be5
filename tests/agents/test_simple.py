"""What the simple strategies answer to the questions of all editions, each in its own style."""

import pytest
from positions import OTHERS, OTHERS_EG, answers, answers_to

ALL = ["strongest", "thrifty", "robber"]
FLIGHTS = [["blue-11", "fool"], ["green-5", "red-5"], ["gold-2", "gold-4"]]
FLIGHTS_EG = [["mithral-9", "steel-5"], ["gray-5", "gray-6"], ["iron-3", "iron-7"]]


def told(strategy: str, hand: list[str], flights: list[list[str]] = FLIGHTS, **start: object) -> dict[str, str]:
    """Answers in the Legendary Edition, where the first card of the hand is played."""
    return answers_to(hand[0], "legendary", strategy, hands=[hand, *OTHERS], flights=flights, **start)


def told_eg(strategy: str, hand: list[str], flights: list[list[str]] = FLIGHTS_EG, **start: object) -> dict[str, str]:
    """The same in Emperor's Gambit."""
    return answers_to(hand[0], "emperors-gambit", strategy, hands=[hand, *OTHERS_EG], flights=flights, **start)


@pytest.mark.parametrize("strategy", ALL)
def test_a_winner_keeps_the_largest_share(strategy: str) -> None:
    result = answers(
        "emperors-gambit",
        strategy,
        hands=[["brown-1", "steel-2"], *OTHERS_EG],
        flights=[["mithral-13", "earthquake-12", "purple-11"], ["brown-5", "brown-4", "brown-6"], ["iron-5", "spy"]],
        phase="score",
        stakes=21,
        ante=["adventurer", "gray-2"],
        special_flights=[{"seat": 1, "colour": "brown"}],
    )
    assert result["share"] == "seat 0"


@pytest.mark.parametrize("strategy", ALL)
def test_the_dragonslayer_hits_an_opponent_though_an_own_dragon_is_stronger(strategy: str) -> None:
    flights = [["gold-6", "blue-7"], ["green-5", "gold-4"], ["gold-2", "fool"]]
    result = told(strategy, ["dragonslayer", "white-1"], flights)
    assert result["discard_from_flight"] == "green-5"


@pytest.mark.parametrize("strategy", ALL)
def test_the_trickster_replaces_the_weakest_card_and_triggers_the_new_one(strategy: str) -> None:
    flights = [["red-12", "fool"], ["green-5", "red-5"], ["gold-11"]]
    result = told(strategy, ["copper-trickster", "white-1"], flights, deck=["black-7"], round=2)
    assert result["replace_in_flight"] == "fool" and result["trigger_or_not"] == "yes"


@pytest.mark.parametrize(
    ("strategy", "mortal"), [("strongest", "archmage"), ("thrifty", "archmage"), ("robber", "thief")]
)
def test_the_illusionist_fetches_what_suits(strategy: str, mortal: str) -> None:
    flights = [["gold-9"], ["archmage", "green-5"], ["thief"]]
    assert told(strategy, ["illusionist", "white-1"], flights, round=2)["swap"] == mortal


@pytest.mark.parametrize("strategy", ALL)
def test_the_illusionist_stays_where_only_a_weaker_mortal_lies_that_robs_nothing(strategy: str) -> None:
    flights = [["gold-9"], ["red-8", "green-5"], ["kobold"]]
    assert told(strategy, ["illusionist", "white-1"], flights, round=2)["swap"] == "no"


@pytest.mark.parametrize(
    ("strategy", "dragon"), [("strongest", "red-12"), ("thrifty", "white-2"), ("robber", "green-6")]
)
def test_a_wyrmling_gives_way_to_what_suits(strategy: str, dragon: str) -> None:
    result = told(strategy, ["chromatic-wyrmling", "white-2", "green-6", "blue-7", "red-12"])
    assert result["replace_from_hand"] == dragon


def test_thrifty_spends_no_strong_card_for_its_power() -> None:
    assert told("thrifty", ["chromatic-wyrmling", "green-6", "red-12"])["replace_from_hand"] == "no"


def test_a_robber_spends_no_card_that_robs_nothing() -> None:
    assert told("robber", ["metallic-wyrmling", "gold-9", "silver-12"])["replace_from_hand"] == "no"


@pytest.mark.parametrize(("strategy", "dragon"), [("strongest", "gold-9"), ("thrifty", "white-2"), ("robber", "red-5")])
def test_the_prophet_shows_what_suits(strategy: str, dragon: str) -> None:
    flights = [["blue-11", "fool"], ["green-6", "red-7"], ["gold-2", "gold-4"]]
    assert told(strategy, ["prophet", "gold-9", "white-2", "red-5"], flights)["copy_from_hand"] == dragon


@pytest.mark.parametrize(("strategy", "kept"), [("strongest", "gold-9"), ("thrifty", "gold-9"), ("robber", "green-1")])
def test_the_sorcerer_plays_what_suits(strategy: str, kept: str) -> None:
    result = told(strategy, ["sorcerer", "white-1"], deck=["gold-6", "green-1", "gold-9"])
    assert result["play_looked"] == kept


@pytest.mark.parametrize(("strategy", "kept"), [("strongest", "gold-9"), ("thrifty", "gold-9"), ("robber", "green-1")])
def test_the_seer_keeps_what_suits(strategy: str, kept: str) -> None:
    flights = [["blue-11", "fool"], ["green-5", "red-5"], ["white-2", "white-4"]]
    result = told(strategy, ["silver-seer", "white-1"], flights, deck=["gold-6", "green-1", "gold-9", "blue-1"])
    assert result["keep_looked"] == kept


USELESS = {"strongest": ["brown-1", "shadow-4"], "thrifty": ["brown-1", "shadow-4"], "robber": ["iron-4", "mithral-11"]}
DEAR = {"strongest": ["mithral-13", "io"], "thrifty": ["mithral-13", "io"], "robber": ["queen", "steel-4"]}


@pytest.mark.parametrize("strategy", ALL)
def test_the_adventurer_throws_a_useless_hand_away(strategy: str) -> None:
    assert told_eg(strategy, ["adventurer", *USELESS[strategy]])["one_or_all"] == "all"


@pytest.mark.parametrize("strategy", ALL)
def test_the_adventurer_exchanges_only_the_worst_card_of_a_good_hand(strategy: str) -> None:
    assert told_eg(strategy, ["adventurer", *DEAR[strategy], "iron-4"])["one_or_all"] == "iron-4"


@pytest.mark.parametrize(("strategy", "kept"), [("strongest", "red-12"), ("thrifty", "red-12"), ("robber", "red-3")])
def test_the_kobold_exchanges_what_is_worth_little_and_stops(strategy: str, kept: str) -> None:
    hands = [["kobold", "bronze-1", kept], ["white-4", "red-2"], ["blue-4", "blue-2"]]
    flights = [["white-3"], ["green-8"], ["black-9"]]
    result = answers_to("kobold", "legendary", strategy, hands=hands, flights=flights, round=2)
    assert result["exchange"] == "stop"


@pytest.mark.parametrize("strategy", ALL)
def test_the_thief_discards_the_card_that_is_worth_least(strategy: str) -> None:
    flights = [["gold-2"], ["green-8"], ["black-9"]]
    result = answers_to(
        "thief", "original", strategy, hands=[["thief", "gold-4", "green-10"], *OTHERS], flights=flights
    )
    assert result["discard_from_hand"] == "gold-4"


@pytest.mark.parametrize(
    ("strategy", "taken"), [("strongest", "mithral-13"), ("thrifty", "mithral-13"), ("robber", "steel-4")]
)
def test_the_spy_takes_what_suits(strategy: str, taken: str) -> None:
    result = told_eg(strategy, ["spy", "brown-1"], ante=["mithral-13", "steel-4", "adamantine-3"])
    assert result["take_from_ante"] == taken


@pytest.mark.parametrize(
    ("strategy", "spent"), [("strongest", "iron-4"), ("thrifty", "iron-4"), ("robber", "mithral-11")]
)
def test_what_goes_into_the_ante_is_worth_least(strategy: str, spent: str) -> None:
    hand = ["purple-5", "mithral-11", "iron-4"] if strategy != "robber" else ["purple-5", "mithral-11", "steel-4"]
    assert told_eg(strategy, hand, deck=["steel-9"])["put_into_ante"] == spent


@pytest.mark.parametrize(
    ("strategy", "first"), [("strongest", "silver-6"), ("thrifty", "brass-5"), ("robber", "brass-5")]
)
def test_the_princess_begins_with_what_suits(strategy: str, first: str) -> None:
    flights = [["silver-6", "brass-5"], ["green-8", "red-5"], ["gold-2", "gold-4"]]
    assert told(strategy, ["princess", "white-1"], flights)["trigger_next"] == first


@pytest.mark.parametrize(("strategy", "given"), [("strongest", "pay"), ("thrifty", "blue-2"), ("robber", "blue-2")])
def test_a_victim_gives_or_pays_as_suits(strategy: str, given: str) -> None:
    hands = [["green-6", "white-1"], ["blue-2", "red-5"], ["blue-4", "black-2"]]
    result = answers_to("green-6", "legendary", strategy, hands=hands, flights=[["gold-9"], ["silver-8"], ["red-7"]])
    assert result["give_or_pay"] == given

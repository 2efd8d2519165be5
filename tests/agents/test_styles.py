"""Styles of play: each in a position that shows it, against chance, and in what it does in play.

Where a position shows a style, another style answers it otherwise.
"""

from typing import Any

import numpy as np
import pytest
from asking import answers
from habits import Gambit, does_more, first_gambits, is_more

from tda_sim.engine.terms import Event, Group

FULL = ["gold-13", "white-1", "green-6", "black-5"]
OTHERS = [["red-2", "red-3"], ["blue-4", "blue-2"]]
LAST_TURN = {"leader": 1, "turn": 0}  # of three players
STYLES = ["cautious", "follower", "frontrunner", "heretic", "highroller", "hoarder", "kingslayer", "latecomer"]
STYLES += ["lowroller", "matcher", "painter", "purist", "raider", "spender"]


def ante(strategy: str, hoards: tuple[int, ...] = (40, 40, 40)) -> str:
    """What seat 0 antes."""
    result = answers(strategy, "original", phase="ante", hoards=list(hoards), hands=[FULL, *OTHERS])
    return result["ante"]


def play(strategy: str, hand: list[str], flights: list[list[str]], **start: Any) -> str:
    """What seat 0 plays."""
    position = {"stakes": 20, "hoards": [40, 40, 40], "round": 2, "hands": [hand, *OTHERS], "flights": flights}
    return answers(strategy, "original", **{**position, **start})["play"]


# --- positions --------------------------------------------------------------------------------------------


def test_the_highroller_antes_its_strongest_card_and_the_lowroller_its_weakest() -> None:
    assert ante("highroller") == "gold-13" and ante("lowroller") == "white-1"


def test_the_lowroller_saves_its_best_card_while_the_stakes_are_low_and_the_spender_does_not() -> None:
    position = {"hand": ["red-12", "white-2"], "flights": [["gold-6", "black-3"], ["blue-9", "red-5"], ["gold-9"]]}
    cheap = {"stakes": 5, "round": 3, **position}
    assert play("lowroller", **cheap) == "white-2" and play("spender", **cheap) == "red-12"


def test_the_frontrunner_plays_above_the_others_and_the_follower_below() -> None:
    position = {"hand": ["gold-9", "black-2", "green-6"], "flights": [[], ["red-8"], ["copper-5"]]}
    second = {"round": 1, "stakes": 30, **LAST_TURN, "played": [None, "red-8", "copper-5"], **position}
    assert play("frontrunner", **second) == "gold-9" and play("follower", **second) == "black-2"


def test_the_hoarder_draws_where_the_spender_wins() -> None:
    flights = [["silver-6", "bronze-3"], ["red-8", "green-2", "copper-7"], ["blue-1", "copper-5", "green-10"]]
    last = {"hand": ["gold-4", "red-12", "white-2"], "flights": flights, "round": 3, **LAST_TURN}
    last["played"] = [None, "copper-7", "green-10"]
    assert play("hoarder", **last) == "gold-4" and play("spender", **last) == "red-12"


def test_the_hoarder_pays_where_the_spender_gives_a_card() -> None:
    position: dict[str, Any] = {"stakes": 20, "hoards": [40, 40, 40], "round": 2, "turn": 2, "leader": 2}  # green: left
    position["hands"] = [["white-1", "red-12", "silver-3"], ["red-2", "red-3"], ["green-4", "green-6"]]
    position["flights"] = [["silver-10"], ["red-8"], ["copper-5"]]
    assert answers("hoarder", "original", **position)["give_or_pay"] == "pay"
    assert answers("spender", "original", **position)["give_or_pay"] == "white-1"


def test_the_painter_adds_to_a_colour_and_the_matcher_does_not() -> None:
    position = {"hand": ["green-6", "green-4", "red-12", "blue-9"], "flights": [["green-8"], ["red-8"], ["blue-11"]]}
    assert play("painter", **position) == "green-6" and play("matcher", **position) == "red-12"


def test_the_matcher_adds_to_a_strength_and_the_painter_does_not() -> None:
    position = {"hand": ["green-8", "copper-8", "red-12", "black-9"], "flights": [["red-8"], ["red-10"], ["blue-11"]]}
    assert play("matcher", **position) in ("green-8", "copper-8") and play("painter", **position) == "red-12"


def test_the_raider_steals_at_once_and_the_spender_shows_strength() -> None:
    position = {"hand": ["black-3", "gold-6", "silver-12"], "flights": [[], [], []], "round": 1}
    assert play("raider", **position) == "black-3" and play("spender", **position) == "silver-12"


def test_the_kingslayer_robs_the_richest_opponent_and_the_follower_whom_it_pays_to() -> None:
    hand, flights = ["green-6", "black-5", "red-5", "gold-4"], [["white-6"], ["gold-6"], ["silver-10"]]
    rich_right = {"hand": hand, "flights": flights, "hoards": [40, 40, 80]}
    assert play("kingslayer", **rich_right) == "red-5"  # from the strongest flight, which is the richest player's
    assert play("follower", **rich_right) == "green-6"  # from the left


def test_the_cautious_one_antes_by_its_purse_and_others_do_not() -> None:
    assert ante("cautious", (10, 60, 60)) == "white-1" and ante("cautious", (70, 40, 40)) == "gold-13"
    assert ante("purist", (10, 60, 60)) == ante("purist", (70, 40, 40))


def test_the_heretic_turns_the_gambit_upside_down_and_the_spender_does_not() -> None:
    position = {"hand": ["druid", "white-1", "gold-9", "silver-10"], "flights": [["white-6"], ["red-8"], ["copper-5"]]}
    assert play("heretic", **position) == "druid" and play("spender", **position) == "silver-10"


def test_the_purist_plays_no_evil_dragon_beside_a_good_one_and_the_spender_does() -> None:
    hand, flights = ["gold-4", "red-10", "black-7", "silver-3"], [["silver-10"], ["red-8"], ["copper-5"]]
    assert play("purist", hand, flights) == "gold-4" and play("spender", hand, flights) == "red-10"


def test_the_latecomer_begins_low_and_ends_with_the_card_that_wins() -> None:
    hand = ["gold-11", "red-10", "black-5", "white-2"]
    first = {"hand": hand, "flights": [[], [], []], "round": 1}
    assert play("latecomer", **first) == "black-5" and play("spender", **first) == "red-10"
    flights = [["white-4", "green-2"], ["red-5", "copper-3", "white-3"], ["black-2", "black-1", "green-4"]]
    last = {"hand": hand, "flights": flights, "round": 3, **LAST_TURN, "played": [None, "white-3", "green-4"]}
    assert play("latecomer", **last) == "red-10" and play("thrifty", **last) == "white-2"


@pytest.mark.parametrize("style", STYLES)
def test_a_style_does_not_discard_from_its_own_flight(style: str) -> None:
    hand, flights = ["dragonslayer", "tiamat"], [["gold-6", "silver-2"], ["black-7", "red-5"], ["copper-5", "white-4"]]
    position = {"stakes": 30, "hoards": [40, 40, 40], "round": 3, "hands": [hand, *OTHERS], "flights": flights}
    result = answers(style, "original", **position)
    assert result["play"] == "dragonslayer" and result["discard_from_flight"] in (
        "black-7",
        "red-5",
        "copper-5",
        "white-4",
    )


@pytest.mark.parametrize("style", STYLES)
def test_a_style_keeps_the_largest_share_of_the_stakes(style: str) -> None:
    hands = [["brown-1", "steel-2"], ["brown-2", "purple-2"], ["shadow-1", "shadow-2"]]
    flights = [["mithral-13", "gray-8", "purple-11"], ["brown-5", "brown-4", "brown-6"], ["iron-5", "steel-4", "spy"]]
    position = {"phase": "score", "round": 3, "stakes": 21, "hoards": [40, 40, 40], "hands": hands, "flights": flights}
    shared = {"ante": ["adventurer", "gray-2"], "special_flights": [{"seat": 1, "colour": "brown"}]}
    result = answers(style, "emperors-gambit", **position, **shared)
    assert result["share"] == "seat 0"


@pytest.mark.both(full=True)
@pytest.mark.parametrize("style", STYLES)
def test_a_style_plays_any_deck_with_or_without_the_compiler(table: Any, style: str) -> None:
    for deck in ("emperors-gambit", "pick-em"):
        assert len(table(style, style, "random", deck=deck).play(2)) == 2


# --- against chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["original", "emperors-gambit", "legendary"])
@pytest.mark.parametrize("style", STYLES)
def test_a_style_beats_three_players_who_choose_at_random(table: Any, style: str, deck: str) -> None:
    """Measured: 41 to 80 % of wins. One of 40 % is taken for less than 30 % once in 10^10 times, one of 25 % for more
    than that once in a million times.
    """
    n = 2000
    won = table(style, "random", "random", "random", deck=deck).play(n)
    assert np.mean((won["winners"] & 1) / won["n_winners"]) > 0.3


# --- habits -----------------------------------------------------------------------------------------------
# Each is compared with another style's over a thousand or more independent gambits. A style that has no more of the
# habit than the other one passes once in a million times (see `is_more`).


def anted(gambit: Gambit) -> float:
    return float(gambit.cards(Event.ANTE)[0])


def led(gambit: Gambit) -> float:
    """How many rounds after the first."""
    leaders = gambit.log[gambit.log["kind"] == Event.LEADER]["seat"]
    return float((leaders[1:] == 0).sum())


def triggered(gambit: Gambit) -> float:
    """Share of the cards played that triggered."""
    played = gambit.events(Event.PLAY)["card"]
    used = gambit.events(Event.TRIGGER)
    return float(np.isin(played, used["card"][used["card"] == used["other"]]).mean())


def stolen(gambit: Gambit) -> float:
    return float(gambit.events(Event.STEAL)["gold"].sum())


def held(gambit: Gambit) -> float:
    return float(gambit.table["hand_size"][0])


def played(gambit: Gambit) -> float:
    return float(gambit.cards(Event.PLAY).mean())


def rising(gambit: Gambit) -> float:
    """By how much the last card played is stronger than the first."""
    strengths = gambit.cards(Event.PLAY)
    return float(strengths[-1] - strengths[0])


def mixed(gambit: Gambit) -> float:
    """1 if the flight holds good and evil dragons, else 0."""
    both = 1 << Group.GOOD_DRAGON | 1 << Group.EVIL_DRAGON
    return float(gambit.table["summary"]["groups"][0] & both == both)


def reversed_(gambit: Gambit) -> float:
    return float(len(gambit.events(Event.WEAKEST_WINS)))


def from_right(gambit: Gambit) -> float:
    """Gold that seat 3 has paid to seat 0, less what seat 1 has."""
    left, right = (gambit.events(Event.PAY, seat) for seat in (1, 3))
    return float(right["gold"][right["other"] == 0].sum() - left["gold"][left["other"] == 0].sum())


def test_the_highroller_antes_more_than_the_lowroller() -> None:
    assert does_more(anted, "highroller", "lowroller")


def test_the_frontrunner_leads_more_rounds_than_the_follower_whose_cards_trigger_more_often() -> None:
    assert does_more(led, "frontrunner", "follower")
    assert does_more(triggered, "follower", "frontrunner")


def test_the_hoarder_holds_more_cards_than_the_spender_who_plays_stronger_ones() -> None:
    assert does_more(held, "hoarder", "spender")
    assert does_more(played, "spender", "hoarder")


def test_the_raider_steals_more_than_the_spender() -> None:
    assert does_more(stolen, "raider", "spender")


def test_the_latecomer_saves_its_strength_more_than_the_frontrunner() -> None:
    assert does_more(rising, "latecomer", "frontrunner")


def test_the_purist_mixes_good_and_evil_less_than_the_spender() -> None:
    assert does_more(mixed, "spender", "purist")


def test_the_heretic_reverses_more_gambits_than_the_spender() -> None:
    assert does_more(reversed_, "heretic", "spender", n=4000)


def test_the_kingslayer_gets_more_from_the_player_to_the_right_when_that_is_the_richest() -> None:
    richest = {seat: [100 if other == seat else 50 for other in range(4)] for seat in (1, 3)}
    right, left = (first_gambits("kingslayer", n=2000, hoards=richest[seat]) for seat in (3, 1))
    assert is_more([from_right(gambit) for gambit in right], [from_right(gambit) for gambit in left])


def test_the_cautious_one_antes_more_when_rich_than_when_poor() -> None:
    rich, poor = (first_gambits("cautious", hoards=hoards) for hoards in ((90, 50, 50, 50), (15, 50, 50, 50)))
    assert is_more([anted(gambit) for gambit in rich], [anted(gambit) for gambit in poor])


def test_painters_make_more_colour_flights_and_matchers_more_strength_flights(table: Any) -> None:
    painters, matchers = (table(*[style] * 4).play(3000) for style in ("painter", "matcher"))
    for flights, more, fewer in (("colour_flights", painters, matchers), ("strength_flights", matchers, painters)):
        assert is_more(*(each[flights] / each["gambits"] for each in (more, fewer)))

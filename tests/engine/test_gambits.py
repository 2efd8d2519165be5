"""Antes, rounds and ends under rules that are not the original's, and where cards or time run out."""

import pytest
from scene import scene

from tda_sim.engine.terms import End, Phase, Stop

pytestmark = pytest.mark.both

NO_LEADER = {"leader_triggers": False}
TIED = {"hoards": [40, 40], "stakes": 10, "flights": [["white-3", "gold-6"], ["white-2", "silver-6"]], "round": 3}
TIES_AGAIN = {"hands": [["black-5", "gold-2"], ["white-6", "red-2"]]}


def test_starting_gold_may_grow_with_the_players():
    table = scene({"starting_gold": {"each": 5, "per_player": 10}}, hands=[[], [], []])
    assert table.hoards == [35, 35, 35]


def test_a_gambit_tied_in_the_last_round_allowed_has_no_winner_and_keeps_its_stakes():
    table = scene({**NO_LEADER, "round_cap": 3}, **TIED, **TIES_AGAIN).play("black-5").play("white-6")
    assert table.phase == Phase.SCORE
    table.play(stop=Stop.GAMBIT)
    assert table.gambit_winner is None and table.stakes == 10 and table.hoards == [40, 40]


def test_below_that_cap_a_tie_means_another_round():
    table = scene({**NO_LEADER, "round_cap": 4}, **TIED, **TIES_AGAIN).play("black-5").play("white-6")
    assert table.phase == Phase.TURN and table.round == 4


def test_a_gambit_may_be_won_after_a_single_round():
    table = scene(
        {**NO_LEADER, "rounds": 1}, hoards=[40, 40], stakes=10, hands=[["black-5", "gold-2"], ["white-6", "red-2"]]
    )
    table.play("black-5").play("white-6").play(stop=Stop.GAMBIT)
    assert table.gambit_winner == 1 and table.hoards == [40, 50]


def test_a_tie_ends_without_a_winner_when_nobody_has_a_card_to_play_or_to_buy():
    flights = [["gold-6"], ["silver-6"]]
    table = scene(**{**TIED, "flights": flights}, hands=[[], []], phase="score", only=True).play(stop=Stop.GAMBIT)
    assert table.gambit_winner is None and table.stakes == 10


def test_a_player_without_a_card_to_play_or_buy_is_passed_over():
    table = scene(hoards=[40, 40], stakes=10, hands=[[], ["black-5", "red-2"]], only=True).play()
    assert table.turn == 1 and table.flights == [[], []] and table.hoards == [40, 40]
    table.play("black-5")
    assert table.stakes == 10, "the card has no neighbour to be measured against"


def test_a_game_that_passes_the_cap_on_gambits_is_unfinished_and_has_no_winner():
    table = scene({"gambit_cap": 1}, **{**TIED, "flights": [["gold-6"], ["red-2"]]}, hands=[[], []], phase="score")
    table.play(stop=Stop.GAMBIT)
    assert table.finished and table.winners == []
    assert table.record["tally"]["end"] == End.UNFINISHED


def test_a_game_that_ends_in_the_very_last_gambit_allowed_is_finished():
    start = {**TIED, "flights": [["gold-6"], ["red-2"]], "hoards": [40, 0]}
    table = scene({"gambit_cap": 1}, **start, hands=[[], []], phase="score").play(stop=Stop.GAMBIT)
    assert table.winners == [0]
    assert table.record["tally"]["end"] == End.OUT_OF_GOLD


def test_a_tied_ante_is_redone_no_more_often_than_allowed_then_the_lowest_seat_leads():
    table = scene(
        {"ante_redos": 1},
        phase="ante",
        hoards=[50, 50],
        hands=[["black-5", "black-3"], ["red-5", "white-3"]],
        deck=["gold-4", "blue-4"],
    ).play("black-5", "red-5", "black-3", "white-3")
    assert table.hands == [["gold-4"], ["blue-4"]] and table.discard == ["black-5", "red-5"]
    assert table.leader == 0 and table.stakes == 6 and table.hoards == [47, 47]


def test_without_redos_a_tied_ante_stands():
    table = scene(
        {"ante_redos": 0}, phase="ante", hoards=[50, 50], hands=[["black-5", "black-3"], ["red-5", "white-3"]]
    ).play("black-5", "red-5")
    assert table.ante == ["black-5", "red-5"] and table.leader == 0 and table.stakes == 10


def test_without_cards_nobody_antes_and_nobody_draws_to_ante_again():
    table = scene(phase="ante", hoards=[50, 50], hands=[[], []], deck=["gold-4", "blue-4"], only=True)
    table.play(stop=Stop.ANTE)
    assert table.hands == [[], []] and table.ante == [] and table.hoards == [50, 50]


# --- turns ------------------------------------------------------------------------------------------------


def test_the_leader_does_not_trigger_where_the_rules_say_so():
    start = {"hoards": [40, 40], "stakes": 10, "hands": [["black-5", "gold-2"], ["red-2", "white-1"]]}
    assert scene(NO_LEADER, **start).play("black-5").hoards == [40, 40]
    assert scene(**start).play("black-5").hoards == [42, 40]


def test_a_hand_emptied_by_a_power_is_refilled_at_once_or_after_special_flights():
    start = {"hoards": [40, 40], "stakes": 20, "hands": [["thief", "gold-2"], ["red-2", "white-1"]]}
    at_once = scene(**start).play("thief", stop=Stop.PLAY)
    later = scene({"buying": {"when": "after_powers"}}, **start).play("thief", stop=Stop.PLAY)
    assert at_once.hand_sizes == [4, 2]
    assert later.hand_sizes == [0, 2] and later.hoards == [47, 40]
    later.play()
    assert later.hand_sizes == [4, 2]


def test_a_last_card_may_be_played_before_buying():
    rules = {**NO_LEADER, "buying": {"at": 0, "up_to": 2}}
    table = scene(
        rules, hoards=[40, 40], stakes=20, hands=[["white-1"], ["red-2", "gold-2"]], deck=["blue-4", "red-3", "red-5"]
    )
    table.play(stop=Stop.START)
    assert table.hands[0] == ["white-1"], "it is not bought yet"
    table.play()
    assert table.hands[0] == ["red-3", "red-5"] and table.hoards == [36, 40] and table.discard == ["blue-4"]


def test_a_low_hand_limit_holds_at_every_draw():
    rules = {"hand_limit": 3, "opening_hand": 3, "buying": {"up_to": 3}}
    table = scene(
        rules,
        hoards=[40, 40],
        stakes=20,
        flights=[["silver-2", "brass-1"], []],
        hands=[["gold-4", "red-2", "red-3"], []],
    ).play("gold-4")
    assert table.hand_sizes[0] == 3, "three good dragons, room for one card"

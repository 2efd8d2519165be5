"""Effects with parameters that no printed card has, alone and together."""

import pytest
from scene import scene

pytestmark = pytest.mark.both


def power(*effects, **facts):
    """A card of one's own, called `own`, with this power."""
    return {"own": {"strength": 5, "alignment": "mortal", "power": list(effects), **facts}}


def two(*effects, **start):
    """The card `own`, led by seat 0 against one opponent, with 40 gold each and 20 in the stakes."""
    rest = {"hoards": [40, 40], "stakes": 20, "hands": [["own", "gold-2"], ["white-1", "red-2"]]}
    return scene(cards=power(*effects), **{**rest, **start})


def three(*effects, **start):
    """The same against two opponents."""
    rest = {"hoards": [40] * 3, "stakes": 20, "hands": [["own", "gold-2"], ["white-1", "red-2"], ["blue-1", "red-3"]]}
    return scene(cards=power(*effects), **{**rest, **start})


def test_with_two_players_left_and_right_are_the_one_opponent_twice():
    assert two({"collect": {"amount": 3, "who": "neighbours"}}).play("own").hoards == [46, 34]


def test_with_three_players_neighbours_are_both_opponents():
    assert three({"collect": {"amount": 3, "who": "neighbours"}}).play("own").hoards == [46, 37, 37]


def test_left_is_who_acts_next_and_right_who_acted_before():
    table = three({"collect": {"amount": 3, "who": "left"}}, {"collect": {"amount": 5, "who": "right"}}).play("own")
    assert table.hoards == [48, 37, 35]


def test_the_weakest_flight_is_looked_for_among_opponents():
    table = three({"collect": {"who": "weakest_flight"}}, flights=[[], ["red-5"], ["white-2"]]).play("own")
    assert table.hoards == [41, 40, 39]


def test_among_tied_weakest_flights_the_player_picks_and_a_later_effect_hits_the_same():
    table = three({"collect": {"who": "weakest_flight"}}, {"take_random_card": {"who": "picked"}})
    table.play("own", "seat 2")
    assert table.options[-1] == ["seat 1", "seat 2"]
    assert table.hoards == [41, 40, 39] and table.hand_sizes == [2, 2, 1]


def test_nobody_is_picked_where_no_effect_asked_for_it():
    assert two({"collect": {"amount": 3, "who": "picked"}}).play("own").hoards == [40, 40]


def test_when_the_stakes_run_empty_only_what_is_marked_always_follows():
    often = {"draw": {"amount": 1, "always": True}}
    table = two({"steal": 7}, {"draw": 3}, often, stakes=7).play("own")
    assert table.hand_sizes[0] == 2 and table.hoards == [47, 40]


def test_a_payment_may_grow_with_the_players_or_with_cards():
    table = three({"pay_stakes": {"amount": 1, "who": "everyone", "per": "player"}}).play("own")
    assert table.hoards == [37, 37, 37] and table.stakes == 29
    table = three({"collect": {"per": "evil_dragon", "where": "ante"}}, ante=["red-5", "gold-4", "black-1"]).play("own")
    assert table.hoards == [44, 38, 38]
    table = three({"steal": {"per": "stronger_flight"}}, flights=[[], ["red-8"], ["gold-6"]]).play("own")
    assert table.hoards == [42, 40, 40]


def test_a_condition_chooses_between_two_lists():
    fork = {"when": {"some": "god", "where": "flights", "then": [{"steal": 1}], "else": [{"steal": 4}]}}
    fork["when"]["some"] = "dragon_god"
    assert two(fork).play("own").hoards == [44, 40]
    assert two(fork, flights=[[], ["tiamat"]]).play("own").hoards == [41, 40]


def test_choices_may_lie_within_choices_and_the_power_goes_on_after_them():
    inner = {"choose": {"take": [{"steal": 2}], "stakes": [{"steal": 3}]}}
    fork = {"choose": {"take": [{"steal": 1}], "stakes": [inner]}}
    assert two(fork, {"draw": 1}).play("own", "take").hoards == [41, 40]
    table = two(fork, {"draw": 1}).play("own", "stakes", "stakes")
    assert table.hoards == [43, 40] and table.hand_sizes[0] == 2


def test_the_three_weakest_ante_cards_with_room_for_two_leave_a_choice_among_the_three():
    rules = {"hand_limit": 3, "opening_hand": 3, "buying": {"up_to": 3}}
    table = scene(
        rules,
        power({"take_weakest_ante": 3}),
        hoards=[40, 40],
        stakes=20,
        hands=[["own", "blue-1"], []],
        ante=["black-9", "green-4", "gold-2", "red-3"],
    ).play("own", "green-4", "red-3")
    assert table.options[1:] == [["green-4", "gold-2", "red-3"], ["gold-2", "red-3"]]
    assert table.hands[0] == ["blue-1", "green-4", "red-3"] and table.ante == ["black-9", "gold-2"]


def test_give_or_pay_asks_one_opponent_after_the_other():
    ask = {"give_or_pay": {"who": "opponents", "give": "evil_dragon", "pay": 4, "compare": "weaker"}}
    table = three(ask).play("own", "red-2", "pay")
    assert table.options[1:] == [["pay", "white-1", "red-2"], ["pay", "blue-1", "red-3"]]
    assert table.hands == [["gold-2", "red-2"], ["white-1"], ["blue-1", "red-3"]] and table.hoards == [44, 40, 36]


def test_players_without_the_card_asked_for_do_not_draw():
    table = three({"draw": {"who": "everyone", "having": "gold"}}, flights=[["gold-4"], [], ["gold-6"]]).play("own")
    assert table.hand_sizes == [2, 2, 3]


def test_any_card_may_be_hit_but_not_the_one_that_carries_the_power():
    table = two("discard_from_flight", flights=[["gold-4"], ["red-12"]], played=[None, None]).play("own", "gold-4")
    assert table.options[-1] == ["gold-4", "red-12"]
    assert table.flights == [["own"], ["red-12"]] and table.record["table"]["played"][0] == 0


# --- powers that use other powers -------------------------------------------------------------------------


def test_two_cards_that_copy_each_other_come_to_an_end():
    echo = {"strength": 5, "alignment": "evil", "power": [{"copy_power": {"where": "flights"}}]}
    table = scene(
        cards={"echo": echo, "other-echo": echo},
        hoards=[40, 40],
        stakes=20,
        flights=[[], ["other-echo"]],
        hands=[["echo", "gold-2"], ["white-1", "red-2"]],
    ).play("echo")
    assert table.record["tally"]["triggers"] == 2 and table.hoards == [40, 40]


def test_two_cards_that_trigger_each_other_come_to_an_end():
    queen = {"strength": 5, "alignment": "mortal", "power": [{"trigger_each": "card"}]}
    table = scene(
        cards={"queen": queen, "other-queen": queen},
        hoards=[40, 40],
        stakes=20,
        flights=[["black-1", "other-queen"], []],
        hands=[["queen", "gold-2"], ["white-1", "red-2"]],
    ).play("queen", "black-1")
    assert table.hoards == [44, 40], "black once under each queen"


def test_a_copy_compares_with_the_card_that_copies():
    table = scene(
        cards=power({"copy_power": {"where": "flights", "group": "green"}}, strength=3),
        hoards=[40, 40],
        stakes=20,
        flights=[[], ["green-8"]],
        hands=[["own", "gold-2"], ["white-1", "red-3"]],
    ).play("own", "white-1")
    assert table.options[-1] == ["pay", "white-1"]


def test_a_replacement_of_a_replacement_triggers_in_turn():
    swap = {"strength": 9, "alignment": "good", "power": ["replace_with_top_card"]}
    table = scene(
        cards={"swap": swap, "other-swap": swap},
        hoards=[40, 40],
        stakes=20,
        hands=[["swap", "gold-2"], ["white-1", "red-3"]],
        deck=["other-swap", "black-9"],
    ).play("swap")
    assert table.flights[0] == ["black-9"] and table.hoards == [42, 40] and table.discard == ["swap", "other-swap"]

"""Special flights under other rules than the original's."""

import pytest
from scene import scene

pytestmark = pytest.mark.both


def completed(card, flight, flights=None, answers=(), cards=None, **start):
    """Seat 0 adds a card to a flight; nothing triggers. ``flights``: the rules of special flights."""
    rules = {"leader_triggers": False, "special_flights": flights or {}}
    rest = {"hoards": [40] * 3, "stakes": 20, "hands": [[card, "blue-1"], ["white-3", "red-2"], ["white-2", "red-10"]]}
    return scene(rules, cards, flights=[flight, [], []], **{**rest, **start}).play(card, *answers)


@pytest.mark.parametrize(("number", "taken"), [(2, ["green-6", "white-8"]), (3, ["green-6", "white-8", "blue-4"])])
def test_a_strength_flight_takes_as_many_ante_cards_as_the_rules_say(number, taken):
    ante = ["gold-4", "blue-4", "green-6", "white-8"]
    table = completed("copper-5", ["black-5", "red-5"], {"ante_cards": number}, taken, ante=ante)
    assert table.hands[0] == ["blue-1", *taken] and len(table.ante) == 4 - number
    assert table.hoards == [45, 40, 40] and table.stakes == 15


def test_a_strength_flight_may_take_no_ante_cards():
    table = completed("copper-5", ["black-5", "red-5"], {"ante_cards": 0}, ante=["gold-4", "blue-4"])
    assert table.hands[0] == ["blue-1"] and table.ante == ["gold-4", "blue-4"] and table.hoards[0] == 45


def test_with_few_ante_cards_nothing_is_asked():
    table = completed("copper-5", ["black-5", "red-5"], {"ante_cards": 3}, ante=["gold-4", "blue-4"])
    assert table.hands[0] == ["blue-1", "gold-4", "blue-4"] and table.asked == ["play"]


def test_mortals_may_count_for_strength_flights():
    flight = ["black-5", "red-5"]
    assert completed("priest", flight).hoards == [40, 40, 40]
    assert completed("priest", flight, {"mortals_in_strength": True}).hoards == [45, 40, 40]


def test_three_mortals_may_be_a_colour_flight_that_pays_the_second_strongest():
    flight = ["druid", "fool"]
    assert completed("priest", flight).hoards == [40, 40, 40]
    assert completed("priest", flight, {"mortals_as_colour": True}).hoards == [50, 35, 35]


def test_two_cards_of_a_colour_may_be_enough():
    assert completed("gold-6", ["gold-4"], {"colour": 2}).hoards == [48, 36, 36]


def test_four_cards_of_a_strength_may_be_needed():
    assert completed("copper-5", ["black-5", "red-5"], {"strength": 4}).hoards[0] == 40
    assert completed("copper-5", ["black-5", "red-5", "white-1"], {"strength": 4}).hoards[0] == 40


@pytest.mark.parametrize("flights", [{"colour": 0}, {"strength": 0}, {"colour": 0, "strength": 0}])
def test_either_kind_may_be_missing(flights):
    strength = completed("copper-5", ["black-5", "red-5"], flights).hoards
    colour = completed("gold-6", ["gold-4", "gold-11"], flights).hoards
    assert strength == ([40, 40, 40] if "strength" in flights else [45, 40, 40])
    assert colour == ([40, 40, 40] if "colour" in flights else [52, 34, 34])


def test_a_card_may_complete_flights_of_several_colours_at_once():
    table = completed("tiamat", ["black-1", "black-2", "red-3", "red-5"])
    assert table.hoards == [40 + 2 * (2 + 5), 33, 33]


def test_of_four_cards_of_a_colour_the_second_from_the_top_counts():
    table = completed("gold-9", ["gold-2", "gold-4", "gold-6"])
    assert table.hoards == [52, 34, 34]


def test_a_colour_flight_needs_a_card_on_which_the_colour_is_printed_even_if_it_is_no_dragon():
    guest = {"alignment": "evil", "colours": ["black"]}
    cards = {f"guest-{k}": {**guest, "strength": k} for k in (3, 4, 6)}
    assert completed("guest-6", ["guest-3", "guest-4"], cards=cards).hoards == [48, 36, 36]


def test_guests_complete_a_colour_flight_around_one_card_of_the_colour():
    guest = {"alignment": "evil", "colours": ["black"]}
    cards = {f"guest-{k}": {**guest, "strength": k} for k in (3, 6)}
    assert completed("guest-6", ["guest-3", "black-5"], cards=cards).hoards == [50, 35, 35]


def test_what_flights_bring_is_counted_for_the_player_and_debts_apart():
    from_stakes = completed("copper-5", ["black-5", "red-5"])
    assert from_stakes.record["tally"]["flight_gold"][:3].tolist() == [5, 0, 0]
    poor = completed("gold-6", ["gold-4", "gold-11"], hoards=[40, 40, 2])
    assert poor.hoards == [48, 34, 0]
    assert poor.record["tally"]["flight_gold"][:3].tolist() == [8, 0, 0], "what is owed is not yet there"

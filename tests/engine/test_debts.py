"""Gold that cannot be paid: running debts, debts settled at the end, the hole."""

import pytest
from scene import scene

from tda_sim.engine.layout import MAX_DEBTS
from tda_sim.engine.terms import Stop

pytestmark = pytest.mark.both

AT_END = {"debt": "at_end"}
HOLE = {"debt": "hole", "winner_owes_stakes": True, "winner_takes_hole": True}
SEAT_0_WINS = {"phase": "score", "flights": [["gold-13"], ["white-1"], ["black-2"], ["brass-1"]]}
SEAT_1_WINS = {"phase": "score", "flights": [["white-1"], ["gold-13"], ["black-2"], ["brass-1"]]}


def scored(rules, flights=SEAT_0_WINS, **start):
    """Two to four players when the last round is over, settled."""
    players = len(start["hoards"])
    start = {**flights, "flights": flights["flights"][:players], "hands": [[]] * players, **start}
    return scene(rules, **start).play(stop=Stop.GAMBIT)


def owed(debtor, creditor, gold):
    return {"from": debtor, "to": creditor, "gold": gold}


# --- the list of debts ------------------------------------------------------------------------------------


def test_in_a_full_list_a_new_debt_joins_the_latest_one_of_the_same_pair():
    table = scene(
        hoards=[50, 0], stakes=9, hands=[["green-1", "gold-2"], ["silver-2"] * 1], debts=[owed(1, 0, 1)] * MAX_DEBTS
    ).play("green-1")
    assert table.debts == [owed(1, 0, 1)] * (MAX_DEBTS - 1) + [owed(1, 0, 6)]


def test_in_a_full_list_two_debts_of_one_pair_make_room_for_another_pair():
    old = [owed(2, 1, 1)] * 100 + [owed(2, "stakes", 1)] * (MAX_DEBTS - 100)
    table = scene(
        hoards=[50, 0, 0], stakes=9, hands=[["green-1", "gold-2"], ["silver-2"], ["white-3"]], debts=old
    ).play("green-1")
    assert len(table.debts) == MAX_DEBTS
    assert table.debts[100] == owed(2, "stakes", 2)
    assert table.debts[-1] == owed(1, 0, 5)
    assert sum(debt["gold"] for debt in table.debts) == MAX_DEBTS + 5


# --- debts settled at the end of a gambit -----------------------------------------------------------------


def test_with_debts_at_the_end_gold_gained_in_the_gambit_is_kept_until_then():
    table = scene(
        AT_END, hoards=[0, 50], stakes=9, hands=[["black-5", "gold-2"], ["silver-2"]], debts=[owed(0, 1, 5)]
    ).play("black-5")
    assert table.hoards == [2, 50] and table.debts == [owed(0, 1, 5)]


def test_debts_at_the_end_are_settled_in_whole_passes_until_one_moves_nothing():
    circle = [owed(0, 1, 4), owed(1, 2, 4), owed(2, 0, 4)]
    table = scored(AT_END, hoards=[0, 0, 3], stakes=1, debts=circle)
    assert table.hoards == [1, 0, 3] and table.debts == []


def test_a_pass_starts_with_the_oldest_debt():
    table = scored(AT_END, hoards=[9, 9, 5], stakes=1, debts=[owed(2, 1, 4), owed(2, 0, 4)])
    assert table.hoards == [11, 13, 0]


def test_what_is_still_owed_after_settling_lapses():
    table = scored(AT_END, hoards=[9, 3], stakes=1, debts=[owed(1, 0, 8)])
    assert table.hoards == [13, 0] and table.debts == []


def test_the_gambits_winner_ignores_own_debts_to_the_stakes_and_is_paid_the_others():
    table = scored(AT_END, hoards=[5, 10], stakes=7, debts=[owed(0, "stakes", 3), owed(1, "stakes", 4)])
    assert table.hoards == [16, 6] and table.stakes == 0


def test_a_winner_who_pays_own_debts_to_the_stakes_pays_himself():
    table = scored({**AT_END, "winner_owes_stakes": True}, hoards=[5, 10], stakes=7, debts=[owed(0, "stakes", 3)])
    assert table.hoards == [12, 10] and table.debts == []


def test_with_no_winner_debts_to_the_stakes_are_paid_into_the_next_gambits_stakes():
    tied = {"phase": "score", "round": 1, "flights": [["gold-6"], ["silver-6"]]}
    table = scored(AT_END, tied, hoards=[5, 10], debts=[owed(0, "stakes", 3)])
    assert table.gambit_winner is None
    assert table.hoards == [2, 10] and table.stakes == 3


# --- the hole ---------------------------------------------------------------------------------------------


def test_with_a_hole_the_payee_gets_what_there_is_and_the_rest_is_written_down():
    table = scene(HOLE, hoards=[50, 2], stakes=9, hands=[["green-1", "gold-2"], ["silver-2"]]).play("green-1")
    assert table.hoards == [52, 0] and table.owed == [0, 3] and table.debts == []


def test_what_is_written_down_is_paid_out_of_the_game_when_the_gambit_is_settled():
    table = scored(HOLE, hoards=[10, 20], stakes=4, owed=[0, 3])
    assert table.hoards == [14, 17] and table.hole == 3 and table.owed == [0, 0]


def test_the_winner_pays_into_the_hole_too_out_of_the_stakes_if_need_be():
    table = scored(HOLE, hoards=[1, 20], stakes=4, owed=[3, 0])
    assert table.hoards == [2, 20] and table.hole == 3


def test_where_the_rules_spare_the_winner_nothing_of_the_winners_goes_into_the_hole():
    table = scored({**HOLE, "winner_owes_stakes": False}, hoards=[1, 20], stakes=4, owed=[3, 1])
    assert table.hoards == [5, 19] and table.hole == 1 and table.owed == [0, 0]


def test_the_hole_takes_what_the_hoard_has_and_may_end_the_game_whose_winner_gets_it_all():
    table = scored(HOLE, hoards=[10, 5, 4], stakes=6, owed=[0, 0, 9], hole=2)
    assert table.finished and table.winners == [0]
    assert table.hoards == [22, 5, 0] and table.hole == 0


def test_tied_winners_split_the_hole_and_the_odd_coin_goes_to_the_one_player_out_of_gold():
    table = scored(HOLE, SEAT_1_WINS, hoards=[8, 8, 0], hole=5)
    assert table.winners == [0, 1] and table.hoards == [10, 10, 1]


def test_with_two_out_of_gold_the_odd_coin_goes_to_the_first_tied_winner_from_the_gambits_winner_on():
    table = scored(HOLE, SEAT_1_WINS, hoards=[8, 0, 8, 0], hole=5)
    assert table.gambit_winner == 1
    assert table.winners == [0, 2] and table.hoards == [10, 0, 11, 0]


def test_where_the_rules_leave_it_there_nobody_gets_the_hole():
    table = scored({**HOLE, "winner_takes_hole": False}, hoards=[10, 0], stakes=1, hole=5)
    assert table.finished and table.hoards == [11, 0] and table.hole == 5

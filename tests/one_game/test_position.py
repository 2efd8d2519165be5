import itertools

import pytest

from tda_sim.definitions.sources import from_python
from tda_sim.definitions.validate import check
from tda_sim.engine import kernel
from tda_sim.engine.layout import WORD_BITS, WORD_MASK
from tda_sim.engine.terms import Phase, Stop
from tda_sim.one_game.driver import Driver, drive
from tda_sim.one_game.record import Start, position, state
from tda_sim.one_game.setup import set_up

pytestmark = pytest.mark.both(full=True)


def set_up_again(place, tables):
    problems = []
    start = check(Start, from_python(place), problems)
    assert not problems
    game = set_up(start, tables, 1, lambda path, message, hint=None: problems.append(message))
    assert not problems
    return game


STOPS = {
    Phase.SET_UP: Stop.ANTE,
    Phase.ANTE: Stop.ANTE,
    Phase.TURN: Stop.TURN,
    Phase.SCORE: Stop.GAMBIT,
    Phase.CLEAN_UP: Stop.NEXT,
}


def boundaries(game):
    """The game at its start and after every ante, turn, gambit and clean-up, as far as scenarios can start there."""
    while (phase := Phase(int(game[0]["table"]["phase"]))) in STOPS:
        if phase in (Phase.ANTE, Phase.TURN, Phase.SCORE):
            yield game
        game[0]["n_log"] = 0
        kernel.advance(game, int(STOPS[phase]))


LEAVERS = {"end": {"players_left": 1}}

# What a position must bring back to the table, apart from what it lists itself.
KEPT = ("playing", "out", "n_lasting", "weakest_wins", "next_leader", "least_rounds", "all_trigger")
KEPT += ("mortals_as_colour", "stakes_ran_out", "ante_weakest_wins", "ante_triggers_from", "ante_toll", "ante_shares")


def kept(game):
    """All that, with the powers in force in any order: it matters only for those that are the same.

    Which card carries them is left out. It matters only for cards that count as something else, and for those that a
    position says have copied a power.
    """
    table = game[0]["table"]
    lasting = table["lasting"][: table["n_lasting"]]
    powers = sorted(lasting[["kind", "step", "seat", "times"]].tolist())
    return {name: int(table[name]) for name in KEPT}, table["wild"].tolist(), powers


@pytest.mark.parametrize(
    ("deck", "rules", "players", "seed"),
    [
        ("original", None, 2, 2),
        ("original", None, 4, 4),
        ("original", None, 6, 6),
        ("legendary", None, 3, 1),
        ("legendary", LEAVERS, 4, 2),
        ("emperors-gambit", None, 4, 1),
        ("age-of-mortals", None, 5, 1),
        ("age-of-mortals", LEAVERS, 3, 1),
        ("pick-em", None, 3, 1),
        ("show-em", None, 2, 1),
    ],
)
def test_a_position_set_up_again_is_the_same(dealt, tables_of, deck, rules, players, seed):
    tables = tables_of(deck, rules)
    for game in itertools.islice(boundaries(dealt(*["random"] * players, seed=seed, tables=tables)), 120):
        place = position(game, tables)
        again = set_up_again(place, tables)
        assert position(again, tables) == place
        playing = game[0]["table"]["playing"]
        assert again[0]["table"]["turns"] == (game[0]["table"]["turns"] % playing if place["phase"] != "ante" else 0)
        if place["phase"] == "turn":
            before = game.copy()
            for record in (before, again):  # what ante cards do is summed up when it goes on
                kernel.advance(record, int(Stop.START))
            assert kept(again) == kept(before)


@pytest.mark.parametrize(
    ("deck", "rules"), [("original", None), ("legendary", LEAVERS), ("age-of-mortals", None), ("pick-em", None)]
)
def test_a_game_goes_on_alike_from_a_position_set_up_again(dealt, tables_of, deck, rules):
    tables = tables_of(deck, rules)
    for game in itertools.islice(boundaries(dealt("random", "random", "random", seed=3, tables=tables)), 0, 80, 7):
        again = set_up_again(position(game, tables), tables)
        for part in ("entrant", "picking", "shuffling"):
            again[0][part] = game[0][part]
        again[0]["hand"]["stream"] = game[0]["hand"]["stream"]
        again[0]["table"]["reshuffles"] = game[0]["table"]["reshuffles"]
        ahead = game.copy()
        for record in (ahead, again):
            kernel.advance(record, int(Stop.GAMBIT))
        assert state(again, tables) == state(ahead, tables)


# --- powers in force --------------------------------------------------------------------------------------


def in_force(tables, *powers, **start):
    """What stands under `in_force` in the position that starts with these powers."""
    game = set_up(Start(**start, in_force=[dict(power) for power in powers]), tables, 1, pytest.fail)
    return game, position(game, tables)["in_force"]


LASTING = {
    "legendary": "archmage bronze-warlord dracolich dragonrider druid gold-monarch merchant-prince priest wyrmpriest",
    "emperors-gambit": "emperor wyrmpriest",
    "original": "druid priest",
}


@pytest.mark.parametrize(("deck", "card"), [(deck, card) for deck, cards in LASTING.items() for card in cards.split()])
def test_every_card_whose_power_lasts_can_be_in_force_more_than_once(tables_of, deck, card):
    power = {"card": card, "seat": 1}
    start = {"hands": [["red-2" if deck != "emperors-gambit" else "iron-3"], []], "flights": [[], [card]]}
    assert in_force(tables_of(deck), power, **start)[1] == [power]
    assert in_force(tables_of(deck), power, power, power, **start)[1] == [power] * 3


def test_powers_in_force_keep_their_order(tables_of):
    prince = [{"card": "merchant-prince", "seat": seat} for seat in range(3)]
    druid = {"card": "druid", "seat": 1}
    start = {"hands": [["red-2"], [], []]}
    assert in_force(tables_of("legendary"), prince[2], druid, prince[0], **start)[1] == [prince[2], druid, prince[0]]
    latest_last = in_force(tables_of("legendary"), prince[2], prince[0], prince[2], **start)[1]
    assert latest_last == [prince[0], prince[2], prince[2]]


def test_a_copied_power_hangs_on_the_card_that_copied_it(tables_of):
    tables = tables_of("age-of-mortals")
    power = {"card": "wyrmpriest", "seat": 0, "copied_by": "archmage"}
    start = {"hands": [["red-2"], []], "flights": [["archmage"], []], "ante": ["wyrmpriest"]}
    game, result = in_force(tables, power, **start)
    assert result == [power]
    archmage = tables.names.index("archmage")
    assert game[0]["table"]["wild"][archmage >> WORD_BITS] == 1 << (archmage & WORD_MASK)


def test_a_copied_power_that_stays_with_its_player_is_the_copied_cards(tables_of):
    tables = tables_of("age-of-mortals")
    game = set_up(Start(hands=[["archmage"], ["red-2"]], ante=["druid"], stakes=5), tables, 1, pytest.fail)
    drive(game, [0, 1])
    driver = Driver(game)
    driver.run(Stop.TURN, lambda asked: 0)
    assert position(driver.now, tables)["in_force"] == [{"card": "druid", "seat": 0}]


def test_three_mortals_may_have_paid_where_rules_or_a_power_allow_it(tables_of):
    paid = [{"seat": 1, "colour": "mortal"}]
    for deck in ("legendary", "emperors-gambit"):
        place = {"hands": [["thief" if deck == "legendary" else "spy"], []], "special_flights": paid}
        assert position(set_up_again(place, tables_of(deck)), tables_of(deck))["special_flights"] == paid


# --- who has left, which cards are in --------------------------------------------------------------------


def seats_left(tables, **start):
    game = set_up(Start(**start), tables, 1, pytest.fail)
    table = game[0]["table"]
    return [seat for seat in range(table["players"]) if table["out"] >> seat & 1], int(table["turns"])


def test_players_without_gold_and_cards_have_left_where_players_may_leave(tables, tables_of):
    start = {"hands": [["red-2"], [], ["red-3"], []], "hoards": [5, 0, 0, 5], "turn": 3}
    assert seats_left(tables_of("original", LEAVERS), **start) == ([1], 2)
    assert seats_left(tables, **start) == ([], 3)


@pytest.mark.parametrize(("phase", "left"), [("turn", []), ("ante", [1])])
def test_whoever_leads_a_round_has_not_left(tables_of, phase, left):
    start = {"hands": [["red-2"], [], ["red-3"]], "hoards": [5, 0, 5], "leader": 1, "phase": phase}
    assert seats_left(tables_of("original", LEAVERS), **start) == (left, 0)


def test_a_scenario_may_name_any_card_of_a_deck_that_draws_some(tables_of):
    tables = tables_of("pick-em")
    game = set_up(Start(hands=[["druid"], ["thief"]], flights=[["bahamut"], ["tiamat"]]), tables, 1, pytest.fail)
    place = position(game, tables)
    assert place["phase"] == "turn"
    assert len(place["deck"]) == 100 - 4


def test_a_scenario_has_all_parts_of_a_deck_that_draws_some(tables_of):
    tables = tables_of("every-card")
    (record,) = set_up(Start(hands=[["brown-2"], ["red-5"]]), tables, 1, pytest.fail)
    assert record["n_stock"] == len(tables.names)
    for each in (record["in_game"], record["table"]["known"]):
        assert (each[: len(tables.names)] == 1).all(), "and all players know that"


def test_cards_left_out_are_known_not_to_be_in_where_players_know_which_are(tables_of):
    for deck, known in (("show-em", -1), ("legendary", 0)):
        tables = tables_of(deck)
        game = set_up(Start(hands=[["druid"], ["thief"]], only=True), tables, 1, pytest.fail)
        assert game[0]["table"]["known"][tables.names.index("fool")] == known
        assert game[0]["table"]["known"][tables.names.index("druid")] == known + (deck == "show-em") * 2


# --- starting from a position ----------------------------------------------------------------------------


def test_cards_not_named_follow_the_named_ones_in_an_order_of_the_seed(tables):
    start = Start(hands=[["red-2"], ["red-3"]], deck=["gold-11", "silver-2"], ante=["thief"])

    def deck(seed):
        return position(set_up(start, tables, seed, pytest.fail), tables)["deck"]

    assert deck(1)[:2] == ["gold-11", "silver-2"]
    assert len(deck(1)) == len(set(deck(1))) == 70 - 3
    assert deck(1) == deck(1) != deck(2)
    assert sorted(deck(1)) == sorted(deck(2))


def test_what_is_not_said_has_the_values_of_the_format(tables):
    game = set_up(Start(hands=[["red-2"], ["red-3"], []]), tables, 1, pytest.fail)
    result = state(game, tables)
    assert result["hoards"] == [50, 50, 50]
    assert result["flights"] == [[], [], []]
    assert (result["stakes"], result["round"], result["leader"], result["turn"]) == (0, 1, 0, 0)
    assert result["debts"] == result["ante"] == result["discard"] == result["winners"] == []
    assert result["gambit_winner"] is None


def test_only_leaves_the_other_cards_out(tables):
    game = set_up(Start(hands=[["red-2"], ["red-3"]], deck=["fool"], only=True), tables, 1, pytest.fail)
    assert state(game, tables)["deck_top"] == ["fool"]


# --- the last round ---------------------------------------------------------------------------------------


def flights_to_score(tables, **start):
    game = set_up(Start(phase="score", hands=[["red-2"], ["red-3"]], **start), tables, 1, pytest.fail)
    return int(game[0]["table"]["round"]), bool(game[0]["table"]["stakes_ran_out"])


def test_the_last_round_is_the_one_that_rules_and_powers_call_for(tables, tables_of):
    emperor = [{"card": "emperor", "seat": 0}]
    assert flights_to_score(tables) == (3, False)
    assert flights_to_score(tables_of("original", {"rounds": 5})) == (5, False)
    assert flights_to_score(tables_of("age-of-mortals"), in_force=emperor) == (4, False)
    assert flights_to_score(tables_of("age-of-mortals"), in_force=emperor, round=3) == (3, True)


def test_only_stakes_that_are_said_to_be_empty_have_run_out(tables):
    assert flights_to_score(tables, stakes=0) == (3, True)
    assert flights_to_score(tables, stakes=1) == (3, False)
    assert flights_to_score(tables, stakes=1, round=2) == (2, True)
    game = set_up(Start(stakes=0, hands=[["red-2"], ["red-3"]]), tables, 1, pytest.fail)
    assert not game[0]["table"]["stakes_ran_out"]

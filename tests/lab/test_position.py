import itertools

import pytest

from tda_sim.definitions.sources import from_python
from tda_sim.definitions.validate import check
from tda_sim.engine import kernel
from tda_sim.engine.layout import Phase, Stop
from tda_sim.lab.position import position, state
from tda_sim.lab.scenario_file import Start
from tda_sim.lab.setup import set_up

pytestmark = pytest.mark.both


def set_up_again(place, tables):
    problems = []
    start = check(Start, from_python(place), problems)
    assert not problems
    game = set_up(start, tables, 1, lambda path, message, hint=None: problems.append(message))
    assert not problems
    return game


def boundaries(game):
    """The game at its start and after every ante, turn and gambit."""
    stops = {Phase.ANTE: Stop.ANTE, Phase.TURN: Stop.TURN, Phase.SCORE: Stop.NEXT}
    while game[0]["table"]["phase"] != Phase.OVER:
        yield game
        game[0]["n_log"] = 0
        kernel.advance(game, int(stops[Phase(int(game[0]["table"]["phase"]))]))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_position_set_up_again_is_the_same(dealt, tables, players):
    for game in boundaries(dealt(*["random"] * players, seed=players)):
        place = position(game, tables)
        again = set_up_again(place, tables)
        assert position(again, tables) == place
        turns = game[0]["table"]["turns"] % players
        assert again[0]["table"]["turns"] == (turns if place["phase"] != "ante" else 0)


def test_a_game_goes_on_alike_from_a_position_set_up_again(dealt, tables):
    for game in itertools.islice(boundaries(dealt("strongest", "strongest", "strongest", seed=3)), 5):
        again = set_up_again(position(game, tables), tables)
        for part in ("strategy", "picking"):
            again[0][part] = game[0][part]
        again[0]["hand"]["stream"] = game[0]["hand"]["stream"]
        ahead = game.copy()
        for record in (ahead, again):
            kernel.advance(record, int(Stop.GAMBIT))
        assert state(again, tables) == state(ahead, tables)


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
    found = state(game, tables)
    assert found["hoards"] == [50, 50, 50]
    assert found["flights"] == [[], [], []]
    assert (found["stakes"], found["round"], found["leader"], found["turn"]) == (0, 1, 0, 0)
    assert found["debts"] == found["ante"] == found["discard"] == found["winners"] == []
    assert found["gambit_winner"] is None


def test_only_leaves_the_other_cards_out(tables):
    game = set_up(Start(hands=[["red-2"], ["red-3"]], deck=["fool"], only=True), tables, 1, pytest.fail)
    assert state(game, tables)["deck_top"] == ["fool"]

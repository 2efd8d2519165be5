"""Games driven from outside the lean way are the games that are played straight through, to the bit."""

import numpy as np
import pytest
from test_driver import equal, hands, whole_game

from tda_sim.engine import batched, kernel
from tda_sim.engine.layout import ASKED, LEAN, NONE, TALLY
from tda_sim.engine.terms import Fault, Halt, Phase, Stop
from tda_sim.one_game.driver import Driver, drive, go

pytestmark = pytest.mark.both(full=True)

FROM_THE_TRAIL = ("half_richest", "half_poorest", "behind", "deficit")
DECKS = [
    ("original", None, 3),
    ("emperors-gambit", None, 4),
    ("legendary", None, 6),
    ("pick-em", {"series": 2, "end": {"gambits": 2}}, 4),
    ("age-of-mortals", {"end": {"players_left": 1, "gambits": 8}}, 4),
]


def games_of(game, n=1):
    """Room for lean games and their questions, the first of them kept from ``game``."""
    games, asked = np.zeros(n, LEAN), np.zeros(n, ASKED)
    for k in range(n):
        batched.keep_game(game, games, k)
    return games, asked


def same(found, expected):
    """Whether a lean game agrees with a full one in everything that it keeps, places not in use apart."""
    parts = ("table", "shuffling", "picking")
    rest = [name for name in TALLY.names if name not in FROM_THE_TRAIL]
    size = int(expected["table"]["deck_size"])
    return (
        hands([found]) == hands([expected])
        and all(equal(found[part], expected[part]) for part in parts)
        and all(np.array_equal(found["tally"][name], expected["tally"][name]) for name in rest)
        and np.array_equal(found["deck"][:size], expected["deck"][:size])
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize(("deck", "rules", "players"), DECKS, ids=[deck for deck, *_ in DECKS])
def test_the_same_answers_make_the_same_games_many_at_once(dealt, tables_of, plain, deck, rules, players):
    tables = tables_of(deck, rules)
    straight = [dealt(*["random"] * players, seed=5, number=k, tables=tables) for k in range(2 if plain else 8)]
    finals, answers = zip(*map(whole_game, straight), strict=True)
    left = [iter(given) for given in answers]
    driven = straight[0].copy()
    drive(driven, range(players))
    games, asked = np.zeros(len(straight), LEAN), np.zeros(len(straight), ASKED)
    for k, game in enumerate(straight):
        batched.keep_game(game, games, k)
    batched.play_to_questions(driven, games, asked)
    while (asked["halt"] == Halt.QUESTION).any():
        given = [next(left[k]) if row["halt"] == Halt.QUESTION else (NONE, NONE) for k, row in enumerate(asked)]
        assert [seat for seat, _ in given if seat != NONE] == asked["seat"][asked["halt"] == Halt.QUESTION].tolist()
        batched.answer_questions(driven, games, np.array([index for _, index in given]), asked)
    assert (asked["halt"] == Halt.STOPPED).all() and (games["table"]["phase"] == Phase.OVER).all()
    assert all(same(game, final[0]) for game, final in zip(games, finals, strict=True))
    assert [next(answer, None) for answer in left] == [None] * len(straight)


def test_driven_and_compiled_seats_mix(dealt):
    game = dealt("random", "robber", "random", seed=6)
    (final, answers), driven = whole_game(game), game.copy()
    drive(driven, [1])
    games, asked = games_of(game)
    batched.play_to_questions(driven, games, asked)
    for index in [index for seat, index in answers if seat == 1]:
        batched.answer_questions(driven, games, np.array([index]), asked)
    assert asked[0]["halt"] == Halt.STOPPED and same(games[0], final[0])


def test_games_of_a_run_are_dealt_as_they_are_one_by_one(dealt):
    game = dealt("random", "random", seed=7)
    games = np.zeros(3, LEAN)
    batched.deal_games(game.copy(), games, 4, np.uint64(7))
    for k in range(3):
        kernel.start(game, 4 + k, np.uint64(7), 2)
        assert same(games[k], game[0])


def test_a_question_shows_what_the_driver_shows(dealt):
    game = dealt("random", "random", "random", seed=3)
    drive(game, range(3))
    driver, (games, asked) = Driver(game), games_of(game)
    batched.play_to_questions(game.copy(), games, asked)
    go_on = 0

    def answer(expected):
        nonlocal go_on
        row = asked[0]
        assert (row["seat"], row["question"]["kind"]) == (expected.seat, expected.kind)
        assert row["question"]["option"][: row["question"]["n"]].tolist() == list(expected.options)
        assert equal(row["table"], expected.table) and row["hand"]["n"] == expected.hand["n"]
        index = len(expected.options) - 1
        batched.answer_questions(game.copy(), games, np.array([index]), asked)
        go_on += 1
        return index

    go(driver, Stop.NEXT, answer)
    assert go_on > 5


def test_a_copy_of_a_game_goes_its_own_way(dealt):
    game = dealt("random", "random", seed=2)
    drive(game, [0, 1])
    games, asked = games_of(game, 3)
    batched.play_to_questions(game, games, asked)
    for answers in ([0, 0, 0], [1, 1, 1], [0, 1, 0]):
        batched.answer_questions(game, games, np.array(answers), asked)
    assert equal(games[0], games[2]) and equal(asked[0], asked[2])
    assert not equal(asked[0]["table"], asked[1]["table"])


@pytest.mark.parametrize("index", [-1, 6, 99])
def test_an_answer_that_does_not_exist_is_a_fault_of_its_game_only(dealt, index):
    game = dealt("random", "random")
    drive(game, [0])
    games, asked = games_of(game, 2)
    batched.play_to_questions(game, games, asked)
    batched.answer_questions(game, games, np.array([0, index]), asked)
    assert asked["halt"].tolist() == [Halt.QUESTION, Halt.FAULT] and asked[1]["fault"] == Fault.BAD_OPTION
    batched.answer_questions(game, games, np.array([0, 0]), asked)
    assert asked["halt"].tolist() == [Halt.QUESTION, Halt.FAULT]

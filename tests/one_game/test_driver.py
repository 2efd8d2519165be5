import numpy as np
import pytest

from tda_sim.engine import kernel
from tda_sim.engine.terms import Event, Phase, Question, Stop
from tda_sim.one_game.driver import Driver, drive, go, next_stop, play_game
from tda_sim.one_game.record import Start
from tda_sim.one_game.setup import set_up

pytestmark = pytest.mark.both(full=True)

LINE_UP = ("random", "robber", "random")


def whole_game(game):
    """Play a game with its compiled strategies; returns the final record and the answers, by seat, in order."""
    game, answers = game.copy(), []
    while game[0]["table"]["phase"] != Phase.OVER:
        game[0]["n_log"] = 0
        kernel.advance(game, int(next_stop(game, Stop.GAME)))
        log = game[0]["log"][: game[0]["n_log"]]
        answers += [(int(row["seat"]), int(row["gold"])) for row in log if row["kind"] == Event.ANSWER]
    return game, answers


def same(a, b):
    """Whether two games agree in everything but what is written down about asking and answering."""
    parts = ("table", "deck", "tally", "contacts", "shuffling", "picking")
    return hands(a) == hands(b) and all(equal(a[0][part], b[0][part]) for part in parts)


def hands(game):
    return [hand["card"][: hand["n"]].tolist() for hand in game[0]["hand"]]


def equal(a, b):
    """Whether two records are equal field by field: the bytes between fields mean nothing."""
    if a.dtype.names:
        return all(equal(a[name], b[name]) for name in a.dtype.names)
    return np.array_equal(a, b)


def test_the_same_answers_from_outside_make_the_same_game_to_the_bit(dealt):
    game = dealt(*LINE_UP, seed=5)
    expected, answers = whole_game(game)
    left = iter(answers)

    def answer(asked):
        seat, index = next(left)
        assert seat == asked.seat
        return index

    final = play_game(game, dict.fromkeys(range(3), answer))
    assert same(final, expected)
    assert next(left, None) is None


@pytest.mark.parametrize(
    ("deck", "rules"),
    [
        ("pick-em", None),
        ("age-of-mortals", {"end": {"players_left": 1, "gambits": 8}}),
        ("pick-em", {"series": 2, "end": {"gambits": 2}}),
    ],
)
def test_so_they_do_with_other_decks_and_other_ends(dealt, tables_of, deck, rules):
    game = dealt("random", "random", "random", "random", seed=5, tables=tables_of(deck, rules))
    expected, answers = whole_game(game)
    left = iter([index for _, index in answers])
    assert same(play_game(game, dict.fromkeys(range(4), lambda asked: next(left))), expected)
    assert next(left, None) is None


def test_the_first_questions_of_a_game_may_be_which_cards_are_in_it(dealt, tables_of):
    game = dealt("random", "random", tables=tables_of("pick-em"))
    drive(game, [0, 1])
    driver = Driver(game)
    stop = next_stop(driver.game, Stop.GAME)
    first = driver.next_question(stop)
    assert (first.seat, first.kind, len(first.options), first.hand["n"]) == (0, Question.PICK_UNIQUE, 30, 0)
    driver.answer(29)
    second = driver.next_question(stop)
    assert (second.seat, len(second.options)) == (1, 29)
    assert second.table["known"][first.options[29]] == 1
    driver.answer(0)
    assert driver.next_question(stop).kind == Question.ANTE


def test_a_question_says_which_card_it_is_about(tables_of):
    tables = tables_of("legendary")
    start = Start(hands=[["copper-trickster", "red-2"], ["red-3"]], flights=[["blue-1"], []], deck=["thief"], stakes=9)
    game = set_up(start, tables, 1, pytest.fail)
    drive(game, [0, 1])
    driver = Driver(game)
    driver.next_question(Stop.TURN)
    driver.answer(0)
    asked = driver.next_question(Stop.TURN)
    assert (asked.kind, tables.names[asked.about]) == (Question.TRIGGER_OR_NOT, "thief")


def test_driven_and_compiled_seats_mix(dealt):
    game = dealt(*LINE_UP, seed=6)
    expected, answers = whole_game(game)
    left = iter([index for seat, index in answers if seat == 1])
    assert same(play_game(game, {1: lambda asked: next(left)}), expected)


def test_a_question_shows_the_own_hand_and_the_table_but_nothing_else(dealt):
    game = dealt("random", "random")
    drive(game, [1])
    asked = Driver(game).next_question(Stop.TURN)
    assert (asked.seat, asked.kind) == (1, Question.ANTE)
    assert list(asked.options) == list(game[0]["hand"][1]["card"][:6])
    assert (asked.hand["seat"], asked.hand["n"]) == (1, 6)
    assert asked.table["ante_size"] == 0  # nothing is revealed before everyone has chosen
    assert (asked.table["hand_size"][:2] == 6).all()
    assert "deck" not in asked.table.dtype.names
    asked.table["stakes"] = 99  # a copy: the game does not notice
    assert game[0]["table"]["stakes"] == 0


def test_looking_at_the_middle_of_a_turn_changes_nothing(dealt):
    game = dealt(*LINE_UP, seed=7)
    expected, _ = whole_game(game)
    driver = Driver(game)
    while not driver.over:
        driver.run(Stop.START, lambda asked: 0)
        driver.run(Stop.PLAY, lambda asked: 0)
        driver.run(next_stop(driver.game, Stop.GAME), lambda asked: 0)
    assert same(driver.now, expected)


def test_answers_before_a_stop_inside_a_turn_are_kept(dealt):
    game = dealt("random", "random", seed=2)
    drive(game, [0, 1])
    driver = Driver(game)
    go(driver, Stop.ANTE, lambda asked: 0)
    driver.run(Stop.PLAY, lambda asked: len(asked.options) - 1)
    played = driver.now[0]["table"]["flight"][:, 0].copy()
    driver.run(Stop.TURN, lambda asked: pytest.fail("it was answered before"))
    assert (driver.now[0]["table"]["flight"][:, 0] == played).all()


def test_events_are_told_once_and_none_is_lost(dealt):
    game = dealt(*LINE_UP, seed=8)
    message = [[], []]
    for k, driven in enumerate(([], [0, 1, 2])):
        start = game.copy()
        drive(start, driven)
        driver = Driver(start)
        _, answers = whole_game(game)
        left = iter(answers)
        while not driver.over:
            stop = next_stop(driver.game, Stop.GAME)
            while driver.next_question(stop) is not None:
                message[k] += driver.new_events().tolist()
                driver.answer(next(left)[1])
            message[k] += driver.new_events().tolist()
    assert message[0] == message[1]
    assert len(message[0]) > 200


def test_peeking_tells_what_an_answer_would_lead_to_and_keeps_nothing(dealt):
    game = dealt("random", "random", seed=3)
    drive(game, [0, 1])
    driver = Driver(game)
    go(driver, Stop.ANTE, lambda asked: 0)
    asked = driver.next_question(Stop.TURN)
    before = driver.game.tobytes()
    cards = [[row["card"] for row in driver.peek(Stop.TURN, k) if row["kind"] == Event.PLAY] for k in range(2)]
    assert cards == [[asked.options[0]], [asked.options[1]]]
    assert driver.game.tobytes() == before


@pytest.mark.parametrize("index", [-1, 6])
def test_an_answer_that_does_not_exist_is_refused(dealt, index):
    game = dealt("random", "random")
    drive(game, [0])
    driver = Driver(game)
    driver.next_question(Stop.ANTE)
    with pytest.raises(ValueError, match="6 options"):
        driver.answer(index)


def test_an_answer_needs_a_question(dealt):
    with pytest.raises(ValueError, match="no question"):
        Driver(dealt("random", "random")).answer(0)

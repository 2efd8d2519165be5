"""Games that are answered from outside: the same games as those of `tda simulate`, with what seats see."""

import copy
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tda_sim
from tda_sim.engine.layout import NONE, UNITS
from tda_sim.errors import UserError
from tda_sim.kit import network
from tda_sim.learners import COLUMNS, OPTION, STATE, Games, parts, write_strategy
from tda_sim.learners.observing import COLUMN
from tda_sim.learners.stepping import ENDED, NO_OPTION
from tda_sim.training import labels, plan_learning, play
from tda_sim.training.play import kept_values, labeller


def scores(observations: np.ndarray, masks: np.ndarray, text: str) -> np.ndarray:
    """What a network makes of each option, in whole numbers, shape (n, options): worked out from observations."""
    weights = network.read(text)
    by_place, outer = weights.inputs[0], weights.units[0]
    first = [int(np.flatnonzero(column == COLUMN)[0]) for column in range(COLUMNS)]
    assert (by_place == np.where(COLUMN[:, None] == NONE, 0, by_place[first][COLUMN])).all()
    own = by_place[first].astype(np.int64)
    state, options = parts(observations.astype(np.int64))
    sums = (state @ own[:STATE])[:, None, :] + options @ own[STATE:]
    result = np.maximum(0, sums[..., :-1] >> network.UNIT_BITS) @ outer + (
        sums[..., -1] >> network.UNIT_BITS << network.OUT_BITS
    )
    return np.where(masks == 1, result, np.iinfo(np.int64).min)


def made_up(folder: Path) -> tuple[Path, str]:
    """A strategy whose weights are drawn at random, and its weights as they stand in the file."""
    rng = np.random.default_rng(1)
    file = write_strategy(folder / "made_up.py", rng.normal(0, 0.05, (COLUMNS, UNITS)), rng.normal(0, 0.5, UNITS - 1))
    return file, file.read_text().split('"""')[3]


CASES = [
    ("original", 4, ["balanced", "thrifty", "random"], None),
    ("original", 2, ["random"], None),
    ("emperors-gambit", 3, ["balanced", "balanced"], None),
    ("legendary", 6, ["balanced", "random", "random", "thrifty", "random"], None),
    ("traditional", 4, ["weighted", "random", "balanced"], None),
    ("original", 5, ["random", "random", "balanced", "random"], "last-player-standing"),
]


@pytest.mark.parametrize(("deck", "players", "opponents", "rules"), CASES)
def test_games_driven_by_a_strategys_answers_are_those_of_simulate(
    deck: str, players: int, opponents: list[str], rules: str | None, tmp_path: Path
) -> None:
    """All gold in all games: the observations say enough to answer as the strategy does, and nothing else differs."""
    n, file = 60, made_up(tmp_path)
    games = Games(deck, players, opponents, n, rules, options=64)
    games.begin(3)
    gold: dict[int, list[int]] = {}
    while not gold.keys() >= set(range(n)):
        numbers = games.numbers.copy()
        games.answer(scores(games.observations, games.masks, file[1]).argmax(axis=1), follow=True)
        for k in np.flatnonzero(games.over):
            gold.setdefault(int(numbers[k]), games.steps["gold"][k, :players].tolist())
    results = tda_sim.simulate(
        deck, players=players, games=n, strategies=[str(file[0]), *opponents], seed=3, rules=rules, progress=False
    )
    kept = results.seats.select("game", "seat", "gold").sort("game", "seat").collect()
    played = kept.group_by("game", maintain_order=True).agg(pl.col("gold"))
    expected = dict(zip(played["game"].to_list(), played["gold"].to_list(), strict=True))
    assert {number: gold[number] for number in range(n)} == expected


@pytest.mark.parametrize(("deck", "players"), [("original", 4), ("legendary", 6)])
def test_observations_hold_what_learning_sees(deck: str, players: int) -> None:
    """The labels that `tda learn play` learns from, in every decision of some games."""
    plan = plan_learning([deck], [players], "weighted", 1, 100, 1)
    with pytest.MonkeyPatch.context() as patch:
        for name, number in {"ONE_IN": 1, "KEPT_GAMES": 100, "ROOM": 2_000_000}.items():
            patch.setattr(play, name, number)
        numbers = labeller(plan, plan.strategy, kept_values(plan, plan.strategy)).play(0, 0, 3)
    games = Games(deck, players, None, options=64)
    games.begin(1)
    n = 0
    for chosen, state, options in decisions(numbers):
        seen, rows = parts(games.observations[0])
        assert (seen == state[:STATE]).all()
        assert games.masks[0].sum() == len(options)
        assert (rows[: len(options)] == [option[STATE:] for option in options]).all()
        games.answer(np.array([chosen]), follow=True)
        n += 1
    assert n > 300 and games.over[0] and games.numbers[0] == 3


def decisions(numbers: np.ndarray) -> Iterator[tuple[int, np.ndarray, list[np.ndarray]]]:
    """What labels say: which option was taken, and the inputs of the state and of the options, by columns."""

    def read(at: int) -> tuple[int, np.ndarray]:
        end, result = at + 1 + numbers[at], np.zeros(COLUMNS, np.int64)
        for number in numbers[at + 1 : end].tolist():
            result[COLUMN[number >> labels.INPUT_BITS]] += (number & 0xFFFF ^ 0x8000) - 0x8000
        return end, result

    at = 0
    while at < len(numbers):
        n, chosen, options = int(numbers[at]), int(numbers[at + labels.CHOSEN]), []
        at, state = read(at + labels.INPUTS)
        for _ in range(n):
            at, option = read(at + 1)
            options.append(option)
        yield chosen, state, options


def transcript(n: int, steps: int, **arguments: Any) -> list[bytes]:
    """Everything that comes of some answers."""
    games, result = Games(n=n, **arguments), []
    games.begin(7)
    for k in range(steps):
        games.answer(games.masks.sum(axis=1) * (k * 7 % 11) // 11, follow=True)
        result.append(games.observations.tobytes() + games.masks.tobytes() + games.steps.tobytes())
    return result


@pytest.mark.both(full=True)
def test_the_same_answers_make_the_same_games() -> None:
    assert transcript(3, 40, opponents="balanced") == transcript(3, 40, opponents="balanced")


def test_a_game_does_not_depend_on_those_beside_it() -> None:
    """Where one sits alone, it goes on with game number 1; beside four others, with number 5."""
    alone, among = Games(n=1, opponents="random"), Games(n=5, opponents="random")
    alone.begin(2)
    among.begin(2)
    for k in range(500):
        assert (alone.observations[0] == among.observations[0]).all()
        answers = among.masks.sum(axis=1) * (k % 5) // 5
        alone.answer(answers[:1], follow=True)
        among.answer(answers, follow=True)
        if alone.over[0]:
            break
    assert alone.over[0] and among.over[0]
    assert alone.steps[0] == among.steps[0]
    assert (alone.numbers[0], among.numbers[0]) == (1, 5)


def test_shares_of_a_win_add_up_to_nothing() -> None:
    """The reward is the share of the win less the fair share: 0 while a game goes on, and in all seats together."""
    games, ended = Games(n=64, opponents="random"), 0
    games.begin(1)
    for k in range(200):
        games.answer(games.masks.sum(axis=1) * (k * 5 % 7) // 7, follow=True)
        shares, over = games.shares(), games.over
        assert not shares[~over].any()
        assert np.allclose(shares[over].sum(axis=1), 0)
        top = games.steps["gold"][over][:, :4].max(axis=1, keepdims=True) == games.steps["gold"][over][:, :4]
        assert (shares[over] > 0).any(axis=1).all() and (top == (shares[over] > 0)).all()
        ended += int(over.sum())
    assert ended > 50


@pytest.mark.parametrize("follow", [True, False])
def test_an_answer_that_is_no_option_ends_the_game(follow: bool) -> None:
    games = Games(n=2)
    games.begin(1)
    seats = games.seats.copy()
    games.answer(np.array([-1, games.masks[1].sum()]), follow)
    assert (games.steps["over"] == NO_OPTION).all()
    assert (games.shares()[np.arange(2), seats] == -1).all() and games.shares().sum() == -2
    assert games.masks.any() == follow and games.observations.any() == follow


def test_a_question_with_more_options_shows_the_first_ones() -> None:
    few, all_ = Games(n=64, options=3), Games(n=64, options=32)
    few.begin(1)
    all_.begin(1)
    for _ in range(20):
        assert (few.observations == all_.observations[:, : STATE + 3 * OPTION]).all()
        assert (few.masks == all_.masks[:, :3]).all()
        for games in (few, all_):
            games.answer(np.zeros(64, np.int64), follow=True)
    assert (all_.masks.sum(axis=1) > 3).any()


def test_games_go_on_with_further_ones_of_the_seed() -> None:
    """`begin` without a seed deals the next games, and those that follow an end are numbered on."""
    games = Games(n=3)
    games.begin(4)
    assert games.numbers.tolist() == [0, 1, 2]
    first = games.observations.copy()
    games.begin()
    assert games.numbers.tolist() == [3, 4, 5] and (games.observations != first).any()
    games.begin(4)
    assert (games.observations == first).all()


def test_the_learner_comes_to_every_seat() -> None:
    games = Games(n=24)
    games.begin(1)
    assert np.bincount(games.seats).tolist() == [6, 6, 6, 6]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
@pytest.mark.parametrize("deck", ["original", "legendary"])
def test_a_copy_goes_on_by_itself(copied: Callable[[Games], Games], deck: str) -> None:
    """It plays the same as the original, which does not notice; neither reads what the other's seats see."""
    games = Games(deck, 3, "random", n=3)
    games.begin(6)
    for k in range(30):
        games.answer(games.masks.sum(axis=1) * (k % 3) // 3, follow=True)
    other, before = copied(games), games.observations.copy()
    played = []
    for each in (other, games):
        if each is games:
            assert (games.observations == before).all()
        for k in range(60):
            each.answer(each.masks.sum(axis=1) * (k % 5) // 5, follow=True)
        played.append((each.observations.tobytes(), each.masks.tobytes(), each.steps.tobytes()))
    assert played[0] == played[1] and (games.observations != before).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deck": "orignal"}, "did you mean original"),
        ({"deck": "dice-gambit"}, "has no cards"),
        ({"players": 7}, "players must be a whole number from 2 to 6, not 7"),
        ({"opponents": "balnced"}, "balanced"),
        ({"opponents": "lookahead"}, "lookahead is too slow to learn against"),
        ({"opponents": ["random", "random"]}, "2 strategies for 3 players"),
        ({"rules": "three-games"}, "single games"),
        ({"n": 0}, "the number of games must be a whole number from 1 to 1,048,576, not 0"),
        ({"n": 2.0}, "the number of games must be"),
        ({"options": 1}, "the number of options must be a whole number from 2 to 256, not 1"),
    ],
)
def test_bad_arguments_are_explained(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as caught:
        Games(**arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([0], "int64 of shape (1,)"),
        ([0.5, 0.5], "float64 of shape (2,)"),
        ([[0], [0]], "int64 of shape (2, 1)"),
    ],
)
def test_answers_are_whole_numbers_one_for_each_game(answers: Any, message: str) -> None:
    games = Games(n=2)
    games.begin(1)
    with pytest.raises(UserError) as caught:
        games.answer(np.array(answers), follow=True)
    assert message in str(caught.value) and "shape (2,)" in str(caught.value)


def test_an_answer_comes_after_a_beginning() -> None:
    with pytest.raises(UserError, match="no game has begun"):
        Games().answer(np.zeros(1, np.int64), follow=True)


def test_a_seed_is_a_seed() -> None:
    with pytest.raises(UserError, match="seed must be"):
        Games().begin(-1)


def test_a_strategy_that_makes_a_mistake_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text('"""Answers what is no option."""\n\n\ndef choose(cards, table, me, question):\n    return 300\n')
    games = Games(players=2, opponents=str(file))
    with pytest.raises(UserError, match="a strategy made a mistake in game 0 of seed 5"):
        play_on(games)


def play_on(games: Games) -> None:
    """Play a game in which the opponent is asked sooner or later."""
    games.begin(5)
    games.answer(np.zeros(1, np.int64), follow=False)


def test_ends_are_told_apart() -> None:
    """A game that is over, and one that an answer ended."""
    games = Games(n=1, players=2)
    games.begin(1)
    while not games.over[0]:
        games.answer(np.zeros(1, np.int64), follow=False)
    assert games.steps["over"][0] == ENDED and games.steps["winners"][0] in (1, 2, 3)
    assert not games.observations.any() and not games.masks.any()

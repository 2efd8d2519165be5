"""Drama of games whose chances are known: one told by hand, and a walk whose chances are the shares of the gold."""

import numpy as np
import polars as pl
import pytest
from made_up import cell_row, games_table, study_of

from tda_sim.errors import UserError
from tda_sim.measures.chances import Trails, chances, features, models, reliability, scores, trails
from tda_sim.measures.compare import measured
from tda_sim.measures.drama import drama, drama_of, per_game, summed
from tda_sim.measures.metrics import DRAMA_METRICS
from tda_sim.measures.null_model import race_lag, race_moves

START, GAMES = 5, 2_000


def values(sums: pl.DataFrame) -> dict[str, float]:
    return {name: measured(sums, metric).estimate for name, metric in DRAMA_METRICS.items()}


def known(states: Trails, chance: np.ndarray) -> dict[str, float]:
    """Drama by chances that are known."""
    return values(summed(per_game(states, chance), 50))


def states(gold: list[list[int]], game: list[int], shares: list[list[float]]) -> Trails:
    """Recorded gambits of games."""
    number = np.array(game)
    first = np.append(True, number[1:] != number[:-1])
    gambit = np.arange(len(number)) - np.maximum.accumulate(np.where(first, np.arange(len(number)), 0)) + 1
    last = np.append(first[1:], True)
    return Trails(number, gambit, np.array(gold, float), np.full(len(number), -1), last, np.array(shares, float))


def walk(seed: int = 1, games: int = GAMES, start: int = START) -> Trails:
    """Two players with so much gold each move one gold a gambit, by a coin, until one has none."""
    generator = np.random.default_rng(seed)
    gold, game, shares = [], [], []
    for number in range(games):
        own = start
        path = []
        while 0 < own < 2 * start:
            own += 2 * int(generator.integers(2)) - 1
            path.append([own, 2 * start - own])
        gold += path
        game += [number] * len(path)
        shares += [[own > 0, own == 0]] * len(path)
    return states(gold, game, shares)


def test_a_game_told_by_hand() -> None:
    """Seat 0 is the favourite at first, then seat 2, and seat 1 wins."""
    chance = np.array([[0.6, 0.3, 0.1], [0.1, 0.4, 0.5], [0.0, 1.0, 0.0]])
    result = per_game(states([[1, 1, 1]] * 3, [0, 0, 0], [[0, 1, 0]] * 3), chance).row(0, named=True)
    assert result["drama"] == pytest.approx((0.3 + 0.1) / 3)
    path = np.array([[1 / 3, 1 / 3, 1 / 3], [0.6, 0.3, 0.1], [0.1, 0.4, 0.5]])
    moves = np.diff(np.vstack([path, chance[-1]]), axis=0)
    assert result["surprise"] == pytest.approx(np.linalg.norm(moves, axis=1).sum())
    length = np.array([3.0])
    assert (result["race_drama"], result["race_surprise"]) == (race_lag(length, 3)[0], race_moves(length, 3)[0])


def test_only_games_that_one_seat_wins_count() -> None:
    chance = np.array([[1.0, 0.0], [0.7, 0.3], [0.5, 0.5]])
    result = per_game(states([[1, 1]] * 3, [0, 1, 1], [[1, 0], [0.5, 0.5], [0.5, 0.5]]), chance)
    assert result["games"].to_list() == [1, 1]
    assert result["surprise"].to_list() == pytest.approx([np.sqrt(0.5), 0])
    assert result["race_surprise"].to_list() == pytest.approx([np.sqrt(0.5), 0])
    assert result["drama"].to_list() == result["race_drama"].to_list() == [0, 0]


def test_chances_of_a_fair_walk_are_found_again() -> None:
    """The gambler's ruin: the chance to win is the share of the gold, and every gambit moves it by a tenth."""
    walked = walk()
    exact = walked.gold / (2 * START)
    result = chances(walked)
    assert np.abs(result - exact).mean() < 0.02
    assert values(drama_of(walked).sums) == pytest.approx(known(walked, exact), rel=0.1)
    quality = scores(walked, result)
    assert quality["off"] < 0.02
    assert quality["explained"] == pytest.approx(scores(walked, exact)["explained"], abs=0.01)


def test_reliability_holds_where_the_model_is_right() -> None:
    """Chances lie within the intervals of what happens: at 99.9 %, one of ten rows misses in one of 100 tests."""
    walked = walk(2)
    table = reliability(walked, walked.gold / (2 * START), walked.game // 50, level=0.999)
    assert table.filter(~pl.col("chance").is_between(pl.col("low"), pl.col("high"))).is_empty()


@pytest.mark.full
def test_intervals_of_drama_contain_the_truth() -> None:
    """Walks whose truth is that of 20,000 others: 100 intervals of 95 % cover fewer than 88 times in one of 250 tests.

    They have in them what blocks do by way of the chances: without it, intervals of surprise would cover half as often.
    """
    truth = values(drama_of(walk(1_000, games=20_000, start=3)).sums)
    result = [drama_of(walk(seed, games=300, start=3)).sums for seed in range(100)]
    for name, metric in DRAMA_METRICS.items():
        ends = [measured(sums, metric).ends() for sums in result]
        assert sum(low <= truth[name] <= high for low, high in ends) >= 88, name


def test_every_block_has_a_part_in_the_models() -> None:
    """Of many games some are enough to fit a model on: some of every block, lest its error hang on a few of them."""
    walked = walk(5, games=400, start=3)
    block = walked.game // 50
    for model in models(walked, features(walked), most_states=1_000):
        assert np.unique(block[model.training]).tolist() == list(range(8))
        assert 500 < model.training.sum() < 1_500


def test_nothing_is_learnt_from_gold_that_means_nothing() -> None:
    """The winner is drawn by lot: a model that had seen these very games would claim to know some of it."""
    generator = np.random.default_rng(3)
    games = np.repeat(np.arange(300), 5)
    won = np.eye(4)[generator.integers(0, 4, 300)][games]
    random = states(generator.integers(0, 100, (1_500, 4)).tolist(), games.tolist(), won.tolist())
    assert -0.1 < scores(random, chances(random))["explained"] < 0.005


def test_recorded_gambits_are_read_with_their_games() -> None:
    games = games_table(winners=[2, 3, 0], gambits=[2, 1, 1])
    recorded = pl.DataFrame({"game": [1, 0, 0, 2], "gambit": [1, 2, 1, 1], "winner": [0, None, 1, 1]})
    recorded = recorded.with_columns(gold_0=pl.Series([50, 30, 40, 50]), gold_1=pl.Series([50, 70, 60, 50]))
    cells = [cell_row("deck", 3, players=2)]
    result = trails(study_of(cells, {("deck", "games"): games, ("deck", "gambits"): recorded}), "deck")
    assert result.game.tolist() == [0, 0, 1] and result.last.tolist() == [False, True, True]
    assert result.gold.tolist() == [[40, 60], [30, 70], [50, 50]]
    assert result.leader.tolist() == [1, -1, 0]
    assert result.shares.tolist() == [[0, 1], [0, 1], [0.5, 0.5]]


def test_games_that_were_not_recorded_have_no_drama() -> None:
    recorded = pl.DataFrame(schema=dict.fromkeys(("game", "gambit", "winner", "gold_0", "gold_1"), pl.Int64))
    cells = [cell_row("deck", 1, players=2)]
    study = study_of(cells, {("deck", "games"): games_table(1), ("deck", "gambits"): recorded})
    with pytest.raises(UserError, match=r"no gambits were recorded in 'deck' \(record them in the study"):
        drama(study, "deck")

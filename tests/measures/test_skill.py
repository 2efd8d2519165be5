"""Skill where it is known: intervals cover as often as they say, and noise is not taken for it."""

import numpy as np
import polars as pl
import pytest

from tda_sim.measures.skill import LineUp, Shares, rung_gap, skill_share, who_wins, win_shares
from tda_sim.measures.table import DIFFERENCES, LEVELS

BLOCKS, SIZE = 40, 100
GAMES = BLOCKS * SIZE
NAMES = ("strong", "good", "fair", "weak")
CHANCES = (0.4, 0.3, 0.2, 0.1)
EXPLAINED = 100 * np.mean((np.array(CHANCES) - 0.25) ** 2) / (0.25 * 0.75)


def mixed(generator: np.random.Generator, chances: tuple[float, ...], games: int = GAMES) -> pl.DataFrame:
    """Sums by block and strategy of games that each strategy wins alone with such a chance."""
    won, size = generator.multinomial(games // BLOCKS, chances, size=BLOCKS), games // BLOCKS
    rows = [(k, name, 60 * n, 3600 * n, size) for k in range(BLOCKS) for name, n in zip(NAMES, won[k], strict=True)]
    return pl.DataFrame(rows, schema=["block", "strategy", "won", "won_squared", "seats"], orient="row")


def shares_of(sums: pl.DataFrame, games: int) -> Shares:
    return win_shares([LineUp(sums, games)])


@pytest.mark.full
def test_skill_share_covers_the_truth_and_has_no_bias() -> None:
    """200 intervals of 95 % cover fewer than 180 or all times with a chance of 0.3 %."""
    generator = np.random.default_rng(1)
    rows = [skill_share([LineUp(mixed(generator, CHANCES), GAMES)]).row() for _ in range(200)]
    covered = sum(row["low"] <= EXPLAINED <= row["high"] for row in rows)
    assert 180 <= covered < 200
    assert np.mean([row["estimate"] for row in rows]) == pytest.approx(EXPLAINED, abs=0.15)


def paired(generator: np.random.Generator, chance: float, names: tuple[str, str]) -> LineUp:
    """Two strategies with two seats each, of which the first wins with such a chance."""
    won = generator.binomial(SIZE, chance, BLOCKS)
    rows = [
        (k, name, 60 * n, 3600 * n, 2 * SIZE)
        for k in range(BLOCKS)
        for name, n in zip(names, (won[k], SIZE - won[k]), strict=True)
    ]
    return LineUp(
        pl.DataFrame(rows, schema=["block", "strategy", "won", "won_squared", "seats"], orient="row"), BLOCKS * SIZE
    )


def test_skill_is_measured_by_what_a_line_up_lets_it_explain() -> None:
    """Who holds two of four seats and always wins explains a third of the result, and no strategy could do more."""
    always = paired(np.random.default_rng(21), 1.0, ("strong", "weak"))
    assert always.cap == pytest.approx(1 / 3)
    assert skill_share([always]).estimate == pytest.approx(100)
    assert LineUp(mixed(np.random.default_rng(22), CHANCES), GAMES).cap == 1


@pytest.mark.full
def test_skill_is_the_mean_over_line_ups_and_covers_the_truth() -> None:
    """200 intervals of 95 % cover fewer than 180 or all times with a chance of 0.3 %."""
    generator = np.random.default_rng(23)
    truth = (EXPLAINED + 100 * (0.7 - 0.5) ** 2 / (0.5 * 0.5)) / 2
    result = [
        skill_share([LineUp(mixed(generator, CHANCES), GAMES), paired(generator, 0.7, ("strong", "weak"))]).row()
        for _ in range(200)
    ]
    assert 180 <= sum(row["low"] <= truth <= row["high"] for row in result) < 200
    assert np.mean([row["estimate"] for row in result]) == pytest.approx(truth, abs=0.2)


def test_the_gap_of_a_rung_is_what_the_first_wins_more_per_seat() -> None:
    """40 % against a mean of 20 %; 200 intervals of 95 % cover fewer than 180 or all times with a chance of 0.3 %."""
    generator = np.random.default_rng(24)
    rows = [rung_gap([LineUp(mixed(generator, CHANCES), GAMES)], "strong").row() for _ in range(200)]
    assert 180 <= sum(row["low"] <= 20 <= row["high"] for row in rows) < 200


def test_line_ups_count_as_far_as_all_of_them_are_played() -> None:
    whole = LineUp(mixed(np.random.default_rng(25), CHANCES), GAMES)
    half = LineUp(whole.sums.filter(pl.col("block") < BLOCKS // 2), GAMES // 2)
    assert skill_share([whole, half]).estimate == pytest.approx(skill_share([half]).estimate)
    assert skill_share([whole, half]).games == GAMES // 2


def test_win_shares_are_those_of_all_line_ups_in_which_a_strategy_sits() -> None:
    generator = np.random.default_rng(26)
    first, second = LineUp(mixed(generator, CHANCES), GAMES), paired(generator, 1.0, ("strong", "other"))
    result = win_shares([first, second])
    won = {name: float(value) for name, value in zip(result.strategies, result.influences.estimate, strict=True)}
    assert won["strong"] == pytest.approx((40 + 2 * 50) / 3, abs=1.5)
    assert won["other"] == 0 and won["weak"] == pytest.approx(10, abs=1.5)


def test_luck_is_not_taken_for_skill() -> None:
    """Without the correction, 400 games would show a share of 0.25 % that is nothing but noise."""
    generator = np.random.default_rng(2)
    result = [skill_share([LineUp(mixed(generator, (0.25,) * 4, 400), 400)]).estimate for _ in range(200)]
    assert abs(np.mean(result)) < 0.06


def rows_of(kind: str, *shares: Shares) -> pl.DataFrame:
    """Win rates in worlds of these shares, or how they differ from the first."""
    worlds = [({"deck": f"deck {k}", "rule": "", "players": 4}, each) for k, each in enumerate(shares)]
    return who_wins(worlds, margin=2.0).filter(kind=kind)


def test_win_shares_come_with_the_places_that_may_be_held() -> None:
    rows = rows_of(LEVELS, shares_of(mixed(np.random.default_rng(3), (0.4, 0.295, 0.205, 0.1)), GAMES))
    assert rows["subject"].to_list() == list(NAMES)
    assert rows["best"].to_list() == rows["worst"].to_list() == [1, 2, 3, 4]
    assert rows["estimate"].sum() == pytest.approx(100)


def test_who_thrives_in_another_deck() -> None:
    """What one strategy wins more, another one loses; the others stay within the margin."""
    generator = np.random.default_rng(4)
    draws = (CHANCES, (0.3, 0.4, 0.2, 0.1))
    rows = rows_of(DIFFERENCES, *(shares_of(mixed(generator, chances, 40_000), 40_000) for chances in draws))
    verdicts = dict(zip(rows["subject"], rows["verdict"], strict=True))
    assert verdicts == {"strong": "less", "good": "more", "fair": "same", "weak": "same"}


def test_changes_of_decks_without_common_blocks_are_found_as_well() -> None:
    generator = np.random.default_rng(5)
    first, second = shares_of(mixed(generator, CHANCES), GAMES), shares_of(mixed(generator, CHANCES), GAMES)
    longer = shares_of(mixed(generator, CHANCES).filter(pl.col("block") < 30), 3_000)
    alike, apart = (rows_of(DIFFERENCES, first, other) for other in (second, longer))
    assert ((apart["high"] - apart["low"]) > 0.7 * (alike["high"] - alike["low"])).all()


def test_who_never_wins_in_few_games_may_still_do_so() -> None:
    """Nothing varies there, which is no proof that nothing can."""
    few = shares_of(mixed(np.random.default_rng(11), (0.5, 0.5, 0.0, 0.0), 80), 80)
    row = rows_of(LEVELS, few).row(by_predicate=pl.col("subject") == "weak", named=True)
    assert row["estimate"] == 0 and 4 < row["high"] < 7
    assert rows_of(DIFFERENCES, few, few).filter(subject="weak")["verdict"].item() == "unclear"

"""Skill where it is known: intervals cover as often as they say, and noise is not taken for it."""

from math import sqrt

import numpy as np
import polars as pl
import pytest

from tda_sim.measures.pairs import skill_pools, strategy_pools
from tda_sim.measures.skill import TEN, LineUp, Shares, skill_of, who_wins, win_shares
from tda_sim.measures.table import DIFFERENCES, LEVELS
from tda_sim.stats.best_of import chance_of, lead_of

BLOCKS, SIZE = 40, 100
GAMES = BLOCKS * SIZE
NAMES = ("strong", "good", "fair", "weak")
CHANCES = (0.4, 0.3, 0.2, 0.1)
LENGTH = 8  # gambits of a game, on average
IN_TEN = 100 * chance_of(lead_of(0.4, 4) * sqrt(TEN / LENGTH), 4)


def mixed(generator: np.random.Generator, chances: tuple[float, ...], games: int = GAMES) -> pl.DataFrame:
    """Sums by block and strategy of games that each strategy wins alone with such a chance."""
    won, size = generator.multinomial(games // BLOCKS, chances, size=BLOCKS), games // BLOCKS
    rows = [(k, name, 60 * n, size) for k in range(BLOCKS) for name, n in zip(NAMES, won[k], strict=True)]
    return pl.DataFrame(rows, schema=["block", "strategy", "won", "seats"], orient="row")


def lengths(generator: np.random.Generator, games: int = GAMES, gambits: float = LENGTH) -> pl.DataFrame:
    """The lengths of these games."""
    size = games // BLOCKS
    return pl.DataFrame({"block": range(BLOCKS), "games": size, "gambits": generator.poisson(gambits * size, BLOCKS)})


def line_up(generator: np.random.Generator, chances: tuple[float, ...] = CHANCES, best: str = "strong") -> LineUp:
    return LineUp(mixed(generator, chances), GAMES, lengths(generator), best)


def shares_of(sums: pl.DataFrame, games: int) -> Shares:
    return win_shares([LineUp(sums, games)])


def paired(generator: np.random.Generator, chance: float, names: tuple[str, str]) -> LineUp:
    """Two strategies with two seats each, of which the first wins with such a chance."""
    won = generator.binomial(SIZE, chance, BLOCKS)
    rows = [
        (k, name, 60 * n, 2 * SIZE)
        for k in range(BLOCKS)
        for name, n in zip(names, (won[k], SIZE - won[k]), strict=True)
    ]
    sums = pl.DataFrame(rows, schema=["block", "strategy", "won", "seats"], orient="row")
    return LineUp(sums, BLOCKS * SIZE, lengths(generator))


@pytest.mark.full
@pytest.mark.parametrize("best", ["strong", ""])
@pytest.mark.slow
def test_the_wins_of_the_best_cover_the_truth_and_have_no_bias(best: str) -> None:
    """2,000 intervals of 95 % cover fewer than 1,860 or more than 1,940 times with a chance of 0.05 % each."""
    generator = np.random.default_rng(1)
    result = [skill_of([line_up(generator, best=best)]) for _ in range(2_000)]
    for name, truth in (("skill", 40.0), ("skill_per_ten", IN_TEN)):
        rows = [each[name].row() for each in result]
        assert 1_860 <= sum(row["low"] <= truth <= row["high"] for row in rows) <= 1_940
        assert np.mean([row["estimate"] for row in rows]) == pytest.approx(truth, abs=0.1)


@pytest.mark.full
def test_skill_is_the_mean_over_line_ups_and_covers_the_truth() -> None:
    """Of two seats each, the better wins 35 of 100. 500 intervals cover fewer than 458 with a chance of 0.1 %."""
    generator = np.random.default_rng(23)
    both = ([line_up(generator, best=""), paired(generator, 0.7, ("strong", "weak"))] for _ in range(500))
    result = [skill_of(each)["skill"].row() for each in both]
    assert 458 <= sum(row["low"] <= 37.5 <= row["high"] for row in result) <= 491
    assert np.mean([row["estimate"] for row in result]) == pytest.approx(37.5, abs=0.1)


@pytest.mark.parametrize("gambits", [2.5, 5.0, 20.0])
def test_skill_per_ten_gambits_is_the_same_in_games_of_any_length(gambits: float) -> None:
    """A paradox: players as unlike in each gambit, but longer games. The truth lies in a fair sum of gambits.

    Shares of 200,000 and 400,000 games are off by more than 0.6 points with a chance of 1 in 10,000.
    """
    generator = np.random.default_rng(31)
    skills = np.array([0.2, 0.07, -0.07, -0.2])  # what each player gains per gambit, where one varies by 1
    totals = gambits * skills + sqrt(gambits) * generator.standard_normal((200_000, 4))
    chances = tuple(np.bincount(totals.argmax(axis=1), minlength=4) / len(totals))
    in_ten = 10 * skills + sqrt(10) * generator.standard_normal((200_000, 4))
    truth = 100 * float((in_ten.argmax(axis=1) == 0).mean())
    games = 400_000
    found = skill_of([LineUp(mixed(generator, chances, games), games, lengths(generator, games, gambits), "strong")])
    assert found["skill_per_ten"].estimate == pytest.approx(truth, abs=0.6)
    assert abs(found["skill"].estimate - truth) > 4


def test_who_is_best_by_luck_is_not_taken_for_the_best() -> None:
    """Whoever wins most of 400 even games wins 28 % of them; half of them say nothing of the others.

    The mean of 400 estimates is off by more than 0.4 with a chance of 0.1 %.
    """
    generator = np.random.default_rng(2)
    even = [LineUp(mixed(generator, (0.25,) * 4, 400), 400, lengths(generator, 400)) for _ in range(400)]
    assert np.mean([skill_of([each])["skill"].estimate for each in even]) == pytest.approx(25, abs=0.4)
    most = [max(win_shares([each]).influences.estimate) for each in even]
    assert np.mean(most) > 26.5


def test_the_best_is_the_one_who_is_known_to_be_even_where_another_wins_more() -> None:
    found = skill_of([line_up(np.random.default_rng(5), (0.2, 0.4, 0.3, 0.1))])
    assert found["skill"].estimate == pytest.approx(20, abs=2)


def test_line_ups_count_as_far_as_all_of_them_are_played() -> None:
    whole = line_up(np.random.default_rng(25))
    half = LineUp(whole.sums.filter(pl.col("block") < BLOCKS // 2), GAMES // 2, whole.lengths, "strong")
    both, alone = skill_of([whole, half]), skill_of([half])
    assert both["skill"].estimate == pytest.approx(alone["skill"].estimate)
    assert both["skill_per_ten"].estimate == pytest.approx(alone["skill_per_ten"].estimate)
    assert both["skill"].games == GAMES // 2


def test_who_always_wins_has_an_interval() -> None:
    found = skill_of([line_up(np.random.default_rng(6), (1.0, 0.0, 0.0, 0.0))])
    row = found["skill"].row()
    assert row["estimate"] == 100 and 99 < row["low"] < 100
    assert 99 < found["skill_per_ten"].estimate <= 100


def table_of(name: str, *strategies: str, **other: object) -> dict[str, object]:
    """A row of cells."""
    usual = {"table": name, "kind": "mixed", "able": True, "games": 10, "strategies": strategies, "fitted": False}
    return {**usual, "looks": 1, "best": None, **other}


def test_pools_of_line_ups_are_those_whose_strategies_meet() -> None:
    graded = table_of("graded", "a", "a:play=1", best="a")
    evening = table_of("evening", "club", "regular", fitted=True)
    styles, ahead = table_of("styles", "b", "c"), table_of("ahead", "lookahead", "a", games=5)
    usual = pl.DataFrame([evening, styles, graded, ahead])
    assert skill_pools(usual) == [["graded"], ["styles"]]
    assert strategy_pools(usual) == [["evening"], ["styles"]]
    named = pl.DataFrame([table_of("first", "a", "b"), table_of("second", "b", "c"), table_of("weak", "d", able=False)])
    assert skill_pools(named) == strategy_pools(named) == [["first", "second"]]
    assert skill_pools(pl.DataFrame([evening])) == [["evening"]]
    assert strategy_pools(pl.DataFrame([graded])) == skill_pools(pl.DataFrame([graded])) == [["graded"]]
    assert skill_pools(named.filter(~pl.col("able"))) == []


def test_win_shares_are_those_of_all_line_ups_in_which_a_strategy_sits() -> None:
    generator = np.random.default_rng(26)
    first, second = line_up(generator), paired(generator, 1.0, ("strong", "other"))
    result = win_shares([first, second])
    won = {name: float(value) for name, value in zip(result.strategies, result.influences.estimate, strict=True)}
    assert won["strong"] == pytest.approx((40 + 2 * 50) / 3, abs=1.5)
    assert won["other"] == 0 and won["weak"] == pytest.approx(10, abs=1.5)


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

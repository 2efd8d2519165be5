"""Curves of how games go, for games that can be told by hand."""

import numpy as np
import polars as pl
import pytest
from made_up import cell_row, study_of
from test_drama import START, states, walk

from tda_sim.measures.curves import STEPS, curve_rows, gold_rows, survival_rows
from tda_sim.stats.intervals import wilson


def test_survival_is_the_share_of_games_still_going() -> None:
    rows = survival_rows(np.array([2, 4]), np.array([30, 10]))
    assert [row["gambit"] for row in rows] == [0, 1, 2, 3, 4]
    assert [row["estimate"] for row in rows] == [100, 100, 25, 25, 0]
    expected = wilson(10, 40)
    assert (rows[2]["low"], rows[2]["high"]) == pytest.approx((100 * expected.low, 100 * expected.high))
    assert {row["n"] for row in rows} == {40}


def recorded(games: int = 400) -> pl.DataFrame:
    """Two seats: 1 .. games gold for one, 50 for the other; only game 0 has a second gambit."""
    rows = [{"game": k, "gambit": 1, "winner": 0, "gold_0": k + 1, "gold_1": 50} for k in range(games)]
    return pl.DataFrame([*rows, {"game": 0, "gambit": 2, "winner": 1, "gold_0": 9, "gold_1": 9}])


def test_gold_is_told_by_quantiles_of_all_seats() -> None:
    study = study_of([cell_row("deck", 400, players=2)], {("deck", "gambits"): recorded()})
    rows = pl.DataFrame(gold_rows(study, "deck", players=2))
    assert rows["gambit"].unique().to_list() == [1]  # a second gambit of one game in 400 says too little
    assert rows["n"].unique().to_list() == [400]
    result = dict(rows.select("q", "estimate").rows())
    assert result == {0.05: 40, 0.25: 50, 0.5: 50, 0.75: 200, 0.95: 360}
    assert rows.filter(pl.col("low") > pl.col("estimate"), pl.col("high") < pl.col("estimate")).is_empty()


def test_what_a_block_does_by_way_of_the_model_is_in_the_interval() -> None:
    chance = np.array([[0.6, 0.4], [0.0, 1.0]] * 4)
    message = states([[1, 1]] * 8, [0, 0, 1, 1, 2, 2, 3, 3], [[0, 1]] * 8)
    noise = np.tile([[0.1], [-0.1]], (2, 2 * (STEPS + 1)))
    known, fitted = (pl.DataFrame(curve_rows(message, chance, message.game, each)) for each in (None, noise))
    assert fitted["estimate"].to_list() == pytest.approx(known["estimate"].to_list())
    assert (fitted["high"] - fitted["low"] > known["high"] - known["low"] + 20).all()


def test_a_game_told_by_hand_has_its_curves() -> None:
    """Seat 0 is the favourite for two of four gambits, then seat 1, who wins."""
    chance = np.array([[0.6, 0.4], [0.7, 0.3], [0.2, 0.8], [0.0, 1.0]])
    message = states([[1, 1]] * 4, [0] * 4, [[0, 1]] * 4)
    rows = pl.DataFrame(curve_rows(message, chance, message.game))
    at = {share: dict(own.select("who", "estimate").rows()) for (share,), own in rows.group_by("share")}
    assert at[0] == at[0.2] == {"winner": 50, "favourite": 50}
    assert at[0.25] == {"winner": 40, "favourite": 60}
    assert at[0.5] == at[0.7] == pytest.approx({"winner": 30, "favourite": 70})
    assert at[0.75] == {"winner": 80, "favourite": 80}
    assert at[1] == {"winner": 100, "favourite": 100}
    assert len(rows) == 2 * (STEPS + 1)


def test_shared_wins_have_no_part_in_the_curves() -> None:
    chance = np.array([[0.6, 0.4], [0.0, 1.0], [0.5, 0.5]])
    message = states([[1, 1]] * 3, [0, 0, 1], [[0, 1], [0, 1], [0.5, 0.5]])
    rows = pl.DataFrame(curve_rows(message, chance, np.zeros(3, np.int64)))
    assert rows.filter(share=0.5, who="winner")["estimate"].item() == pytest.approx(40)


def test_the_favourite_is_ahead_until_the_end() -> None:
    walked = walk(games=300)
    rows = pl.DataFrame(curve_rows(walked, walked.gold / (2 * START), walked.game // 10))
    wide = rows.pivot("who", index="share", values="estimate")
    assert (wide["favourite"] >= wide["winner"] - 1e-9).all()
    assert wide["winner"].diff().drop_nulls().min() > -1

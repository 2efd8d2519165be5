"""Turn order where it is known: who wins from which place, and how sure that is."""

import numpy as np
import polars as pl
import pytest
from made_up import cell_row, games_table, one_cell, study_of

from tda_sim.measures.blocks import block_sums
from tda_sim.measures.fairness import GAMBIT, gambit_sums, turn_metrics, turn_rows

BLOCKS, SIZE = 40, 100


def turns(generator: np.random.Generator, chances: tuple[float, ...], games: int = BLOCKS * SIZE) -> pl.DataFrame:
    """Sums over blocks of games that each place in the turn order wins alone with such a chance."""
    won, size = generator.multinomial(games // BLOCKS, chances, size=BLOCKS), games // BLOCKS
    above = {f"turn_{turn}_above_par": 60 * won[:, turn] - 60 // len(chances) * size for turn in range(len(chances))}
    return pl.DataFrame({"block": range(BLOCKS), "games": size, "led_games": [size] * BLOCKS, **above})


def test_games_are_won_by_the_leader_and_by_those_to_the_left() -> None:
    """Seat 2 leads and seats 2, 3, 0 and 0 win; of three games at a table of four the leader wins one."""
    games = games_table(winners=[4, 8, 1, 1], first_leader=[2, 2, 2, None])
    rows = turn_rows(block_sums(one_cell(games), "deck", 1), 4)
    assert [row["subject"] for row in rows] == ["leader", "1st to the left", "2nd to the left", "3rd to the left"]
    assert [row["estimate"] for row in rows] == pytest.approx([100 / 3, 100 / 3, 100 / 3, 0])


def test_gambits_are_won_by_the_leader_of_the_gambit() -> None:
    """Of three recorded gambits that somebody wins, the leader wins one, and the seat to the right two."""
    recorded = pl.DataFrame({"game": [0, 0, 1, 1], "opener": [1, 2, 0, 3], "winner": [1, None, 3, 2]})
    study = study_of([cell_row("deck", 2)], {("deck", "gambits"): recorded})
    sums = gambit_sums(study, "deck")
    assert sums.select("games", "told_gambits").sum().row(0) == (2, 3)
    assert [row["estimate"] for row in turn_rows(sums, 4, GAMBIT)] == pytest.approx([100 / 3, 0, 0, 200 / 3])


def test_the_leader_has_a_metric_already_and_the_others_one_each() -> None:
    assert [metric.name for metric in turn_metrics(3)] == ["turn_1_game", "turn_2_game"]


def test_a_fair_turn_order_raises_an_alarm_in_one_of_twenty_decks() -> None:
    """All places at once: of 200 fair decks, more than 9.5 % have a place off par with a chance of 0.5 %."""
    generator = np.random.default_rng(6)
    decks = [turn_rows(turns(generator, (0.25,) * 4), 4) for _ in range(200)]
    alarms = [any(row["low"] > 25 or row["high"] < 25 for row in rows) for rows in decks]
    assert 0.01 < np.mean(alarms) < 0.095


def test_verdicts_on_places() -> None:
    generator = np.random.default_rng(7)
    fair = turn_rows(turns(generator, (0.25,) * 4, 80_000), 4)
    uneven = turn_rows(turns(generator, (0.28, 0.25, 0.25, 0.22), 80_000), 4)
    few = turn_rows(turns(np.random.default_rng(10), (0.25,) * 4, 800), 4)
    verdicts = [[row["verdict"] for row in rows] for rows in (fair, uneven, few)]
    assert verdicts == [["same"] * 4, ["more", "same", "same", "less"], ["unclear"] * 4]


def test_a_place_that_has_never_won_may_still_win() -> None:
    """In 80 games: 0 of 80, all four at once, is at most 6 %."""
    row = turn_rows(turns(np.random.default_rng(12), (0.5, 0.5, 0.0, 0.0), 80), 4)[3]
    assert row["estimate"] == 0 and row["low"] <= 0 and 4 < row["high"] < 8

"""Every metric on games written down, where its value can be told by looking."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from made_up import CHUNK, MadeUpStudy, cell_row, games_table, one_cell, study_of

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_size, block_sums, strategy_sums
from tda_sim.measures.compare import measured
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import EVERY, METRICS, with_smallest

GAMES = games_table(
    gambits=[4, 8, 6, 2],
    rounds=[12, 26, 18, 6],
    plays=[40, 80, 60, 20],
    lead_changes=[1, 4, 2, 0],
    winners=[0b0001, 0b0010, 0b0110, 0b0000],  # seat 0, seat 1, seats 1 and 2, nobody
    winner=[0, 1, None, None],
    tie=[False, False, True, False],
    end=["out_of_gold", "enough_gold", "gambits_played", "unfinished"],
    unfinished=[False, False, False, True],
    first_leader=[0, 2, 1, 3],
    half_richest=[0, 3, 2, 1],
    half_poorest=[1, None, 1, None],
    behind=[1, 5, None, None],
    deficit=[3, 20, None, None],
    stakes_won=[40, 100, 40, 10],
    max_stakes=[14, 20, 16, 10],
    power_gold=[10, 30, 15, 5],
    triggers=[20, 50, 20, 10],
    colour_flights=[1, 2, 0, 0],
    strength_flights=[0, 1, 1, 0],
    purchases=[4, 8, 2, 0],
    debts=[1, 0, 1, 0],
    emptied=[0, 1, 0, 0],
    drawn_gambits=[0, 1, 0, 0],
    reshuffles=[1, 2, 1, 0],
    openers_won=[2, 3, 2, 0],
)
KNOWN = {
    "gambits": 20 / 4,
    "rounds": 62 / 4,
    "plays": 200 / 4,
    "minutes": (4 * 120 + 20 * (18 + 35) + 200 * 8 + 100 * 4 + 14 * 10 + 4 * 30) / 60 / 4,
    "rounds_per_gambit": 62 / 20,
    "lead_changes": 7 / 4,
    "lead_change_rate": 100 * 7 / 16,
    "half_leader_wins": 100 * (1 + 0 + 1 / 2) / 3,  # the unfinished game does not count
    "comebacks": 100 * (0 + 1 / 2) / 2,
    "behind": 100 * 6 / 12,
    "deficit": 23 / 2,
    "stakes": 190 / 19,
    "max_stakes": 60 / 4,
    "power_gold": 60 / 20,
    "triggers_per_play": 100 * 100 / 200,
    "special_flights": 100 * 5 / 20,
    "colour_flights": 100 * 3 / 20,
    "strength_flights": 100 * 2 / 20,
    "purchases": 100 * 14 / 20,
    "debts": 100 * 2 / 20,
    "emptied": 100 * 1 / 20,
    "drawn_gambits": 100 * 1 / 20,
    "reshuffles": 4 / 4,
    "end_out_of_gold": 25,
    "end_enough_gold": 25,
    "end_gambits_played": 25,
    "end_players_left": 0,
    "unfinished": 25,
    "ties": 25,
    "leader_gambit": 100 * (7 / 19 - 1 / 4),
    "leader_game": 100 * ((1 + 0 + 1 / 2) / 3 - 1 / 4),
}


def test_every_metric_has_a_known_value_here() -> None:
    assert set(KNOWN) == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_metrics_are_what_they_say(name: str) -> None:
    sums = block_sums(one_cell(GAMES), "deck")
    assert measured(sums, METRICS[name]).estimate == pytest.approx(KNOWN[name])


def test_wins_go_by_the_distance_from_the_first_leader() -> None:
    """Won by the leader; by seat 1 where 2 leads, three to the left of it; by seats 1 and 2 where 1 leads."""
    sums = block_sums(one_cell(GAMES), "deck").sum().row(0, named=True)
    assert sums["led_games"] == sums["finished"] == 3
    won = [sums[f"turn_{turn}_above_par"] + 15 * 3 for turn in range(4)]
    assert won == [60 + 30, 30, 0, 60]


def test_blocks_are_pieces_of_games_in_order() -> None:
    study = one_cell(games_table(gambits=list(range(1, 401))))
    sums = block_sums(study, "deck")
    assert block_size(study) == 10
    assert sums["block"].to_list() == list(range(40))
    assert sums["gambits"].to_list() == [sum(range(10 * k + 1, 10 * k + 11)) for k in range(40)]


def test_blocks_are_chunks_where_there_are_enough() -> None:
    cells = [cell_row("a", 100_000), cell_row("b", 40 * CHUNK), cell_row("not played yet", 0)]
    assert block_size(study_of(cells, {})) == CHUNK


def test_a_mean_has_the_interval_of_student() -> None:
    values = np.random.default_rng(1).integers(1, 30, 64)
    result = measured(block_sums(one_cell(games_table(gambits=values.tolist())), "deck"), METRICS["gambits"])
    assert result.estimate == pytest.approx(values.mean())
    assert result.error == pytest.approx(values.std(ddof=1) / 8)


def test_what_never_happens_has_no_value() -> None:
    result = measured(
        block_sums(one_cell(GAMES.with_columns(winners=pl.lit(0, pl.UInt8))), "deck"), METRICS["comebacks"]
    )
    assert np.isnan(result.estimate)


def test_strategies_are_summed_by_block() -> None:
    seats = pl.DataFrame(
        {
            "game": [0, 0, 1, 1],
            "strategy": ["balanced", "random", "balanced", "random"],
            "win_share": [1.0, 0.0, 0.5, 0.5],
        }
    )
    study = MadeUpStudy(pl.DataFrame([cell_row("deck", 2, chunk=1)]), {("deck", "seats"): seats})
    assert strategy_sums(study, "deck").rows() == [
        (0, "balanced", 60, 1),
        (0, "random", 0, 1),
        (1, "balanced", 30, 1),
        (1, "random", 30, 1),
    ]


def test_a_study_may_have_its_own_smallest_differences() -> None:
    result = with_smallest(METRICS.values(), {"max_stakes": 7})
    assert {metric.name: metric.smallest for metric in result}["max_stakes"] == Margin(7)


def test_mistakes_are_named() -> None:
    with pytest.raises(UserError, match=r"no column deficit[^,]*\(another version recorded them"):
        block_sums(one_cell(GAMES.drop("deficit")), "deck")
    with pytest.raises(UserError, match=r"no game of 'deck' has been played yet"):
        block_sums(study_of([cell_row("deck", 0)], {}), "deck")
    with pytest.raises(UserError, match=r"no cell 'other'"):
        block_sums(one_cell(GAMES), "other")


@pytest.mark.parametrize("part", ["top", "bottom"])
def test_a_sum_that_nothing_makes_is_named_with_its_metric(part: str) -> None:
    changes: dict[str, Any] = {part: "decisions"}
    decisions = replace(METRICS["plays"], name="thinking", **changes)
    with pytest.raises(UserError, match=r"^the metric thinking needs the sum decisions, .*tda_sim/measures/blocks\.py"):
        measured(block_sums(one_cell(GAMES), "deck"), decisions)


def test_names_are_those_under_which_metrics_are_found() -> None:
    assert all(metric.name == name for name, metric in EVERY.items())

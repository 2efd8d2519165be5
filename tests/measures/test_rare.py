"""Events that are rare or never seen: bounds contain the truth as often as they say, and never have no width."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from differences_made_up import gap
from made_up import cell_row, games_table, study_of

from tda_sim.measures.compare import measured
from tda_sim.measures.metrics import METRICS
from tda_sim.stats.exact import clopper_pearson, difference_ends, effective, poisson
from tda_sim.studies.peeking import peek

BLOCKS, SIZE, GAMBITS = 40, 50, 10
GAMES = BLOCKS * SIZE
EMPTIED, TIES, ROUNDS = METRICS["emptied"], METRICS["ties"], METRICS["rounds_per_gambit"]


def cell(events: np.ndarray, name: str) -> pl.DataFrame:
    """Block sums of games that have so many events each."""
    sums = {"block": range(BLOCKS), "games": [SIZE] * BLOCKS, "gambits": [SIZE * GAMBITS] * BLOCKS}
    return pl.DataFrame(sums | {name: events.reshape(BLOCKS, SIZE).sum(axis=1)})


def emptied(generator: np.random.Generator, expected: float, clump: int = 1) -> pl.DataFrame:
    """Games with so many events in all, on average; in clumps, some in one game and none in the others."""
    return cell(clump * generator.binomial(1, expected / GAMES / clump, GAMES), "emptied")


def tied(generator: np.random.Generator, expected: float) -> pl.DataFrame:
    return cell(generator.binomial(1, expected / GAMES, GAMES), "ties")


@pytest.mark.sample(2)
@pytest.mark.parametrize("expected", [0.5, 4, 30, 150, GAMES - 3])
def test_bounds_of_rare_shares_and_of_shares_near_all_cover_the_truth(expected: float) -> None:
    """300 intervals that cover 95 % of the time cover fewer than 274 times with a chance of 0.3 %."""
    generator = np.random.default_rng(1)
    result = [measured(tied(generator, expected), TIES).ends() for _ in range(300)]
    assert sum(low <= 100 * expected / GAMES <= high for low, high in result) >= 274
    assert all(low < high for low, high in result)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("expected", "clump"), [(0.5, 1), (6, 1), (60, 1), (30, 3), (60, 3)])
def test_bounds_of_rare_counts_cover_the_truth_even_in_clumps(expected: float, clump: int) -> None:
    """300 intervals that cover 95 % of the time cover fewer than 274 times with a chance of 0.3 %."""
    generator = np.random.default_rng(2)
    result = [measured(emptied(generator, expected, clump), EMPTIED).ends() for _ in range(300)]
    assert sum(low <= 100 * expected / GAMES / GAMBITS <= high for low, high in result) >= 274
    assert all(low < high for low, high in result)


@pytest.mark.sample(3)
@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize(("before", "after"), [(0.3, 0.3), (1, 6), (20, 20), (60, 150)])
def test_differences_of_rare_events_cover_the_truth(before: float, after: float, paired: bool) -> None:
    """300 intervals that cover 95 % of the time cover fewer than 274 times with a chance of 0.3 %."""
    generator = np.random.default_rng(3)
    rows = [gap(emptied(generator, before), emptied(generator, after), EMPTIED, paired=paired) for _ in range(300)]
    truth = 100 * (after - before) / GAMES / GAMBITS
    assert sum(row["low"] <= truth <= row["high"] for row in rows) >= 274
    assert all(row["low"] < row["high"] for row in rows)


def test_a_difference_that_just_matters_is_seldom_called_the_same() -> None:
    """A true difference of the margin: "same" is wrong in 2.5 % of the cases at most; 17 of 300 have one of 0.2 %."""
    generator, margin = np.random.default_rng(4), 100 * 4 / GAMES / GAMBITS
    rows = [gap(emptied(generator, 0.2), emptied(generator, 4.2), EMPTIED, margin) for _ in range(300)]
    assert sum(row["verdict"] == "same" for row in rows) < 17


def test_what_was_never_seen_may_still_happen() -> None:
    """None in 20,000 gambits: 3.7 in 20,000 at most; two such cells may differ by as much."""
    nothing = cell(np.zeros(GAMES, int), "emptied")
    bound = 100 * np.log(40) / 20_000
    assert measured(nothing, EMPTIED).ends() == (0, pytest.approx(bound))
    row = gap(nothing, nothing, EMPTIED, 0.01)
    assert row["verdict"] == "unclear"
    assert (row["low"], row["high"]) == pytest.approx((-bound, bound))


def test_what_is_the_same_in_all_blocks_may_be_another_elsewhere() -> None:
    """Three rounds in each of 20,000 gambits: one of 5,400 may have had four."""
    rounds = cell(np.full(GAMES, 3 * GAMBITS), "rounds")
    low, high = measured(rounds, ROUNDS).ends()
    assert 3 - low == pytest.approx(high - 3) == pytest.approx(np.log(40) / 20_000)


def test_cells_of_which_no_game_went_otherwise_may_still_differ() -> None:
    """Not one of 2,000 games: fewer than 3.7 in 2,000, each as far off as two games are, 10 times the root of 2."""
    plays = np.random.default_rng(5).normal(100, 10, GAMES).round().astype(int)
    row = gap(cell(plays, "plays"), cell(plays, "plays"), METRICS["plays"])
    assert row["estimate"] == 0 and row["verdict"] == "same"
    assert row["high"] == pytest.approx(-row["low"]) == pytest.approx(3.7 / GAMES * 10 * 2**0.5, rel=0.3)


def test_a_look_before_the_end_has_a_bound_for_what_was_never_seen() -> None:
    """No stakes ran empty in 16,000 gambits of 2,000 games, as printed or under a rule: 3.7 in 16,000 at most."""
    rows = [cell_row("deck", GAMES), cell_row("deck + rule", GAMES, deck="deck", variant="rule")]
    study: Any = study_of(rows, {(row["cell"], "games"): games_table(GAMES) for row in rows})
    study.path, study.complete, study.chunk, study.wanted = "", False, GAMES // BLOCKS, lambda cell: GAMES
    found = peek(study, ["emptied"])["tables"]["estimates"]
    bound = 100 * np.log(40) / (8 * GAMES)
    assert [(row["low"], row["high"]) for row in found.filter(kind="level").to_dicts()] == [
        (0, pytest.approx(bound))
    ] * 2
    assert [(row["low"], row["high"]) for row in found.filter(kind="difference").to_dicts()] == [
        pytest.approx((-bound, bound))
    ]


def test_bounds_are_those_of_the_books() -> None:
    """Clopper and Pearson for 1 of 10; Garwood's for 5 events: 1.6 to 11.7 (Ulm 1990)."""
    assert clopper_pearson(1, 10) == pytest.approx((0.0025, 0.4450), abs=1e-4)
    assert poisson(5) == pytest.approx((1.623, 11.668), abs=1e-3)
    assert clopper_pearson(0, 10)[0] == 0 and clopper_pearson(10, 10)[1] == 1


def test_observations_that_hang_together_count_for_fewer() -> None:
    assert effective(100, 1.0, 2.0, 1e9) == pytest.approx(50)
    assert effective(100, 1.0, 2.0, 10) < 50
    assert effective(100, 1.0, 0.5, 1e9) == effective(100, 1.0, 0.0, 10) == 100


def test_a_difference_has_the_bounds_of_both() -> None:
    """Newcombe's example from Wilson's intervals: 56 of 70 less 48 of 80 (1998, table II)."""
    ends = difference_ends((0.8, 0.6918, 0.8777), (0.6, 0.4905, 0.7004))
    assert ends == pytest.approx((0.0524, 0.3339), abs=5e-4)
    assert difference_ends((1, 0, 2), (1, 0, 2), correlation=1) == (0, 0)

"""The summary's numbers against the same numbers computed the plain way, from whole tables."""

from typing import Any

import numpy as np
import polars as pl
import pytest

import tda_sim
from tda_sim.measures.summary import summary
from tda_sim.stats.intervals import mean, wilson


@pytest.fixture
def results(engine: Any) -> tda_sim.Results:
    return tda_sim.simulate(games=900, players=4, strategies="random,robber,random,balanced", progress=False)


@pytest.fixture
def tables(results: tda_sim.Results) -> dict[str, pl.DataFrame]:
    return summary(results.games, results.seats)


def test_win_shares_of_all_seats_add_up_to_one(tables: dict[str, pl.DataFrame]) -> None:
    assert tables["seats"]["estimate"].sum() == pytest.approx(1, abs=1e-12)
    held = tables["strategies"]
    assert (held["estimate"] * held["seats"]).sum() == pytest.approx(1, abs=1e-12)


def test_a_strategy_is_measured_per_seat_held(results: tda_sim.Results, tables: dict[str, pl.DataFrame]) -> None:
    rows = results.seats.filter(strategy="random").collect()
    row = tables["strategies"].row(by_predicate=pl.col("strategy") == "random", named=True)
    share = wilson(rows["win_share"].sum(), 900)
    assert row["estimate"] == pytest.approx(rows["win_share"].mean())
    assert (row["seats"], row["n"]) == (2, 900)
    assert (row["low"], row["high"]) == pytest.approx((share.low / 2, share.high / 2))


def test_a_strategy_that_holds_every_seat_has_its_share_for_certain(engine: Any) -> None:
    results = tda_sim.simulate(games=50, players=5, strategies="random", progress=False)
    row = summary(results.games, results.seats)["strategies"].row(0, named=True)
    assert (row["estimate"], row["low"], row["high"]) == (0.2, 0.2, 0.2)


def test_means_are_those_of_the_games(results: tda_sim.Results, tables: dict[str, pl.DataFrame]) -> None:
    gambits = results.games.collect()["gambits"].cast(pl.Int64)
    row = tables["length"].row(by_predicate=pl.col("name") == "gambits", named=True)
    expected = mean(gambits.sum(), (gambits * gambits).sum(), 900)
    assert (row["estimate"], row["low"], row["high"]) == (expected.estimate, expected.low, expected.high)


def test_ratios_are_those_of_the_totals(results: tda_sim.Results, tables: dict[str, pl.DataFrame]) -> None:
    games = results.games.collect()
    row = tables["rates"].row(by_predicate=pl.col("name") == "rounds_per_gambit", named=True)
    assert row["estimate"] == pytest.approx(games["rounds"].sum() / games["gambits"].sum())
    assert row["low"] < row["estimate"] < row["high"]


def test_quantiles_are_those_of_the_games(results: tda_sim.Results, tables: dict[str, pl.DataFrame]) -> None:
    gambits = results.games.collect()["gambits"].to_numpy()
    for row in tables["quantiles"].filter(name="gambits").iter_rows(named=True):
        assert row["estimate"] == np.quantile(gambits, row["q"], method="inverted_cdf")


def test_the_histogram_holds_all_games(tables: dict[str, pl.DataFrame]) -> None:
    assert tables["histogram"]["games"].sum() == 900
    assert tables["ends"]["estimate"].sum() == pytest.approx(1)


def test_counts_have_no_intervals_below_zero(engine: Any) -> None:
    results = tda_sim.simulate(games=3, players=2, strategies="random", progress=False)
    rates = summary(results.games, results.seats)["rates"]
    assert rates["low"].min() >= 0  # type: ignore[operator]


def test_every_table_has_its_intervals_beside_the_estimates(tables: dict[str, pl.DataFrame]) -> None:
    for name in ("strategies", "seats", "length", "quantiles", "ends", "rates"):
        assert tables[name].columns[-4:] == ["estimate", "low", "high", "n"]
        assert tables[name].select((pl.col("low") <= pl.col("estimate")).all()).item()
        assert tables[name].select((pl.col("estimate") <= pl.col("high")).all()).item()

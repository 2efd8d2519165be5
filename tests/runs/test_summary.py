"""The summary's numbers against the same numbers computed the plain way, from whole tables."""

from typing import Any

import numpy as np
import polars as pl
import pytest

import tda_sim
from tda_sim.definitions.clocks import load_clock
from tda_sim.measures.summary import ENDS, SEATS, STRATEGIES, TURNS, summary
from tda_sim.measures.table import COUNTS, IDENTITY, LEVELS, QUANTILES, SCHEMA
from tda_sim.stats.exact import clopper_pearson
from tda_sim.stats.intervals import mean


def summarised(results: tda_sim.Results) -> pl.DataFrame:
    return summary(results.games, results.seats, load_clock(), results.manifest.config.players)


def row_of(table: pl.DataFrame, **keys: str) -> dict[str, Any]:
    return table.filter(kind=LEVELS, **keys).row(0, named=True)


@pytest.fixture
def results(engine: Any) -> tda_sim.Results:
    return tda_sim.simulate(games=900, players=4, strategies="random,robber,random,balanced", progress=False)


@pytest.fixture
def table(results: tda_sim.Results) -> pl.DataFrame:
    return summarised(results)


def test_win_shares_of_all_seats_add_up_to_one(table: pl.DataFrame) -> None:
    assert table.filter(group=SEATS)["estimate"].sum() == pytest.approx(1, abs=1e-12)
    shares, held = table.filter(group=STRATEGIES), table.filter(kind=COUNTS, measure="seats")
    assert shares["subject"].to_list() == held["subject"].to_list()
    assert (shares["estimate"] * held["estimate"]).sum() == pytest.approx(1, abs=1e-12)


def test_a_strategy_is_measured_per_seat_held(results: tda_sim.Results, table: pl.DataFrame) -> None:
    rows = results.seats.filter(strategy="random").collect()
    row = row_of(table, subject="random")
    low, high = clopper_pearson(rows["win_share"].sum(), 900)
    assert row["estimate"] == pytest.approx(rows["win_share"].mean())
    assert table.filter(measure="seats", subject="random")["estimate"].item() == 2 and row["n"] == 900
    assert (row["low"], row["high"]) == pytest.approx((low / 2, high / 2))


def test_a_strategy_that_holds_every_seat_has_its_share_for_certain(engine: Any) -> None:
    results = tda_sim.simulate(games=50, players=5, strategies="random", progress=False)
    row = row_of(summarised(results), group=STRATEGIES)
    assert (row["estimate"], row["low"], row["high"]) == (0.2, 0.2, 0.2)


def test_metrics_are_those_of_the_games(results: tda_sim.Results, table: pl.DataFrame) -> None:
    """The interval is that of blocks, a little wider or narrower than Student's over the games."""
    games = results.games.collect()
    gambits = games["gambits"].cast(pl.Int64)
    row = row_of(table, measure="gambits")
    expected = mean(gambits.sum(), (gambits * gambits).sum(), 900)
    assert (row["estimate"], row["n"]) == (pytest.approx(expected.estimate), 900)
    assert row["high"] - row["low"] == pytest.approx(expected.high - expected.low, rel=0.25)
    ratio = row_of(table, measure="rounds_per_gambit")
    assert ratio["estimate"] == pytest.approx(games["rounds"].sum() / games["gambits"].sum())


def test_minutes_are_those_of_the_clock(results: tda_sim.Results, table: pl.DataFrame) -> None:
    """Four players: two minutes of set-up, 53 seconds a gambit, 8 a card, 4 a power, 10 a purchase, 30 a reshuffle."""
    games = results.games.collect()
    counts = {"gambits": 53, "plays": 8, "triggers": 4, "purchases": 10, "reshuffles": 30}
    seconds = 120 * 900 + sum(games[name].cast(pl.Int64).sum() * each for name, each in counts.items())
    row = row_of(table, measure="minutes")
    assert row["estimate"] == pytest.approx(seconds / 60 / 900)


def seats_by_turn(results: tda_sim.Results) -> pl.DataFrame:
    games = results.games.filter(pl.col("first_leader").is_not_null() & (pl.col("winners") > 0)).collect()
    seats = results.seats.collect().join(games.select("game", "first_leader"), on="game")
    turn = (pl.col("seat").cast(pl.Int64) - pl.col("first_leader").cast(pl.Int64)) % 4
    return seats.with_columns(turn=turn)


def test_wins_by_turn_order_are_those_of_the_seats_to_the_left() -> None:
    results = tda_sim.simulate(games=900, players=4, strategies="balanced", progress=False)
    turns, wins = summarised(results).filter(group=TURNS), seats_by_turn(results).group_by("turn")
    expected = wins.agg(pl.col("win_share").mean()).sort("turn")["win_share"].to_list()
    assert turns["estimate"].to_list() == pytest.approx(expected)
    assert turns["subject"][0] == "leader"


def test_where_unlike_players_meet_turn_order_is_compared_within_players(
    results: tda_sim.Results, table: pl.DataFrame
) -> None:
    """By least squares, with a mean for each player and an effect of being at a place."""
    seats, edges = seats_by_turn(results), []
    players = seats["strategy"].to_physical().to_numpy()
    for turn in range(4):
        there = (seats["turn"] == turn).to_numpy()
        design = np.column_stack([there, *(players == player for player in np.unique(players))])
        edges.append(float(np.linalg.lstsq(design.astype(float), seats["win_share"].to_numpy())[0][0]))
    turns = table.filter(group=TURNS)
    assert turns["estimate"].to_list() == pytest.approx([0.25 + 0.75 * edge for edge in edges], abs=0.003)
    assert turns["title"].unique().to_list() == ["win rate, compared with the same players elsewhere"]
    assert table.filter(group="Turn order").is_empty()


def test_leading_is_no_disadvantage_because_those_lead_who_cannot_play() -> None:
    """Robber and random lead most first gambits and never win: a paradox of Simpson's (false alarm: 5 %, one seed)."""
    played = tda_sim.simulate(games=6000, strategies="balanced,thrifty,robber,random", progress=False)
    leader = summarised(played).filter(group=TURNS).row(0, named=True)
    raw = seats_by_turn(played).filter(turn=0)["win_share"].mean()
    assert raw < 0.18 < leader["low"] < 0.25 < leader["high"]


def test_quantiles_are_those_of_the_games(results: tda_sim.Results, table: pl.DataFrame) -> None:
    gambits = results.games.collect()["gambits"].to_numpy()
    for row in table.filter(kind=QUANTILES, measure="gambits").iter_rows(named=True):
        assert row["estimate"] == np.quantile(gambits, row["target"], method="inverted_cdf")


def test_the_histogram_holds_all_games(table: pl.DataFrame) -> None:
    assert table.filter(kind=COUNTS, measure="gambits")["estimate"].sum() == 900
    assert table.filter(group=ENDS)["estimate"].sum() == pytest.approx(1)


def test_counts_have_no_intervals_below_zero(engine: Any) -> None:
    results = tda_sim.simulate(games=3, players=2, strategies="random", progress=False)
    rates = summarised(results).filter(group="In 100 gambits")
    assert rates["low"].min() >= 0  # type: ignore[operator]


def test_every_interval_holds_its_estimate(table: pl.DataFrame) -> None:
    assert table.columns == list(SCHEMA)
    rows = table.filter(pl.col("kind") != COUNTS)
    assert rows.select((pl.col("low") <= pl.col("estimate")) & (pl.col("estimate") <= pl.col("high"))).to_series().all()
    assert not rows.select(IDENTITY).is_duplicated().any()

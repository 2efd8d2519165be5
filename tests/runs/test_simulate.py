"""Results do not depend on chunks, workers or calls."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import tda_sim
from tda_sim.errors import UserError

KEYS = ["card", "strategy", "contact"]


def run(**settings: Any) -> tda_sim.Results:
    usual = {"players": 4, "games": 700, "strategies": "random,balanced,random,robber", "progress": False}
    return tda_sim.simulate("original", **{**usual, **settings})


def card_sums(results: tda_sim.Results) -> pl.DataFrame:
    return results.cards.drop("chunk").group_by(KEYS).sum().sort(KEYS).collect()


@pytest.mark.parametrize("settings", [{"chunk": 11}, {"chunk": 130}, {"chunk": 699, "workers": 1}, {"workers": 3}])
def test_chunks_and_workers_change_nothing(engine: Any, settings: dict[str, Any]) -> None:
    one, other = run(chunk=1000, workers=1), run(**settings)
    assert_frame_equal(one.games.collect(), other.games.collect())
    assert_frame_equal(one.seats.collect(), other.seats.collect())
    assert_frame_equal(card_sums(one), card_sums(other))


def test_the_seed_changes_everything(engine: Any) -> None:
    assert not run(seed=1).games.collect().equals(run(seed=2).games.collect())


def test_a_strategy_named_twice_is_one_in_the_results(engine: Any) -> None:
    results = run()
    assert results.cards.collect()["strategy"].unique(maintain_order=True).to_list() == ["random", "balanced", "robber"]
    held = dict(results.seats.group_by("strategy").len().collect().iter_rows())
    assert held == {"random": 1400, "balanced": 700, "robber": 700}


def test_fixed_seats_stay(engine: Any) -> None:
    seats = run(fixed_seats=True).seats.select("seat", "strategy").unique().sort("seat").collect()
    assert seats["strategy"].to_list() == ["random", "balanced", "random", "robber"]


def test_tables_go_to_pandas(engine: Any) -> None:
    frame = run().to_pandas("seats")
    assert len(frame) == 2800
    assert set(frame["strategy"]) == {"random", "balanced", "robber"}


def test_an_unknown_table_is_an_error(engine: Any) -> None:
    with pytest.raises(
        UserError, match=r"there is no table called plays \(tables are games, seats, cards, draws, gambits, abilities\)"
    ):
        run().to_pandas("plays")


def test_results_are_found_again(engine: Any, tmp_path: Path) -> None:
    first = run(out=tmp_path / "run")
    again = tda_sim.load_results(tmp_path / "run")
    assert again.summary().equals(first.summary(), null_equal=True)
    assert repr(again) == repr(first) and repr(again).startswith("700 games of ")


def test_a_folder_without_a_run_has_no_results(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no run here"):
        tda_sim.load_results(tmp_path)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 1}, "players must be a whole number from 2 to 6, not 1"),
        ({"players": 7}, "players must be a whole number from 2 to 6, not 7"),
        ({"strategies": "random,balanced"}, "2 strategies for 4 players"),
        ({"strategies": "nobody"}, "nobody"),
        ({"rules": "nothing"}, "nothing"),
        ({"workers": 0}, "workers must be a whole number from 1"),
        ({"seed": -1}, "seed must be a whole number from 0"),
    ],
)
def test_mistakes_are_told(engine: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        run(**settings)
    assert engine.games_played == 0


def test_an_unknown_deck_is_told() -> None:
    with pytest.raises(UserError, match=r"orginal.*did you mean original"):
        tda_sim.simulate("orginal")

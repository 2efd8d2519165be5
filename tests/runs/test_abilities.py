"""Runs give out abilities, and their tables say who had which and what came of it."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tda_sim
from tda_sim.engine.compiler import compile_cache as on_disk
from tda_sim.engine.compiler.cache import SUFFIX
from tda_sim.errors import UserError
from tda_sim.runs import compiling, executors
from tda_sim.runs.play import plan_work
from tda_sim.runs.progress import Reporter


@pytest.fixture(scope="module")
def results() -> tda_sim.Results:
    return tda_sim.simulate(
        "legendary", players=3, games=400, strategies="random,random,balanced", abilities="random:2"
    )


def test_each_seat_has_as_many_as_were_dealt(results: tda_sim.Results) -> None:
    counts = results.seats.select(pl.col("abilities").bitwise_count_ones()).collect()["abilities"]
    assert len(counts) == 1200 and set(counts) == {2}


def test_the_sums_are_those_of_the_seats(results: tda_sim.Results) -> None:
    rows, sums = results.seats.collect(), results.abilities.collect()
    names = results.manifest.words.abilities
    assert sums["uses"].sum() == rows["ability_uses"].sum() > 0
    for k, name in enumerate(names):
        held = rows.filter((pl.col("abilities") // (1 << k)) % 2 == 1)
        result = sums.filter(pl.col("ability") == name)
        assert result["held"].sum() == held.height > 0
        assert result["win60_sum"].sum() == round(held["win_share"].sum() * 60)
        assert result["gold_sum"].sum() == held["gold"].sum()
        assert (result["used"] <= result["held"]).all() and (result["used"] <= result["uses"]).all()


def test_without_abilities_there_are_no_rows() -> None:
    results = tda_sim.simulate("legendary", players=2, games=20, strategies="random")
    assert results.abilities.collect().height == 0
    assert set(results.seats.collect()["abilities"]) == {0}


def test_what_is_given_goes_from_seat_to_seat_with_its_place() -> None:
    work = plan_work("original", None, 3, "random", 1, False, abilities="bluff;none;none")
    seatings = work.config.seatings()
    holders = [[work.role_masks[role] for role in row[:3]] for row in seatings]
    assert sorted(holders) == sorted([[1, 0, 0], [0, 1, 0], [0, 0, 1]] * (len(holders) // 3))
    results = tda_sim.simulate("original", players=3, games=30, strategies="random", abilities="bluff;none;none")
    held = results.seats.collect()["abilities"].to_numpy().reshape(30, 3)
    assert (held.sum(axis=1) == 1).all() and (held.sum(axis=0) == 10).all()
    assert np.array_equal(held.argmax(axis=1), [holders[game % len(holders)].index(1) for game in range(30)])


def test_another_assignment_is_another_run() -> None:
    digests = {plan_work("original", None, 2, "random", 1, False, abilities=text).config.digest() for text in
               (None, "bluff", "random:1", "random:2", "bluff;none")}  # fmt: skip
    assert len(digests) == 5


def test_a_mistake_is_a_user_error() -> None:
    with pytest.raises(UserError, match="bluf"):
        tda_sim.simulate("original", players=2, games=10, abilities="bluf")


@pytest.mark.parametrize(
    ("kept", "abilities", "says"),
    [
        ("play_games", None, False),
        ("play_games", "random:1", True),  # the same rules, compiled once more
        ("play_games_with_abilities", "random:1", False),
        ("play_games_with_abilities", None, True),
    ],
)
def test_the_first_run_says_that_it_compiles(
    kept: str, abilities: str | None, says: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"kernel.{kept}-0123{SUFFIX}").touch()
    monkeypatch.setattr(on_disk, "COMPILED", True)
    monkeypatch.setattr(on_disk, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(executors, "aside", lambda *_: None)
    text: list[str] = []
    reporter = Reporter(False)
    monkeypatch.setattr(reporter, "say", text.append)
    executors.warm_up(plan_work("original", None, 2, "random", 1, False, abilities=abilities), reporter)
    assert text == [compiling.COMPILING] * says

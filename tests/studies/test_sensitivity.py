"""Many numbers of a real deck at once: what is found agrees with games in which one number changes."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tda_sim
from tda_sim.errors import UserError
from tda_sim.measures.composition import EFFECTS
from tda_sim.questions.sensitivity import EACH, FEWEST, MOST, Sensitivity

GOLD, ROUNDS = "rules.starting_gold.each", "rules.rounds"


def asked(out: Path, *names: str, **more: Any) -> tda_sim.Answer:
    return tda_sim.sensitivity("original", *names, strategies="random", out=out, **more)


def test_a_name_stands_for_all_numbers_below_it() -> None:
    question = Sensitivity.of("original", "dragons.black", "rules.buying", ROUNDS, "cards.red-12.strength")
    assert {number.name: [*values.values()] for number, values in question.values.items()} == {
        "dragons.black.power.steal": [2, 1, 3],
        "rules.buying.at": [1, 0, 2],
        "rules.buying.up_to": [4, 3, 5],
        "rules.buying.poorest_pays": [100, 80],  # more than all is refused
        ROUNDS: [3, 2, 4],
        "cards.red-12.strength": [12, 14],  # another Red Dragon has 10
    }


@pytest.mark.parametrize("deck", ["original", "legendary", "emperors-gambit", "dice-gambit"])
def test_the_numbers_of_a_deck_vary_at_points_that_its_rules_take(deck: str) -> None:
    design = Sensitivity.of(deck).design
    few, many = (FEWEST, 10) if deck == "dice-gambit" else (EACH * 30, 60)
    assert few <= len(design.points) <= MOST and 2 <= len(design.names) <= many
    assert {"rules.round_cap", "rules.gambit_cap"}.isdisjoint(design.names)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["rules.round"], "has no parameter rules.round"),
        (["rules.debt"], "rules.debt is running, and only whole numbers above 0 can vary"),
        (["rules.end.gold"], "rules.end.gold is None"),
        ([ROUNDS], "a single number has no others beside it"),
    ],
)
def test_what_cannot_vary_is_refused(names: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=message):
        asked(tmp_path, *names)


def test_the_same_command_goes_on_and_gives_the_same_answer(tmp_path: Path) -> None:
    one, again = (asked(tmp_path, GOLD, ROUNDS, games=10) for _ in range(2))
    assert one.summary().equals(again.summary())
    assert one.summary()["name"].unique().sort().to_list() == [ROUNDS, GOLD]
    assert one.study is not None and one.study.cells["games"].sum() == FEWEST * 10


@pytest.mark.full
def test_effects_are_those_of_all_values_side_by_side(tmp_path: Path) -> None:
    """Gold and rounds at nine points: within joint intervals of four standard errors, or a false alarm in 5,000."""
    answer = asked(tmp_path / "one", GOLD, ROUNDS, games=300)
    rows = answer.tables["estimates"].filter(group=EFFECTS, measure="plays")
    found = {row["subject"]: row for row in rows.iter_rows(named=True)}
    swept = tda_sim.sweep(
        "original",
        f"{GOLD}=40,50,60",
        f"{ROUNDS}=2,3,4",
        games=2_000,
        strategies="random",
        seed=77,
        out=tmp_path / "other",
    ).summary()
    levels = swept.filter(measure="plays").with_columns(pl.col("first", "second").cast(pl.Int64))
    for name, column, low, high in ((GOLD, "first", 40, 60), (ROUNDS, "second", 2, 4)):
        ends = [levels.filter(pl.col(column) == value)["estimate"].to_numpy() for value in (low, high)]
        direct = (ends[1].mean() - ends[0].mean()) / 2
        error = np.hypot(found[name]["error"], 0.5)  # that of the sweep is smaller
        assert abs(found[name]["estimate"] - direct) < 4 * error
        assert found[name]["estimate"] > 10


def test_a_point_is_written_in_one_part_and_the_answer_is_the_same_as_in_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = asked(tmp_path / "whole", GOLD, ROUNDS, games=40)
    parts = [*(tmp_path / "whole" / "cells").glob("*/games/*")]
    assert len(parts) == FEWEST
    monkeypatch.setattr("tda_sim.studies.cells.MAX_CHUNK", 20)
    split = asked(tmp_path / "split", GOLD, ROUNDS, games=40)
    assert len([*(tmp_path / "split" / "cells").glob("*/games/*")]) == 2 * FEWEST
    assert split.summary().equals(whole.summary())

"""Scorers that were trained elsewhere, as strategies."""

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tda_sim
from tda_sim.engine.layout import NONE, UNITS
from tda_sim.errors import UserError
from tda_sim.kit import network
from tda_sim.kit.inputs import MOST, PLACES, WORTH
from tda_sim.learners import COLUMNS, write_strategy
from tda_sim.learners.observing import COLUMN

NOTHING = np.zeros((COLUMNS, UNITS)), np.zeros(UNITS - 1)
NOTHING_BY_PLACE = np.zeros((PLACES, UNITS))


def kept(file: Path) -> tuple[np.ndarray, np.ndarray]:
    """The weights in a file, in whole parts."""
    weights = network.read(file.read_text().split('"""')[3])
    assert (weights.inputs == weights.inputs[0]).all() and (weights.units == weights.units[0]).all()
    return weights.inputs[0], weights.units[0]


def test_a_scorer_of_worth_plays_as_well_as_it_should(tmp_path: Path) -> None:
    """It takes what is worth most to a plain player, and wins far more than its share against `random`.

    A player no better than `random` would win as much once in 10**40 times.
    """
    inputs = NOTHING[0].copy()
    inputs[WORTH, UNITS - 1] = 1
    file = write_strategy(tmp_path / "by_worth.py", inputs, NOTHING[1])
    lineup = [str(file), "random", "random", "random"]
    results = tda_sim.simulate("original", games=400, strategies=lineup, seed=1, progress=False)
    assert results.json["strategies"][0]["win_share"] > 0.6


def test_weights_are_kept_but_for_a_power_of_two(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    inputs, units = rng.normal(0, 0.01, (COLUMNS, UNITS)), rng.normal(0, 0.5, UNITS - 1)
    by_place, outer = kept(write_strategy(tmp_path / "made.py", inputs, units))
    scale = abs(by_place).max() / abs(inputs).max() / 2**network.PART_BITS
    power = 2.0 ** round(np.log2(scale))
    by_column = np.where(COLUMN[:, None] == NONE, 0, inputs[COLUMN] * power)
    assert power > 1 and np.allclose(by_place / 2**network.PART_BITS, by_column, atol=2**-13 + 1e-9)
    assert np.allclose(outer / 2**network.OUT_BITS, units, atol=2**-8)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_weights_of_any_size_fit(size: float, tmp_path: Path) -> None:
    """The largest uses the room there is, and no sum outgrows its 32 bits."""
    inputs = np.random.default_rng(2).normal(0, size, (COLUMNS, UNITS))
    by_place, _ = kept(write_strategy(tmp_path / "made.py", inputs, NOTHING[1]))
    sums = MOST * abs(by_place).sum(axis=0, dtype=np.int64)
    assert sums.max() <= network.MOST_SUM
    assert abs(by_place).max() > 2**14 - 1 or sums.max() > network.MOST_SUM // 2 - MOST * len(by_place)


def test_weights_with_which_limited_values_might_not_fit_are_refused() -> None:
    """The values of units have 16 bits, and their products with weights are added up in 32."""
    units = np.full(UNITS - 1, 510 / (UNITS - 1))
    assert network.read(network.written(NOTHING_BY_PLACE, units, limited=True)).limited
    assert not network.read(network.written(NOTHING_BY_PLACE, 2 * units)).limited
    with pytest.raises(ValueError, match="so great that sums might not fit"):
        network.read(network.written(NOTHING_BY_PLACE, 512 / 510 * units, limited=True))


def test_a_scorer_without_weights_takes_the_first_option(tmp_path: Path) -> None:
    by_place, outer = kept(write_strategy(tmp_path / "none.py", *NOTHING))
    assert not by_place.any() and not outer.any()


@pytest.mark.parametrize(
    ("name", "inputs", "units", "message"),
    [
        ("made.txt", *NOTHING, "not a valid name for a strategy's file"),
        ("1-2.py", *NOTHING, "not a valid name for a strategy's file"),
        ("made.py", NOTHING[0][:-1], NOTHING[1], f"inputs have the shape ({COLUMNS - 1}, {UNITS})"),
        ("made.py", NOTHING[0], np.zeros(UNITS), f"it must be ({UNITS - 1},)"),
        ("made.py", NOTHING[0] + np.nan, NOTHING[1], "inputs are not all finite"),
        ("made.py", NOTHING[0], NOTHING[1] + 300, "a unit weighs 300, and 256 is the most"),
        ("made.py", "weights", NOTHING[1], "inputs are not numbers"),
    ],
)
def test_what_cannot_be_a_strategy_is_refused(name: str, inputs: Any, units: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        write_strategy(tmp_path / name, inputs, units)
    assert message in str(caught.value) and not list(tmp_path.iterdir())


def test_a_story_stays_within_its_docstring(tmp_path: Path) -> None:
    file = write_strategy(tmp_path / "made.py", *NOTHING, story='"""\nimport os\n"""\\')
    told = ast.get_docstring(ast.parse(file.read_text())) or ""
    assert told.partition("\n\n")[2].startswith('""" import os """\\ Version')


@pytest.mark.parametrize("story", [None, 5, b"text", ["a", "b"]])
def test_a_story_is_text(story: Any, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the story must be text, not"):
        write_strategy(tmp_path / "made.py", *NOTHING, story=story)

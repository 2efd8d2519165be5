"""What numbers of a deck do, where that is known: effects, bends and pairs are found, and intervals hold."""

from collections import Counter

import numpy as np
import pytest
import sensitivity_made_up as made  # beside this file

from tda_sim.measures.composition import EFFECTS, PAIRS
from tda_sim.measures.discoveries import BESIDE, discoveries
from tda_sim.measures.ranking import estimated
from tda_sim.measures.sensitivity import BENDS, drawn, fit

SEEDS, POINTS = 200, 96
BOTH = BESIDE.join(made.PAIR)


def test_every_value_of_a_number_is_as_frequent_as_the_others() -> None:
    steps = drawn(made.WAYS, POINTS, np.random.default_rng(1))
    for column, ways in zip(steps.T, made.WAYS.values(), strict=True):
        assert Counter(column.tolist()) == dict.fromkeys(ways, POINTS // len(ways))
    together = np.corrcoef(steps.T) - np.eye(len(made.WAYS))
    assert np.abs(together).max() < 0.5


def test_planted_effects_are_found_with_their_size_and_intervals_hold() -> None:
    """In 95 of 100 seeds the intervals of all numbers hold at once: at least 180 of 200, or a false alarm in 1,000."""
    hold, found, bent, false, paired = 0, 0, 0, 0, 0
    for seed in range(SEEDS):
        design = made.design([seed, 1], POINTS)
        groups = fit(design, made.measured([seed, 2], design))
        rows = estimated(groups[EFFECTS], "plays").rows_by_key("subject", named=True, unique=True)
        truth = {name: made.STEEP.get(name, 0.0) for name in made.NAMES}
        hold += all(rows[name]["low"] <= truth[name] <= rows[name]["high"] for name in made.NAMES)
        found += all(rows[name]["low"] * rows[name]["high"] > 0 for name in ("number-0", "number-1"))
        bends = estimated(groups[BENDS], "plays").rows_by_key("subject", named=True, unique=True)
        assert set(bends) == {name for name, ways in made.WAYS.items() if len(ways) == 3}
        bent += bends["number-2"]["low"] > 0
        pairs = discoveries(groups[PAIRS], "plays", "cards", [""] * len(groups[PAIRS].names))
        told = pairs.filter(verdict="more").vstack(pairs.filter(verdict="less"))
        names = [BESIDE.join(pair) for pair in told.select("subject", "reference").iter_rows()]
        paired += BOTH in names
        false += sum(name != BOTH for name in names)
    assert hold >= 180 and found >= 190 and bent >= 190 and paired >= 190
    assert false <= 0.1 * (paired + false)


def test_a_number_that_goes_one_way_has_no_bend_and_its_step_is_the_difference() -> None:
    design = made.design(3, 400)
    groups = fit(design, made.measured(4, design))
    place = groups[EFFECTS].of("number-3")
    assert groups[EFFECTS].estimate[place] == pytest.approx(2.0, abs=4 * groups[EFFECTS].error[place])
    assert "number-3" not in groups[BENDS].names


def test_where_luck_is_nothing_effects_are_exact() -> None:
    design = made.design(5, POINTS)
    x = dict(zip(made.NAMES, design.steps.T, strict=True))
    groups = fit(design, 7.0 + 2.0 * x["number-0"] - 1.5 * x["number-2"] + 0.5 * x["number-2"] ** 2)
    effects = dict(zip(made.NAMES, groups[EFFECTS].estimate.round(9), strict=True))
    assert {name: step for name, step in effects.items() if step} == {"number-0": 2.0, "number-2": -1.5}
    assert groups[BENDS].estimate[groups[BENDS].of("number-2")] == pytest.approx(0.5)

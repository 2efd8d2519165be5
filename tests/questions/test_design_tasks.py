"""`tda_sim.design.task`: problems of design as functions, which begin with rules that miss their goals."""

from typing import Any

import pytest

import tda_sim
from tda_sim.errors import UserError
from tda_sim.questions.design_tasks import names, task

BROUGHT_BACK = {"rules.starting_gold.each": 50, "rules.opening_hand": 6, "rules.buying.up_to": 4}


def test_there_are_twelve_and_each_can_be_read() -> None:
    assert len(names()) == 12
    for name in names():
        there = task(name)
        assert there.title and there.goals
        assert all(there.start[key] in values for key, values in there.values.items())


def test_detuned_rules_miss_the_goals_that_the_printed_ones_meet() -> None:
    gold = tda_sim.design.task("gold")
    detuned, printed = gold({}, games=400, seed=1), gold(BROUGHT_BACK, games=400, seed=1)
    assert detuned["met"] == 0 and detuned["plays"] > 200
    assert printed["loss"] < 0.02 * detuned["loss"]
    assert printed["plays"] == pytest.approx(150, abs=12)


def test_values_may_stand_in_their_order_and_the_same_seed_gives_the_same() -> None:
    gold = task("gold")
    inside = list((gold.start | BROUGHT_BACK).values())
    assert (
        gold(inside, games=50, seed=3) == gold(BROUGHT_BACK, games=50, seed=3) != gold(BROUGHT_BACK, games=50, seed=4)
    )


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([50], "gold: 1 values, where 4 things may change"),
        ({"rules.gold": 50}, "nothing called rules.gold may change"),
        ({"rules.starting_gold.each": 51}, "rules.starting_gold.each cannot be 51"),
    ],
)
def test_values_that_there_are_not_are_refused(x: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        task("gold")(x, games=50, seed=1)


def test_unknown_names_are_told_with_those_that_there_are() -> None:
    with pytest.raises(UserError, match="there is no task called golf") as error:
        task("golf")
    assert "gold" in str(error.value)

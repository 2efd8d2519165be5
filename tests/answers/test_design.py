"""A design of many changes and goals: what it says instead of long sentences and wide tables."""

import polars as pl
import pytest
from made_up_answers import a_design

from tda_sim.answers import design
from tda_sim.answers.design_known import Found
from tda_sim.measures.goals import read_goal
from tda_sim.rendering.markdown import markdown


def test_many_changes_and_goals_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    short = markdown(a_design(met=0))
    assert "Design 1: starting gold 40 (50 as printed) and rounds in a gambit 4." in short
    monkeypatch.setattr(design, "MANY", 1)
    monkeypatch.setattr(design, "WIDE", 1)
    long = markdown(a_design(met=0))
    assert "Design 1 makes 2 changes, which stand below." in long
    assert "- Starting gold 40 (50 as printed)" in long
    assert "| Starting gold 40 (50 as printed) | minutes per game (estimated) +20.0 |" in long
    assert "| Rounds in a gambit 4 | none |" in long
    assert "| who plays | goals that hold | open | missed | which |" in long
    assert "| Casual | 0 | 0 | 1 | minutes per game (estimated) 53.0 (wanted 45 ± 5) |" in long


def test_the_range_of_a_goal_is_no_interval_of_an_estimate() -> None:
    goal, *_ = a_design(met=0).data["goals"]["4"]
    assert (goal["least"], goal["most"]) == (40, 50)
    assert not {"low", "high"} & {*goal}


def test_a_sentence_names_some_of_many_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "MANY", 0)
    assert "No design meets all goals, and nothing nearer was found: 2 others." in markdown(a_design(met=0))


def test_of_many_goals_those_are_named_that_miss_by_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "MANY", 1)
    goals = [read_goal(f"worth {card}", "0 +- 1") for card in ("thief", "red-destroyer", "queen")]
    rows = [
        {"players": 4, "measure": goal.name, "estimate": estimate}
        for goal, estimate in zip(goals, (1.0, -3.0, 2.0), strict=True)
    ]
    said = design._numbers(Found(pl.DataFrame(), {4: goals}, []), rows)
    assert said == "worth of Red Destroyer, points -3.0 (wanted 0 ± 1) and 2 others"

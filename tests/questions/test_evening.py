"""How many games fit into an evening: games one after the other, whose number is known beforehand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tda_sim
from tda_sim.errors import UserError
from tda_sim.questions.evening import finished_games


def test_games_of_one_length_fit_as_often_as_time_allows() -> None:
    assert set(finished_games(np.full(1000, 30), 120)) == {4}
    assert set(finished_games(np.full(1000, 30), 119)) == {3}
    assert set(finished_games(np.full(1000, 30), 29)) == {0}


def test_an_evening_that_games_do_not_fill_does_not_count() -> None:
    assert list(finished_games(np.full(3, 30), 120)) == []


def test_games_of_random_length_fit_as_often_as_theory_says() -> None:
    """Lengths of an exponential distribution: a Poisson number of games with the mean time / length.

    The tolerance is four standard errors: a false alarm in 16,000 seeds, and this one is fixed.
    """
    lengths = np.random.default_rng(1).exponential(1000, 400_000)
    finished = finished_games(lengths, 3000)
    assert abs(finished.mean() - 3) < 4 * np.sqrt(3 / len(finished))
    none = np.exp(-3)
    assert abs((finished == 0).mean() - none) < 4 * np.sqrt(none * (1 - none) / len(finished))


def test_more_time_has_room_for_more_games(tmp_path: Path) -> None:
    short, long = (
        tda_sim.evening("original", minutes=minutes, games=400, strategies="balanced", out=tmp_path)
        for minutes in (30, 240)
    )
    for measure in ("over_in_time", "games_in_time"):
        few, many = (answer.summary().filter(measure=measure)["estimate"].item() for answer in (short, long))
        assert few < many
    assert short.summary().filter(measure="minutes_50").equals(long.summary().filter(measure="minutes_50"))
    assert "plan for more time" in short.document.headline[1]


def test_a_house_rule_changes_the_evening(tmp_path: Path) -> None:
    def games(name: str, **more: Any) -> float:
        answer = tda_sim.evening("original", games=400, strategies="balanced", out=tmp_path / name, **more)
        return float(answer.summary().filter(measure="games_in_time")["estimate"].item())

    assert games("printed") < games("quick", rules="quick-game")


@pytest.mark.parametrize("minutes", [0, -5, 1e9, float("nan"), True])
def test_an_impossible_time_is_refused(minutes: float) -> None:
    with pytest.raises(UserError, match="minutes must be a number from 1 to 10,000, not"):
        tda_sim.evening("original", minutes=minutes)

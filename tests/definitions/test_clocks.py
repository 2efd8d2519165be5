"""Clocks: seconds for what happens in a game, from which minutes are estimated."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from tda_sim.cli.app import app
from tda_sim.definitions.clocks import load_clock
from tda_sim.errors import UserError
from tda_sim.measures.clock import COUNTED, milliseconds

SLOW = """text: We read every card aloud.
set_up: {seconds: 300}
ante: {seconds: 0}
play: {seconds: 30, each_player: 1.5}
power: {seconds: 0}
purchase: {seconds: 0}
accounts: {seconds: 0}
shuffle: {seconds: 0}
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    path = tmp_path / "slow.yaml"
    path.write_text(SLOW, encoding="utf-8")
    return path


def test_the_usual_clock_has_seconds_for_all_that_is_counted() -> None:
    assert load_clock().keys() == {*COUNTED, "reach"}


def test_a_game_takes_as_long_as_what_happens_in_it(slow: Path) -> None:
    """Four players, 100 cards: five minutes, and 36 seconds a card."""
    columns = {name: [1] for name in COUNTED.values() if name} | {"plays": [100]}
    result = pl.DataFrame(columns).select(milliseconds(load_clock(str(slow)), 4)).item()
    assert result == 1000 * (300 + 100 * 36)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("play: {seconds: 30", "play: {seconds: -1", "slow.yaml:4: play.seconds must be at least 0, not -1"),
        ("ante: {seconds: 0}\n", "", "ante is missing"),
        ("power:", "powers:", "slow.yaml:5: powers is unknown .*did you mean power"),
        ("{seconds: 300}", "5", "slow.yaml:2: set_up must be a mapping, not 5"),
    ],
)
def test_mistakes_are_named_with_their_place(slow: Path, old: str, new: str, message: str) -> None:
    slow.write_text(SLOW.replace(old, new), encoding="utf-8")
    with pytest.raises(UserError, match=message):
        load_clock(str(slow))


def test_a_clock_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"there is no clock called usuall.*did you mean usual"):
        load_clock("usuall")


def simulated(tmp_path: Path) -> list[str]:
    """A short run, with all its tables."""
    run = ["simulate", "original", "--games", "20", "--strategies", "random", "--all"]
    return [*run, "--out", str(tmp_path / "out")]


def minutes(answer: dict[str, Any]) -> float:
    return float(next(row["mean"] for row in answer["length"] if row["name"] == "minutes"))


def test_a_command_takes_another_clock(slow: Path, tmp_path: Path) -> None:
    arguments = simulated(tmp_path)
    message = [CliRunner().invoke(app, [*arguments, *more, "--json"]) for more in ([], ["--clock", str(slow)])]
    assert [result.exit_code for result in message] == [0, 0]
    usual, other = (json.loads(result.stdout) for result in message)
    plays = next(row["mean"] for row in other["length"] if row["name"] == "plays")
    assert minutes(other) == pytest.approx((300 + 36 * plays) / 60)
    assert minutes(usual) != pytest.approx(minutes(other)) and other["clock"]["set_up"]["seconds"] == 300


def test_minutes_are_always_called_an_estimate(tmp_path: Path) -> None:
    arguments = simulated(tmp_path)
    text = CliRunner().invoke(app, arguments).stdout
    lines = [line for line in text.splitlines() if "minutes per game" in line.lower()]
    assert lines and all("(estimated)" in line for line in lines)
    assert "Minutes are an estimate" in text

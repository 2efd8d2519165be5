"""`tda levels`: noise that makes a level as strong as it should be."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tda_sim.agents import levels
from tda_sim.cli import app as cli
from tda_sim.errors import InterruptedRunError
from tda_sim.tuning import levels as tuning
from tda_sim.tuning.levels import calibrate, keep, plan_calibration

pytestmark = pytest.mark.full

GAMES = 600


def calibrated(out: Path, **settings: Any) -> levels.Calibration:
    return calibrate(plan_calibration(["original"], [3], GAMES, 5), out, progress=False, **settings)


def test_a_weaker_level_has_a_smaller_share(tmp_path: Path) -> None:
    found = calibrated(tmp_path / "one")["original"][3]
    shares = [each.wins.estimate for each in found.values()]
    assert shares == sorted(shares) and len(shares) == len(levels.levels())
    noises = [each.noise for each in found.values()]
    assert noises[0] > 0 and all(0 <= noise < tuning.GREATEST for noise in noises)  # so few games may ask for none


def test_the_result_does_not_depend_on_threads_nor_on_interruptions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = calibrated(tmp_path / "whole", workers=1)
    measured, calls = tuning._calibrated, 0

    def stopped_at_the_third(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return measured(*given)

    monkeypatch.setattr(tuning, "_calibrated", stopped_at_the_third)
    with pytest.raises(InterruptedRunError, match="2 of 4 tables are finished"):
        calibrated(tmp_path / "parts")
    assert calibrated(tmp_path / "parts", workers=2) == whole
    assert calls == 5, "what was finished is not played again"


def test_what_is_kept_can_be_read_again_and_joins_what_is_there(tmp_path: Path) -> None:
    found = calibrated(tmp_path / "one")
    path = tmp_path / "strategies" / levels.CALIBRATION
    keep({"mine": found["original"]}, path)
    keep(found, path)
    again = levels.read_calibration(path)
    assert list(again) == ["mine", "original"]
    noises = [{name: each.noise for name, each in there["original"][3].items()} for there in (again, found)]
    assert noises[0] == noises[1]


def test_the_noise_is_zero_where_a_level_is_too_weak_without(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tuning._noise(lambda noise: -0.01 - noise) == 0
    assert tuning._noise(lambda noise: 1.0) == tuning.GREATEST
    assert tuning._noise(lambda noise: 3.0 - noise) == pytest.approx(3.0, rel=0.03)


def tda(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["tda", "levels", *words])
    with pytest.raises(SystemExit) as leave:
        cli.main()
    return int(leave.value.code or 0)


def test_the_command_shows_what_is_known_and_plays_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert tda(monkeypatch, "--players", "3", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["players"] == 3 and len(data["known"]) == 3 * len(data["levels"])
    assert tda(monkeypatch) == 0
    assert "Who plays" in capsys.readouterr().out


def test_the_command_calibrates_and_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert tda(monkeypatch, "original", "-p", "3", "-n", "400", "--seed", "5", "--keep", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    kept = levels.read_calibration(tmp_path / "strategies" / levels.CALIBRATION)
    noises = {row["strategy"]: row["noise"] for row in data["found"]}
    assert {name: each.noise for name, each in kept["original"][3].items()} == noises


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--keep"], "name the decks to calibrate the levels for"),
        (["nowhere"], "there is no deck called nowhere"),
        (["original", "-p", "7"], "2 to 6"),
    ],
)
def test_mistakes_are_reported(words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert tda(monkeypatch, *words) == 2
    assert message in capsys.readouterr().err

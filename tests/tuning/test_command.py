"""`tda tune`: what it prints, and how it ends."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tda_sim.cli import app as cli

FILE = "a file that is there"
SMALL = ["--generations", "2", "--games", "60", "--population", "4", "--held-out", "400", "--players", "2"]


def tda(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["tda", "tune", *words])
    with pytest.raises(SystemExit) as leave:
        cli.main()
    return int(leave.value.code or 0)


def test_json_is_one_object(
    toy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = tda(monkeypatch, toy, "--against", "random", *SMALL, "--out", str(tmp_path / "out"), "--json")
    answer = json.loads(capsys.readouterr().out)
    assert code == 0
    assert answer["deck"] == "original" and answer["against"] == ["random"]
    assert [table["candidates"] for table in answer["tables"]] == [1]
    assert answer["gain"]["low"] <= answer["gain"]["estimate"] <= answer["gain"]["high"]
    assert set(answer["weights"]) == {"aim", "idle"}
    assert (tmp_path / "out" / "weights.yaml").exists()


def test_people_are_told_the_gain_and_the_file(
    toy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert tda(monkeypatch, toy, "--against", "random", *SMALL, "--out", str(tmp_path / "out")) == 0
    message = capsys.readouterr().out
    assert "held-out games" in message and "aim" in message and "weights.yaml" in message


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["weighted", "--parameters", "lead,leed"], "weighted has no parameter leed (did you mean lead?"),
        (["random"], "random has no parameters to tune"),
        (["weighted", "--generations", "0"], "'--generations': must be"),
        (["weighted", "--out", FILE], "this is a file, not a folder"),
    ],
)
def test_mistakes_end_with_two(
    words: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    words = [str(tmp_path / "file") if word == FILE else word for word in words]
    assert tda(monkeypatch, *words, *([] if "--out" in words else ["--out", str(tmp_path / "out")])) == 2
    assert told in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_ctrl_c_ends_with_130_and_the_same_command_goes_on(toy: str, tmp_path: Path) -> None:
    words = [toy, "--against", "random", "--generations", "100000", "--games", "60", "--out", str(tmp_path / "out")]
    command = [sys.executable, "-c", "from tda_sim.cli.app import main; main()", "tune", *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wins = tmp_path / "out" / "wins.jsonl"
    while process.poll() is None and not (wins.exists() and wins.read_text()):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, message = process.communicate()
    assert process.returncode == 130, message
    assert "The same command continues" in message and "Traceback" not in message
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"tuning.json", "wins.jsonl"}

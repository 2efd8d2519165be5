"""`tda strategies check`: exit codes, and the verdicts as text and as JSON."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

from tda_sim.answers.check import checked
from tda_sim.rendering.terminal import show
from tda_sim.terminal import Terminal


def tda(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tda_sim.cli.app import main; main()", "strategies", "check", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"})


def test_a_sound_strategy_passes_with_all_figures(tmp_path: Path) -> None:
    run = tda(tmp_path, "random", "--decisions", "40", "--json")
    data = json.loads(run.stdout)
    assert run.returncode == 0 and data["passed"] and data["form"] == "choose"
    names = [
        "compiles",
        "answers",
        "repeats",
        "hidden",
        "order",
        "seat",
        "untouched",
        "plain",
        "keeps",
        "speed",
        "cards",
    ]
    assert [trial["name"] for trial in data["trials"]] == names
    figures = {trial["name"]: trial["figures"] for trial in data["trials"]}
    assert figures["order"]["decisions"] == figures["seat"]["decisions"] == 40
    assert figures["speed"]["decisions_per_second"] > 0 and len(figures["cards"]["cards"]) > 60


def test_a_failure_ends_with_one_and_shows_the_position(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text('"""Plays."""\n\n\ndef choose(cards, table, me, question):\n    return table.no_such_thing\n')
    run = tda(tmp_path, "mine.py")
    assert run.returncode == 1 and "there is no field no_such_thing" in run.stdout and "mine fails" in run.stdout


def test_a_user_s_mistake_ends_with_two(tmp_path: Path) -> None:
    for arguments, message in [
        (["nobody"], "no strategy called nobody"),
        (["random", "--decisions", "0"], "must be a whole number"),
        (["random", "--deck", "nothing"], "no deck called nothing"),
    ]:
        run = tda(tmp_path, *arguments)
        assert run.returncode == 2 and message in run.stderr and "Traceback" not in run.stderr


def test_a_violation_is_told_as_the_strategy_saw_it() -> None:
    violation = {
        "deck": "original", "seed": 1, "game": 3, "seat": 2, "question": "which card do you play?", "kind": "play",
        "table": ["gambit 1, round 2; stakes 9"], "options": ["gold-2", "red-3"], "answer": "gold-2",
        "instead": "asked again: red-3", "command": "tda replay original --game 3",
    }  # fmt: skip
    trial = {"status": "failed", "claim": "it holds", "name": "repeats", "said": "1 difference", "figures": {}}
    data = {"strategy": "mine", "text": "Plays.", "trials": [{**trial, "violations": [violation]}]}
    console = Terminal(width=100, file=io.StringIO())
    show(checked(data), console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for message in (
        "original, seed 1, game 3, seat 2",
        "stakes 9",
        "gold-2, red-3",
        "asked again",
        "tda replay",
        "fails",
    ):
        assert message in text

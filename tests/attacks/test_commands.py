"""Whatever is typed, the answer is an answer, or what is wrong and what would be right: never a traceback."""

import io
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_lines import Command, command_line, commands, contents, spread_files

from tda_sim import agents, conformance
from tda_sim.bench import command as bench
from tda_sim.bench import comparing, instructions
from tda_sim.characters import UNSEEN
from tda_sim.cli import bug_report
from tda_sim.errors import UserError
from tda_sim.runs import cluster
from tda_sim.training import play as learning

pytestmark = pytest.mark.full

Tda = Callable[..., tuple[int, str, str]]
TRIES = 3  # of each command, in a round
COMMANDS = {" ".join(command.words): command for command in commands()}
NEVER = ("Traceback", "Warning", "has failed", "[Errno", "the system does not allow this")


@pytest.fixture(autouse=True)
def files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files to be named, nobody at the keyboard, no cluster, and nothing that takes minutes."""

    def refuse(*arguments: object) -> None:
        raise UserError.of("this is not tried here")

    def find(name: str, *arguments: object) -> None:
        agents.find(name)
        refuse()

    inside = folder / "inside"  # so that ".." is no folder of other tests
    inside.mkdir()
    monkeypatch.chdir(inside)
    spread_files(inside)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr(bench, "measure", refuse)
    monkeypatch.setattr(comparing, "_compare", refuse)
    monkeypatch.setattr(instructions, "_output", refuse)
    monkeypatch.setattr(cluster, "on_cluster", refuse)
    monkeypatch.setattr(conformance, "check", find)
    monkeypatch.setattr(bug_report, "_kept", lambda: None)  # whatever failed on this computer before
    for name, number in {"CHUNK": 20, "TESTED": 20, "MEASURED": 200, "KEPT_GAMES": 100}.items():
        monkeypatch.setattr(learning, name, number)
    return inside


def said(words: list[str]) -> str:
    return " ".join(repr(word if len(word) < 80 else f"{word[:20]}... ({len(word)})") for word in words)


def assert_answered(tda: Tda, words: list[str]) -> int:
    code, out, err = tda(*words)
    assert code in (0, 1, 2), f"exit code {code}: {said(words)}\n{err}"
    for word in NEVER:
        assert word not in out + err, f"{said(words)}\n{err}"
    assert not UNSEEN.search(out + err), f"{said(words)}\n{out}{err}"
    assert len(err) < 10_000, said(words)
    if code == 2 and not out:
        assert len(err.strip()) > 12, f"no word about {said(words)}"
    return code


def test_all_commands_are_found() -> None:
    assert len(COMMANDS) == 49
    assert {"simulate", "strategies check", "report", "house-rule", "play"} <= COMMANDS.keys()
    options = {parameter.option for command in COMMANDS.values() for parameter in command.parameters}
    assert {"--players", "--cards", "--no-power", "--json", "--held-out"} - options == {"--no-power"}  # as --power


@pytest.mark.sample(1, 6)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_nasty_command_line_is_answered(name: str, tda: Tda, files: Path, attack_rounds: int) -> None:
    command: Command = COMMANDS[name]
    before = contents(files)
    for number in range(TRIES * attack_rounds):
        words = command_line(command, random.Random(f"{name} {number}"))
        assert_answered(tda, words)
        after = contents(files)
        assert {name: after.get(name) for name in before} == before, said(words)

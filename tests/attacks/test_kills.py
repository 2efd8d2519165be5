"""Whatever ends a process, and whenever: the same command goes on, and the files in the end are the same to the bit."""

import inspect
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kinds import QUICK_SEARCH, Disk, attempt, lasting, play_learning, play_run, tree, without_out

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs.signals import ended_by_signals
from tda_sim.training import folder as learning_folder
from tda_sim.training import plan_learning, run_learning, training
from tda_sim.training import play as learning

pytestmark = pytest.mark.full

Play = Callable[[Path], Any]
Tda = Callable[..., tuple[int, str, str]]


# --- the disk takes nothing more from a certain change on: what a kill at that moment leaves behind -------


def test_a_process_that_dies_at_any_change_of_a_file_loses_nothing(
    play: Play, disk: Disk, tmp_path: Path, attack_rounds: int
) -> None:
    disk.watching = True
    answer = play(tmp_path / "whole")
    disk.watching, changes, whole = False, disk.changes, lasting(tmp_path / "whole")
    rng = random.Random("kills")
    for last in rng.sample(range(changes), min(changes, 4 * attack_rounds)):
        disk.watching, disk.changes, disk.last, disk.dead = True, 0, last, True
        message = attempt(play, tmp_path / "killed")
        assert isinstance(message, UserError) or message == answer, "it was over"
        disk.watching = False
        assert play(tmp_path / "killed") == answer, last
        assert lasting(tmp_path / "killed") == whole, last
        shutil.rmtree(tmp_path / "killed")


def test_no_part_that_is_finished_is_played_again(small: Any, disk: Disk, tmp_path: Path) -> None:
    """Killed while the fourth part is played, when the manifest names none of the three before it."""
    small.after_slice.append(lambda: small.games_played <= 1 + 3 * 20 or setattr(disk, "last", 0))  # one to warm up
    disk.watching = True
    assert isinstance(attempt(play_run, tmp_path / "killed"), UserError)
    disk.watching = False
    small.after_slice.clear()
    played = small.games_played
    play_run(tmp_path / "killed")
    assert small.games_played - played == 130 - 60 + 1


# --- signals while something is learned -------------------------------------------------------------------

LEARNING = [inspect.getsourcefile(module) for module in (learning, training, learning_folder)]


class Lines:
    """Calls an action before a line of learning is carried out, the ``last``-th in all."""

    def __init__(self, last: int | None, action: Callable[[], None]) -> None:
        self.seen: list[tuple[str, int]] = []
        self._last, self._action = last, action

    def __enter__(self) -> "Lines":
        sys.settrace(self._look)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(None)

    def _look(self, frame: Any, event: str, argument: object) -> Any:
        if frame.f_code.co_filename not in LEARNING:
            return None
        if event == "line":
            self.seen.append((frame.f_code.co_filename, frame.f_lineno))
            if len(self.seen) == self._last:
                self._action()
        return self._look


def drawn_of_each(lines: list[tuple[str, int]], rng: random.Random, most: int) -> list[int]:
    """Some of the moments at which each line was carried out."""
    moments: dict[tuple[str, int], list[int]] = {}
    for moment, line in enumerate(lines, 1):
        moments.setdefault(line, []).append(moment)
    return sorted(moment for each in moments.values() for moment in rng.sample(each, min(most, len(each))))


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_signal_before_any_line_of_learning_changes_no_network(
    small: Any, tmp_path: Path, attack_rounds: int
) -> None:
    """Before lines of learning and of writing, at a moment that is drawn by chance if one is carried out again.

    A third of the lines, drawn by chance; `make attack` tries all of them.
    """
    rng, plan = random.Random("lines"), plan_learning(["original"], [3], "thrifty", 2, 60, 1)

    def learn(out: str) -> Any:
        return without_out(run_learning(plan, tmp_path / out, 1, False).to_dict() | {"strategies": None})

    with Lines(None, lambda: None) as lines:
        answer = learn("whole")
    whole = lasting(tmp_path / "whole")
    moments = drawn_of_each(lines.seen, rng, attack_rounds)
    for moment in moments if attack_rounds > 1 else rng.sample(moments, len(moments) // 3):
        by = rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        with ended_by_signals(), pytest.raises(KeyboardInterrupt), Lines(moment, partial(signal.raise_signal, by)):
            learn("stopped")
        assert learn("stopped") == answer, lines.seen[moment - 1]
        assert lasting(tmp_path / "stopped") == whole, lines.seen[moment - 1]
        shutil.rmtree(tmp_path / "stopped")


@pytest.mark.parametrize("name", ["descend", "value_taken"])
def test_a_signal_while_compiled_code_learns_changes_no_network(
    name: str, small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is raised when that code returns: all weights have changed, and nobody has noted that."""
    calls: list[Any] = []
    compiled, last = getattr(training, name), 0

    def stopped(*arguments: object) -> Any:
        result = compiled(*arguments)
        calls.append(result)
        if len(calls) == last:
            raise KeyboardInterrupt
        return result

    monkeypatch.setattr(training, name, stopped)
    answer = play_learning(tmp_path / "whole")
    whole = lasting(tmp_path / "whole")
    for last in range(1, len(calls) + 1):  # noqa: B007  # `stopped` reads it
        calls.clear()
        with pytest.raises(
            InterruptedRunError, match=r"stopped: \d+ of 200 games are learned from, in .*stopped\. The"
        ):
            play_learning(tmp_path / "stopped")
        assert play_learning(tmp_path / "stopped") == answer
        assert lasting(tmp_path / "stopped") == whole
        shutil.rmtree(tmp_path / "stopped")


KILLED_LEARNING = """
import json, os, sys
sys.path.append(sys.argv[1])
from kinds import FROM_NOTHING
from tda_sim.cli.app import main
from tda_sim.training import folder, play, training

def watched(module, name):
    call, moment = getattr(module, name), len(names)
    names.append(name)
    def after(*arguments):
        result = call(*arguments)
        moments.append(name)
        if len(moments) == last:
            os.kill(os.getpid(), by)
        return result
    setattr(module, name, after)

for name, replacement in FROM_NOTHING.items():
    setattr(play, name, replacement)
names, moments = [], []
for module, name in [(training, "descend"), (training, "value_taken"), (play, "fit"), (play, "taken"),
                     (play, "share_alone"), (folder, "write_whole"), (folder, "sealed"), (os, "fsync")]:
    watched(module, name)
for line in os.fdopen(os.dup(0)):
    out, by, last = json.loads(line)
    child = os.fork()
    if child == 0:
        for stream, file in ((1, "out"), (2, "err")):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        sys.argv = ["tda", "learn", "play", "original", "-p", "3", "-p", "4", "--rounds", "2", "-n", "100", "-o", out]
        main()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be copied there")
def test_killed_learning_goes_on_to_the_same_network(tmp_path: Path, attack_rounds: int) -> None:
    """Real processes, ended by themselves with each signal, eight times: while they fit, look, measure and write."""
    program = [sys.executable, "-c", KILLED_LEARNING, str(Path(__file__).parent)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as copies:

        def learn(out: str, by: int = 0, last: int = 0) -> tuple[int, str]:
            assert copies.stdin is not None and copies.stdout is not None
            copies.stdin.write(json.dumps([out, by, last]) + "\n")
            copies.stdin.flush()
            return int(copies.stdout.readline()), Path("err").read_text()

        assert learn("whole") == (0, "")
        whole, rng = lasting(Path("whole")), random.Random("learning")
        for seed in range(2 * attack_rounds):
            for by in rng.sample([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], 4):
                code, message = learn("killed", by, rng.randint(2, 18))  # after the settings are written
                if by == signal.SIGKILL:
                    assert (code, message) == (-by, "")
                else:
                    assert code == 130
                    assert re.fullmatch(r"stopped: .*, in killed\. The same command continues\.\n", message)
            assert learn("killed") == (0, "")
            assert lasting(Path("killed")) == whole, seed
            shutil.rmtree("killed")


# --- real processes ---------------------------------------------------------------------------------------

STUDY = """
decks: [original]
variants: [four-rounds]
players: 3
tables: [random]
games: 1500
"""

COMMANDS = {
    "simulate": ["original", "--games", "40000", "--strategies", "random,thrifty,random,robber"],
    "run": ["study.yaml"],
    "compare": ["original", "legendary", "--games", "400", "--strategies", "random,thrifty"],
    "cards": ["original", "--games", "300", "--strategies", "random", "--cards", "druid,priest"],
    "ladder": ["random,thrifty,robber", "--games", "8000"],
    "tune": ["weighted", "--generations", "3", "--games", "100", "--population", "4", "--held-out", "800"],
    "exploit": ["random", *QUICK_SEARCH, "--games", "600", "--slow-games", "60"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.sample(1, 4)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_goes_on_to_the_same_bits_whenever_it_is_ended(
    command: str, tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack_rounds: int
) -> None:
    """By Ctrl-C or `kill -9`, at a moment that is drawn by chance after the folder has come into being."""
    monkeypatch.chdir(tmp_path)
    Path("study.yaml").write_text(STUDY)
    words = [command, *COMMANDS[command], "--json", "--out"]
    assert tda(*words, "whole")[0] == 0
    whole = lasting(Path("whole"))
    for seed in range(attack_rounds):
        rng = random.Random(f"{command} {seed}")
        end(words, rng.choice([signal.SIGKILL, signal.SIGINT]), rng.uniform(0, 1.5))
        if rng.random() < 0.3:  # and again, while it goes on
            end(words, signal.SIGKILL, rng.uniform(0, 0.5))
        assert tda(*words, "ended")[0] == 0
        assert lasting(Path("ended")) == whole, seed
        shutil.rmtree("ended")


def end(words: list[str], by: signal.Signals, after: float) -> None:
    """Begin a command, and end it some seconds after its folder has come into being."""
    program = [sys.executable, "-c", "from tda_sim.cli.app import main; main()", *words, "ended"]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not any(Path("ended").glob("*.json")):
            time.sleep(0.02)
        time.sleep(after)
        process.send_signal(by)
        _, message = process.communicate()
    # The last: by Ctrl-C when all is done, and Python puts the process away.
    assert process.returncode in (0, -signal.SIGKILL, 130, -signal.SIGINT), message
    assert "Traceback" not in message
    if process.returncode == 130 and message != "stopped\n":  # which is enough when all games were played already
        assert "The same command continues" in message


# --- two processes in one folder --------------------------------------------------------------------------


def test_a_second_process_is_told_who_is_there_and_changes_nothing(play: Play, small: Any, tmp_path: Path) -> None:
    errors: list[Any] = []

    def intrude() -> None:
        small.after_slice.clear()
        before = tree(tmp_path)
        errors.append(attempt(play, tmp_path / "folder"))
        assert tree(tmp_path) == before

    play(tmp_path / "whole")
    small.after_slice.append(intrude)
    play(tmp_path / "folder")
    assert lasting(tmp_path / "folder") == lasting(tmp_path / "whole")
    assert "is writing here (wait for it, or name another folder)" in str(errors[0])
    assert isinstance(errors[0], UserError)

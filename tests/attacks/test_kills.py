"""Whatever ends a process, and whenever: the same command goes on, and the files in the end are the same to the bit."""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kinds import QUICK_SEARCH, Disk, attempt, lasting, play_run, tree

from tda_sim.errors import UserError
from tda_sim.store.lock import LOCK, locked

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
    for last in rng.sample(range(changes), min(changes, 12 * attack_rounds)):
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


# --- real processes ---------------------------------------------------------------------------------------

STUDY = """
decks: [original]
variants: [four-rounds]
players: 3
tables: [random]
games: 1500
"""

COMMANDS = {
    "simulate": ["original", "--games", "6000", "--strategies", "random,thrifty,random,robber"],
    "run": ["study.yaml"],
    "compare": ["original", "legendary", "--games", "400", "--strategies", "random,thrifty"],
    "cards": ["original", "--games", "300", "--strategies", "random", "--cards", "druid,priest"],
    "ladder": ["random,thrifty,robber", "--games", "1800"],
    "tune": ["weighted", "--generations", "3", "--games", "100", "--population", "4", "--held-out", "800"],
    "exploit": ["random", *QUICK_SEARCH, "--games", "600", "--slow-games", "60"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
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
    assert process.returncode in (0, -signal.SIGKILL, 130), message
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


HOLD = """
import sys
from pathlib import Path
from tda_sim.store.lock import locked
with locked(Path()):
    sys.stdin.read()
"""


def test_the_lock_is_held_against_other_processes_and_goes_with_the_one_that_holds_it(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD], cwd=tmp_path, stdin=subprocess.PIPE) as process:
        while not (tmp_path / LOCK).exists() or not (tmp_path / LOCK).read_bytes().endswith(b"\n"):
            assert process.poll() is None
            time.sleep(0.02)
        message = rf"another process \({process.pid} on .*\) is writing here"
        with pytest.raises(UserError, match=message), locked(tmp_path):
            pass
        process.kill()
    assert (tmp_path / LOCK).exists()
    with locked(tmp_path):
        assert (tmp_path / LOCK).exists()
    assert tree(tmp_path) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="disks know locks there")
@pytest.mark.filterwarnings("ignore:flock not supported")
def test_a_disk_that_knows_no_locks_is_kept_to_one_process_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def refuse(handle: int, operation: int) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with locked(tmp_path), pytest.raises(UserError, match=rf"another process \({os.getpid()}\)"), locked(tmp_path):
        pass
    assert tree(tmp_path) == {}

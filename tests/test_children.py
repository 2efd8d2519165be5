"""Child processes end with the process that started them, however it ends and whatever they are doing."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tda_sim import children

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
ALIVE = "channel = open({channel!r}, 'w'); print('alive', file=channel, flush=True)"  # until the process ends
ENDLESS = "sum(itertools.repeat(0))"  # lets no other thread of its process work
PARENT = "import sys; from tda_sim import children; children.run([sys.executable, '-c', {child!r}])"


class Channel:
    """A pipe in the file system: it shows that processes are alive, and when the last of them has ended."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path, self._end = str(path), os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def read(self) -> bytes:
        """Wait for what is written next; nothing if all have ended."""
        assert select.select([self._end], [], [], 100)[0], "neither a word nor an end"
        return os.read(self._end, 100)


@pytest.fixture
def channel(tmp_path: Path) -> Channel:
    return Channel(tmp_path / "channel")


@pytest.mark.parametrize("number", SIGNALS)
def test_a_child_that_listens_to_nothing_ends_with_its_parent(channel: Channel, number: signal.Signals) -> None:
    child = f"import itertools; {ALIVE.format(channel=channel.path)}; {ENDLESS}"
    parent = subprocess.Popen([sys.executable, "-c", PARENT.format(child=child)], stderr=subprocess.DEVNULL)
    assert channel.read() == b"alive\n"
    parent.send_signal(number)
    assert channel.read() == b""
    assert parent.wait() == -number


def test_a_child_and_what_it_started_end_with_the_block(channel: Channel) -> None:
    grandchild = f"{ALIVE.format(channel=channel.path)}; input()"
    command = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {grandchild!r}]); input()"
    with children.child([sys.executable, "-c", command]):
        assert channel.read() == b"alive\n"
    assert channel.read() == b""


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_child_that_crashes_is_seen_to_crash(number: signal.Signals) -> None:
    assert children.run([sys.executable, "-c", f"import os; os.kill(os.getpid(), {int(number)})"]).returncode == -number


def test_a_child_is_asked_and_answers_and_its_exit_code_is_told() -> None:
    command = [sys.executable, "-c", "print(input()[::-1]); import sys; sys.exit(7)"]
    with children.child(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write("ante\n")
        process.stdin.flush()
        assert process.stdout is not None
        assert process.stdout.readline() == "etna\n"
        assert process.wait() == 7
    with pytest.raises(subprocess.CalledProcessError):
        children.run([sys.executable, "-c", "raise SystemExit(7)"], check=True)


def test_a_child_that_is_aborted_reports_its_position() -> None:
    command = [sys.executable, "-X", "faulthandler", "-c", "print('ready', flush=True); input()"]
    with children.child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        children.abort(process)
        assert process.wait() == -signal.SIGABRT
        assert 'File "<string>", line 1' in process.stderr.read()

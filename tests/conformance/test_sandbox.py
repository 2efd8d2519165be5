"""A strategy is tried in another process: what is heard of it, and that it ends with the command, however that ends."""

import os
import queue
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tda_sim import agents
from tda_sim.conformance import sandbox

NEVER_ANSWERS = '''"""Never answers, and keeps all threads of its process waiting."""

import itertools

CHANNEL = open({channel!r}, "w")


def decide(cards, table, me, question):
    print("playing", file=CHANNEL, flush=True)
    return sum(itertools.repeat(0))
'''


def script(*steps: Any) -> Any:
    """What is heard: lines, and None where nothing comes in time."""
    left = iter(steps)

    def listen(seconds: float) -> Any:
        if (step := next(left)) is None:
            raise queue.Empty
        return step

    return listen


def test_silence_is_heard_and_ends_when_it_is_too_long() -> None:
    listen = script({"trial": "answers"}, None, {"trial": "repeats"}, None, None, None)
    heard = list(sandbox.heard(listen, 2.5 * sandbox.UNEASY))
    assert [line.get("silent") for line in heard] == [None, 10.0, None, 10.0, 20.0, 25.0]


def test_the_user_is_told_once_what_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    lines = [{"trial": "answers"}, {"silent": 10.0}, {"silent": 20.0}, {"trial": "repeats"}, {"done": True}]
    monkeypatch.setattr(sandbox, "_lines", lambda process, patience: iter(lines))
    assert sandbox.verdicts_apart(agents.find("random"), ("random", "original", 1, 1), 300, told.append) == []
    assert told == [
        "random.py: no progress for 10 s in the trial 'answers'; the check gives up after 300 s (--patience)"
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.sample(3)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_strategy_that_never_answers_ends_with_the_command(tmp_path: Path, number: signal.Signals) -> None:
    channel = str(tmp_path / "channel")
    os.mkfifo(channel)
    end = os.open(channel, os.O_RDONLY | os.O_NONBLOCK)
    (tmp_path / "mine.py").write_text(NEVER_ANSWERS.format(channel=channel))
    words = ["strategies", "check", "mine.py"]
    command = [sys.executable, "-c", "from tda_sim.cli.app import main; main()", *words]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as tda:
        word = b""
        while not word:
            assert select.select([end], [], [], 200)[0]
            word = os.read(end, 100)
        tda.send_signal(number)
    while word:  # until nobody is left that could write
        assert select.select([end], [], [], 200)[0], "it is still there"
        word = os.read(end, 100)
    os.close(end)

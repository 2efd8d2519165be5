"""Ctrl-C, SIGTERM and SIGHUP, sent to a command in its own process: a word at once, an end, and nothing is lost."""

import contextlib
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs import signals, threads
from tda_sim.runs.results import load_results
from tda_sim.runs.signals import STOPPING, TERMINATED
from tda_sim.runs.simulate import simulate

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")

ENDLESS = '''"""Takes the first option; once a game is long it thinks for ever, in compiled code."""


def choose(cards, table, me, question):
    k = 0
    while table.gambit > {most}:
        k += 1
    return k
'''
NEVER = 10**6  # gambits
STUDY = """
title: Three cells
decks: [original]
players: [2, 3, 4]
tables: [{ladder: [STRATEGY, random]}]
games: 4000
"""


class Tda:
    """The command in a process of its own."""

    def __init__(self, folder: Path, words: list[str], setting: str = "") -> None:
        program = f"from tda_sim.runs import signals\n{setting}\nfrom tda_sim.cli.app import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *words],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._told: list[str] = []

    def wait_for(self, words: str) -> str:
        """Read what it says until a line with these words comes, and return that; it may end before."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._told.append(line)
            if words in line:
                return line
        return ""

    def send(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)

    def end(self) -> tuple[int, str, str]:
        """Wait for the end: exit code, standard output, standard error."""
        out, err = self.process.communicate(timeout=100)
        return self.process.returncode, out, "".join([*self._told, err])


@pytest.fixture
def endless(tmp_path: Path) -> Callable[[int], str]:
    """Write a strategy that never answers in games of more than so many gambits."""

    def write(most: int) -> str:
        path = tmp_path / f"thinks_after_{most}.py"
        path.write_text(ENDLESS.format(most=most))
        return str(path)

    return write


def wait_until(holds: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    while not holds() and process.poll() is None:
        time.sleep(0.02)


# --- a strategy in a compiled loop that never ends --------------------------------------------------------


CHUNK, GAMES = 100, 4000


def chunk_of_long_games(path: str) -> tuple[int, int]:
    """The longest of the first hundred games of a run, in gambits, and the first chunk that has a longer one."""
    games = simulate("original", games=GAMES, strategies=path, players=3, progress=False).games.collect()
    longest = games["gambits"].to_numpy().reshape(-1, CHUNK).max(axis=1)
    return int(longest[0]), int((longest > longest[0]).argmax())


def play_until_stuck(folder: Path, endless: Callable[[int], str], *more: str, setting: str = "") -> tuple[Tda, int]:
    """Start a run whose only thread does not come back from a chunk; return it, and the games before that chunk."""
    most, stuck = chunk_of_long_games(endless(NEVER))
    assert stuck > 0
    program = f"import tda_sim.runs.simulate as module; module.usual_chunk = lambda games: {CHUNK}\n{setting}"
    words = ["simulate", "original", "--players", "3", "--strategies", endless(most), "--games", str(GAMES)]
    tda = Tda(folder, [*words, "--workers", "1", "--out", "run", *more], program)
    wait_until((folder / "run" / "gambits" / f"part-{stuck - 1:06}.parquet").exists, tda.process)
    return tda, stuck * CHUNK


def check_end(tda: Tda, folder: Path, finished: int) -> str:
    """Wait for the end, and check that all that is finished is kept; return what was said."""
    code, out, err = tda.end()
    assert (code, out) == (130, ""), err
    assert f"stopped: {finished:,} of {GAMES:,} games are finished, in run. The same command continues." in err
    assert "Traceback" not in err and "Aborted" not in err
    assert load_results(folder / "run").games.collect().height == finished
    return err


def test_the_second_ctrl_c_ends_a_loop_that_never_ends_and_keeps_what_is_finished(
    tmp_path: Path, endless: Callable[[int], str]
) -> None:
    tda, finished = play_until_stuck(tmp_path, endless)
    tda.send(signal.SIGINT)
    tda.wait_for(STOPPING)
    tda.send(signal.SIGINT)
    check_end(tda, tmp_path, finished)


def test_sigterm_does_not_wait_for_ever(tmp_path: Path, endless: Callable[[int], str]) -> None:
    tda, finished = play_until_stuck(tmp_path, endless, "--json", setting="signals.GRACE = 0.2")
    tda.send(signal.SIGTERM)
    assert TERMINATED in check_end(tda, tmp_path, finished)


AT_WORK = """
import sys
from tda_sim.runs.threads import Pool
submit = Pool.submit
Pool.submit = lambda *task: (print("at work", file=sys.stderr, flush=True), submit(*task))[1]
"""
COMMANDS = {
    "simulate": ["simulate", "original", "--strategies", "STRATEGY"],
    "run": ["run", "study.yaml"],
    "plan": ["plan", "study.yaml"],
    "compare": ["compare", "original", "emperors-gambit", "--strategies", "STRATEGY"],
    "cards": ["cards", "original", "--strategies", "STRATEGY", "--screen"],
    "house-rule": ["house-rule", "original", "twelve-gold", "--strategies", "STRATEGY"],
    "report": ["report", "--deck", "original", "--strategies", "STRATEGY", "--games", "4000"],
    "ladder": ["ladder", "STRATEGY,random"],
    "tune": ["tune", "weighted", "--against", "STRATEGY"],
    "exploit": ["exploit", "STRATEGY", "--generations", "2"],
    "learn values": ["learn", "values", "--strategy", "STRATEGY"],
    "learn play": ["learn", "play", "--strategy", "STRATEGY"],
    "review": ["review", "STRATEGY"],
    "replay": ["replay", "original", "--strategies", "STRATEGY", "--game", "0"],
    "check": ["strategies", "check", "STRATEGY"],
}


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
WITHOUT_FOLDER = ("plan", "replay", "check", "report", "learn values", "review")


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "by"), list(zip(COMMANDS, itertools.cycle(SIGNALS), strict=False)))
def test_every_command_can_be_stopped(tmp_path: Path, endless: Callable[[int], str], name: str, by: str) -> None:
    """The strategy does not answer its first question, nor does the first game, which is played to try things out, end.

    A command may be at anything when the signals come, compiling too, and it ends in the same way. No strategy is said
    to have ended it.
    """
    (tmp_path / "study.yaml").write_text(STUDY.replace("STRATEGY", endless(0)))
    words = [
        endless(0) + word.removeprefix("STRATEGY") if word.startswith("STRATEGY") else word for word in COMMANDS[name]
    ]
    tda = Tda(tmp_path, [*words, "--json"], AT_WORK + "signals.GRACE = 0.2")
    tda.wait_for("at work")
    tda.send(signal.Signals[by])
    if STOPPING in tda.wait_for("stopp"):
        tda.send(signal.Signals[by])
    code, out, err = tda.end()
    assert (code, out) == (130, ""), err
    assert "stopped" in err
    assert not any(word in err for word in ("Traceback", "Aborted", "unexpectedly")), err
    assert name in WITHOUT_FOLDER or "The same command continues" in err


@pytest.mark.parametrize("by", SIGNALS)
def test_a_signal_that_is_ignored_stays_ignored(by: str) -> None:
    """As `nohup` wants it."""
    number = signal.Signals[by]
    with signals.handled_by(signal.SIG_IGN, number), signals.stopped_by_signals(pytest.fail, pytest.fail) as caught:
        signal.raise_signal(number)
    assert caught == []


def test_a_person_at_the_table_can_leave_while_another_player_thinks_for_ever(
    tmp_path: Path, endless: Callable[[int], str]
) -> None:
    words = ["play", "original", "--seat", "3", "--seed", "1", "--strategies", endless(0)]
    tda = Tda(tmp_path, words, AT_WORK)
    tda.wait_for("at work")
    tda.send(signal.SIGINT)
    code, out, err = tda.end()
    assert code == 130, err
    assert "You leave the game." in out


# --- within a program -------------------------------------------------------------------------------------


@pytest.fixture
def stuck(engine: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[threading.Event]]:
    """From game 1,000 on the made-up engine does not come back; an event for each thread that is stuck ends that."""
    caught: list[threading.Event] = []
    play = engine.play_games

    def playing(game: Any, entrants: Any, seatings: Any, seed: Any, first: int, n: int, *counts: Any) -> int:
        if first >= 1000:
            caught.append(threading.Event())
            caught[-1].wait()
        return int(play(game, entrants, seatings, seed, first, n, *counts))

    monkeypatch.setattr("tda_sim.engine.kernel.play_games", playing)
    yield caught
    for event in caught:
        event.set()


def press_twice(once: Callable[[], bool]) -> None:
    """Press Ctrl-C once this holds, and again."""

    def press() -> None:
        while not once():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_gets_its_main_thread_back(
    stuck: list[threading.Event], tmp_path: Path, workers: int, capsys: pytest.CaptureFixture[str]
) -> None:
    press_twice(lambda: len(stuck) == workers)
    with pytest.raises(InterruptedRunError, match=r"stopped: 1,000 of 5,000 games are finished"):
        simulate(games=5000, chunk=500, workers=workers, out=tmp_path / "run")
    assert capsys.readouterr().err == STOPPING + "\n"
    assert threads.at_work()


def test_a_stop_between_two_games_is_seen_by_compiled_games(tmp_path: Path) -> None:
    """The array that they look at is written by another thread; games before are played, none is begun after."""
    from tda_sim.runs.play import Stop, Table, load_strategies, plan_work

    work = plan_work("original", None, 3, "random", 1, False)
    stop = Stop()
    table = Table(work, load_strategies(work), stop)
    assert table.play(0, 0, 50) is not None
    stop.set()
    assert table.play(0, 0, 50) is None


def test_handlers_are_put_back(engine: Any, tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    simulate(games=100, out=tmp_path / "run", progress=False)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_another_thread_than_the_main_one_may_simulate(engine: Any, tmp_path: Path) -> None:
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(simulate(games=100, out=tmp_path / "run", progress=False)))
    thread.start()
    thread.join()
    assert result[0].manifest.complete


def test_fewer_threads_than_wanted_will_do_and_none_at_all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started = threading.Thread.start, []

    def refuse(thread: threading.Thread) -> None:
        if len(started) == most:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    most = 2
    with threads.Pool(5) as pool:
        assert pool.number == 2
        assert threads.result(pool.submit(pow, 2, 5)) == 32
    most = len(started)
    with pytest.raises(UserError, match=r"cannot start a thread: can't start new thread .*ulimit -u"):
        threads.Pool(5)


def test_the_words_say_how_long_it_may_take() -> None:
    assert "Ctrl-C again" in STOPPING and f"{signals.GRACE:.0f} s" in TERMINATED

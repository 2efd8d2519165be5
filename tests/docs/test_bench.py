"""The measuring itself: the yardstick stays as it is, samples are paired, tables go where they belong."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tda_sim.bench import busy, command, instructions, measures, probe, yardstick
from tda_sim.bench.children import run
from tda_sim.bench.markdown import replace_section
from tda_sim.bench.measures import Sizes
from tda_sim.bench.results import CASES
from tda_sim.bench.sampling import Played, interleave
from tda_sim.bench.show import markdown
from tda_sim.errors import UserError

TINY = Sizes(repetitions=1, seconds=0.02, run_games=600, memory_games=(100, 200))
needs_a_compiler = pytest.mark.skipif(not any(map(shutil.which, yardstick.COMPILERS)), reason="no C compiler")


@needs_a_compiler
def test_the_yardstick_plays_what_it_always_played(tmp_path: Path) -> None:
    program = yardstick.build(tmp_path)
    assert program is not None
    assert yardstick.play(program, 2_000).decisions == 178_144


def test_without_a_compiler_there_is_no_yardstick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert yardstick.build(tmp_path) is None


def test_cases_take_turns() -> None:
    order: list[str] = []
    samples = interleave({name: lambda name=name: order.append(name) or len(order) for name in "ab"}, 3)
    assert order == list("ababab")
    assert samples == {"a": [1, 3, 5], "b": [2, 4, 6]}


def test_a_sample_s_rate_and_time_per_decision_are_each_other_s_inverse() -> None:
    assert Played(10, 500, 0.25).rate == 2000
    assert Played(10, 500, 0.25).nanoseconds == 500_000


def test_what_other_programs_keep_busy_is_all_that_is_busy_without_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In four seconds, the processors were busy for three, a quarter of it by the host, and this process for one."""
    times, now, own = tmp_path / "stat", iter([10.0, 14.0]), iter([5.0, 6.0])
    ticks = os.sysconf("SC_CLK_TCK")
    monkeypatch.setattr(busy, "TIMES", times)
    monkeypatch.setattr(busy.time, "monotonic", lambda: next(now))
    monkeypatch.setattr(busy, "_own_seconds", lambda: next(own))
    times.write_text(f"cpu {7 * ticks} 0 {ticks} 900 800 0 0 0 0 0\ncpu0 1 1 1\n")
    watch = busy.Watch()
    times.write_text(f"cpu {8 * ticks} {ticks} {ticks} 999 999 0 0 {ticks} 0 0\ncpu0 1 1 1\n")
    assert watch.others() == pytest.approx(0.5)


@pytest.mark.parametrize("text", [None, "", "cpu\n", "cpu a b c\n", "nothing 1 2 3 4 5 6 7 8\n"])
def test_what_is_not_known_is_not_said(text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(busy, "TIMES", tmp_path / "stat")
    if text is not None:
        busy.TIMES.write_text(text)
    assert busy.Watch().others() is None


class Windows:
    """What the library kernel32 answers about a process that has used a gigabyte at its peak."""

    def __init__(self, answers: bool) -> None:
        def tell(process: int, memory: Any, size: int) -> bool:
            assert (process, size, ctypes.c_uint32.from_buffer(memory._obj).value) == (-1, 72, 72)
            ctypes.c_uint64.from_buffer(memory._obj, 8).value = 2**30
            return answers

        self.GetCurrentProcess, self.K32GetProcessMemoryInfo = lambda: -1, tell


def test_windows_is_asked_for_the_peak_memory_in_its_own_way() -> None:
    assert probe.peak_on_windows(Windows(answers=True)) == 2**30
    with pytest.raises(OSError, match="how much memory"):
        probe.peak_on_windows(Windows(answers=False))


def test_costs_are_measured_without_what_only_unix_has() -> None:
    program = "import sys; sys.modules['resource'] = None; from tda_sim.bench import probe; print(probe.peak_bytes())"
    if not Path("/proc/self/status").exists():
        pytest.skip("this system tells the peak memory by the module resource")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 5e6 < int(done.stdout) < 4e9


def test_a_section_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- speed -->\nold\n<!-- /speed -->\nafter\n")
    replace_section(page, "speed", r"new \1")
    assert page.read_text() == "before\n<!-- speed -->\nnew \\1\n<!-- /speed -->\nafter\n"


@pytest.mark.parametrize("text", ["", "<!-- speed -->\n"])
def test_a_page_without_the_marks_is_a_mistake_found_before_measuring(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    started = time.monotonic()
    with pytest.raises(UserError, match="no section speed"):
        command.bench_command(write_readme=page)
    assert time.monotonic() - started < 1


@pytest.mark.full
def test_everything_is_measured_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def warm_only(games: int, folder: Path, cache: Path | None = None):  # type: ignore[no-untyped-def]
        return run(games, folder)  # a cold start takes a minute

    monkeypatch.setattr(measures.children, "run", warm_only)
    report = command.measure(TINY, lambda text: None)
    assert [(row.strategy, row.players) for row in report.speed] == list(CASES)
    assert all(row.decisions_per_second > 0 and row.decisions_per_game > 10 for row in report.speed)
    assert report.start.warm_seconds > 0
    assert all(20 < memory.peak_mb < 4_000 for memory in report.memory)
    shown = markdown(report)
    assert all(f"| {strategy} |" in shown for strategy, _ in CASES)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="no Valgrind")
def test_valgrind_counts_more_for_who_thinks_more() -> None:
    first, thinker = instructions.count(["random", "balanced"])
    assert 500 < first.instructions_per_decision < thinker.instructions_per_decision < 3_000


def test_without_valgrind_instructions_are_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="Valgrind, which is not here"):
        instructions.count(["random"])


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="no Valgrind")
def test_unknown_names_are_found_before_anything_is_counted() -> None:
    for strategies, decks, name in ((["randm"], ["original"], "randm"), (["random"], ["orignal"], "orignal")):
        with pytest.raises(UserError, match=name):
            instructions.count(strategies, decks)

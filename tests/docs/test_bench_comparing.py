"""Two commits or two strategies against each other, and what the processor counts meanwhile."""

import ctypes
import errno
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tda_sim.bench import command, commits, comparing, counters
from tda_sim.bench.counters import Counters, Counts, NoCountersError, counts_between
from tda_sim.bench.sampling import Played, median_counts
from tda_sim.bench.show import compared
from tda_sim.errors import UserError
from tda_sim.rendering.markdown import markdown

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this system call")
ZERO = dict.fromkeys(counters.EVENTS, (0, 0, 0))


# --- counters ---------------------------------------------------------------------------------------------


def test_what_is_counted_is_what_has_been_added() -> None:
    before = {"instructions": (100, 10, 10), "cycles": (50, 10, 10), "branch_misses": (5, 10, 10)}
    after = {"instructions": (1_100, 20, 20), "cycles": (550, 20, 20), "branch_misses": (25, 20, 20)}
    assert counts_between(before, after) == Counts(1_000, 500, 20)
    assert counts_between(before, after).per(10) == Counts(100, 50, 2)


def test_a_counter_that_was_shared_is_scaled_up_to_the_whole_time() -> None:
    after = {"instructions": (1_000, 40, 40), "cycles": (500, 40, 20), "branch_misses": (10, 40, 10)}
    assert counts_between(ZERO, after) == Counts(1_000, 1_000, 40)


def test_a_counter_that_had_no_turn_is_told() -> None:
    after = {"instructions": (1_000, 40, 40), "cycles": (0, 40, 0), "branch_misses": (10, 40, 40)}
    with pytest.raises(NoCountersError, match="cycles had no turn"):
        counts_between(ZERO, after)


def test_readings_are_taken_at_the_start_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000))

    def read(file: int) -> tuple[int, int, int]:
        now = next(clock)
        return 100 * file + 10 * now, now, now

    monkeypatch.setattr(counters, "open_event", lambda kind, event, process: event + 1)
    monkeypatch.setattr(counters, "read_event", read)
    monkeypatch.setattr(counters.os, "close", lambda file: None)
    reader = Counters()
    reader.start()
    assert reader.counts() == Counts(30, 30, 30)  # three readings later
    reader.close()


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOENT, "this machine has no counters"),
        (errno.EACCES, "the system does not allow it: /proc/sys/kernel/perf_event_paranoid is"),
        (errno.ENOSYS, "perf_event_open: Function not implemented"),
    ],
)
@on_linux
def test_why_nothing_is_counted_is_told(monkeypatch: pytest.MonkeyPatch, number: int, told: str) -> None:
    class Refusing:
        def syscall(self, *arguments: Any) -> int:
            ctypes.set_errno(number)
            return -1

    monkeypatch.setattr(counters.ctypes, "CDLL", lambda *arguments, **settings: Refusing())
    monkeypatch.setattr(counters.platform, "machine", lambda: "x86_64")
    with pytest.raises(NoCountersError, match=told):
        Counters()


def test_elsewhere_than_on_linux_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters.sys, "platform", "win32")
    with pytest.raises(NoCountersError, match="on Linux only"):
        Counters()


@on_linux
def test_the_system_counts_or_says_why_not() -> None:
    try:
        reader = Counters()
    except NoCountersError as error:
        pytest.skip(str(error))
    sum(range(100_000))
    result = reader.counts()
    reader.close()
    assert result.instructions > 100_000 and result.cycles > 0 and result.branch_misses >= 0


@on_linux
def test_the_system_call_takes_what_is_asked_for() -> None:
    """The system's own event, the time on a processor, is there on virtual machines, too."""
    software, task_clock = 1, 1
    try:
        file = counters.open_event(software, task_clock, 0)
    except NoCountersError as error:
        pytest.skip(str(error))  # as in many containers
    before = counters.read_event(file)
    sum(range(100_000))
    after = counters.read_event(file)
    counters.os.close(file)
    assert after[0] > before[0] and after[1] >= after[2] > 0


def test_counts_of_samples_are_their_medians_or_none() -> None:
    samples = [Played(1, 10, 1.0, Counts(100 * k, 50 * k, k)) for k in (1, 2, 3)]
    assert median_counts(samples) == Counts(20, 10, 0.2)
    assert median_counts([*samples, Played(1, 10, 1.0)]) is None


# --- two sides --------------------------------------------------------------------------------------------


class Side:
    """Plays at a pace that is written down."""

    no_counters = None

    def __init__(self, name: str, paces: list[float]) -> None:
        self.name = name
        self._paces: Iterator[float] = iter(paces)

    def games_in(self, seconds: float) -> int:
        return 100

    def play(self, games: int) -> Played:
        return Played(games, 1_000, 1e-6 * next(self._paces), Counts(2_000, 1_000, 10))

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *error: object) -> None:
        pass


def test_the_ratio_is_that_within_each_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = {"old": Side("old", [1, 2, 4]), "new": Side("new", [0.5, 1, 2])}  # the machine becomes slower and slower
    monkeypatch.setattr(comparing, "_player", lambda name, tree, strategy: sides[name])
    paths = [(name, Path(), "") for name in sides]
    result = comparing._compare(paths, comparing.Sizes(3, 0.0), lambda text: None)
    assert (result.ratio, result.low, result.high) == pytest.approx((0.5, 0.5, 0.5))
    assert [side.ns_per_decision for side in result.sides] == pytest.approx([2, 1])
    assert result.sides[0].counts_per_decision == Counts(2, 1, 0.01)
    page = compared(result)
    assert "A decision takes new 0.500 times as long as old (0.500 to 0.500)." in markdown(page)
    assert "instructions a decision" in markdown(page)
    assert json.loads(json.dumps(page.data))["sides"][0]["counts_per_decision"]["cycles"] == 1


def test_two_strategies_are_compared_in_processes_of_their_own() -> None:
    result = comparing.compare_strategies(["random", "random"], comparing.Sizes(2, 0.01), lambda text: None)
    assert result.low <= result.ratio <= result.high
    assert all(side.ns_per_decision > 0 for side in result.sides)
    assert (result.no_counters is None) == (result.sides[0].counts_per_decision is not None)


def test_a_side_that_does_not_play_says_why(tmp_path: Path) -> None:
    (tmp_path / "tda_sim").mkdir()
    (tmp_path / "tda_sim" / "__init__.py").write_text("raise ImportError('made in another age')\n")
    with (
        comparing._player("old", tmp_path, "random") as player,
        pytest.raises(UserError, match="old does not play: ImportError: made in another age"),
    ):
        player.games_in(0.1)


@pytest.mark.parametrize(
    ("against", "strategies", "told"),
    [
        ("HEAD", "a,b", "exclude each other"),
        (None, "balanced", "a comparison needs two strategies, not 1"),
        (None, "balanced,nobody", "there is no strategy called nobody"),
    ],
)
def test_what_cannot_be_compared_is_told(against: str | None, strategies: str | None, told: str) -> None:
    with pytest.raises(UserError, match=told):
        command.compare_command(against, strategies)


# --- commits ----------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two commits, which stands for the checkout that is running."""
    root = tmp_path / "checkout"
    for name in ("tda_sim", "decks"):
        (root / name).mkdir(parents=True)
        (root / name / "__init__.py").write_text("first = True\n")
    git(root, "init", "--quiet")
    commit(root, "first")
    (root / "tda_sim" / "__init__.py").write_text("first = False\n")
    commit(root, "second")
    monkeypatch.setattr(commits.tda_sim, "__file__", str(root / "tda_sim" / "__init__.py"))
    return root


def git(root: Path, *words: str) -> str:
    names = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", str(root), *names, *words], check=True, capture_output=True, text=True).stdout


def commit(root: Path, message: str) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)


def test_a_commit_is_laid_out_as_it_is_installed(checkout: Path, tmp_path: Path) -> None:
    name = commits.commit(commits.checkout(), "HEAD~1")
    commits.extract(checkout, name, tmp_path / "tree")
    assert (tmp_path / "tree" / "tda_sim" / "__init__.py").read_text() == "first = True\n"
    assert (tmp_path / "tree" / "tda_sim" / "decks" / "__init__.py").is_file()
    assert git(checkout, "status", "--porcelain") == "" and len(git(checkout, "worktree", "list").splitlines()) == 1


@pytest.mark.parametrize("name", ["nonsense", "--help", "HEAD~9", ""])
def test_a_commit_that_is_not_there_is_told(checkout: Path, name: str) -> None:
    with pytest.raises(UserError, match="there is no commit"):
        comparing.compare_commits(name, comparing.QUICK, lambda text: None)


def test_a_commit_is_not_compared_with_itself(checkout: Path) -> None:
    with pytest.raises(UserError, match="HEAD~0 is the commit checked out"):
        comparing.compare_commits("HEAD~0", comparing.QUICK, lambda text: None)


def test_changes_that_are_not_committed_have_no_name(checkout: Path) -> None:
    (checkout / "tda_sim" / "__init__.py").write_text("changed = True\n")
    with pytest.raises(UserError, match="1 file has changes that are not committed"):
        commits.checkout()


def test_without_a_checkout_there_are_no_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits.tda_sim, "__file__", str(tmp_path / "tda_sim" / "__init__.py"))
    with pytest.raises(UserError, match="this is not a checkout of tda_sim"):
        commits.checkout()


def test_without_git_there_are_no_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="git is not installed"):
        commits.checkout()

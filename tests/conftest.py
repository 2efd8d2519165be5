"""Switches of the test run.

The compiler is switched on or off when the engine is imported, so one process has either compiled rules or plain
ones. ``pytest`` runs everything compiled; `test_plain_mode.py` starts ``pytest --plain``, which runs the tests
marked ``both`` again without the compiler. `make test` leaves out what is marked ``full``, and `make test-all` what is
marked ``slow``.
"""

import gc
import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Before NumPy is imported, here and in the commands that tests run: side by side, with a thread for each processor, its
# threads spin while they wait for each other, and a product of a second takes a minute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

Tda = Callable[..., tuple[int, str, str]]
PACKAGE = Path(__file__).parents[1] / "tda_sim"
SCENARIOS = (  # tests that ask what comes of scenarios
    "tests/scenarios/",
    *(f"tests/promises/test_{name}.py" for name in ("cards", "dice", "effects", "house_rules", "rules", "table")),
)
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def pytest_configure() -> None:
    """See to it that signals can be tested: tests started in the background, or with nohup, ignore them."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--plain", action="store_true", help="without the compiler: only the tests marked `both`")
    parser.addoption("--attack", type=int, default=1, metavar="N", help="tests/attacks: N times as many tries")


if "--plain" in sys.argv:  # now: a conftest.py further down may import the engine as soon as it is read
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare the process files beside tests that have no examples; without the compiler, what is not marked ``both``."""
    if collection_path.suffix != ".py" or PACKAGE in collection_path.parents:
        return None
    wanted = ">>> " if not collection_path.match("test_*.py") else "mark.both" if config.getoption("--plain") else ""
    return True if wanted not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seconds = _seconds_of_files()
    items.sort(key=lambda item: -seconds.get(item.nodeid.partition("::")[0], 0))  # at the end no process works alone
    for item in items:
        if isinstance(item, pytest.DoctestItem) and PACKAGE in item.path.parents:
            item.add_marker(pytest.mark.full)
    _choose_samples(items)
    if config.getoption("--plain"):
        _choose_plain(config, items)


def _seconds_of_files() -> dict[str, int]:
    """Return how long the files of tests took when `make durations` last measured them."""
    row = re.compile(r"^\| `(\S+\.py)` \| \d+ \| (\d+) \| (\d+) \|$", re.MULTILINE)
    page = Path(__file__).with_name("durations.md").read_text(encoding="utf-8")
    return {file: int(quick) + int(full) for file, quick, full in row.findall(page)}


def _choose_samples(items: list[pytest.Item]) -> None:
    """Of a test marked ``sample(n, m)``, leave all but every n-th case to `make test-all`.

    It leaves all but every m-th of those to `make test-slow`, and so it does with cases that are ``full`` anyway.
    """
    cases: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for item in items:
        if (mark := item.get_closest_marker("sample")) is not None:
            test, (n, m) = item.nodeid.partition("[")[0], (*mark.args, 1)[:2]
            if item.get_closest_marker("full") is None:
                if cases[test] % n:
                    item.add_marker(pytest.mark.full)
                cases[test] += 1
            if item.get_closest_marker("full") is not None:
                if others[test] % m:
                    item.add_marker(pytest.mark.slow)
                others[test] += 1


def _choose_plain(config: pytest.Config, items: list[pytest.Item]) -> None:
    marks = [(item, item.get_closest_marker("both")) for item in items]
    config.hook.pytest_deselected(items=[item for item, mark in marks if mark is None])
    items[:] = [item for item, mark in marks if mark is not None]
    for item, mark in marks:
        if mark is not None and mark.kwargs.get("full"):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each process whole files, and one of them all that asks what comes of scenarios: it plays each once."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = str(super()._split_scope(nodeid))
            return "scenarios" if file.startswith(SCENARIOS) else file

    return Scheduling(config, log)


@pytest.fixture(scope="session")
def plain(pytestconfig: pytest.Config) -> bool:
    """Whether the rules run without the compiler; for tests that then take fewer games."""
    return bool(pytestconfig.getoption("--plain"))


@pytest.fixture(scope="session")
def attack_rounds(pytestconfig: pytest.Config) -> int:
    """How many times as many tries as usual the attacks make: 1 in CI, more with ``--attack`` (see `make attack`)."""
    return int(pytestconfig.getoption("--attack"))


@pytest.fixture
def tda(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Tda]:
    """Run the command: exit code, standard output, standard error."""

    from tda_sim.cli import app as cli  # not above: the switch for the compiler comes first

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["tda", *words])
        with pytest.raises(SystemExit) as leave:
            cli.main()
        printed = capsys.readouterr()
        return int(leave.value.code or 0), printed.out, printed.err

    usual = gc.get_threshold()
    yield call
    gc.unfreeze()  # the command spares itself what the end of its process does anyway
    gc.set_threshold(*usual)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, found by the variable TDA_CHROMIUM or on PATH: on Debian, ``apt-get install chromium``."""
    path = os.environ.get("TDA_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("there is no browser: install chromium, or name one in TDA_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()

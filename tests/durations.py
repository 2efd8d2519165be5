"""Write tests/durations.md, how long the tests take: `make durations` runs all of them with this plugin."""

from collections import defaultdict
from pathlib import Path

import pytest

PAGE = Path(__file__).with_name("durations.md")
SLOWEST = 60
HEAD = """# How long the tests take

Written by `make durations`: seconds of set-up, test and tear-down together, on all cores of one machine. What takes
long and finds little that other tests do not is marked `full`: `make test` leaves it out,
`make test-all` runs it. What only `make test-slow` runs is not here.

"""

seconds: dict[str, float] = defaultdict(float)  # by test
full: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds[report.nodeid] += report.duration
    if "full" in report.keywords:
        full.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput") and seconds:
        PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    return HEAD + "\n".join(table(*each) for each in (tiers(), files(), slowest()))


def table(heads: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    marks = ["---:" if head in ("tests", "s", "quick, s", "full, s") else "---" for head in heads]
    return "".join(f"| {' | '.join(map(str, cells))} |\n" for cells in (heads, marks, *rows))


def tiers() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    quick = seconds.keys() - full
    rows: list[tuple[object, ...]] = [(word, len(of), total(of)) for word, of in (("quick", quick), ("full", full))]
    return ("tier", "tests", "s"), rows


def files() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Each file that takes a second, the longest first."""
    by_file = defaultdict(set)
    for test in seconds:
        by_file[test.partition("::")[0]].add(test)
    rows: list[tuple[object, ...]] = [
        (f"`{file}`", len(tests), total(tests - full), total(tests & full))
        for file, tests in sorted(by_file.items(), key=lambda each: -total(each[1]))
        if total(tests)
    ]
    return ("file", "tests", "quick, s", "full, s"), rows


def slowest() -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    first = sorted(seconds, key=lambda test: -seconds[test])[:SLOWEST]
    return ("s", "test", "tier"), [(total({test}), f"`{test}`", "full" if test in full else "quick") for test in first]


def total(tests: set[str]) -> int:
    return round(sum(seconds[test] for test in tests))

"""`make quick` runs the tests that ask most about what has changed."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

PLACE = Path(__file__).with_name("quick.py")
DURATIONS = """
| `tests/definitions/test_mistakes.py` | 162 | 1 | 0 |
| `tests/scenarios/test_scenarios.py` | 1595 | 30 | 0 |
| `tests/golden/test_golden.py` | 7 | 20 | 90 |
"""


@pytest.fixture
def quick() -> Any:
    spec = importlib.util.spec_from_file_location("quick", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tests_have_the_name_of_what_they_ask_about(quick: Any) -> None:
    def about(file: str) -> list[str]:
        return [place.relative_to(PLACE.parent).as_posix() for place in quick.tests_about(file)]

    assert about("decks/house-rules/mine.yaml") == ["scenarios", "definitions", "promises", "golden"]
    assert about("tda_sim/measures/metrics.yaml") == ["measures", "analyses", "answers"]
    assert about("tda_sim/lab/scripts/answer.js") == ["lab"]
    assert about("tests/engine/scene.py") == ["engine", "scenarios", "golden", "promises"]
    assert about("tests/engine/test_debts.py") == ["engine/test_debts.py"]
    assert about("README.md") == about("docs/tutorial.md") == ["docs"]
    assert about("Makefile") == []


def test_all_tests_that_are_named_are_there(quick: Any) -> None:
    named = {place for places in quick.BESIDE.values() for place in places}
    assert [place for place in named if not (quick.TESTS / place).exists()] == []


def test_changed_tests_come_first_and_the_shortest_others_as_far_as_there_is_time(
    quick: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {name: int(seconds) for name, seconds in quick.ROW.findall(DURATIONS)}
    assert known["tests/golden/test_golden.py"] == 20  # of what `make test` runs
    monkeypatch.setattr(quick, "_seconds", lambda: known)
    files = quick.chosen(["decks/cards/original.yaml", "tests/golden/test_golden.py"])
    assert files[0] == "tests/golden/test_golden.py"
    assert "tests/definitions/test_mistakes.py" in files and "tests/scenarios/test_scenarios.py" not in files
    assert len(files) == len(set(files))


def test_where_nothing_has_changed_short_tests_of_all_run(quick: Any) -> None:
    folders = {Path(file).parent.name for file in quick.chosen([])}
    assert {"definitions", "engine", "measures", "rendering"} <= folders

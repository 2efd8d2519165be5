"""The examples of docs/strategies.md have the win rates that they play."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from tda_sim import agents

ROOT = Path(__file__).parents[2]


def load(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


pages = load(ROOT / "docs" / "strategy_pages.py")
measured = json.loads(pages.MEASURED.read_text(encoding="utf-8"))


def test_every_step_was_measured_against_every_opponent() -> None:
    wanted = {(path.stem, other) for path in pages.STEPS for other in pages.OPPONENTS}
    assert {(row["step"], row["against"]) for row in measured} == wanted
    assert all(agents.find(path).form == "score" for path in pages.STEPS)


def test_every_step_is_better_than_the_one_before() -> None:
    shares = [row["share"] for row in measured if row["against"] == "random"]
    assert shares == sorted(shares) and shares[0] > 1 / pages.PLAYERS


def test_the_last_step_beats_an_opponent_that_can_play() -> None:
    last = [row for row in measured if (row["step"], row["against"]) == (pages.STEPS[-1].stem, "balanced")]
    assert [row["low"] > 1 / pages.PLAYERS for row in last] == [True]


def test_the_kit_is_documented_in_full() -> None:
    from tda_sim import kit

    page = pages.strategies()
    for name in kit.__all__:
        assert f"`{name}(" in page or f"**`{name}`**: " in page or f"- `{name}` (" in page, name


@pytest.mark.full
@pytest.mark.slow
def test_the_win_shares_come_out_again() -> None:
    assert pages.measure_steps() == measured, "python docs/generate.py --steps"

"""Fixtures of attacks: an empty folder each, and folders of results, which the module `kinds` beside this makes."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

if TYPE_CHECKING:  # not at run time: whether the compiler is used is settled after this is read
    from kinds import Disk


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The made-up engine that runs are tested with."""
    specification = importlib.util.spec_from_file_location("made_runs", Path(HERE).parent / "runs" / "conftest.py")
    assert specification is not None and specification.loader is not None
    made_up = importlib.util.module_from_spec(specification)
    sys.modules["made_runs"] = made_up  # its dataclass looks itself up there
    specification.loader.exec_module(made_up)
    return made_up.engine.__wrapped__(monkeypatch)


@pytest.fixture
def small(engine: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The made-up engine, few games for searches for weaknesses, and none for learning."""
    from kinds import FROM_NOTHING, share_alone

    from tda_sim.training import play as learning
    from tda_sim.tuning import exploiting

    for name, games in {"CHOOSING": 600, "SLOW_CHOOSING": 120, "TUNING_GAMES": 4}.items():
        monkeypatch.setattr(exploiting, name, games)
    for name, replacement in FROM_NOTHING.items():
        monkeypatch.setattr(learning, name, replacement)

    def measured(*match: Any) -> Any:
        for action in engine.after_slice:
            action()
        return share_alone(*match)

    monkeypatch.setattr(learning, "share_alone", measured)
    return engine


@pytest.fixture(params=["run", "study", "ladder", "tuning", "exploit", "learning"])
def play(request: pytest.FixtureRequest, small: Any) -> Callable[[Path], Any]:
    """Make a folder of one kind, or go on with it; returns the answer."""
    from kinds import KINDS

    return KINDS[request.param]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator["Disk"]:
    """The disk below the test's folder."""
    from kinds import disk_below

    disk = disk_below(tmp_path)
    yield disk
    disk.watching = False


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    for variable in ("TDA_DECKS", "TDA_STRATEGIES", "TDA_ANALYSES", "TDA_REPORTS", "TDA_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path

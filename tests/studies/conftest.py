"""Studies written into an empty folder, and the made-up engine and studies that runs and measures are tested with."""

import importlib.util
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MEASURES = str(Path(__file__).parents[1] / "measures")
if MEASURES not in sys.path:
    sys.path.append(MEASURES)

specification = importlib.util.spec_from_file_location("made_runs", Path(__file__).parents[1] / "runs" / "conftest.py")
assert specification is not None
assert specification.loader is not None
made_up = importlib.util.module_from_spec(specification)
sys.modules["made_runs"] = made_up  # its dataclass looks itself up there
specification.loader.exec_module(made_up)
engine, files = made_up.engine, made_up.files


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write a study in an empty folder, which becomes the current one."""
    monkeypatch.chdir(tmp_path)

    def written(text: str, name: str = "study.yaml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return Path(name)

    return written


@pytest.fixture
def stop_after(engine: Any) -> Callable[[int], None]:
    """Press Ctrl-C once so many more games have been played."""

    def stop(games: int) -> None:
        wanted = engine.games_played + games

        def press() -> None:
            if engine.games_played >= wanted:
                engine.after_slice.clear()
                os.kill(os.getpid(), signal.SIGINT)

        engine.after_slice.append(press)

    return stop

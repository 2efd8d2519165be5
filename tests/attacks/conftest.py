"""Every attack has an empty folder of its own. Makes the modules beside the tests importable."""

import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    for variable in ("TDA_DECKS", "TDA_STRATEGIES", "TDA_ANALYSES", "TDA_REPORTS", "TDA_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path

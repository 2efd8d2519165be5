"""A folder of one's own, and the mistakes that are found in it."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from tda_sim import definitions
from tda_sim.errors import Problem, UserError

Write = Callable[[str, str], Path]
Mistakes = Callable[..., list[Problem]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TDA_DECKS", raising=False)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Write:
    """Write a file below the folder ``decks`` of the user."""

    def write_file(name: str, text: str) -> Path:
        path = folder / "decks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
        return path

    return write_file


@pytest.fixture
def mistakes() -> Mistakes:
    """Load a deck that must fail, and return what is wrong with it."""

    def load(deck: object = "mine", rules: object = None) -> list[Problem]:
        with pytest.raises(UserError) as caught:
            definitions.load_deck(deck, rules)  # type: ignore[arg-type]
        assert caught.value.problems
        return caught.value.problems

    return load

"""Strategies on trial, at fewer tables so that this is quick; the files in hostile/ are data, and nothing to import."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

collect_ignore = ["hostile"]

DECKS = {"original", "emperors-gambit", "legendary"}


@pytest.fixture(scope="module")
def few_decks() -> Iterator[None]:
    """No more than three decks."""
    from tda_sim.definitions import library

    patch = pytest.MonkeyPatch()
    known = library.available

    def available(kind: str, skip: Path | None = None) -> dict[str, Path]:
        result = known(kind, skip)
        return {name: path for name, path in result.items() if kind != "deck" or name in DECKS}

    patch.setattr(library, "available", available)
    yield
    patch.undo()

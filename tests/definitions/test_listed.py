"""The list of decks is kept, and is never older than the files that it follows from."""

from pathlib import Path
from typing import Any

import pytest

from tda_sim.definitions import descriptions, listing, sources

MINE = "title: {title}\nbase: original\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a deck of one's own and an empty cache."""
    monkeypatch.setenv("TDA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "files_read", set())  # other tests read files from anywhere
    (tmp_path / "here" / "decks").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    Path("decks/mine.yaml").write_text(MINE.format(title="Mine"))
    return tmp_path / "here"


def mine() -> dict[str, Any]:
    (row,) = [row for row in listing()["decks"] if row["name"] == "mine"]
    return row  # type: ignore[no-any-return]


def test_what_is_kept_is_what_was_found(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = listing()
    monkeypatch.setattr(descriptions, "load_deck", None)  # nothing is loaded any more
    assert listing() == first
    assert mine() == {**mine(), "title": "Mine", "file": "decks/mine.yaml", "problems": []}


def test_elsewhere_the_same_files_have_other_names(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TDA_DECKS", str(here / "decks"))
    listing()
    (here.parent / "elsewhere").mkdir()
    monkeypatch.chdir(here.parent / "elsewhere")
    assert mine()["file"] == str(here / "decks" / "mine.yaml")


def test_a_file_that_has_changed_is_read_again(here: Path) -> None:
    assert mine()["title"] == "Mine"
    Path("decks/mine.yaml").write_text(MINE.format(title="Still mine"))
    assert mine()["title"] == "Still mine"


def test_mistakes_are_looked_for_each_time(here: Path) -> None:
    Path("decks/mine.yaml").write_text("title: Mine\nbase: nobody\n")
    assert "there is no deck called nobody" in mine()["problems"][0]
    assert not list((here.parent / "cache").rglob("decks-*"))


def test_what_follows_from_files_elsewhere_is_not_kept(here: Path) -> None:
    outside = here.parent / "base.yaml"
    outside.write_text(MINE.format(title="Base"))
    Path("decks/mine.yaml").write_text(f"title: Mine\nbase: {outside}\n")
    assert mine()["problems"] == []
    assert not list((here.parent / "cache").rglob("decks-*"))

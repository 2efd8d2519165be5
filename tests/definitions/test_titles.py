"""Titles of decks, house rules and strategies are those of the files that are there now."""

from pathlib import Path

import pytest

from tda_sim.definitions import titles


def test_a_title_is_that_of_the_folder_in_which_one_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("first", "second"):
        decks = tmp_path / name / "decks"
        decks.mkdir(parents=True)
        (decks / "mine.yaml").write_text(f"base: original\ntitle: My {name} deck\n")
    for name in ("first", "second"):
        monkeypatch.chdir(tmp_path / name)
        assert titles.deck_title("mine") == f"My {name} deck"
        assert titles.rules_title("mine+four-rounds", "mine") == "Four rounds"


def test_a_deck_that_has_gone_keeps_its_name_as_a_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert titles.deck_title("of-my-own") == "Of My Own"

"""The six games that are kept as text are told today as they were when they were written."""

from pathlib import Path

import pytest
from example import play
from games import GAMES, files, split, tell

import tda_sim


def test_there_is_a_file_for_every_game() -> None:
    assert [file.stem for file in files()] == sorted(GAMES)


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_the_game_is_told_as_it_was(file: Path) -> None:
    words, message = split(file.read_text(encoding="utf-8"))
    assert " ".join(words).startswith(f"replay {GAMES[file.stem]} --game ")
    assert tell(words) == message, "if the change is meant: python tests/golden/games.py"


@pytest.mark.full
def test_the_games_that_come_with_the_package_are_those_of_today(tmp_path: Path) -> None:
    kept, played = tda_sim.load_example(), play(tmp_path / "run")
    for table in ("games", "seats", "cards", "draws", "gambits"):
        assert kept.read(table).collect().equals(played.read(table).collect()), "if meant: tests/golden/example.py"
    assert "1,000 games" in str(kept)

"""A study is played into one folder, goes on where it stopped, and ends with the same bits."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs.manifest import RUN
from tda_sim.studies import StudyResults, load_study, plan_study, run_study, usual_folder
from tda_sim.studies.folder import CELLS, STUDY
from tda_sim.studies.progress import StudyReporter

Files = Callable[[Path], dict[str, bytes]]
TRIED = 2  # games, one for each cell that is played, before the clock starts
STUDIED: dict[str, Any] = {
    "title": "Small",
    "decks": ["original"],
    "players": 3,
    "tables": ["random"],
    "games": 200,
    "question": {"metric": "gambits", "smallest": 0.5},
    "twins": {"cards": ["druid"], "games": 100},
}


def play(out: Path | None, workers: int = 2, **changes: Any) -> StudyResults:
    return run_study(replace(plan_study({**STUDIED, **changes}), chunk=25), out, workers, progress=False)


def test_all_cells_are_played_into_one_folder(engine: Any, tmp_path: Path) -> None:
    results = play(tmp_path / "study")
    assert results.complete
    assert results.cells.columns == [
        *("cell", "deck", "variant", "players", "table", "kind", "strategies", "able", "strength", "best", "fitted"),
        *("twin", "forced", "games", "looks", "start_gold", "chunk", "complete"),
    ]
    assert results.cells["games"].to_list() == [200, 100]
    assert results.cells["chunk"].unique().to_list() == [25]
    assert results.cells["twin"].to_list() == [None, "druid"]
    assert results.cells["strategies"].to_list() == [["random"] * 3] * 2
    assert (results.title, results.smallest) == ("Small", {"gambits": 0.5})
    assert results.read("original, 3 players, random", "games").collect().height == 200
    assert results.read("original, 3 players, random, druid without power", "seats").collect().height == 300


def test_what_is_printed_on_the_cards_of_each_cell(engine: Any, tmp_path: Path) -> None:
    printed = play(tmp_path / "study", decks=["legendary"], games=20, twins={"cards": ["druid"], "games": 20}).printed
    rows = {(row["cell"], row["card"]): row for row in printed.to_dicts()}
    druid, twin = (rows[f"legendary, 3 players, random{of}", "druid"] for of in ("", ", druid without power"))
    assert (druid["has_power"], twin["has_power"]) == (True, False)
    assert (druid["drawn"], druid["in_game"], druid["deck_size"]) == (True, pytest.approx(1 / 3), 80)
    black = rows["legendary, 3 players, random", "black-5"]
    assert (black["title"], black["strength"], black["colours"], black["tags"]) == ("Black Dragon 5", 5, ["black"], [])
    assert (black["in_game"], black["opening_hand"], black["start_gold"]) == (1.0, 6, 30)


def test_cells_of_one_seed_have_the_same_games(engine: Any, tmp_path: Path) -> None:
    results = play(tmp_path / "study")
    plain, twin = (f"original, 3 players, random{of}" for of in ("", ", druid without power"))
    games = [results.read(cell, "games").head(100).collect() for cell in (plain, twin)]
    assert games[0].equals(games[1])


@pytest.mark.parametrize(("games", "workers"), [(40, 1), (250, 3)])
def test_a_stopped_study_goes_on_to_the_same_bits(
    stop_after: Callable[[int], None], files: Files, tmp_path: Path, games: int, workers: int
) -> None:
    play(tmp_path / "whole")
    stop_after(games)
    with pytest.raises(InterruptedRunError, match="of 2 cells are finished"):
        play(tmp_path / "stopped", workers=workers)
    kept = load_study(tmp_path / "stopped")
    assert not kept.complete
    assert 0 < kept.cells["games"].sum() < 300
    play(tmp_path / "stopped")
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


KILLED = """
import json, os, signal, sys
sys.path.insert(0, {folder!r})
from conftest import loading, kernel, agents, jit, MadeUpEngine
engine = MadeUpEngine()
kernel.play_games, loading.load, jit.is_cached = engine.play_games, lambda *asked: 0, lambda kernel: True
engine.after_slice.append(lambda: engine.games_played < 270 or os.kill(os.getpid(), signal.SIGKILL))
from tda_sim.studies import plan_study, run_study
from dataclasses import replace
run_study(replace(plan_study(json.loads(sys.argv[1])), chunk=25), sys.argv[2], workers=1, progress=False)
"""


def test_a_killed_study_goes_on_to_the_same_bits(engine: Any, files: Files, tmp_path: Path) -> None:
    """SIGKILL in the middle of the second cell: the one before it is whole, and the rest is played."""
    program = KILLED.format(folder=str(Path(__file__).parents[1] / "runs"))
    command = [sys.executable, "-c", program, json.dumps(STUDIED), str(tmp_path / "killed")]
    assert subprocess.run(command, check=False, timeout=60).returncode == -signal.SIGKILL
    kept = load_study(tmp_path / "killed")
    assert kept.cells["complete"].to_list() == [True, False]
    played = engine.games_played
    play(tmp_path / "killed")
    assert engine.games_played - played == 50 + 1  # two chunks of the second cell were finished: they are not lost
    play(tmp_path / "whole")
    assert files(tmp_path / "killed") == files(tmp_path / "whole")


def test_what_is_finished_is_not_played_again(engine: Any, tmp_path: Path) -> None:
    play(tmp_path / "study")
    played = engine.games_played
    play(tmp_path / "study")
    assert engine.games_played == played


def test_more_games_and_more_cells_extend_a_study(engine: Any, tmp_path: Path) -> None:
    play(tmp_path / "study")
    played = engine.games_played
    grown = play(tmp_path / "study", games=250, tables=["random", "thrifty"])
    assert grown.cells["games"].to_list() == [250, 250, 100]
    assert engine.games_played - played == 50 + 250 + TRIED
    assert grown.chunk == 25


def test_a_part_that_is_gone_is_made_anew(engine: Any, files: Files, tmp_path: Path) -> None:
    play(tmp_path / "study")
    before = files(tmp_path / "study")
    next(tmp_path.glob(f"study/{CELLS}/*/games/part-000003.parquet")).unlink()
    results = load_study(tmp_path / "study")
    with pytest.raises(UserError, match=r"part-000003\.parquet: this file is missing or damaged"):
        [results.read(cell, "games") for cell in results.cells["cell"]]
    play(tmp_path / "study")
    assert files(tmp_path / "study") == before


def test_only_games_before_the_first_gap_count(engine: Any, tmp_path: Path) -> None:
    play(tmp_path / "study")
    folder = next((tmp_path / "study" / CELLS).glob("original-3-players-random-*"))
    there = RUN.read(folder)
    kept = {number: part for number, part in there.parts.items() if number != 3}
    (folder / "manifest.json").write_bytes(replace(there, parts=kept).content())
    results = load_study(tmp_path / "study")
    cell = next(name for name in results.cells["cell"] if results.cells.filter(cell=name)["games"][0] == 75)
    assert results.read(cell, "games").collect()["game"].to_list() == list(range(75))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 2}, "seed: 1 there, 2 here"),
        ({"players": 4}, "the folder has the cell original, 3 players, random, which is not in this study"),
        ({"record": {"gambits": 9}}, "trails: 0 there, 9 here"),
    ],
)
def test_another_study_is_refused_with_what_differs(
    engine: Any, files: Files, tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    play(tmp_path / "study")
    before = files(tmp_path / "study")
    with pytest.raises(UserError, match="this folder belongs to another study") as caught:
        play(tmp_path / "study", **changes)
    assert told in str(caught.value)
    assert files(tmp_path / "study") == before


def test_fewer_games_than_are_there_is_an_error(engine: Any, tmp_path: Path) -> None:
    play(tmp_path / "study")
    with pytest.raises(UserError, match="the folder already has 200 games, more than 150"):
        play(tmp_path / "study", games=150)


def test_title_and_question_may_change(engine: Any, tmp_path: Path) -> None:
    play(tmp_path / "study")
    played = engine.games_played
    results = play(tmp_path / "study", title="Another title", question=None)
    assert (results.title, results.question, engine.games_played) == ("Another title", None, played)


def test_a_folder_of_other_things_is_left_alone(engine: Any, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    with pytest.raises(UserError, match="this folder does not hold a study"):
        play(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_cell_without_its_manifest_is_refused_and_nothing_is_changed(
    engine: Any, files: Files, tmp_path: Path
) -> None:
    study = tmp_path / "study"
    play(study)
    whole = files(study)
    (cell,) = study.glob("cells/*druid*")
    (cell / "manifest.json").unlink()
    before = files(study)
    with pytest.raises(UserError, match=r"this folder does not hold a run \(remove it: its games are played"):
        play(study)
    assert files(study) == before, "what study.json says among them"
    shutil.rmtree(cell)
    assert play(study).complete and files(study) == whole


def test_a_fault_is_told_and_what_is_finished_is_kept(engine: Any, tmp_path: Path) -> None:
    engine.fault_in = 120
    with pytest.raises(UserError, match="a strategy failed"):
        play(tmp_path / "study", workers=1)
    assert load_study(tmp_path / "study").cells["games"][0] == 100


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 1}', '{"format": 9}', '{"format": 2, "cells": [1]}'])
def test_a_broken_manifest_is_told(engine: Any, tmp_path: Path, text: str) -> None:
    play(tmp_path / "study", games=20, twins=None)
    (tmp_path / "study" / STUDY).write_text(text)
    with pytest.raises(UserError, match=r"manifest of a study|another version"):
        load_study(tmp_path / "study")
    with pytest.raises(UserError, match=r"manifest of a study|another version"):
        play(tmp_path / "study", games=20, twins=None)


def test_where_nothing_lies_there_are_no_results(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no study here"):
        load_study(tmp_path)


def test_reading_what_is_not_there_is_one_clear_error(engine: Any, tmp_path: Path) -> None:
    results = play(tmp_path / "study", games=20, twins=None)
    with pytest.raises(UserError, match="the study has no cell called original, 5 players"):
        results.read("original, 5 players", "games")
    with pytest.raises(UserError, match="there is no table called gold"):
        results.read("original, 3 players, random", "gold")


def test_the_manifest_tells_everything(engine: Any, tmp_path: Path) -> None:
    play(tmp_path / "study")
    stored = json.loads((tmp_path / "study" / STUDY).read_text())
    assert {"title", "question", "smallest", "seed", "chunk", "versions"} <= stored.keys()
    assert stored["status"] == "complete"
    assert [row["status"] for row in stored["cells"]] == ["complete"] * 2
    assert all(len(row["digest"]) == 64 for row in stored["cells"])


def test_without_a_folder_nothing_is_kept(engine: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert play(None, games=20, twins=None).complete
    assert list(tmp_path.iterdir()) == []


def test_each_study_has_its_own_folder_whatever_its_games() -> None:
    folders = [usual_folder(plan_study({**STUDIED, **changes})) for changes in ({}, {"games": 10}, {"seed": 2})]
    assert folders[0] == folders[1] != folders[2]


def test_one_bar_counts_all_cells_and_names_the_one_that_is_played() -> None:
    reporter = StudyReporter(False, cells=3)
    reporter.count(games=300, done=100)
    reporter.cell(1, "original, 3 players, random")
    reporter.start(games=100, done=0)
    (task,) = reporter._bar.tasks
    assert (task.description, task.total, task.completed) == ("cell 2 of 3: original, 3 players, random", 300, 100)
    reporter.cell(2, "another one")
    reporter.start(games=100, done=0)
    assert [task.description for task in reporter._bar.tasks] == ["cell 3 of 3: another one"]

"""A run goes on where it stopped, and ends with the same bits."""

import json
import os
import signal
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs import storage
from tda_sim.runs.manifest import RUN
from tda_sim.runs.results import Results, load_results
from tda_sim.runs.simulate import simulate
from tda_sim.store import versions
from tda_sim.store.checksums import sealed_line
from tda_sim.store.files import unfinished
from tda_sim.store.lock import LOCK

Files = Callable[[Path], dict[str, bytes]]
SETTINGS: dict[str, Any] = {"players": 3, "strategies": "random,balanced,robber", "seed": 5, "progress": False}


def run(out: Path, games: int = 1000, chunk: int | None = 100, **more: Any) -> Results:
    return simulate("original", games=games, chunk=chunk, out=out, **{**SETTINGS, **more})


def stop_after(engine: Any, games: int) -> None:
    """Press Ctrl-C once so many games have been played."""

    def press() -> None:
        if engine.games_played >= games:
            engine.after_slice.clear()
            os.kill(os.getpid(), signal.SIGINT)

    engine.after_slice.append(press)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_a_stopped_run_goes_on_to_the_same_bits(engine: Any, files: Files, tmp_path: Path, workers: int) -> None:
    run(tmp_path / "whole")
    stop_after(engine, engine.games_played + 450)
    with pytest.raises(InterruptedRunError, match="of 1,000 games are finished"):
        run(tmp_path / "stopped", workers=workers)
    kept = load_results(tmp_path / "stopped")
    assert 0 < kept.manifest.games_done < 1000
    assert kept.games.collect().height == kept.manifest.games_done
    run(tmp_path / "stopped", workers=workers)
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_what_is_finished_is_not_played_again(engine: Any, tmp_path: Path) -> None:
    run(tmp_path / "run")
    played = engine.games_played
    run(tmp_path / "run")
    assert engine.games_played == played


def test_more_games_extend_a_run(engine: Any, files: Files, tmp_path: Path) -> None:
    run(tmp_path / "whole", games=1000)
    for games in (130, 420, 1000):
        run(tmp_path / "grown", games=games)
    assert files(tmp_path / "grown") == files(tmp_path / "whole")


def test_a_run_that_goes_on_keeps_its_chunks(engine: Any, tmp_path: Path) -> None:
    run(tmp_path / "run", games=200, chunk=70)
    results = run(tmp_path / "run", games=500, chunk=None)
    assert results.manifest.chunk == 70
    assert results.games.collect().height == 500


def test_fewer_games_than_are_there_is_an_error(engine: Any, files: Files, tmp_path: Path) -> None:
    run(tmp_path / "run", games=300)
    before = files(tmp_path / "run")
    with pytest.raises(UserError, match="the folder already has 300 games, more than 200"):
        run(tmp_path / "run", games=200)
    assert files(tmp_path / "run") == before


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 6}, ["seed: 5 there, 6 here"]),
        ({"players": 2, "strategies": "random"}, ["players: 3 there, 2 here", "strategies: random,balanced,robber"]),
        ({"fixed_seats": True, "chunk": 50}, ["fixed_seats: False there, True here", "chunk: 100 there, 50 here"]),
    ],
)
def test_another_configuration_is_told_setting_by_setting(
    engine: Any, files: Files, tmp_path: Path, changes: dict[str, Any], told: list[str]
) -> None:
    run(tmp_path / "run", games=300)
    before = files(tmp_path / "run")
    with pytest.raises(UserError) as error:
        run(tmp_path / "run", games=300, **changes)
    text = str(error.value)
    assert "belongs to another run" in text
    assert all(words in text for words in told)
    assert len(error.value.problems) == 1 + len(told)
    assert files(tmp_path / "run") == before


def test_another_engine_is_another_run(engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path / "run", games=300)
    monkeypatch.setattr("tda_sim.engine.compiler.jit.digest", lambda: "another")
    with pytest.raises(UserError, match="the engine has changed since"):
        run(tmp_path / "run", games=300)


def test_a_part_that_is_gone_or_empty_is_made_anew(engine: Any, files: Files, tmp_path: Path) -> None:
    run(tmp_path / "run")
    before = files(tmp_path / "run")
    (tmp_path / "run/games/part-000003.parquet").unlink()
    (tmp_path / "run/seats/part-000005.parquet").write_bytes(b"")
    with pytest.raises(UserError, match=r"games/part-000003\.parquet: this file is missing or damaged"):
        load_results(tmp_path / "run").read("games")
    run(tmp_path / "run")
    assert files(tmp_path / "run") == before


def test_left_overs_of_a_killed_process_are_cleared_away(engine: Any, files: Files, tmp_path: Path) -> None:
    run(tmp_path / "run")
    before = files(tmp_path / "run")
    part = tmp_path / "run/games/part-000009.parquet"
    part.unlink()
    unfinished(part).write_bytes(b"half a part")
    unfinished(tmp_path / "run" / "manifest.json").write_bytes(b"half a manifest")
    (tmp_path / "run" / LOCK).write_text("\n999999 on this machine\n")
    run(tmp_path / "run")
    assert files(tmp_path / "run") == before


def test_parts_that_a_killed_process_did_not_note_are_not_lost(engine: Any, files: Files, tmp_path: Path) -> None:
    run(tmp_path / "run", games=250)
    before, played = files(tmp_path / "run"), engine.games_played
    manifest = RUN.read(tmp_path / "run")
    lines = [sealed_line(asdict(manifest.parts[number]), manifest.config.digest()) for number in (1, 2)]
    (tmp_path / "run" / storage.JOURNAL).write_bytes(b"".join(lines) + lines[0][:99])
    (tmp_path / "run/manifest.json").write_bytes(replace(manifest, parts={0: manifest.parts[0]}).content())
    part = tmp_path / "run/seats/part-000001.parquet"
    part.write_bytes(part.read_bytes()[:-9])  # this one is not whole
    run(tmp_path / "run", games=250)
    assert files(tmp_path / "run") == before
    assert engine.games_played - played == 100 + 1  # one to warm up


def test_a_fault_keeps_what_is_finished(engine: Any, tmp_path: Path) -> None:
    engine.fault_in = 777
    with pytest.raises(UserError, match="a strategy failed; seated were"):
        run(tmp_path / "run", workers=1)
    assert load_results(tmp_path / "run").manifest.games_done == 700
    engine.fault_in = -1
    assert run(tmp_path / "run").manifest.complete


def test_a_full_disk_keeps_what_is_finished(
    engine: Any, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path / "whole")
    move = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if "part-000006" in target.name and "seats" in str(target):
            raise OSError(28, "No space left on device", str(path))
        return move(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(UserError, match=r"No space left on device.*finished games are kept"):
        run(tmp_path / "full", workers=1)
    monkeypatch.undo()
    assert load_results(tmp_path / "full").manifest.games_done == 600
    assert not list((tmp_path / "full").rglob(".tda_sim*"))


def test_too_many_games_for_the_disk_are_refused_before_they_are_played(engine: Any, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"games need about [\d.,]+ TB, but only [\d.,]+ .B are free"):
        run(tmp_path / "run", games=10**12, chunk=None)
    assert engine.games_played == 0
    assert not (tmp_path / "run").exists()


def test_two_processes_do_not_write_into_one_folder(engine: Any, tmp_path: Path) -> None:
    errors = []

    def intrude() -> None:
        engine.after_slice.clear()
        with pytest.raises(UserError, match=rf"another process \({os.getpid()} on .*\) is writing here") as error:
            run(tmp_path / "run")
        errors.append(error)

    engine.after_slice.append(intrude)
    assert run(tmp_path / "run", workers=1).manifest.complete
    assert len(errors) == 1


def test_a_file_is_no_folder(engine: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(UserError, match="this is a file, not a folder"):
        run(tmp_path / "file")
    with pytest.raises(UserError, match="cannot write here"):
        run(tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == "text"


def test_a_folder_of_other_things_is_left_alone(engine: Any, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("text")
    with pytest.raises(UserError, match="does not hold a run"):
        run(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_read_only_folder_is_one_clear_error(engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(UserError, match=r"Permission denied \(name a folder you can write to\)"):
        run(tmp_path / "run")


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 1}', '{"format": 99}'])
def test_a_broken_manifest_is_told(engine: Any, tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(UserError, match=r"manifest\.json"):
        run(tmp_path)


def test_the_manifest_tells_everything(engine: Any, tmp_path: Path) -> None:
    run(tmp_path / "run", games=250)
    manifest = json.loads((tmp_path / "run/manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert manifest["configuration"]["seed"] == 5
    assert manifest["configuration"]["strategies"] == ["random", "balanced", "robber"]
    assert len(manifest["configuration"]["strategy_digests"]) == 3
    assert {"deck_digest", "rules_digest", "engine"} < manifest["configuration"].keys()
    assert {"python", "numpy", "numba", "polars", "tda_sim"} == manifest["versions"].keys()
    assert [(part["part"], part["games"], part["seats"]) for part in manifest["parts"]] == [
        (0, 100, 300),
        (1, 100, 300),
        (2, 50, 150),
    ]


def test_parts_hold_as_many_rows_as_the_manifest_says(engine: Any, tmp_path: Path) -> None:
    results = run(tmp_path / "run", games=250)
    for part in results.manifest.parts.values():
        for table in ("games", "seats", "cards"):
            assert pl.read_parquet(part.path(results.path, table)).height == getattr(part, table)


# --- versions ---------------------------------------------------------------------------------------------


@pytest.fixture
def other_numba(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The versions that are here, except for Numba's."""
    here = {**versions.versions(), "numba": "9.9"}
    versions._say_once.cache_clear()
    monkeypatch.setattr(versions, "_installed", lambda: here)
    return here


def test_a_run_that_goes_on_with_other_versions_says_so_and_names_both(
    engine: Any, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    old = run(tmp_path / "run", games=300).manifest.versions["numba"]
    request.getfixturevalue("other_numba")
    for games in (400, 500):
        assert run(tmp_path / "run", games=games).manifest.versions["numba"] == f"{old}, 9.9"
    assert caplog.messages == [f"this folder was begun with numba {old}; it continues with numba 9.9"]


def test_a_finished_run_says_nothing_of_versions(
    engine: Any, files: Files, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    run(tmp_path / "run", games=300)
    before = files(tmp_path / "run")
    request.getfixturevalue("other_numba")
    run(tmp_path / "run", games=300)
    assert files(tmp_path / "run") == before and caplog.messages == []


def test_a_folder_of_an_older_format_is_refused(engine: Any, tmp_path: Path) -> None:
    run(tmp_path / "run", games=300)
    file = tmp_path / "run/manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "format": 3}))
    with pytest.raises(UserError, match=r"manifest\.json: written by another version of tda_sim \(format 3\)"):
        run(tmp_path / "run", games=300)

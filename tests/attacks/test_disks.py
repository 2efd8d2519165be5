"""Disks that are full, read-only or gone: a clear error, and what was finished is kept."""

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kinds import Disk, attempt, lasting, play_run

from tda_sim.errors import UserError
from tda_sim.runs.simulate import simulate

pytestmark = pytest.mark.full

Play = Callable[[Path], Any]
Tda = Callable[..., tuple[int, str, str]]


def test_a_disk_that_fills_up_loses_nothing(play: Play, disk: Disk, tmp_path: Path, attack_rounds: int) -> None:
    """From some change on no file can be written; then there is room again."""
    disk.watching = True
    answer = play(tmp_path / "whole")
    disk.watching, changes = False, disk.changes
    message = []
    for last in range(3, changes, max(1, changes // (6 * attack_rounds))):
        disk.watching, disk.changes, disk.last, disk.dead, disk.code = True, 0, last, False, errno.ENOSPC
        message.append(attempt(play, tmp_path / "full"))
        disk.watching = False
        assert not list((tmp_path / "full").rglob(".tda_sim-*")), "half a file takes no room"
        assert play(tmp_path / "full") == answer
        assert lasting(tmp_path / "full") == lasting(tmp_path / "whole")
        shutil.rmtree(tmp_path / "full")
    errors = [str(error) for error in message if error != answer]
    assert errors
    assert all(
        "No space left on device (make room and run this again; finished games are kept" in error for error in errors
    )


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A real disk of a megabyte."""
    (tmp_path / "tiny").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path / "tiny")]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount disks")
    yield tmp_path / "tiny"
    subprocess.run(["umount", str(tmp_path / "tiny")], check=True)


def test_a_real_disk_that_fills_up_loses_nothing(small: Any, tiny: Path, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"players": 3, "strategies": "random", "workers": 2, "progress": False}
    with pytest.raises(UserError, match=r"2,000,000 games need about [\d.]+ MB, but only 1\.0 MB are free"):
        simulate("original", games=2_000_000, out=tiny / "run", **settings)
    assert list(tiny.iterdir()) == []

    def fill() -> None:
        if small.games_played > 150:
            small.after_slice.clear()
            (tiny / "filler").write_bytes(bytes(shutil.disk_usage(tiny).free - 20_000))

    small.after_slice.append(fill)
    with pytest.raises(UserError, match=r"No space left on device \(make room and run this again"):
        simulate("original", games=400, chunk=40, out=tiny / "run", **settings)
    (tiny / "filler").unlink()
    played = small.games_played
    simulate("original", games=400, chunk=40, out=tiny / "run", **settings)
    assert small.games_played - played <= 1 + 400 - 2 * 40, "two chunks were finished"
    simulate("original", games=400, chunk=40, out=tmp_path / "whole", **settings)
    assert lasting(tiny / "run") == lasting(tmp_path / "whole")


def test_a_read_only_folder_is_one_clear_error(play: Play, disk: Disk, tmp_path: Path) -> None:
    """A new one, and one that is finished; nothing is changed in it."""
    for folder in (tmp_path / "new", tmp_path / "there"):
        if folder.name == "there":
            play(folder)
        before = lasting(tmp_path)
        disk.watching, disk.changes, disk.last, disk.dead, disk.code = True, 0, 0, True, errno.EROFS
        message = attempt(play, folder)
        disk.watching = False
        assert "cannot write here: Read-only file system (name a folder you can write to)" in str(message)
        assert lasting(tmp_path) == before


def test_a_folder_that_vanishes_is_one_clear_error(play: Play, small: Any, tmp_path: Path) -> None:
    def vanish() -> None:
        small.after_slice.clear()
        (tmp_path / "folder").rename(tmp_path / "moved")

    small.after_slice.append(vanish)
    message = attempt(play, tmp_path / "folder")
    assert isinstance(message, UserError)
    assert "No such file or directory (the folder was removed or renamed while in use" in str(message)
    assert not (tmp_path / "folder").exists()


def test_the_command_ends_with_exit_code_2(
    small: Any, tda: Tda, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    disk.folder, disk.watching, disk.last, disk.dead, disk.code = Path("run"), True, 20, False, errno.ENOSPC
    code, out, message = tda("simulate", "original", "--games", "100", "--out", "run", "--workers", "1")
    disk.watching = False
    assert (code, out) == (2, "") and "No space left on device (make room and run this again" in message


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write anywhere")
def test_a_folder_without_the_right_to_write_is_one_clear_error(small: Any, tmp_path: Path) -> None:
    play_run(tmp_path / "run")
    (tmp_path / "run").chmod(0o500)
    with pytest.raises(UserError, match="cannot write here: Permission denied"):
        play_run(tmp_path / "run")
    (tmp_path / "run").chmod(0o700)

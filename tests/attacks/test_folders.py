"""A folder that is refused stays as it was, and what is not ours stays where it is."""

import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from kinds import KINDS, QUICK_SEARCH, lasting, tree

from tda_sim.errors import UserError
from tda_sim.store.files import write_document

pytestmark = pytest.mark.full

Play = Callable[[Path], Any]
Tda = Callable[..., tuple[int, str, str]]

NAMES = [
    *("novel.writing", "part-000000.parquet.writing", "run.lock", "letter.txt", ".hidden", "weights.yaml.writing"),
    *("manifest.json", "study.json", "tuning.json", "exploit.json", "timing.json", "weights.yaml"),
    *("learning.json", "round-1.json", "round-1.py"),
    *("games", "seats", "cards", "cells", "tuning", "choosing", "held-out", "part-000000.parquet", "wins.jsonl"),
    *(".tda_sim.parts", ".tda_sim-0123456789abcdef", "einkauf süß.txt", "a b"),
]
CONTENTS = [b"", b"mine", b"{}", b'{"format": 4}', b"[[[", b"\x00" * 64, b'{"format": true, "parts": []}', b"\xff\xfe"]


def make_foreign(folder: Path, rng: random.Random, depth: int = 0) -> None:
    """Fill a folder with things of somebody else's."""
    folder.mkdir(exist_ok=True)
    for name in rng.sample(NAMES, rng.randint(1 if depth == 0 else 0, 5)):
        path = folder / name
        what = rng.random()
        if what < 0.3 and depth < 3:
            make_foreign(path, rng, depth + 1)
        elif what < 0.4:
            path.symlink_to(rng.choice(["nowhere", "/", folder.parent / "outside"]))
        elif what < 0.45 and hasattr(os, "mkfifo"):
            os.mkfifo(path)
        else:
            path.write_bytes(rng.choice(CONTENTS))


def stamps(folder: Path) -> dict[str, int]:
    """When anything in a folder was last changed, the folder itself included."""
    return {str(path): path.lstat().st_mtime_ns for path in (folder, *folder.rglob("*"))}


def test_a_refused_out_leaves_every_file(tda: Tda, tmp_path: Path) -> None:
    (tmp_path / "m/s").mkdir(parents=True)
    for name in ("m/s/novel.writing", "m/run.lock", "m/letter.txt"):
        (tmp_path / name).touch()
    before = stamps(tmp_path)
    code, _, message = tda("simulate", "original", "--games", "10", "--out", str(tmp_path / "m"))
    assert code == 2 and "this folder does not hold a run" in message
    assert stamps(tmp_path) == before


@pytest.mark.parametrize("kind", KINDS)
def test_no_foreign_folder_is_touched(kind: str, small: Any, tmp_path: Path, attack_rounds: int) -> None:
    for seed in range(20 * attack_rounds):
        rng = random.Random(f"{kind} {seed}")
        folder = tmp_path / str(seed)
        make_foreign(folder, rng)
        before = tree(folder), stamps(folder)
        with pytest.raises(UserError, match=r"does not hold|not a manifest|another version"):
            KINDS[kind](folder)
        assert (tree(folder), stamps(folder)) == before, seed


def test_a_folder_inside_one_that_is_refused_is_not_made(play: Play, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UserError, match="cannot write here"):
        play(tmp_path / "file" / "a" / "b")
    assert tree(tmp_path) == {"file": b"mine"}


def test_folders_made_for_nothing_are_removed_again(play: Play, tmp_path: Path, disk: Any) -> None:
    disk.watching, disk.last = True, 3  # of them, the folders, but not yet the manifest
    with pytest.raises(UserError, match="cannot write here"):
        play(tmp_path / "a")
    disk.watching = False
    assert [name for name in tree(tmp_path) if not Path(name).name.startswith(".tda_sim")] in ([], ["a"])
    (tmp_path / "mine").mkdir()
    disk.watching, disk.changes, disk.dead = True, 0, False
    with pytest.raises(UserError, match="cannot write here"):
        play(tmp_path / "mine" / "a" / "b")
    disk.watching = False
    assert (tmp_path / "mine").exists() and not (tmp_path / "mine" / "a").exists()


def test_what_somebody_has_put_into_a_folder_of_ours_stays(play: Play, tmp_path: Path) -> None:
    answer = play(tmp_path / "ours")
    folders = [tmp_path / "ours", *(path for path in (tmp_path / "ours").rglob("*") if path.is_dir())]
    mine = [folder / name for folder in folders for name in ("x.writing", "run.lock", "notes.txt", ".tda_sim-0123")]
    for path in mine:
        path.write_text("mine")
    before = lasting(tmp_path)
    assert play(tmp_path / "ours") == answer
    assert lasting(tmp_path) == before


def test_a_name_that_is_no_text_is_refused(play: Play, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"this name is not valid UTF-8 \(name another file or folder\)"):
        play(tmp_path / os.fsdecode(b"results-\xff"))
    assert tree(tmp_path) == {}


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "original", "--games", "20", "--out"],
        ["compare", "original", "legendary", "--games", "20", "--strategies", "random", "--out"],
        ["ladder", "random,thrifty", "--games", "600", "--out"],
        ["ladder", "random,thrifty", "--games", "600", "--out", "ladder", "--markdown"],
        ["tune", "weighted", "--generations", "1", "--games", "4", "--held-out", "400", "--out"],
        ["exploit", "random", *QUICK_SEARCH, "--games", "4", "--slow-games", "4", "--out"],
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_commands_refuse_such_a_name(
    words: list[str], small: Any, tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, message = tda(*words, os.fsdecode(b"results-\xff"))
    assert code == 2 and message == "results-\\udcff: this name is not valid UTF-8 (name another file or folder)\n"


def test_documents_are_written_as_a_whole_or_not_at_all(tmp_path: Path, disk: Any) -> None:
    page = tmp_path / "a/page.html"
    for dead in (True, False):
        for last in range(5):
            disk.dead, disk.last, disk.changes = dead, last, 0
            write_document(page, "<p>old</p>")
            disk.watching = True
            with suppress(UserError):
                write_document(page, "<p>new</p>")
            disk.watching = False
            assert page.read_text() == ("<p>new</p>" if last >= (4 if dead else 2) else "<p>old</p>")
            assert dead or list(tree(tmp_path)) == ["a", "a/page.html"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_a_document_may_be_a_pipe_or_a_link(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as threads:
        read = threads.submit((tmp_path / "pipe").read_text)
        write_document(tmp_path / "pipe", "text")
        assert read.result(10) == "text" and (tmp_path / "pipe").is_fifo()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_document(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "text"

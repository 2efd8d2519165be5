"""Compiled code that is taken to another machine: it goes there whole, or is refused with a reason."""

import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tda_sim.engine.compiler import cache, jit, packing
from tda_sim.errors import UserError

pytestmark = pytest.mark.full

MADE_FOR = {"Numba": "0.68.0", "processor": "znver4"}
KEPT = {"kernel.play_games-0123.compiled": b"machine code", "strategies/miser_0123.py": b"def choose(): ...\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of compiled code, with something else in it."""
    made = tmp_path / "kept"
    for name, content in {**KEPT, ".half-written": b"...", "notes.txt": b"mine"}.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(content)
    return made


@pytest.fixture
def packed(folder: Path, tmp_path: Path) -> Path:
    file = tmp_path / "packed"
    file.write_bytes(packing.pack(folder, MADE_FOR))
    return file


def test_what_is_packed_is_unpacked_and_nothing_else(packed: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    assert packing.unpack(packed, there, MADE_FOR) == len(KEPT)
    result = {path.relative_to(there).as_posix(): path.read_bytes() for path in there.rglob("*") if path.is_file()}
    assert result == KEPT


def test_the_same_code_is_packed_the_same(folder: Path) -> None:
    with zipfile.ZipFile(__import__("io").BytesIO(packing.pack(folder, MADE_FOR))) as archive:
        assert archive.namelist() == [packing.ABOUT, *sorted(KEPT)]


@pytest.mark.parametrize("name", MADE_FOR)
def test_what_was_made_for_something_else_is_refused(packed: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError) as error:
        packing.unpack(packed, tmp_path / "there", {**MADE_FOR, name: "another"})
    message = f"{packed}: made for another {name}: {MADE_FOR[name]}, and here it is another (pack it again"
    assert str(error.value).startswith(message) and len(str(error.value).splitlines()) == 1
    assert not (tmp_path / "there").exists()


def test_without_compiled_code_there_is_nothing_to_pack(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing is compiled here yet"):
        packing.pack(tmp_path, MADE_FOR)


def rewrite(file: Path, change: Callable[[dict[str, bytes]], Any]) -> None:
    with zipfile.ZipFile(file) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    change(content)
    with zipfile.ZipFile(file, "w") as archive:
        for name, each in content.items():
            archive.writestr(name, each)


def add(name: str) -> Callable[[dict[str, bytes]], Any]:
    """Put a further file among those that are to be unpacked."""

    def change(content: dict[str, bytes]) -> None:
        about = json.loads(content[packing.ABOUT])
        about["files"][name] = hashlib.sha256(b"planted").hexdigest()
        content.update({packing.ABOUT: json.dumps(about).encode(), name: b"planted"})

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update({"kernel.play_games-0123.compiled": b"other code"}),
        lambda content: content.pop("strategies/miser_0123.py"),
        lambda content: content.pop(packing.ABOUT),
        lambda content: content.update({packing.ABOUT: b"[]"}),
        lambda content: content.update({packing.ABOUT: b'{"format": 1}'}),
        lambda content: content.update({packing.ABOUT: b"\xff"}),
        add("../planted.compiled"),
        add("/tmp/planted.compiled"),
        add("strategies/../../planted.py"),
        add("planted.py"),
    ],
)
def test_what_was_not_packed_here_is_refused(
    packed: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], Any]
) -> None:
    rewrite(packed, change)
    with pytest.raises(UserError, match="this holds no compiled code, or it is damaged"):
        packing.unpack(packed, tmp_path / "there", MADE_FOR)
    assert not (tmp_path / "there").exists()


VALUES: list[Any] = [None, True, 0, -1, 1.5, 10**30, "", "x", "\ud800", [], ["x"], [[]], {}, {"x": []}, [{}] * 9]


def changed(content: Any) -> Iterator[Any]:
    """A JSON value, with each of its parts in turn left out or of another kind."""
    yield from VALUES
    for name in content if isinstance(content, dict) else ():
        others = {key: value for key, value in content.items() if key != name}
        yield others
        yield from ({**others, name: value} for value in changed(content[name]))


def test_a_manifest_of_another_shape_is_refused(packed: Path, tmp_path: Path) -> None:
    """Whatever any part of it is; only what says the same may pass."""
    with zipfile.ZipFile(packed) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(content[packing.ABOUT])
    shapes = list(changed(about))
    assert len(shapes) > len(VALUES) * 6
    for shape in shapes:
        with zipfile.ZipFile(packed, "w") as archive:
            for name, each in {**content, packing.ABOUT: json.dumps(shape).encode()}.items():
                archive.writestr(name, each)
        try:
            packing.unpack(packed, tmp_path / "there", MADE_FOR)
        except UserError:
            continue
        assert shape["format"] == about["format"] and shape["files"].items() <= about["files"].items(), shape


def test_a_pack_has_room_for_so_much_and_no_more(
    packed: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it lies there, and unpacked, all files together; and none is made for which there is no room."""
    sizes = {"PACKED": packed.stat().st_size, "UNPACKED": sum(map(len, KEPT.values()))}
    for name, size in sizes.items():
        monkeypatch.setattr(packing, name, size)
    assert packing.unpack(packed, tmp_path / "there", MADE_FOR) == len(KEPT)
    for name, message in (("PACKED", "the file is too large"), ("UNPACKED", "this unpacks to more than")):
        with monkeypatch.context() as patch:
            patch.setattr(packing, name, sizes[name] - 1)
            with pytest.raises(UserError, match=message):
                packing.unpack(packed, tmp_path / "small", MADE_FOR)
            with pytest.raises(UserError, match="too much is compiled here"):
                packing.pack(folder, MADE_FOR)
    assert not (tmp_path / "small").exists()


@pytest.mark.parametrize("is_lie", [False, True])
def test_a_pack_takes_no_more_memory_than_there_is_room(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_lie: bool
) -> None:
    """Zeros are packed a thousand times smaller, and what says how much they are may be a lie."""
    size = 8 * 10**6
    monkeypatch.setattr(packing, "PACKED", 10**6)
    monkeypatch.setattr(packing, "UNPACKED", 10**7)
    digests = dict.fromkeys([f"{k}.compiled" for k in range(4)], hashlib.sha256(bytes(size)).hexdigest())
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(packing.ABOUT, json.dumps({"format": 1, "made_for": MADE_FOR, "files": digests}))
        for name in digests:
            archive.writestr(name, bytes(size))
    if is_lie:
        packed.write_bytes(packed.read_bytes().replace(struct.pack("<L", size), struct.pack("<L", 100)))
    tracemalloc.start()
    try:
        with pytest.raises(UserError, match="it is damaged" if is_lie else "this unpacks to more than 10 MB"):
            packing.unpack(packed, tmp_path / "there", MADE_FOR)
        assert tracemalloc.get_traced_memory()[1] < 3 * 10**6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_pack_is_packed_as_ours_are(packed: Path, tmp_path: Path, way: int) -> None:
    with zipfile.ZipFile(packed) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(packed, "w", way) as archive:
        for name, each in content.items():
            archive.writestr(name, each)
    with pytest.raises(UserError, match="this holds no compiled code, or it is damaged"):
        packing.unpack(packed, tmp_path / "there", MADE_FOR)


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    """A device has no end, and nobody may ever write into a pipe."""
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/zero"), tmp_path / "pipe", tmp_path):
        with pytest.raises(UserError, match="this is not a file"):
            packing.unpack(path, tmp_path / "there", MADE_FOR)


def test_another_form_is_refused(packed: Path, tmp_path: Path) -> None:
    rewrite(packed, lambda content: content.update({packing.ABOUT: b'{"format": 2}'}))
    with pytest.raises(UserError, match="packed in form 2, and 1 is read here"):
        packing.unpack(packed, tmp_path / "there", MADE_FOR)


@pytest.mark.parametrize("spoil", [lambda c: b"", lambda c: c[:-30], lambda c: c[: len(c) // 2], lambda c: c[::-1]])
def test_a_damaged_file_is_refused(packed: Path, tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    packed.write_bytes(spoil(packed.read_bytes()))
    with pytest.raises(UserError, match="this holds no compiled code, or it is damaged"):
        packing.unpack(packed, tmp_path / "there", MADE_FOR)


def test_every_byte_that_is_flipped_is_noticed_or_does_no_harm(packed: Path, tmp_path: Path) -> None:
    whole = packed.read_bytes()
    for place in range(0, len(whole), 7):
        packed.write_bytes(bytes([*whole[:place], whole[place] ^ 16, *whole[place + 1 :]]))
        there = tmp_path / str(place)
        try:
            packing.unpack(packed, there, MADE_FOR)
        except UserError:
            continue
        assert {path.read_bytes() for path in there.rglob("*") if path.is_file()} == set(KEPT.values())


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        packing.unpack(tmp_path / "none", tmp_path / "there", MADE_FOR)


def test_this_machine_says_what_it_is(tmp_path: Path) -> None:
    made_for = jit.made_for()
    assert {"version of the rules", "Python", "Numba", "processor"} <= made_for.keys()
    assert all(made_for.values())


# --- the command ------------------------------------------------------------------------------------------

DOUBLE = "def double(x):\n    return 2 * x\n"
PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from doubling import double
from tda_sim.engine.compiler import jit
compiled = jit.kernel(double)
print(compiled(21), sum(compiled.stats.cache_hits.values()))
"""


def call(cache_folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, cache.VARIABLE: str(cache_folder)}
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def tda(cache_folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return call(cache_folder, "-c", "from tda_sim.cli.app import main; main()", "cache", *words)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")
def test_what_one_machine_has_compiled_another_one_need_not(tmp_path: Path) -> None:
    (tmp_path / "doubling.py").write_text(DOUBLE)
    program, file = PROGRAM.format(folder=str(tmp_path)), tmp_path / "packed"
    assert call(tmp_path / "one", "-c", program).stdout == "42 0\n"
    made = tda(tmp_path / "one", "--export", str(file))
    assert (made.returncode, made.stderr) == (0, "") and "tda cache --import packed" in made.stdout
    put = tda(tmp_path / "other", "--import", str(file))
    assert (put.returncode, put.stderr) == (0, ""), put.stderr
    assert call(tmp_path / "other", "-c", program).stdout == "42 1\n"
    message = json.loads(tda(tmp_path / "other", "--json").stdout)
    assert [name.split("-")[0] for name in message["files"]] == ["doubling.double"]
    shutil.rmtree(tmp_path / "other")


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")
def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    both = tda(tmp_path / "one", "--export", "a", "--import", "b")
    nothing = tda(tmp_path / "one", "--export", str(tmp_path / "packed"))
    assert [both.returncode, nothing.returncode] == [2, 2]
    assert both.stderr == "give either --export or --import\n"
    assert "nothing is compiled here yet" in nothing.stderr and len(nothing.stderr.splitlines()) == 1
    assert not (tmp_path / "packed").exists()

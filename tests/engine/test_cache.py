"""What is kept of compiled code: nothing foreign is run, and what is damaged is made again."""

import errno
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import platformdirs
import pytest

from tda_sim.engine.compiler import cache, jit
from tda_sim.errors import UserError

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")
not_root = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder to somebody else"
)
owners_only = pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no such owners there")

STRANGER = 54321  # a user's number
DOUBLE = "def double(x):\n    return 2 * x\n"
PROGRAM = """
import sys
from tda_sim.engine.compiler import jit
sys.path.insert(0, {folder!r})
from doubling import double
print(jit.kernel(double)(21), jit.cache_folder())
"""


class Planted:
    """A pickle that writes a file when it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.mark,)


def with_digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


def compile_double(
    folder: Path, home: Path, temporary: Path, named: Path | None = None
) -> tuple[str, Path | None, str]:
    """Compile and call a function in a process of its own: what it prints, the cache's folder, what it tells."""
    (folder / "doubling.py").write_text(DOUBLE)
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "TMPDIR": str(temporary)}
    environment.pop(cache.VARIABLE, None)
    if named is not None:
        environment[cache.VARIABLE] = str(named)
    command = [sys.executable, "-c", PROGRAM.format(folder=str(folder))]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=100)
    if run.returncode:
        return "", None, run.stderr
    answer, where = run.stdout.split()
    return answer, None if where == "None" else Path(where), run.stderr


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A folder for a user's caches, and one for everybody's temporary files."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    temporary.chmod(0o1777)
    return home, temporary


def plant(folder: Path, mark: Path) -> None:
    """Put a pickle that runs code in the place of everything that is kept."""
    for path in folder.rglob(f"*{cache.SUFFIX}"):
        path.write_bytes(with_digest(pickle.dumps(Planted(mark))))


def give_away(root: Path) -> None:
    for path in [root, *root.rglob("*")]:
        os.chown(path, STRANGER, STRANGER)


# --- the folder -------------------------------------------------------------------------------------------


@owners_only
def test_the_folder_is_the_users_alone(tmp_path: Path, places: tuple[Path, Path]) -> None:
    answer, folder, message = compile_double(tmp_path, *places)
    assert (answer, message) == ("42", "")
    assert folder is not None and folder.parent == places[0] / "tda_sim"
    assert [path.stat().st_mode & 0o777 for path in (folder, folder.parent)] == [0o700, 0o700]
    assert len(list(folder.glob(f"doubling.double-*{cache.SUFFIX}"))) == 1
    assert compile_double(tmp_path, *places) == (answer, folder, "")


@not_root
def test_planted_code_is_run_if_it_is_ones_own_and_not_if_it_is_a_strangers(
    tmp_path: Path, places: tuple[Path, Path]
) -> None:
    """The first half shows that the second one shows something."""
    (home, temporary), mark = places, tmp_path / "mark"
    _, folder, _ = compile_double(tmp_path, home, temporary)
    assert folder is not None
    plant(folder, mark)
    assert compile_double(tmp_path, home, temporary)[0] == "42"
    assert mark.exists()
    mark.unlink()

    plant(folder, mark)
    other = temporary / f"tda_sim-{os.getuid()}"
    shutil.copytree(folder.parent, other)
    give_away(folder.parent)
    give_away(other)
    answer, folder, message = compile_double(tmp_path, home, temporary)
    assert (answer, folder) == ("42", None)
    assert not mark.exists()
    assert message.count("this folder belongs to another user") == 2 and len(message.splitlines()) == 1


@not_root
def test_a_strangers_folder_within_ones_own_is_left_alone(tmp_path: Path, places: tuple[Path, Path]) -> None:
    mark = tmp_path / "mark"
    _, folder, _ = compile_double(tmp_path, *places)
    assert folder is not None
    plant(folder, mark)
    give_away(folder)
    answer, other, message = compile_double(tmp_path, *places)
    assert answer == "42" and not mark.exists()
    assert other is not None and other.is_relative_to(places[1]) and message == ""


def a_link(root: Path) -> None:
    root.rename(root.with_name("elsewhere"))
    root.symlink_to(root.with_name("elsewhere"))


def open_within(root: Path) -> None:
    for path in root.iterdir():
        path.chmod(0o770)


def open_around(root: Path) -> None:
    root.parent.chmod(0o777)


@pytest.mark.sample(3)
@owners_only
@pytest.mark.parametrize("spoil", [a_link, open_within, open_around])
def test_planted_code_is_not_run_where_others_may_have_put_it(
    tmp_path: Path, places: tuple[Path, Path], spoil: Callable[[Path], None]
) -> None:
    mark = tmp_path / "mark"
    _, folder, _ = compile_double(tmp_path, *places)
    assert folder is not None
    plant(folder, mark)
    spoil(folder.parent)
    answer, other, _ = compile_double(tmp_path, *places)
    assert answer == "42" and not mark.exists()
    assert other is not None and other.is_relative_to(places[1])


@owners_only
def test_ones_own_folder_is_closed_to_the_group(tmp_path: Path, places: tuple[Path, Path]) -> None:
    """As systems make it on which a user's group may write by default."""
    (places[0] / "tda_sim").mkdir()
    (places[0] / "tda_sim").chmod(0o775)
    answer, folder, message = compile_double(tmp_path, *places)
    assert (answer, message) == ("42", "") and folder is not None
    assert folder.parent.stat().st_mode & 0o777 == 0o700


def a_file(path: Path) -> None:
    path.write_text("text")


def for_everybody(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


def linked(path: Path) -> None:
    path.with_name("elsewhere").mkdir()
    path.symlink_to(path.with_name("elsewhere"))


@owners_only
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (a_file, "File exists"),
        (for_everybody, "other users can write to this folder (chmod go-w)"),
        (linked, "this is a symbolic link"),
    ],
)
def test_a_folder_that_the_user_names_and_that_will_not_do_is_told(
    tmp_path: Path, make: Callable[[Path], None], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "named"
    make(named)
    monkeypatch.setenv(cache.VARIABLE, str(named))
    with pytest.raises(UserError) as error:
        cache.find_folder("name")
    assert str(error.value).startswith(f"{named}: {told} (TDA_CACHE_DIR names it: ")


def test_the_command_ends_with_two_where_the_named_folder_will_not_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    command = [sys.executable, "-c", "from tda_sim.cli.app import main; main()", "simulate", "original", "--games", "1"]
    environment = {**os.environ, cache.VARIABLE: str(tmp_path / "file")}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "TDA_CACHE_DIR names it" in run.stderr and len(run.stderr.splitlines()) == 1


def test_the_folder_that_the_user_names_is_taken(tmp_path: Path, places: tuple[Path, Path]) -> None:
    answer, folder, message = compile_double(tmp_path, *places, named=tmp_path / "named")
    assert (answer, message) == ("42", "")
    assert folder is not None and folder.parent == tmp_path / "named"


def test_without_any_folder_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.say_once.cache_clear()
    (tmp_path / "file").write_text("text")
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert cache.find_folder("name") is None
    (message,) = capsys.readouterr().err.splitlines()
    assert message.startswith("compiled code is not kept, so every command compiles it again: ")
    assert message.count("Not a directory") == 2


@owners_only
def test_without_a_home_temporary_files_are_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: f"~/.cache/{name}")  # nobody knows whose
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert cache.find_folder("name") == tmp_path / f"tda_sim-{os.getuid()}" / "name"
    assert not (tmp_path / "~").exists()


# --- its files --------------------------------------------------------------------------------------------


@pytest.fixture
def double(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Compile a function, keeping it in an empty folder; returns what Numba makes of it, after a first call."""
    source = tmp_path / "doubling.py"
    source.write_text(DOUBLE)
    scope: dict[str, Any] = {"__name__": "doubling"}
    exec(compile(DOUBLE, str(source), "exec"), scope)
    monkeypatch.setattr("tda_sim.engine.compiler.compile_cache.cache_folder", lambda: tmp_path / "kept")
    monkeypatch.setitem(sys.modules, "doubling", ModuleType("doubling"))  # kept code names its module

    def compiled() -> Any:
        made = jit.kernel(scope["double"])
        assert made(21) == 42
        return made

    return compiled


def hits(compiled: Any) -> int:
    return sum(compiled.stats.cache_hits.values())


def kept(folder: Path) -> Path:
    (path,) = (folder / "kept").iterdir()
    return path


def flip(content: bytes) -> bytes:
    return bytes([*content[:100], content[100] ^ 4, *content[101:]])


@pytest.mark.parametrize("spoil", [lambda c: b"", lambda c: c[:-1], lambda c: c[:20], flip, lambda c: c[::-1]])
def test_a_damaged_file_is_told_and_made_anew(
    tmp_path: Path, double: Callable[[], Any], spoil: Callable[[bytes], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    double()
    whole = kept(tmp_path).read_bytes()
    assert hits(double()) == 1
    kept(tmp_path).write_bytes(spoil(whole))
    assert hits(double()) == 0
    message = capsys.readouterr().err.splitlines()
    assert message == [f"a file of compiled code is damaged, so it is written again: {kept(tmp_path)}"]
    assert hits(double()) == 1


def test_what_another_numba_may_have_left_is_made_anew(
    tmp_path: Path, double: Callable[[], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    double()
    kept(tmp_path).write_bytes(with_digest(pickle.dumps(("nothing", "of", "use"))))
    assert hits(double()) == 0
    assert "is damaged, so it is written again" in capsys.readouterr().err
    assert hits(double()) == 1


def test_other_code_in_the_same_file_is_another_thing(tmp_path: Path, double: Callable[[], Any]) -> None:
    double()
    (tmp_path / "doubling.py").write_text(DOUBLE + "# another\n")
    assert hits(double()) == 0
    assert len(list((tmp_path / "kept").iterdir())) == 2


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_full_disk_is_told_once_and_the_run_goes_on(
    tmp_path: Path,
    double: Callable[[], Any],
    number: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(path: Path, content: bytes) -> int:
        raise OSError(number, os.strerror(number), str(path))

    cache.say_once.cache_clear()
    monkeypatch.setattr(Path, "write_bytes", refuse)
    for _ in range(2):
        double()
    message = (
        f"compiled code is not kept, so every command compiles it again: {tmp_path / 'kept'}: {os.strerror(number)}\n"
    )
    assert capsys.readouterr().err == message
    assert not list((tmp_path / "kept").iterdir())


@pytest.mark.parametrize("spoil", [lambda c: b"", lambda c: c[:-9], lambda c: c + b"x = 1\n"])
def test_a_strategys_copy_that_is_damaged_is_made_anew(
    tmp_path: Path,
    spoil: Callable[[bytes], bytes],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from tda_sim import agents
    from tda_sim.agents import loading

    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    strategy = agents.find("random")
    path = loading._copy(strategy, strategy.source)
    assert path is not None
    whole = path.read_bytes()
    path.write_bytes(spoil(whole))
    assert loading._copy(strategy, strategy.source) == path
    assert path.read_bytes() == whole
    assert capsys.readouterr().err == f"a file of compiled code is damaged, so it is written again: {path}\n"
    assert loading._copy(strategy, strategy.source) == path and not capsys.readouterr().err


NAMED = """
from numba.core.bytecode import FunctionIdentity
from tda_sim.engine.compiler import jit
def worth(): return 1
print(FunctionIdentity.from_function(worth).unique_name)
"""


def test_no_two_processes_call_their_functions_alike() -> None:
    """Kept code of two strategies, compiled by two processes, is loaded by a third: names must tell all of it apart."""
    names = [
        subprocess.run([sys.executable, "-c", NAMED], capture_output=True, text=True, check=True) for _ in range(2)
    ]
    assert names[0].stdout.startswith("worth$") and names[0].stdout != names[1].stdout

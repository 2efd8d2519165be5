"""What happens where the computer has little of something: it just works, or says what is missing."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.errors import UserError

Tda = Callable[..., tuple[int, str, str]]
RUN = ["simulate", "original", "--games", "200", "--strategies", "random", "--workers", "2", "--out", "run"]


class PanicException(BaseException):
    """What Polars raises where the operating system refuses it something."""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "not enough memory (close other programs)"),
        (RuntimeError("can't start new thread"), "cannot start another thread: can't start new thread"),
        (PanicException("OS can't spawn worker thread"), "cannot start another thread: OS can't spawn"),
    ],
)
def test_a_lack_is_told(error: BaseException, told: str, tda: Tda, monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(name: str | None) -> None:
        raise error

    monkeypatch.setattr("tda_sim.answers.decks.decks", lack)
    code, out, err = tda("decks")
    assert (code, out) == (2, "")
    assert err.startswith(told) and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["simulate", "original"], "not enough memory: try fewer --games or fewer --workers"),
        (["learn", "play", "original"], "not enough memory: try fewer --games or fewer --workers"),
        (["decks", "original"], "not enough memory (close other programs)"),
    ],
)
def test_what_takes_less_memory_is_an_option_of_the_command(
    words: list[str], told: str, tda: Tda, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lack(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("tda_sim.cli.ending._called", lack)
    assert tda(*words) == (2, "", f"{told}\n")


def test_without_a_folder_for_temporary_files_one_has_to_be_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tda_sim.runs.simulate import simulate

    def refuse() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", refuse)
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_get_default_tempdir", refuse)
    with pytest.raises(UserError, match=r"No usable temporary directory found .*name a folder you can write to"):
        simulate(games=10, strategies="random", progress=False)


def command(*words: str, limits: str = "") -> subprocess.CompletedProcess[str]:
    program = f"{limits}\nfrom tda_sim.cli.app import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors cannot be chosen there")
def test_one_processor_will_do(tmp_path: Path) -> None:
    words = [*RUN[:-1], str(tmp_path / "run")]
    done = command(*words, limits="import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])")
    assert done.returncode == 0, done.stderr
    assert "on 2 threads" in done.stdout


def test_without_a_home_it_just_works(tmp_path: Path) -> None:
    done = command(*RUN[:-1], str(tmp_path / "run"), limits="import os; os.environ.pop('HOME', None)")
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("unshare") is None, reason="the system's folders cannot be hidden here")
def test_without_shared_memory_it_just_works_on_all_threads(tmp_path: Path) -> None:
    hidden = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o ro,size=4k none /dev/shm && exec "$@"', "sh"]
    if subprocess.run([*hidden, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this user may not hide the system's folders")
    program = "from tda_sim.cli.app import main; main()"
    words = [*hidden, sys.executable, "-c", program, *RUN[:-1], str(tmp_path / "run")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "on 2 threads" in done.stdout

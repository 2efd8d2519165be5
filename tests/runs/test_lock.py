"""A folder is written by one process at a time."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tda_sim.errors import UserError
from tda_sim.store.lock import LOCK, locked

HOLD = """
import sys
from pathlib import Path
from tda_sim.store.lock import locked
with locked(Path()):
    sys.stdin.read()
"""


def test_the_lock_is_held_against_other_processes_and_goes_with_the_one_that_holds_it(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD], cwd=tmp_path, stdin=subprocess.PIPE) as process:
        while not (tmp_path / LOCK).exists() or not (tmp_path / LOCK).read_bytes().endswith(b"\n"):
            assert process.poll() is None
            time.sleep(0.02)
        message = rf"another process \({process.pid} on .*\) is writing here"
        with pytest.raises(UserError, match=message), locked(tmp_path):
            pass
        process.kill()
    assert (tmp_path / LOCK).exists()
    with locked(tmp_path):
        assert (tmp_path / LOCK).exists()
    assert not (tmp_path / LOCK).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="disks know locks there")
@pytest.mark.filterwarnings("ignore:flock not supported")
def test_a_disk_that_knows_no_locks_is_kept_to_one_process_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def refuse(handle: int, operation: int) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with locked(tmp_path), pytest.raises(UserError, match=rf"another process \({os.getpid()}\)"), locked(tmp_path):
        pass
    assert not (tmp_path / LOCK).exists()

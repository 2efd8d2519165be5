"""What is said when a strategy has ended the process that it played in, where nothing else can be said any more.

A second, tiny process holds one end of a pipe. When the pipe closes without a farewell it says what to do: a strategy
that calls `os._exit`, or crashes, leaves no time for that.
"""

import atexit
import contextlib
import subprocess
import sys
from pathlib import Path

_LISTENER = """
import sys
sys.stderr.write(sys.stdin.buffer.read().rpartition(b"\\0")[2].decode())
"""


class _Listener:
    """The second process; there is none before there is something to be said."""

    def __init__(self) -> None:
        self.wanted = False
        self._process: subprocess.Popen[bytes] | None = None
        self._paths: list[Path] = []

    def note(self, path: Path) -> None:
        if not self.wanted or path in self._paths:
            return
        self._paths.append(path)
        with contextlib.suppress(OSError):
            if self._process is None:
                command = [sys.executable, "-I", "-S", "-c", _LISTENER]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
                atexit.register(self._farewell)
            self._tell(_words(self._paths))

    def _tell(self, words: str) -> None:
        """Say this at the end, and nothing that was told before."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(b"\0" + words.encode())
            self._process.stdin.flush()

    def _farewell(self) -> None:
        with contextlib.suppress(OSError):
            self._tell("")
        if self._process is not None:
            self._process.communicate()


def _words(paths: list[Path]) -> str:
    lines = ["tda was ended from within, or killed. If nobody has killed it, one of its strategies has ended it:"]
    lines += [f"  tda strategies check {path}" for path in paths]
    return "\n".join([*lines, "says which, and how. What was finished is kept: the same command goes on.", ""])


_listener = _Listener()


def prepare() -> None:
    """From now on note the strategies that are loaded: for a command, whose process is its own."""
    _listener.wanted = True


def note(path: Path) -> None:
    """Note the file of a strategy that is about to be loaded and does not come with tda_sim."""
    _listener.note(path)

"""The message about a strategy that ends its process.

A strategy that calls `os._exit`, or crashes, leaves no time for a message. So a second, tiny process holds one end of a
pipe. If the pipe closes without a farewell, that process says what to do. A command that ends in any other way, also by
a signal that it handles, takes its `farewell` first.
"""

import atexit
import contextlib
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent
_LISTENER = """
import sys
sys.stderr.write(sys.stdin.buffer.read().rpartition(b"\\0")[2].decode())
"""


class _Listener:
    """The second process, which starts when the first strategy is noted."""

    def __init__(self) -> None:
        self.wanted = False
        self._process: subprocess.Popen[bytes] | None = None
        self._paths: list[Path] = []

    def note(self, path: Path) -> None:
        if not self.wanted or path in self._paths or path.is_relative_to(PACKAGE):
            return
        self._paths.append(path)
        with contextlib.suppress(OSError):
            if self._process is None:
                command = [sys.executable, "-I", "-S", "-c", _LISTENER]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
                atexit.register(self.farewell)
            self._send(_words(self._paths))

    def _send(self, words: str) -> None:
        """Replace the final message."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(b"\0" + words.encode())
            self._process.stdin.flush()

    def farewell(self) -> None:
        with contextlib.suppress(OSError):
            self._send("")
        if self._process is not None:
            self._process.communicate()
        self._process, self._paths = None, []


def _words(paths: list[Path]) -> str:
    lines = [
        "tda ended unexpectedly. Unless somebody killed it, one of its strategies ended it. To see which, and how:"
    ]
    lines += [f"  tda strategies check {path}" for path in paths]
    return "\n".join([*lines, "What is finished in a folder of results is safe: the same command continues there.", ""])


_listener = _Listener()


def prepare() -> None:
    """Note all strategies that are loaded from now on, for a command with its own process."""
    _listener.wanted = True


def note(path: Path) -> None:
    """Note the file of a strategy that is about to be loaded and is not shipped. Modules of tda_sim end no process."""
    _listener.note(path)


def farewell() -> None:
    """Say that the command ends as it should: no message is needed. The second process ends."""
    _listener.farewell()

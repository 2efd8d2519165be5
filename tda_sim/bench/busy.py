"""What else ran on the machine during a measurement: processor time that is not this process's own."""

import os
import time
from pathlib import Path

TIMES = Path("/proc/stat")
BUSY = (0, 1, 2, 5, 6, 7)  # of its first line: user, nice, system, interrupts, and what the host took (steal)


class Watch:
    """Watches from now on. Only Linux says what a machine's processors do; elsewhere nothing is known."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._all, self._own = _all_seconds(), _own_seconds()

    def others(self) -> float | None:
        """Return how many processors other programs have kept busy, on average, or None if that is not known.

        Children count as this process once they have ended.
        """
        now, passed = _all_seconds(), time.monotonic() - self._begun
        if self._all is None or now is None or passed <= 0:
            return None
        return max(0.0, now - self._all - (_own_seconds() - self._own)) / passed


def _all_seconds() -> float | None:
    """Return the seconds that all processors have been busy."""
    try:
        first, *numbers = TIMES.read_text(encoding="ascii").partition("\n")[0].split()
        ticks = [int(number) for number in numbers]
        return sum(ticks[k] for k in BUSY) / os.sysconf("SC_CLK_TCK") if first == "cpu" else None
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def _own_seconds() -> float:
    """Return this process's seconds, and those of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system

"""The processor's counters for a process, where the system allows them: Linux's perf_event_open.

No maintained library on PyPI does this without a compiler, and it takes a page.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

# From the kernel's perf_event.h: PERF_TYPE_HARDWARE, and which of its events (PERF_COUNT_HW_...) is which.
HARDWARE = 0
EVENTS = {"instructions": 1, "cycles": 0, "branch_misses": 5}  # as the fields of `Counts`, in their order
_SYSCALLS = {"x86_64": 298, "aarch64": 241, "riscv64": 241}
_SIZE = 64  # bytes of the first form of perf_event_attr, which every kernel takes
_TIMES = 1 | 2  # read_format: PERF_FORMAT_TOTAL_TIME_ENABLED, PERF_FORMAT_TOTAL_TIME_RUNNING
_FLAGS = 1 << 1 | 1 << 5 | 1 << 6  # inherit, so that threads are counted; exclude_kernel; exclude_hv
_PARANOID = Path("/proc/sys/kernel/perf_event_paranoid")

Reading = tuple[int, int, int]  # of an event: its count, and for how many nanoseconds it was on, and counting


class NoCountersError(Exception):
    """The reason why nothing is counted."""


@dataclass(frozen=True)
class Counts:
    """Counts, without the system's own code."""

    instructions: float
    cycles: float
    branch_misses: float

    def per(self, n: int) -> "Counts":
        """Return the counts divided by ``n``."""
        return Counts(self.instructions / n, self.cycles / n, self.branch_misses / n)


class Counters:
    """Counters of a process and of its future threads; with ``process`` 0, of this thread.

    Raises NoCountersError with the reason if there are none.
    """

    def __init__(self, process: int = 0) -> None:
        self._files: dict[str, int] = {}
        self._last: dict[str, Reading] = {}
        try:
            for name, event in EVENTS.items():
                self._files[name] = open_event(HARDWARE, event, process)
        except NoCountersError:
            self.close()
            raise
        self.start()

    def start(self) -> None:
        """Count from here."""
        self._last = {name: read_event(file) for name, file in self._files.items()}

    def counts(self) -> Counts:
        """Return the counts since the start."""
        return counts_between(self._last, {name: read_event(file) for name, file in self._files.items()})

    def close(self) -> None:
        """Release the counters."""
        for file in self._files.values():
            os.close(file)
        self._files = {}


def counts_between(before: dict[str, Reading], after: dict[str, Reading]) -> Counts:
    """Return the counts between two readings.

    A processor has few counters. Events that had to share them are scaled up to the whole time. An event that never had
    a turn raises NoCountersError.
    """
    counts = {}
    for name in EVENTS:
        count, on, counting = (b - a for a, b in zip(before[name], after[name], strict=True))
        if on and not counting:
            raise NoCountersError(f"other programs use the processor's counters: {name} had no turn")
        counts[name] = count * on / counting if counting else 0.0
    return Counts(**counts)


# --- the system's side ------------------------------------------------------------------------------------


def open_event(kind: int, event: int, process: int) -> int:
    """Start counting an event, and return the file from which to read it. Raises NoCountersError."""
    number = _SYSCALLS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        raise NoCountersError(f"they are read on Linux only, not on {platform.system()} {platform.machine()}")
    attributes = struct.pack("=IIQQQQQ", kind, _SIZE, event, 0, 0, _TIMES, _FLAGS).ljust(_SIZE, b"\0")
    system = ctypes.CDLL(None, use_errno=True)
    file: int = system.syscall(number, ctypes.c_char_p(attributes), process, -1, -1, 0)
    if file < 0:
        raise NoCountersError(_reason(ctypes.get_errno()))
    return file


def read_event(file: int) -> Reading:
    """Return an event's count, and for how many nanoseconds it was on, and counting."""
    count, on, counting = struct.unpack("=QQQ", os.read(file, 24))
    return count, on, counting


def _reason(number: int) -> str:
    """Return why the system refuses."""
    if number in (errno.EACCES, errno.EPERM):
        level = _PARANOID.read_text().strip() if _PARANOID.exists() else "not known"
        return f"the system does not allow it: {_PARANOID} is {level}, and must be at most 2"
    if number in (errno.ENOENT, errno.EOPNOTSUPP, errno.ENODEV):
        return "this machine has no counters, like most virtual machines"
    return f"perf_event_open: {os.strerror(number)}"

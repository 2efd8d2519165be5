"""One run in its own process, and its costs: ``python -m tda_sim.bench.probe GAMES OUT``.

Prints one JSON object. Start-up and memory need a fresh process: the measuring process has already compiled the engine
and holds memory of its own.
"""

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any

STRATEGY = "balanced"


def peak_bytes() -> int:
    """Return this process's peak memory."""
    if sys.platform == "win32":
        return peak_on_windows(ctypes.WinDLL("kernel32"))
    status = Path("/proc/self/status")
    if status.exists():  # Linux: what getrusage says there includes the process that started this one
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource  # Windows has no such module

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


class _Memory(ctypes.Structure):
    """Windows' PROCESS_MEMORY_COUNTERS."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        ("peak_working_set", ctypes.c_size_t),
        *((name, ctypes.c_size_t) for name in ("working_set", "peak_paged", "paged", "peak_nonpaged", "nonpaged")),
        *((name, ctypes.c_size_t) for name in ("page_file", "peak_page_file")),
    )


def peak_on_windows(kernel: Any) -> int:
    """Return this process's peak memory as Windows counts it; ``kernel`` is its library kernel32."""
    kernel.GetCurrentProcess.restype = ctypes.c_void_p  # or half of it would be cut off
    kernel.K32GetProcessMemoryInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)
    memory = _Memory(size=ctypes.sizeof(_Memory))
    if not kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(memory), memory.size):
        raise OSError("Windows does not say how much memory this process has used")
    return int(memory.peak_working_set)


def main(games: int, out: str) -> None:
    """Simulate, and print the costs."""
    import tda_sim

    tda_sim.simulate("original", players=4, games=games, strategies=STRATEGY, workers=1, out=out)
    cpu = sum(os.times()[:4])  # also that of the process that compiles the kernel
    print(json.dumps({"cpu_seconds": cpu, "peak_bytes": peak_bytes()}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

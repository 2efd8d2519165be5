"""One run in its own process, and its costs: ``python -m tda_sim.bench.probe GAMES OUT``.

Prints one JSON object. Start-up and memory need a fresh process: the measuring process has already compiled the engine
and holds memory of its own.
"""

import json
import resource
import sys
from pathlib import Path

STRATEGY = "balanced"


def peak_bytes() -> int:
    """Return this process's peak memory."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux: what getrusage says there includes the process that started this one
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def main(games: int, out: str) -> None:
    """Simulate, and print the costs."""
    import tda_sim

    tda_sim.simulate("original", players=4, games=games, strategies=STRATEGY, workers=1, out=out)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"cpu_seconds": usage.ru_utime + usage.ru_stime, "peak_bytes": peak_bytes()}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

"""Measurements that need a fresh process: the time to the first result, and a run's memory."""

import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tda_sim import children


@dataclass(frozen=True)
class Child:
    """A run in its own process: seconds from launch to end, seconds of CPU, and peak memory."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int


def run(games: int, folder: Path, cache: Path | None = None) -> Child:
    """Simulate in a fresh process, with an empty or given cache of compiled rules."""
    command = [sys.executable, "-m", "tda_sim.bench.probe", str(games), str(folder)]
    environment = {**os.environ, **({"TDA_CACHE_DIR": str(cache)} if cache else {})}
    started = time.perf_counter()
    process = children.run(command, check=True, env=environment, stdout=children.PIPE, text=True)
    seconds = time.perf_counter() - started
    return Child(seconds=seconds, **json.loads(process.stdout.splitlines()[-1]))

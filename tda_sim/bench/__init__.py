"""How fast the engine is, on this machine, side by side in one run: `bench_command` measures, `render` shows."""

from tda_sim.bench.command import as_json, bench_command
from tda_sim.bench.show import render

__all__ = ["as_json", "bench_command", "render"]
